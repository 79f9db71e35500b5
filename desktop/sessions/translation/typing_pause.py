"""Compute how soon a typed text is translated; it has no clock of its own."""

import re

SHORTEST = 0.03
"""Seconds: the end of a sentence, with a fast model."""
SINGLE = 0.12
"""Seconds: any other single change, which may be the first letter of a word."""
LONGEST = 0.6
"""Seconds: the longest wait, however slow the model is."""
RESTED = 1.0
"""Seconds after which a key no longer belongs to the same burst of typing."""
LATEST = 0.3
"""Seconds: while keys come, the next translation begins when the shown one is as old as this."""
SETTLED = 0.4
"""Seconds after the last key of a burst: the least wait before typing counts as over."""
_SETTLED_RHYTHMS = 2.5
"""Likewise, in usual gaps between two keys."""

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
_WORD_END = re.compile(r"\w[\s,;:]\Z")


def ends_sentence(typed: str, before: str) -> bool:
    """Return whether a key ended a sentence.

    Args:
        typed: The text that it inserted.
        before: The text before it.
    """
    return bool(typed and _END.search(before[-1:] + typed))


class TypingPause:
    """Learns how fast somebody types and how fast the model is, and says how long to wait.

    At the end of a word or a sentence, where nothing is half written, the translation comes at
    once, and soon after a single change. Between two letters of fluent typing it waits, but not so
    long that the shown translation stands still.
    """

    def __init__(self) -> None:
        self._last_key: float | None = None
        self._shown = 0.0
        """When the shown translation came, or the burst began, if that is later."""
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
            self._shown = at
        else:
            self._rhythm = gap if self._rhythm is None else _mix(self._rhythm, gap)

    def note_work(self, seconds: float) -> None:
        """Note how long a translation took."""
        seconds = min(seconds, _LONGEST_WORK)
        self._work = _mix(self._work, seconds) if self._work else seconds

    @property
    def is_burst(self) -> bool:
        """Whether the last key followed others."""
        return self._rhythm is not None

    def seconds_to_settle(self) -> float:
        """Return how long after the last key typing counts as over."""
        return max(SETTLED, _SETTLED_RHYTHMS * (self._rhythm or 0.0))

    def note_shown(self, at: float) -> None:
        """Note when a translation was shown."""
        self._shown = at

    def seconds_after(self, typed: str, before: str) -> float:
        """Return how long to wait after the last key.

        Args:
            typed: The text that the key inserted.
            before: The text before it.
        """
        if self._last_key is None:
            return SHORTEST
        wait = _SHARE_OF_WORK * self._work
        ends_word = bool(typed and _WORD_END.search(before[-1:] + typed))
        if not (ends_word or ends_sentence(typed, before)):
            rhythm = 0.0 if self._rhythm is None else _RHYTHMS * self._rhythm
            wait = max(wait, SINGLE, rhythm)
        latest = max(0.0, self._shown + LATEST - self._last_key)
        return min(max(wait, SHORTEST), LONGEST, latest)


def _mix(mean: float, newest: float) -> float:
    return mean + _NEW * (newest - mean)
