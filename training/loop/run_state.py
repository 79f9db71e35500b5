"""The tensors a run resumes from, by name: weights, optimizer, averages, random states."""

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.optim import Optimizer

from engine.nn.transformer import Transformer
from training.loop.optimizer import optimizer_state, put_optimizer_state
from training.loop.weights import RunningMean, put_weights, weights_of


def state_tensors(
    model: Transformer, optimizer: Optimizer, mean: RunningMean | None
) -> dict[str, Tensor]:
    """Return these tensors, as a checkpoint stores them."""
    tensors = {f"model.{name}": tensor for name, tensor in weights_of(model).items()}
    tensors |= {f"optimizer.{name}": tensor for name, tensor in optimizer_state(optimizer).items()}
    if mean is not None:
        tensors |= {f"mean.{name}": tensor for name, tensor in mean.values.items()}
    tensors["random.cpu"] = torch.get_rng_state()
    if model.device.type == "cuda":
        tensors["random.cuda"] = torch.cuda.get_rng_state()
    return tensors


def put_state(
    tensors: Mapping[str, Tensor],
    model: Transformer,
    optimizer: Optimizer,
    mean: RunningMean | None,
) -> None:
    """Restore the result of `state_tensors`.

    Raises:
        KeyError, TypeError, ValueError, RuntimeError: If it does not fit the model or the settings.
    """
    put_weights(model, _take(tensors, "model."))
    put_optimizer_state(optimizer, _take(tensors, "optimizer."))
    if mean is not None:
        mean.put(_take(tensors, "mean."))
    torch.set_rng_state(tensors["random.cpu"])
    if model.device.type == "cuda" and "random.cuda" in tensors:
        torch.cuda.set_rng_state(tensors["random.cuda"])


def _take(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)}
