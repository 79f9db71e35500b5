"""Training text in the wrong language: translated not at all, turned round, or of a third language.

Asking a library of every sentence takes minutes. So the text itself says first which short words
each of its sides is full of; only a sentence with hardly any of its side's is asked about.
"""

from collections import Counter

import numpy as np
import numpy.typing as npt

from engine.language_detection import other_language
from training.packed_pairs import PackedPairs
from training.sentence_pair import Direction

SAMPLE = 50_000
"""Pairs by which the common words are found, from all parts of the text."""
FEW = 2000
"""In so little text the common words are not known, and every sentence is asked about."""
COMMON_WORDS = 300
OWN_SHARE = 0.12
"""A sentence in which more of the words are common ones of its side is not asked about."""
LEAST_WORDS = 4
"""Shorter texts may be of any language."""


def in_wrong_language(pairs: PackedPairs, direction: Direction) -> npt.NDArray[np.bool_]:
    """Find the pairs a side of which is surely not in its language."""
    common = [set[bytes](), set[bytes]()] if len(pairs) < FEW else _common_words(pairs)
    others = direction[::-1]

    def is_wrong(raw: bytes, side: int) -> bool:
        return (
            raw.count(b" ") >= LEAST_WORDS - 1
            and _is_odd(raw, common[side])
            and other_language(raw.decode(errors="replace"), direction[side], others[side])
            is not None
        )

    return pairs.where(lambda source, target: is_wrong(source, 0) or is_wrong(target, 1))


def _is_odd(raw: bytes, common: set[bytes]) -> bool:
    """Say whether hardly any words of a text are common ones."""
    words = raw.lower().split()
    return sum(map(common.__contains__, words)) <= OWN_SHARE * len(words)


def _common_words(pairs: PackedPairs) -> list[set[bytes]]:
    """Return the most common words of each side that are much rarer on the other.

    One of a single letter, such as the English article, is a word of many languages.
    """
    sample = pairs[:: max(1, len(pairs) // SAMPLE)]
    counts = [Counter[bytes](), Counter[bytes]()]
    for part in sample.parts():
        for side, counted in enumerate(counts):
            for raw in part.raw_texts(side):
                counted.update(raw.lower().split())
    totals = [counted.total() for counted in counts]
    return [
        {
            word
            for word, count in counts[side].most_common(COMMON_WORDS)
            if len(word) > 1
            and count * totals[1 - side] > 4 * counts[1 - side][word] * totals[side]
        }
        for side in (0, 1)
    ]
