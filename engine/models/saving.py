"""Write model folders: completely or not at all. Torch-free.

`engine.models.manifest` tells what else is in the folder, `engine.models.tensor_layout` which
tensors.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save

from engine.errors import ModelFolderDamagedError
from engine.files.atomic_folders import new_folder
from engine.models.known_words import KnownWords
from engine.models.manifest import (
    CARD_FILE,
    KNOWN_WORDS_FILE,
    MANIFEST_FILE,
    WEIGHTS_FILE,
    Manifest,
    WeightsDtype,
)
from engine.models.stored_model import Arrays
from engine.models.tensor_layout import SCALE_SUFFIX, tied_names
from engine.models.validation import check

_INT8_LARGEST = 127


def save_model(
    folder: Path,
    manifest: Manifest,
    weights: Mapping[str, npt.ArrayLike],
    tokenizers: Mapping[str, str],
    card: str,
    *,
    dtype: WeightsDtype = "float32",
    replace: bool = False,
    known_words: KnownWords | None = None,
) -> Manifest:
    """Write a model folder; if interrupted, leave the previous one in place.

    Args:
        folder: Where; its name is the one the model is listed under.
        manifest: Its manifest; `files` and `weights_dtype` are filled in.
        weights: What `Transformer.state_dict` has: arrays, or tensors on the processor.
        tokenizers: File names with what `Tokenizer.to_json` gave: `tokenizer.json`, or
            `source.json` and `target.json`.
        card: The model card, Markdown.
        dtype: What to store the weights in. float16 halves the file; int8 quarters it: each row
            of a matrix has a scale, and everything that is no matrix is float16.
        replace: Whether a model of that name may be replaced.
        known_words: The source words that it knows well, if that is known.

    Returns:
        The manifest as it was written.

    Raises:
        ModelFolderExistsError: If the folder exists and is not to be replaced.
        ValueError: If the parts do not fit each other; every problem at once.
        OSError: If the folder cannot be written.
    """
    if set(tokenizers) != set(manifest.tokenizer_files):
        given, wanted = ", ".join(sorted(tokenizers)), ", ".join(manifest.tokenizer_files)
        raise ValueError(f"the tokenizers are {given or 'none'}; the manifest asks for {wanted}")
    with new_folder(folder, replace=replace) as temporary:
        stored = pack_weights(_untied(weights, manifest), dtype)
        # Not by save_file: a full disk would be an error of the library, without its number.
        (temporary / WEIGHTS_FILE).write_bytes(save(stored, metadata={"format": "pt"}))
        for name, text in {**tokenizers, CARD_FILE: card}.items():
            (temporary / name).write_bytes(text.encode("utf-8"))
        names = [WEIGHTS_FILE, *sorted(tokenizers), CARD_FILE]
        if known_words is not None:
            (temporary / KNOWN_WORDS_FILE).write_bytes(known_words.packed)
            names.append(KNOWN_WORDS_FILE)
        files = {name: _sha256(temporary / name) for name in names}
        fields = {**dict(manifest), "files": files, "weights_dtype": dtype}
        written = Manifest.model_validate(fields)
        (temporary / MANIFEST_FILE).write_bytes(written.to_json().encode("utf-8"))
        try:
            check(temporary)
        except ModelFolderDamagedError as error:
            raise ValueError("; ".join(error.problems)) from error
    return written


def pack_weights(weights: Mapping[str, npt.ArrayLike], dtype: WeightsDtype) -> Arrays:
    """Return the tensors as the weights file holds them."""
    packed: Arrays = {}
    with np.errstate(all="ignore"):  # `check` finds what is not finite, or becomes so
        for name, tensor in weights.items():
            values = np.ascontiguousarray(tensor, dtype=np.float32)
            if dtype == "int8" and values.ndim == 2:
                packed[name], packed[name + SCALE_SUFFIX] = _quantize_rows(values)
            else:
                packed[name] = values if dtype == "float32" else values.astype(np.float16)
    return packed


def _quantize_rows(
    matrix: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Round each row (R, C) to 255 steps; give the steps (R, C) and their size a row (R,)."""
    scale = np.abs(matrix).max(axis=1) / np.float32(_INT8_LARGEST)
    scale[scale == 0] = 1.0
    steps = np.rint(matrix / scale[:, None]).clip(-_INT8_LARGEST, _INT8_LARGEST)
    return steps.astype(np.int8), scale


def _untied(weights: Mapping[str, npt.ArrayLike], manifest: Manifest) -> dict[str, npt.ArrayLike]:
    """Leave out tensors that are stored under another name."""
    tied = tied_names(manifest.config)
    for name, kept in tied.items():
        if name in weights and kept in weights and not np.array_equal(weights[name], weights[kept]):
            raise ValueError(f"{name} and {kept} are tied, but their values differ")
    return {name: tensor for name, tensor in weights.items() if name not in tied}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
