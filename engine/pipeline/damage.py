"""Whether words that were forced into a translation have damaged the rest of it.

A model that must write what it would not write may lose its thread: it says a part twice, begins a
sentence that the source does not have, or invents a number.
"""

import re
from collections import Counter

from engine.pipeline.notices import repeated
from engine.text.quantities.comparison import added, missing
from engine.text.quantities.number_patterns import Languages

_NGRAM = 3
"""So many words in a row are seldom said twice in a sentence."""

_WORD = re.compile(r"\w+")
_END = re.compile(r"[.!?…。！？]+(?=\s|$)|[。！？]")


def is_damaged(source: str, forced: str, free: str, languages: Languages) -> bool:
    """Return whether a translation has faults that the model's own translation does not have.

    Args:
        source: The sentence.
        forced: Its translation with what it was made to say.
        free: The model's own.
        languages: The codes of source and target.
    """
    after, before = (_faults(source, text, languages) for text in (forced, free))
    return any(new > old for new, old in zip(after, before, strict=True))


def _faults(source: str, target: str, languages: Languages) -> tuple[int, ...]:
    """Count loops, parts said twice, sentences too many, and quantities lost or invented."""
    return (
        bool(repeated(source, target)),
        max(0, _num_repeated(target) - _num_repeated(source)),
        max(0, len(_END.findall(target)) - len(_END.findall(source))),
        len(missing(source, target, languages)),
        len(added(source, target, languages)),
    )


def _num_repeated(text: str) -> int:
    """Count the sequences of words that a text has more than once."""
    words = _WORD.findall(text.casefold())
    found = Counter(zip(*(words[start:] for start in range(_NGRAM)), strict=False))
    return sum(count - 1 for count in found.values())
