"""What two texts share; plain Python."""

from dataclasses import dataclass
from typing import Self


def shared_start(one: str, other: str) -> int:
    """Return how many characters both begin with: by halving, each comparison runs in C."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def shared_end(one: str, other: str, start: int) -> int:
    """Return how many characters both end with, behind the `start` they share."""
    low, high = 0, min(len(one), len(other)) - start
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True, slots=True)
class Edit:
    """How one text became another: all before `start` stayed, and all from `end` on, moved.

    Both are offsets in the old text.
    """

    start: int
    end: int
    moved: int

    @classmethod
    def between(cls, old: str, new: str | None) -> Self:
        """Return how `old` became `new`; None is the same text."""
        if new is None or new == old:
            return cls(len(old), len(old), 0)
        start = shared_start(old, new)
        kept = shared_end(old, new, start)
        return cls(start, len(old) - kept, len(new) - len(old))

    def inserted(self, new: str) -> str:
        """Return what the new text has in the place of what went."""
        return new[self.start : self.end + self.moved]

    def before(self, place: int) -> int | None:
        """Return where a character of the new text was in the old one; None if it is new."""
        if place < self.start:
            return place
        return place - self.moved if place - self.moved >= self.end else None

    def after(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a span of the old text is in the new one; None if it was edited."""
        if end <= self.start:
            return start, end
        return (start + self.moved, end + self.moved) if start >= self.end else None
