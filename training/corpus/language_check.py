"""Find training text in the wrong language: untranslated, swapped, or in a third language.

Asking a library about every sentence takes minutes. So the common words of each side are collected
from the text first; the library is asked only about sentences with hardly any of them.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.text.language_detection import other_language
from training.corpus_formats.packed_pairs import PackedPairs
from training.corpus_formats.sentence_pair import Direction

FEW = 3000
"""The library checks every sentence of this many pairs: then the common words are known."""
SAMPLE = 50_000
"""Pairs used to find rarer words, from all parts of the text."""
COMMON_WORDS = 300
OWN_SHARE = 0.12
"""A sentence with a larger share of its side's common words is not checked by the library."""
LEAST_WORDS = 4
"""The language of shorter texts is not checked."""


def in_wrong_language(pairs: PackedPairs, direction: Direction) -> npt.NDArray[np.bool_]:
    """Find the pairs with a side that is surely not in its language."""
    others = direction[::-1]

    def is_foreign(raw: bytes, side: int) -> bool:
        if raw.count(b" ") < LEAST_WORDS - 1:
            return False
        text = raw.decode(errors="replace")
        return other_language(text, direction[side], others[side]) is not None

    def asked_about_all(some: PackedPairs) -> list[npt.NDArray[np.bool_]]:
        sides = [[is_foreign(raw, side) for raw in some.raw_texts(side)] for side in (0, 1)]
        return [np.array(one, np.bool_) for one in sides]

    first = pairs[:: max(1, len(pairs) // FEW)]
    foreign = asked_about_all(first)
    if len(first) == len(pairs):
        return foreign[0] | foreign[1]
    words = _words_of_sides(
        [first.raw_texts(side, ~foreign[side]) for side in (0, 1)],
        pairs[:: max(1, len(pairs) // SAMPLE)],
    )

    def is_wrong(source: bytes, target: bytes) -> bool:
        return any(
            words[side].seem_strange(raw) and is_foreign(raw, side)
            for side, raw in enumerate((source, target))
        )

    return pairs.where(is_wrong)


class _Words:
    """The common words of one side of a text."""

    def __init__(self, own: Counter[bytes], other: Counter[bytes]) -> None:
        scale = _scale(other, own)
        # A word of one letter, such as the English article, is a word of many languages.
        self.common = {
            word
            for word, count in own.most_common(COMMON_WORDS)
            if len(word) > 1 and count > 4 * scale * other[word]
        }
        """The most common words, without those of the other side."""
        self.known = set[bytes]()
        """Words beside common ones, more often on this side than on the other."""

    def seem_strange(self, text: bytes) -> bool:
        """Return whether hardly any words of a text are common ones, and few are known."""
        words = text.lower().split()
        hits = sum(map(self.common.__contains__, words))
        if hits > OWN_SHARE * len(words):
            return False
        return 2 * sum(map(self.known.__contains__, words)) < len(words)

    def are_many_of(self, words: Sequence[bytes]) -> bool:
        """Return whether enough words are common ones for the text to be in this language."""
        return 4 * sum(map(self.common.__contains__, words)) > len(words)


def _words_of_sides(clean: Sequence[Sequence[bytes]], sample: PackedPairs) -> list[_Words]:
    """Find the words of both sides, in a text that may have many sentences of other languages.

    Args:
        clean: Sources and targets that are not of another language, as far as can be told.
        sample: Pairs from all parts of the text.
    """
    counts = [Counter(word for raw in side for word in raw.lower().split()) for side in clean]
    words = [_Words(*counts), _Words(*counts[::-1])]
    seen = [Counter[bytes](), Counter[bytes]()]
    for part in sample.parts():
        for side, counted in enumerate(seen):
            for raw in part.raw_texts(side):
                split = raw.lower().split()
                if words[side].are_many_of(split):
                    counted.update(split)
    for one, own, other in zip(words, seen, seen[::-1], strict=True):
        scale = _scale(other, own)
        one.known = {
            word for word, count in own.items() if count > 2 and count > scale * other[word]
        }
    return words


def _scale(there: Counter[bytes], here: Counter[bytes]) -> float:
    """Return how often a word that occurs once there would occur here if equally common."""
    return here.total() / max(1, there.total())
