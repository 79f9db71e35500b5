"""Read human word alignments from a tab-separated table.

    id	en	de	links
    7	A group.	Eine Gruppe von Leuten.	0-0 1-1 1p2 1p3 2-4

The first line names two columns by their languages. A link has the word of the first sentence and
that of the second, counted from 0: `1-1` is sure, `1p2` possible. `find_words` defines words.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from engine.attention.alignment import Link, turned
from engine.tokenizers.encoding import find_words
from engine.translatable import Phrase, translatable
from training.corpus_formats.sentence_pair import Direction, Pairs, SentencePair
from training.corpus_formats.text_files import read_lines
from training.errors import CorpusError

_LINK = re.compile(r"([0-9]{1,9})([-p])([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class GoldAlignments:
    """Sentence pairs and the links between their words, as (pair, target word, source word)."""

    pairs: Pairs
    sure: frozenset[Link]
    possible: frozenset[Link]
    """Without the sure ones."""


def read_gold(path: Path, direction: Direction) -> GoldAlignments:
    """Read alignments in the direction of a model; those of the other direction are reversed.

    Args:
        path: The table, .gz or not.
        direction: The languages of the model, source first.

    Raises:
        CorpusError: If it cannot be read, is of other languages, or a line is not as it should be.
    """
    heading, *lines = read_lines(path) or [""]
    _, *languages, _ = (heading.split("\t") + [""] * 4)[:4]
    if sorted(languages) != sorted(direction):
        source, target = direction
        reason = Phrase.of(
            translatable(
                "Phrase",
                "its columns must be id, {source}, {target}, links, separated by tabs (the "
                "languages may be swapped); it begins with {heading!r}",
            ),
            source=source,
            target=target,
            heading=heading[:80],
        )
        raise CorpusError(path, 1, reason)
    pairs: list[SentencePair] = []
    sure: set[Link] = set()
    possible: set[Link] = set()
    for number, line in enumerate(lines, start=2):
        columns = line.split("\t")
        if len(columns) != 4:
            raise CorpusError(
                path,
                number,
                Phrase.of(
                    translatable("Phrase", "it has {columns} columns instead of 4"),
                    columns=len(columns),
                ),
            )
        _, first, second, links = columns
        sizes = len(find_words(first)), len(find_words(second))
        for link in links.split():
            found = _LINK.fullmatch(link)
            if found is None:
                raise CorpusError(
                    path,
                    number,
                    Phrase.of(
                        translatable("Phrase", "{link!r} is not a link such as 0-1 or 0p1"),
                        link=link,
                    ),
                )
            there, back = int(found[1]), int(found[3])
            if there >= sizes[0] or back >= sizes[1]:
                reason = Phrase.of(
                    translatable(
                        "Phrase",
                        "{link!r} links a word that does not exist: the sentences have {source} "
                        "and {target} words",
                    ),
                    link=link,
                    source=sizes[0],
                    target=sizes[1],
                )
                raise CorpusError(path, number, reason)
            at = (len(pairs), back, there)
            if at in sure or at in possible:
                raise CorpusError(
                    path,
                    number,
                    Phrase.of(
                        translatable("Phrase", "{link!r} links the same two words again"), link=link
                    ),
                )
            (sure if found[2] == "-" else possible).add(at)
        pairs.append(SentencePair(first, second))
    if not sure:
        raise CorpusError(
            path, None, Phrase.of(translatable("Phrase", "it contains no sure links"))
        )
    if tuple(languages) == tuple(direction):
        return GoldAlignments(tuple(pairs), frozenset(sure), frozenset(possible))
    swapped = tuple(SentencePair(pair.target, pair.source) for pair in pairs)
    return GoldAlignments(swapped, turned(sure), turned(possible))
