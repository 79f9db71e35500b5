"""Models on disk: written completely or not at all, and checked before use.

Weights are safetensors in one of three precisions; whatever they are stored in, they are read as
float32. `engine.models.manifest` tells what else is in the folder, `engine.models.tensor_layout`
which tensors.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

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
from engine.models.manifest_file import read_manifest
from engine.models.stored_model import Arrays, read_arrays, read_stored
from engine.models.tensor_layout import SCALE_SUFFIX, tied_names
from engine.models.validation import check
from engine.nn.transformer import Transformer, build_transformer
from engine.tokenizers.tokenizer_pair import TokenizerPair

_INT8_LARGEST = 127


@dataclass(frozen=True, slots=True)
class TorchModel:
    """A model as PyTorch computes it, with everything needed to translate."""

    manifest: Manifest
    model: Transformer
    tokenizers: TokenizerPair
    known_words: KnownWords | None = None


def save_model(
    folder: Path,
    manifest: Manifest,
    weights: Mapping[str, Tensor],
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
        weights: The `state_dict` of the Transformer, on any device.
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


def load_weights(folder: Path) -> dict[str, Tensor]:
    """Read the weights as float32, under every name that `Transformer.state_dict` has.

    Raises:
        ModelFolderError: If the folder or its manifest cannot be used.
        ModelFolderDamagedError: If the weights cannot be read.
    """
    manifest = read_manifest(folder)
    weights = unpack_weights(_tensors(read_arrays(folder)))
    return weights | {name: weights[kept] for name, kept in tied_names(manifest.config).items()}


def read_model(
    folder: Path, device: torch.device | str = "cpu", direction: tuple[str, str] | None = None
) -> TorchModel:
    """Check a model folder and load its model.

    Args:
        folder: The model folder.
        device: Where to put the weights.
        direction: In which of its directions to load it; None: its own.

    Raises:
        ModelFolderMissingError: If there is no manifest.
        ModelFolderTooNewError: If a later version of the program wrote it.
        ModelFolderDamagedError: If anything is not as the manifest says; every problem at once.
        ValueError: If the model has no such direction.
    """
    stored = read_stored(folder, direction)
    with _WithoutInitialisation():
        model = build_transformer(stored.manifest.config)
    _unpack_into(model.state_dict(), _tensors(stored.weights))
    model.requires_grad_(requires_grad=False)
    manifest, tokenizers = stored.manifest, stored.tokenizers
    return TorchModel(manifest, model.to(device).eval(), tokenizers, stored.known_words)


class _WithoutInitialisation(TorchFunctionMode):
    """Leaves new parameters as they are: `check` saw that the file replaces each of them.

    To draw them would take longer than to read them.
    """

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        arguments = kwargs or {}
        if getattr(func, "__module__", None) == nn.init.__name__:
            return args[0] if args else arguments["tensor"]
        return func(*args, **arguments)


def pack_weights(weights: Mapping[str, Tensor], dtype: WeightsDtype) -> dict[str, Tensor]:
    """Return the tensors as the weights file holds them, on the CPU."""
    packed: dict[str, Tensor] = {}
    for name, tensor in weights.items():
        values = tensor.detach().to("cpu", torch.float32).contiguous()
        if dtype == "int8" and values.dim() == 2:
            packed[name], packed[name + SCALE_SUFFIX] = _quantize_rows(values)
        else:
            packed[name] = values if dtype == "float32" else values.half()
    return packed


def unpack_weights(packed: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return what `pack_weights` was given, as float32 and as exactly as its precision allows."""
    places = {
        name: torch.empty_like(tensor, dtype=torch.float32)
        for name, tensor in packed.items()
        if not name.endswith(SCALE_SUFFIX)
    }
    _unpack_into(places, packed)
    return places


def _unpack_into(places: Mapping[str, Tensor], packed: Mapping[str, Tensor]) -> None:
    """Fill tensors with what is packed under their names, without a copy on the way."""
    for name, tensor in packed.items():
        if tensor.dtype == torch.int8:
            torch.mul(tensor, packed[name + SCALE_SUFFIX][:, None], out=places[name])
        elif not name.endswith(SCALE_SUFFIX):
            places[name].copy_(tensor)


def _tensors(arrays: Arrays) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def _quantize_rows(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """Round each row (R, C) to 255 steps; give the steps (R, C) and their size a row (R,)."""
    scale = matrix.abs().amax(dim=1) / _INT8_LARGEST
    scale = scale.where(scale != 0, 1.0)
    steps = (matrix / scale[:, None]).round().clamp(-_INT8_LARGEST, _INT8_LARGEST)
    return steps.to(torch.int8), scale


def _untied(weights: Mapping[str, Tensor], manifest: Manifest) -> dict[str, Tensor]:
    """Leave out tensors that are stored under another name."""
    tied = tied_names(manifest.config)
    for name, kept in tied.items():
        if name in weights and kept in weights and not torch.equal(weights[name], weights[kept]):
            raise ValueError(f"{name} and {kept} are tied, but their values differ")
    return {name: tensor for name, tensor in weights.items() if name not in tied}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
