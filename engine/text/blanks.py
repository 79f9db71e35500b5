"""Where blanks stand between sentences and between lines: some scripts write none there.

Whatever else is between sentences is kept as it was typed.
"""

import re

from engine.languages.lookup import gap_of
from engine.languages.scripts import SPACELESS
from engine.text.segmenter import WIDE_STOPS

_NEEDS_NO_BLANK = re.compile(rf"[{SPACELESS}{WIDE_STOPS}\u3000-\u303f\uff00-\uff65]")
"""Letters and marks next to which no blank is needed."""
_BLANKS = re.compile("[ \u00a0]{1,3}")
"""More are a gap between columns."""


def gap_between(before: str, after: str, language: str) -> str:
    """Return what to write between the translations of two sentences that touch.

    Args:
        before: A sentence of the source.
        after: The next one.
        language: The code of the target language.
    """
    is_gapless = _NEEDS_NO_BLANK.match(before[-1]) or _NEEDS_NO_BLANK.match(after[0])
    return gap_of(language) if is_gapless else ""


def kept_between(text: str, target: str, language: str) -> str:
    """Return a text that is no sentence as the translation has it: without needless blanks.

    Args:
        text: What stands behind a sentence of the source.
        target: The translation of what is before it.
        language: The code of the target language.
    """
    is_needless = not gap_of(language) and _NEEDS_NO_BLANK.match(target[-1:])
    return "" if is_needless and _BLANKS.fullmatch(text) else text


def seam(before: str, after: str) -> str:
    """Return what joins two lines of a paragraph: a blank, but nothing inside spaceless text."""
    is_spaceless = _NEEDS_NO_BLANK.match(before[-1:]) and _NEEDS_NO_BLANK.match(after[:1])
    return "" if is_spaceless else " "
