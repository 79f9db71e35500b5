"""Sentences that differ from a measuring sentence by at most one word: training text has none."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

SHORTEST = 4
"""Shorter sentences are compared whole: "Good morning!" and "Good evening!" are not copies."""

_WORD = re.compile(r"\w+")

Words = list[str]


class NearCopies:
    """Finds copies of given sentences, with at most one word replaced, added or left out.

    Case and punctuation do not count. Of two such sentences, either the first or the last halves
    are the same, so only sentences that share a half are compared.
    """

    def __init__(self, sentences: Iterable[str]) -> None:
        """Remember the sentences that must not be copied."""
        self._known: defaultdict[tuple[str, ...], list[tuple[Words, str]]] = defaultdict(list)
        for sentence in dict.fromkeys(sentences):
            words = _words(sentence)
            for key in set(_keys(words)):
                self._known[key].append((words, sentence))

    def original_of(self, sentence: str) -> str | None:
        """Return the sentence that this one is a near copy of; None if it is of none."""
        words = _words(sentence)
        for key in _keys(words):
            for other, original in self._known.get(key, ()):
                if _are_near(words, other):
                    return original
        return None


def _words(sentence: str) -> Words:
    return _WORD.findall(sentence.casefold())


def _keys(words: Words) -> Iterator[tuple[str, ...]]:
    """Yield what a sentence shares with its near copies: all of it, or one of its halves.

    A copy may have a word more or less, so the halves are of two lengths.
    """
    if words:
        yield ("whole", *words)
    if len(words) >= SHORTEST:
        for length in {len(words) // 2, (len(words) - 1) // 2}:
            yield ("begins", *words[:length])
            yield ("ends", *words[-length:])


def _are_near(first: Words, second: Words) -> bool:
    if min(len(first), len(second)) < SHORTEST:
        return first == second
    most = min(len(first), len(second))
    begin = next((at for at in range(most) if first[at] != second[at]), most)
    rest = most - begin
    end = next((at for at in range(rest) if first[-1 - at] != second[-1 - at]), rest)
    return begin + end >= max(len(first), len(second)) - 1
