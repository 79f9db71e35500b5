"""How long the keyboard must rest before a text is translated; it has no clock of its own."""

SHORTEST = 0.12
"""Seconds: a single change, with a fast model."""
LONGEST = 0.6
"""Seconds: nobody waits longer, however slow the model is."""
RESTED = 1.0
"""Seconds after which a key no longer belongs to the same burst of typing."""

_RHYTHMS = 1.6
"""How many times as long as between two keys of a burst a pause is that means something."""
_SHARE_OF_WORK = 0.5
"""A pause of this share of the work that follows: what a next key throws away costs little more."""
_LONGEST_WORK = LONGEST / _SHARE_OF_WORK
"""What takes longer, such as a whole page, says nothing of the sentence that is typed next."""
_NEW = 0.3
"""How much the newest measurement counts for."""
_ENDS = tuple(".!?…。！？\n")


class TypingPause:
    """Learns how fast somebody types and how fast the model is, and says how long to wait.

    Somebody who types fluently is not interrupted between two letters; after a single change, or
    at the end of a sentence, the translation comes as soon as the model allows.
    """

    def __init__(self) -> None:
        self._last_key: float | None = None
        self._rhythm: float | None = None
        self._work = 0.0

    def note_key(self, at: float) -> None:
        """Know that the text was changed by a key.

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
        """Know how long a translation took."""
        seconds = min(seconds, _LONGEST_WORK)
        self._work = _mix(self._work, seconds) if self._work else seconds

    def seconds_after(self, typed: str) -> float:
        """Return how long to wait after the last key, which brought this into the text."""
        wait = _SHARE_OF_WORK * self._work
        if self._rhythm is not None and not typed.endswith(_ENDS):
            wait = max(wait, _RHYTHMS * self._rhythm)
        return min(max(wait, SHORTEST), LONGEST)


def _mix(mean: float, newest: float) -> float:
    return mean + _NEW * (newest - mean)
