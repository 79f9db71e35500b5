"""A model folder as PyTorch reads it: in whatever precision weights are stored, as float32."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from engine.models.known_words import KnownWords
from engine.models.manifest import Manifest
from engine.models.stored_model import Arrays, read_float32, read_stored
from engine.models.tensor_layout import SCALE_SUFFIX
from engine.nn.transformer import Transformer, build_transformer
from engine.tokenizers.tokenizer_pair import TokenizerPair


@dataclass(frozen=True, slots=True)
class TorchModel:
    """A model as PyTorch computes it, with everything needed to translate."""

    manifest: Manifest
    model: Transformer
    tokenizers: TokenizerPair
    known_words: KnownWords | None = None


def load_weights(folder: Path) -> dict[str, Tensor]:
    """Return `engine.models.stored_model.read_float32` as tensors.

    Raises:
        ModelFolderError: If the folder, its manifest or the weights cannot be used.
    """
    return _tensors(read_float32(folder))


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


def _unpack_into(places: Mapping[str, Tensor], packed: Mapping[str, Tensor]) -> None:
    """Fill tensors with what is packed under their names, without a copy on the way."""
    for name, tensor in packed.items():
        if tensor.dtype == torch.int8:
            torch.mul(tensor, packed[name + SCALE_SUFFIX][:, None], out=places[name])
        elif not name.endswith(SCALE_SUFFIX):
            places[name].copy_(tensor)


def _tensors(arrays: Arrays) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array) for name, array in arrays.items()}
