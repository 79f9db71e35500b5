"""The sentences of a file that need checking: each with its translation, reason and place."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from engine.documents.journal import FinishedSentence
from engine.markup.extraction import Block, Place
from engine.markup.reinsertion import by_line
from engine.translation import Notice, Translation


@dataclass(frozen=True, slots=True)
class Doubt:
    """A sentence to check; the notices' spans are relative to it."""

    source: str
    target: str
    notices: tuple[Notice, ...]
    place: Place


def finished_lines(translation: Translation) -> dict[str, FinishedSentence]:
    r"""Part the translation of sentences, joined by "\n", into each with its own notices."""
    lines = by_line(translation)
    starts = list(accumulate((len(line.source) + 1 for line in lines[:-1]), initial=0))
    notices: list[list[Notice]] = [[] for _ in lines]
    for sentence in translation.sentences:
        line = bisect_right(starts, sentence.source_start) - 1
        notices[line] += [
            replace(notice, start=notice.start - starts[line], end=notice.end - starts[line])
            for notice in sentence.notices
        ]
    return {
        line.source: FinishedSentence(line, tuple(found))
        for line, found in zip(lines, notices, strict=True)
    }


def find_doubts(
    blocks: Sequence[Block], first: int, known: Mapping[str, FinishedSentence]
) -> Iterator[Doubt]:
    """Return the doubtful sentences of some blocks, in reading order.

    Args:
        blocks: Those of a document that follow each other.
        first: The number of the first among all blocks, from 1.
        known: All their sentences, by their text.
    """
    for number, block in enumerate(blocks, start=first):
        place = block.place or Place("paragraph", str(number))
        for text in block.passage.sentences():
            finished = known[text]
            if finished.notices:
                yield Doubt(text, finished.translated.target, finished.notices, place)
