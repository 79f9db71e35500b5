"""From which side a text is written; plain Python."""

import re
import unicodedata

_FROM_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Blocks of Unicode that hold letters of scripts written from right to left, and little else."""
_BEGINNING = 1000
"""Characters among which a text has a letter, if it is one to read."""
_ISOLATE, _END = "\u2068", "\u2069"


def begins_right(text: str) -> bool:
    """Return whether the first letter is of a script written from right to left."""
    for character in text[:_BEGINNING]:
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


def runs_right(text: str, *, is_expected: bool) -> bool:
    """Return whether a text is to be shown from right to left.

    Args:
        text: Any text.
        is_expected: Whether its language is written so. Then names in other letters at its
            beginning tell nothing: only a text without any letter of the language is another.
    """
    if not is_expected:
        return begins_right(text)
    return not text.strip() or _FROM_RIGHT.search(text) is not None


def isolated(text: str) -> str:
    """Return a text to put into a sentence that may run the other way, so that neither is torn."""
    return f"{_ISOLATE}{text}{_END}" if _FROM_RIGHT.search(text) else text
