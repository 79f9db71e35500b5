"""A model folder as it is read to translate: weights as they are stored. Torch-free."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load_file

from engine.errors import ModelFolderDamagedError
from engine.models.known_words import KnownWords
from engine.models.manifest import KNOWN_WORDS_FILE, WEIGHTS_FILE, Manifest
from engine.models.manifest_file import read_manifest
from engine.models.tensor_layout import SCALE_SUFFIX, tied_names
from engine.models.validation import read_checked
from engine.native.transformer import Weight
from engine.nn.config import TransformerConfig
from engine.tokenizers.tokenizer_pair import TokenizerPair

Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class StoredModel:
    """What a model folder holds."""

    manifest: Manifest
    weights: Arrays
    """By the names of `engine.models.tensor_layout`, as they are stored."""
    tokenizers: TokenizerPair
    known_words: KnownWords | None = None


def read_stored(folder: Path, direction: tuple[str, str] | None = None) -> StoredModel:
    """Check a model folder and read it.

    Args:
        folder: The model folder.
        direction: In which of its directions to read it; None: its own.

    Raises:
        ModelFolderMissingError: If there is no manifest.
        ModelFolderTooNewError: If a later version of the program wrote it.
        ModelFolderDamagedError: If anything is not as the manifest says; every problem at once.
        ValueError: If the model has no such direction.
    """
    manifest, tokenizers = read_checked(folder)
    if direction is not None:
        manifest = manifest.in_direction(*direction)
    pair = TokenizerPair(
        tokenizers[0],
        tokenizers[-1],
        source_bos=manifest.source_bos,
        source_eos=manifest.source_eos,
        target_token=manifest.target_token,
    )
    return StoredModel(manifest, read_arrays(folder), pair, read_known_words(folder, manifest))


def read_arrays(folder: Path) -> Arrays:
    """Read the weights of a folder as they are stored.

    Raises:
        ModelFolderDamagedError: If they cannot be read.
    """
    try:
        return load_file(folder / WEIGHTS_FILE)
    except (OSError, SafetensorError) as error:
        problem = f"{WEIGHTS_FILE}: it cannot be read ({error})"
        raise ModelFolderDamagedError(folder, [problem]) from error


def read_float32(folder: Path) -> Arrays:
    """Read the weights as float32, under every name that `Transformer.state_dict` has.

    Raises:
        ModelFolderError: If the folder or its manifest cannot be used.
        ModelFolderDamagedError: If the weights cannot be read.
    """
    config = read_manifest(folder).config
    weights = unpack_weights(read_arrays(folder))
    return weights | {name: weights[kept] for name, kept in tied_names(config).items()}


def unpack_weights(packed: Arrays) -> Arrays:
    """Return what `engine.models.saving.pack_weights` was given, as exactly as is stored."""
    return {
        name: numbers * packed[name + SCALE_SUFFIX][:, None]
        if numbers.dtype == np.int8
        else numbers.astype(np.float32, copy=False)
        for name, numbers in packed.items()
        if not name.endswith(SCALE_SUFFIX)
    }


def read_known_words(folder: Path, manifest: Manifest) -> KnownWords | None:
    """Return the words that a model knows well; None if its folder does not say.

    Raises:
        ModelFolderDamagedError: If they cannot be read.
    """
    if KNOWN_WORDS_FILE not in manifest.files:
        return None
    try:
        return KnownWords((folder / KNOWN_WORDS_FILE).read_bytes())
    except OSError as error:
        problem = f"{KNOWN_WORDS_FILE}: it cannot be read ({error.strerror})"
        raise ModelFolderDamagedError(folder, [problem]) from error


def weights_by_name(
    stored: Mapping[str, npt.NDArray[Any]], config: TransformerConfig
) -> dict[str, Weight]:
    """Return stored weights by every name that the Transformer has, the tied ones too."""
    weights = {
        name: Weight(numbers, stored.get(name + SCALE_SUFFIX))
        for name, numbers in stored.items()
        if not name.endswith(SCALE_SUFFIX)
    }
    return weights | {name: weights[kept] for name, kept in tied_names(config).items()}
