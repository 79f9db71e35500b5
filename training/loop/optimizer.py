"""How a step changes the weights: the optimizer, the learning rate of each step, and the pull.

Steps count from 1. The schedules are pure functions of the step.
"""

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from training.model_settings import TrainingSettings

LONGEST_WARMUP = 0.5
"""The largest share of a run over which the rate may rise. The included recipes take less on their
own text."""


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


def learning_rate(
    step: int, settings: TrainingSettings, d_model: int, progress: float = 0.0
) -> float:
    """Return the learning rate of a step: it rises in a straight line to its peak, and then falls.

    Args:
        step: The step, from 1.
        settings: The schedule and its numbers; `constant` is always the peak, which `noam` ignores.
        d_model: The model's width, for `noam`.
        progress: The finished share of the run, from 0 to 1, for `cosine`.

    Raises:
        ValueError: If step or a needed warmup_steps is below 1.
    """
    peak, warmup_steps = settings.learning_rate, settings.warmup_steps
    if step < 1:
        raise ValueError(f"steps count from 1, not {step}")
    if settings.schedule != "constant" and warmup_steps < 1:
        raise ValueError(f"the schedule {settings.schedule} needs warmup_steps of at least 1")
    match settings.schedule:
        case "noam":  # factor d_model^-0.5 min(step^-0.5, step warmup_steps^-1.5), section 5.3
            law = min(math.pow(step, -0.5), step * math.pow(warmup_steps, -1.5))
            return settings.noam_factor * math.pow(d_model, -0.5) * law
        case "inverse_sqrt":
            return peak * min(step / warmup_steps, math.sqrt(warmup_steps / step))
        case "cosine":  # Loshchilov and Hutter 2017, without restarts
            return peak * min(step / warmup_steps, (1 + math.cos(math.pi * progress)) / 2)
        case "constant":
            return peak


def fit_warmup(settings: TrainingSettings, num_steps: int) -> TrainingSettings:
    """Return settings whose learning rate peaks by half of a run of this many steps.

    A run that ends inside its warm-up has learned next to nothing. The peak stays as high: that of
    noam follows from the warm-up, so its factor makes up for a shorter one.
    """
    longest = max(1, int(LONGEST_WARMUP * num_steps))
    if settings.schedule == "constant" or settings.warmup_steps <= longest:
        return settings
    factor = settings.noam_factor * math.sqrt(longest / settings.warmup_steps)
    return settings.model_copy(update={"warmup_steps": longest, "noam_factor": factor})


class Pull:
    """Pulls weights back to where they were: w += rate strength (w0 - w), after a step.

    L2-SP (Li, Grandvalet and Davoine 2018), apart from the gradient as AdamW has weight decay.

    Args:
        parameters: What is trained, with the values to pull back to.
        strength: How strongly; times the rate, at most all of the way.
    """

    def __init__(self, parameters: Sequence[nn.Parameter], strength: float) -> None:
        self._weights = [parameter.detach() for parameter in parameters]  # the same memory
        self._start = [parameter.detach().clone() for parameter in parameters]
        self._strength = strength

    def apply(self, rate: float) -> None:
        """Pull once, after a step at this learning rate."""
        torch._foreach_lerp_(self._weights, self._start, min(1.0, rate * self._strength))
