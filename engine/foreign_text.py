"""Text from elsewhere in what the program says: names, paths, sentences, the words of a file.

A terminal obeys control characters, and bidirectional overrides show a name as another. In what
is said they are written as escapes, and what is endless is cut.
"""

import re

MOST_LINES = 50
"""How many lines of a list a message has."""

_LONGEST_LINE = 500

_UNSEEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but for tab and line feed; DEL; C1
    r"\u2028\u2029"  # line ends of Unicode
    r"\u202a-\u202e\u2066-\u2069"  # bidirectional overrides, embeddings and isolates
    r"\ud800-\udfff"  # bytes of a file name that are not text
)
_ACTING = re.compile(rf"(?!\r\n)[{_UNSEEN}]")
_LINE_END = re.compile(r"\n(?!  - )")


def visible(text: str) -> str:
    """Return a text with its control characters as escapes; lines stay lines, and tabs tabs."""
    return _ACTING.sub(lambda found: _escape(found[0]), text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def safe_message(text: str) -> str:
    """Return a message of ours that may quote others: visible, and none of it endless.

    Lines of a list ("  - …") stay lines; any other line end is a name's.
    """
    lines = visible(_LINE_END.sub(r"\\n", text)).split("\n")
    more = len(lines) - MOST_LINES
    shown = [_cut(line) for line in lines[:MOST_LINES]]
    return "\n".join([*shown, f"  - and {more:,} more"] if more > 0 else shown)


def _cut(line: str) -> str:
    """Return a line without its middle if it is long, for what to do stands at its end."""
    if len(line) <= _LONGEST_LINE:
        return line
    half = _LONGEST_LINE // 2
    return f"{line[:half]} … ({len(line):,} characters) … {line[-half:]}"
