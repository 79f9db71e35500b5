"""A translation that is still being made takes the place of the old one; plain Python."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.translation import SentenceTranslation, Translation


@dataclass(frozen=True, slots=True)
class PartialTranslation:
    """New sentences, and the part of the text on show that they replace.

    All text before `start` is new already; what stands behind the new sentences is the rest of
    the old translation. `start` and `end` count code points.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Target:
    """The length of a text on show, and where each of its sentences ends."""

    length: int
    ends: tuple[int, ...]


NO_TARGET = Target(0, ())
"""Nothing is on show."""


def target_of(translation: Translation) -> Target:
    """Return what a translation shows."""
    sentences = translation.sentences
    ends = tuple(sentence.target_start + len(sentence.target) for sentence in sentences)
    return Target(len(translation.target), ends)


class GrowingTarget:
    """The text on show while new sentences replace old ones, from the first on.

    A new sentence costs the same however long the text is.
    """

    def __init__(self, old: Target) -> None:
        self._old = old
        self._ends: list[int] = []
        """Of the new sentences."""
        self._place = 0
        """Where the last one ends in its source."""

    @property
    def num_new(self) -> int:
        """How many sentences are new."""
        return len(self._ends)

    def replace_next(
        self, source: str, sentences: Sequence[SentenceTranslation]
    ) -> PartialTranslation:
        """Put the next sentences of a source text into the place of as many old ones."""
        start, old_start = self._done, self._old_end
        pieces = []
        done = start
        for sentence in sentences:
            piece = source[self._place : sentence.source_start] + sentence.target
            self._place = sentence.source_start + len(sentence.source)
            done += len(piece)
            pieces.append(piece)
            self._ends.append(done)
        return PartialTranslation(start, start + self._old_end - old_start, "".join(pieces))

    def shown(self) -> Target:
        """Return what is on show now."""
        moved = self._done - self._old_end
        behind = (end + moved for end in self._old.ends[self.num_new :])
        return Target(self._old.length + moved, (*self._ends, *behind))

    @property
    def _done(self) -> int:
        return self._ends[-1] if self._ends else 0

    @property
    def _old_end(self) -> int:
        """How much of the old text is replaced."""
        if not self._ends:
            return 0
        ends = self._old.ends
        return ends[self.num_new - 1] if self.num_new <= len(ends) else self._old.length
