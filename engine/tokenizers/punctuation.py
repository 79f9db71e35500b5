"""Punctuation as Moses' scripts normalise it, with the place in the text of what they wrote.

OPUS-MT's models learned from texts that three scripts of Moses had been through: full-width and
other marks of Unicode are written in ASCII, invisible characters become blanks, and quotation
marks, apostrophes and blanks are written in one manner. sacremoses has the rules.
"""

from functools import cache
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING

from engine.tokenizers.encoding import original_span
from engine.translation import Span

if TYPE_CHECKING:
    import regex

_INVISIBLE = (r"\p{C}", " ")
_SURROUNDING = (r"^\s+|\s+$", "")


def normalize_punctuation(text: str, language: str) -> tuple[str, list[Span]]:
    """Return a text with its punctuation normalised, and where each character of it comes from.

    A character that a rule has inserted has an empty span; what a rule has replaced as a whole
    comes from all that it replaced.
    """
    length = len(text)
    origins = [(place, place + 1) for place in range(length)]
    for pattern, replacement in _rules(language):
        pieces: list[str] = []
        places: list[Span] = []
        done = 0
        for match in pattern.finditer(text):
            found, written = match[0], match.expand(replacement)
            if found == written:
                continue
            before = _shared(found, written)
            after = _shared(found[before:][::-1], written[before:][::-1])
            start, end = match.start() + before, match.end() - after
            inserted = written[before : len(written) - after]
            pieces += text[done:start], inserted
            places += origins[done:start]
            places += [original_span((start, end), origins, length)] * len(inserted)
            done = end
        if pieces:
            text = "".join([*pieces, text[done:]])
            origins = [*places, *origins[done:]]
    return text, origins


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with in common."""
    return sum(takewhile(bool, map(eq, one, other)))


@cache
def _rules(language: str) -> "tuple[tuple[regex.Pattern[str], str], ...]":
    """Return what is replaced by what, in this order."""
    import regex  # here, and not above: few models need them
    from sacremoses import MosesPunctNormalizer

    rules = [
        *MosesPunctNormalizer.REPLACE_UNICODE_PUNCTUATION,
        _INVISIBLE,
        *MosesPunctNormalizer(lang=language).substitutions,
        _SURROUNDING,
    ]
    return tuple((regex.compile(pattern), replacement) for pattern, replacement in rules)
