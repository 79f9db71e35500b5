"""A text with some stretches written otherwise, and where each place of one is in the other.

Spans are half-open ranges of Unicode code points.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from engine.translation import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands in a range of a text is to become `text`; an empty range is a place."""

    start: int
    end: int
    text: str


class Rewriting:
    """A text before and after some edits.

    Args:
        original: The text before.
        edits: They do not overlap; what is inserted at one place keeps its order.
    """

    def __init__(self, original: str, edits: Iterable[Edit]) -> None:
        self.original = original
        self.edits = tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))
        self.starts: list[int] = []
        """Where each edit begins in the text after."""
        self._bounds = [edit.start for edit in self.edits], [edit.end for edit in self.edits]
        pieces: list[str] = []
        done = length = 0
        for edit in self.edits:
            kept = original[done : edit.start]
            length += len(kept)
            self.starts.append(length)
            length += len(edit.text)
            pieces += kept, edit.text
            done = edit.end
        self.text = "".join([*pieces, original[done:]])

    def inverse(self) -> Self:
        """Return the way back."""
        return type(self)(
            self.text,
            (
                Edit(start, start + len(edit.text), self.original[edit.start : edit.end])
                for start, edit in zip(self.starts, self.edits, strict=True)
            ),
        )

    def span(self, start: int, end: int) -> Span:
        """Return where a range of the original is in the text.

        It leaves out what was inserted at its borders; an edit that it cuts it holds whole.
        """
        first = self._start(start)
        return first, max(first, self._end(end))

    def _start(self, place: int) -> int:
        starts, ends = self._bounds
        index = bisect_right(ends, place) - 1  # the last edit that is over
        if index + 1 < len(starts) and starts[index + 1] < place:
            return self.starts[index + 1]
        return self._behind(index, place)

    def _end(self, place: int) -> int:
        starts, _ = self._bounds
        index = bisect_left(starts, place) - 1  # the last edit that has begun
        if index >= 0 and self.edits[index].end > place:
            return self.starts[index] + len(self.edits[index].text)
        return self._behind(index, place)

    def _behind(self, index: int, place: int) -> int:
        """Return where a place is that stands behind an edit, and not in the next."""
        if index < 0:
            return place
        edit = self.edits[index]
        return self.starts[index] + len(edit.text) + place - edit.end
