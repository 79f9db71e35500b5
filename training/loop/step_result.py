"""The result of a training step, which a graphics card may still be computing."""

import math
from typing import NamedTuple

import torch
from torch import Tensor

from training.errors import LossDivergedError


class StepResult(NamedTuple):
    """The result of one step."""

    nll: float
    """The negative log-likelihood of all its target tokens."""
    tokens: int
    gradient_norm: float
    """Before it was clipped."""
    learning_rate: float


class Underway:
    """A started step."""

    def __init__(self, step: int, nll: Tensor, norm: Tensor, tokens: int, rate: float) -> None:
        self.step, self.tokens, self.learning_rate = step, tokens, rate
        self._figures = torch.stack([nll.double(), norm.double().to(nll.device)])
        self._copied = None
        if self._figures.is_cuda:
            self._figures = self._figures.to("cpu", non_blocking=True)
            self._copied = torch.cuda.Event()  # type: ignore[no-untyped-call]  # torch
            self._copied.record()

    def result(self) -> StepResult:
        """Wait for the step, and return its result.

        Raises:
            LossDivergedError: If loss or gradients are not finite.
        """
        if self._copied is not None:
            self._copied.synchronize()
        nll, norm = self._figures.tolist()
        if not math.isfinite(nll) or not math.isfinite(norm):
            raise LossDivergedError(self.step)
        return StepResult(nll, self.tokens, norm, self.learning_rate)
