"""Measure the progress and remaining time of a long translation."""

import time
from dataclasses import dataclass

LONG_SECONDS = 2.0
"""Progress is shown after this long."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The translated share of a text; the time left is None while it is too early to tell."""

    share: float
    seconds_left: float | None


class ProgressMeter:
    """Measures a translation by the characters of its source.

    Cached sentences come first and all at once: they say nothing about the speed.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start measuring another translation."""
        self._began = time.monotonic()
        self._first: tuple[float, float] | None = None
        """When the first part arrived, and its share."""

    def measure(self, done: int, length: int) -> Progress | None:
        """Return the current progress; None while it may be over soon."""
        now, share = time.monotonic(), done / length
        if self._first is None:
            self._first = now, share
        if now - self._began < LONG_SECONDS:
            return None
        since, before = self._first
        gained = share - before
        return Progress(share, (now - since) * (1 - share) / gained if gained > 0 else None)
