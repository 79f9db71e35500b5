"""Start a run from another model: load its weights, freeze some, pull the others back."""

from collections.abc import Iterator
from pathlib import Path

from torch import Tensor, nn

from engine.models.folder import load_weights
from engine.nn.transformer import Transformer
from training.loop.pull import Pull
from training.model_settings import FineTuningSettings


def start_from(model: Transformer, folder: Path, settings: FineTuningSettings) -> Pull | None:
    """Load a folder's weights into a model, freeze some, and return the pull on the others.

    Raises:
        ModelFolderError: If they cannot be read.
    """
    model.load_state_dict(load_weights(folder))
    for module in _frozen(model, settings):
        module.requires_grad_(requires_grad=False)
    if model.pad_id == model.bos_id and model.tgt_embeddings.tokens.weight.requires_grad:
        _hold_start(model)
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    return Pull(trained, settings.pull) if settings.pull else None


def _hold_start(model: Transformer) -> None:
    """Keep the vector that targets begin with: Marian's, which is zero and in no vocabulary."""

    def without_start(gradient: Tensor) -> Tensor:
        held = gradient.clone()
        held[model.bos_id] = 0
        return held

    weight = model.tgt_embeddings.tokens.weight
    weight.register_hook(without_start)  # type: ignore[no-untyped-call]  # torch types no hooks


def _frozen(model: Transformer, settings: FineTuningSettings) -> Iterator[nn.Module]:
    match settings.freeze:
        case "none":
            return
        case "embeddings":
            yield model.src_embeddings
            yield model.tgt_embeddings
        case "encoder":
            yield model.src_embeddings
            yield model.encoder_layers
            yield model.encoder_norm
