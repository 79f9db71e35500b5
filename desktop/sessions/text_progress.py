"""How far a long translation is, and how long the rest of it may take."""

import time
from dataclasses import dataclass

LONG_SECONDS = 2.0
"""A translation that has taken so long tells how far it is."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The share of a text that is translated; None where it is too early to tell the time left."""

    share: float
    seconds_left: float | None


class ProgressMeter:
    """Measures a translation by the characters of its source.

    What was known from before comes all at once, first: it says nothing of the speed.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Measure another translation from now on."""
        self._began = time.monotonic()
        self._first: tuple[float, float] | None = None
        """When a part was there for the first time, and which share it was."""

    def measure(self, done: int, length: int) -> Progress | None:
        """Return how far it is now; None as long as it may be over soon."""
        now, share = time.monotonic(), done / length
        if self._first is None:
            self._first = now, share
        if now - self._began < LONG_SECONDS:
            return None
        since, before = self._first
        gained = share - before
        return Progress(share, (now - since) * (1 - share) / gained if gained > 0 else None)
