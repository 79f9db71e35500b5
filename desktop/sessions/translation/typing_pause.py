"""Compute the pause in typing before a text is translated; it has no clock of its own."""

import re

SHORTEST = 0.03
"""Seconds: the end of a sentence, with a fast model."""
SINGLE = 0.12
"""Seconds: any other single change, which may be the first letter of a word."""
LONGEST = 0.6
"""Seconds: the longest wait, however slow the model is."""
RESTED = 1.0
"""Seconds after which a key no longer belongs to the same burst of typing."""

_RHYTHMS = 1.6
"""A pause counts if it is this many times the usual gap between two keys."""
_SHARE_OF_WORK = 0.5
"""The pause as a share of the work that follows, which the next key would waste."""
_LONGEST_WORK = LONGEST / _SHARE_OF_WORK
"""Longer work, such as a whole page, says nothing about the next sentence."""
_NEW = 0.3
"""The weight of the newest measurement."""
_END = re.compile(r"(?:[!?…。！？\n]|(?<!\d)\.)\Z")
"""A full stop after a digit may be that of 3.14 or of a German date."""


class TypingPause:
    """Learns how fast somebody types and how fast the model is, and says how long to wait.

    Fluent typing is not interrupted between two letters; after a single change, the translation
    comes soon, and at the end of a sentence, where no word is half written, at once.
    """

    def __init__(self) -> None:
        self._last_key: float | None = None
        self._rhythm: float | None = None
        self._work = 0.0

    def note_key(self, at: float) -> None:
        """Note that a key changed the text.

        Args:
            at: When, in seconds of a clock that never goes back.
        """
        gap = RESTED if self._last_key is None else at - self._last_key
        self._last_key = at
        if gap >= RESTED:
            self._rhythm = None
        else:
            self._rhythm = gap if self._rhythm is None else _mix(self._rhythm, gap)

    def note_work(self, seconds: float) -> None:
        """Note how long a translation took."""
        seconds = min(seconds, _LONGEST_WORK)
        self._work = _mix(self._work, seconds) if self._work else seconds

    def seconds_after(self, typed: str, before: str) -> float:
        """Return how long to wait after the last key.

        Args:
            typed: The text that the key inserted.
            before: The text before it.
        """
        wait = _SHARE_OF_WORK * self._work
        if not (typed and _END.search(before[-1:] + typed)):
            rhythm = 0.0 if self._rhythm is None else _RHYTHMS * self._rhythm
            wait = max(wait, SINGLE, rhythm)
        return min(max(wait, SHORTEST), LONGEST)


def _mix(mean: float, newest: float) -> float:
    return mean + _NEW * (newest - mean)
