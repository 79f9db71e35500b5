"""Dropout that is cheap on a CPU.

PyTorch's CPU dropout draws a Bernoulli number an element on one core and takes up to half of a
small model's training step there. Ours draws sixteen random bits an element, four elements at a
time, from the same seeded generator: `benchmarks/train_step.py` measures both.
"""

import torch
from torch import Tensor, nn

_LEVELS = 1 << 16
_LOWEST = -(1 << 15)


class Dropout(nn.Module):
    """Zero a share of the elements while training, scale up the rest (Srivastava et al. 2014).

    On CPU the rate is rounded to a multiple of 2^-16, and the scale is that of the rounded rate,
    so the expectation is kept exactly.
    """

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, x: Tensor) -> Tensor:
        """Drop elements of a tensor of any shape while training; otherwise return it."""
        if not self.training or self.rate == 0.0:
            return x
        if x.device.type != "cpu":
            return nn.functional.dropout(x, self.rate)
        return x * keep_mask(x, self.rate)

    def extra_repr(self) -> str:
        """Return the rate, for printing the module."""
        return f"rate={self.rate}"


def keep_mask(x: Tensor, rate: float) -> Tensor:
    """Draw what dropout multiplies a CPU tensor by: 0, or 1 / (1 - rate); shape and dtype of x."""
    dropped = min(round(rate * _LEVELS), _LEVELS - 1)
    draws = torch.empty((x.numel() + 3) // 4, dtype=torch.int64).random_(-(1 << 63), None)
    bits = draws.view(torch.int16)[: x.numel()].view(x.shape)
    return (bits >= _LOWEST + dropped).to(x.dtype).mul_(_LEVELS / (_LEVELS - dropped))
