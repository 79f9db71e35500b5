"""Keep a model near the weights it started from, so that it forgets less while it learns."""

from collections.abc import Sequence

import torch
from torch import nn


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
