"""The optimizer of a recipe, and its state as named tensors."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from training.model_settings import TrainingSettings


def make_optimizer(parameters: Sequence[nn.Parameter], settings: TrainingSettings) -> Optimizer:
    """Return the recipe's optimizer for these parameters."""
    kind = torch.optim.Adam if settings.optimizer == "adam" else torch.optim.AdamW
    return kind(
        parameters,
        lr=settings.learning_rate,
        betas=settings.betas,
        eps=settings.eps,
        weight_decay=settings.weight_decay,
        fused=True,
    )


def optimizer_state(optimizer: Optimizer) -> dict[str, Tensor]:
    """Return the optimizer's tensors, each named by the number of its parameter."""
    return {
        f"{index}.{name}": tensor
        for index, tensors in optimizer.state_dict()["state"].items()
        for name, tensor in tensors.items()
    }


def put_optimizer_state(optimizer: Optimizer, tensors: Mapping[str, Tensor]) -> None:
    """Restore the result of `optimizer_state`."""
    states: dict[int, dict[str, Tensor]] = {}
    for key, tensor in tensors.items():
        index, _, name = key.partition(".")
        states.setdefault(int(index), {})[name] = tensor
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": states, "param_groups": groups})
