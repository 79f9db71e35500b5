"""What is wrong with a translation as far as the text alone shows it.

A model that must write what it would not write may lose its thread: it says a part twice, begins a
sentence that the source does not have, or invents a number.
"""

import re
from collections import Counter

from engine.text.quantities.comparison import Comparison
from engine.text.quantities.number_patterns import Languages
from engine.text.quantities.numbers import numbers_in

_NGRAM = 3
"""So many words in a row are seldom said twice in a sentence."""

_WORD = re.compile(r"\w+")
_END = re.compile(r"[.!?…。！？]+(?=\s|$)|[。！？]")


def faults_of(compared: Comparison) -> tuple[int, ...]:
    """Count the parts said twice, the sentences and numbers too many, and quantities lost or added.

    Args:
        compared: The source and its translation.
    """
    source, target = compared.source, compared.target
    return (
        max(0, _num_repeated(target) - _num_repeated(source)),
        max(0, len(_END.findall(target)) - len(_END.findall(source))),
        max(0, len(numbers_in(target)) - len(numbers_in(source))),
        len(compared.missing),
        len(compared.added),
    )


def is_damaged(source: str, forced: str, free: str, languages: Languages) -> bool:
    """Return whether a translation has faults that the model's own translation does not have.

    Args:
        source: The sentence.
        forced: Its translation with what it was made to say.
        free: The model's own.
        languages: The codes of source and target.
    """
    after, before = (faults_of(Comparison(source, text, languages)) for text in (forced, free))
    return any(new > old for new, old in zip(after, before, strict=True))


def _num_repeated(text: str) -> int:
    """Count the sequences of words that a text has more than once."""
    words = _WORD.findall(text.casefold())
    found = Counter(zip(*(words[start:] for start in range(_NGRAM)), strict=False))
    return sum(count - 1 for count in found.values())
