"""Check that a model folder is complete, and report all problems at once. Torch-free."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from safetensors import SafetensorError, safe_open

from engine.errors import ModelFolderDamagedError, TokenizerError
from engine.models.known_words import unpack_words
from engine.models.manifest import (
    KNOWN_WORDS_FILE,
    TARGET_TOKENIZER_FILE,
    WEIGHTS_FILE,
    Manifest,
)
from engine.models.manifest_file import find_file_problems, read_manifest
from engine.models.tensor_layout import stored_tensors
from engine.tokenizers.tokenizer import Tokenizer, load_tokenizer

_NAMES_SHOWN = 5


def check(folder: Path) -> Manifest:
    """Read a whole model folder, compare every part with the manifest, and return that.

    Raises:
        As `read_checked`.
    """
    manifest, _ = read_checked(folder)
    return manifest


def read_checked(folder: Path) -> tuple[Manifest, list[Tokenizer]]:
    """Check a whole model folder; return its manifest, and what was read to check it.

    Returns:
        The manifest, and the tokenizers in the order in which it names them.

    Raises:
        ModelFolderMissingError: If there is no manifest.
        ModelFolderTooNewError: If a later version of the program wrote it.
        ModelFolderDamagedError: If anything is not as the manifest says; every problem at once.
    """
    manifest = read_manifest(folder)
    problems = find_file_problems(folder, manifest)
    unusable = {problem.partition(":")[0] for problem in problems}
    readable = [name for name in manifest.files if name not in unusable]
    for name in readable:
        problems += _checksum_problems(folder, name, manifest)
    if WEIGHTS_FILE in readable:
        problems += _weights_problems(folder, manifest)
    if KNOWN_WORDS_FILE in readable:
        problems += _known_words_problems(folder)
    tokenizers = []
    for name in manifest.tokenizer_files:
        if name in readable:
            try:
                tokenizer = load_tokenizer((folder / name).read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError, TokenizerError) as error:
                problems.append(f"{name}: {error}")
            else:
                tokenizers.append(tokenizer)
                problems += _tokenizer_problems(tokenizer, name, manifest)
    if problems:
        raise ModelFolderDamagedError(folder, problems)
    return manifest, tokenizers


def _checksum_problems(folder: Path, name: str, manifest: Manifest) -> list[str]:
    try:
        with (folder / name).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return [f"{name}: it cannot be read ({error.strerror})"]
    if found != manifest.files[name]:
        return [f"{name}: it was changed after it was saved (its checksum differs)"]
    return []


def _weights_problems(folder: Path, manifest: Manifest) -> list[str]:
    import numpy as np  # here, and not above: the window is painted without it

    expected = stored_tensors(manifest.config, manifest.weights_dtype)
    problems = []
    not_finite = []
    try:
        with safe_open(folder / WEIGHTS_FILE, framework="numpy") as file:
            names = set(file.keys())
            problems += list_names("missing tensors", expected.keys() - names)
            problems += list_names(
                "tensors that do not belong to the model", names - expected.keys()
            )
            for name in sorted(expected.keys() & names):
                found = file.get_slice(name)
                kind, shape = found.get_dtype(), tuple(found.get_shape())
                if (kind, shape) != expected[name]:
                    wanted_kind, wanted = expected[name]
                    problems.append(
                        f"{name} is {kind} {describe_shape(shape)}, "
                        f"not {wanted_kind} {describe_shape(wanted)}"
                    )
                elif kind != "I8" and not np.isfinite(file.get_tensor(name)).all():
                    not_finite.append(name)
    except (OSError, SafetensorError) as error:
        return [f"{WEIGHTS_FILE}: it cannot be read ({error})"]
    problems += list_names("tensors with values that are not finite numbers", not_finite)
    return [f"{WEIGHTS_FILE}: {problem}" for problem in problems]


def _known_words_problems(folder: Path) -> list[str]:
    try:
        unpack_words((folder / KNOWN_WORDS_FILE).read_bytes())
    except (OSError, ValueError) as error:
        return [f"{KNOWN_WORDS_FILE}: it cannot be read ({error})"]
    return []


def _tokenizer_problems(tokenizer: Tokenizer, name: str, manifest: Manifest) -> list[str]:
    config = manifest.config
    is_target = name == TARGET_TOKENIZER_FILE
    vocab_size = config.tgt_vocab_size if is_target else config.src_vocab_size
    special = tokenizer.special
    problems = [
        f"{name}: {field} is {found}, but the manifest says {said}"
        for field, found, said in (
            ("its kind", tokenizer.kind, manifest.tokenizer_kind),
            ("its vocabulary size", tokenizer.vocab_size, vocab_size),
            ("pad_id", special.pad, config.pad_id),
            ("bos_id", special.bos, config.bos_id),
            ("eos_id", special.eos, config.eos_id),
        )
        if found != said
    ]
    if not is_target:
        problems += (
            f"{name}: its vocabulary lacks {token}, which asks for the language {language}"
            for language, token in manifest.target_tokens.items()
            if not _has_tag(tokenizer, token)
        )
    return problems


def _has_tag(tokenizer: Tokenizer, tag: str) -> bool:
    try:
        tokenizer.tag_id(tag)
    except KeyError:
        return False
    return True


def list_names(complaint: str, names: Iterable[str]) -> list[str]:
    """Return one problem with the first of its names; none if there are no names."""
    ordered = sorted(names)
    if not ordered:
        return []
    shown = ", ".join(ordered[:_NAMES_SHOWN])
    more = len(ordered) - _NAMES_SHOWN
    return [f"{complaint}: {shown}" + (f" and {more} more" if more > 0 else "")]


def describe_shape(shape: tuple[int, ...]) -> str:
    """Return a shape in words: "512x2048"."""
    return "x".join(str(length) for length in shape) or "scalar"
