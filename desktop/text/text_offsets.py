"""Qt counts UTF-16 units, this program counts Unicode code points: the border between the two.

A text document also changes what it is given and what it hands back. What a pane must do:

- give `setPlainText` and `insertText` only what `as_qt_shows` returns, then spans of that text
  and positions in the document speak of the same characters;
- ask `plain_text` and `selected_text`, never `toPlainText` or `selection().toPlainText()`, which
  turn no-break spaces into spaces and line separators into line feeds.

A lone surrogate is one code point and one unit; a character beyond U+FFFF is two units.
"""

import re
from bisect import bisect_left

from PySide6.QtGui import QTextCursor, QTextDocument

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_BLOCK_ENDS = re.compile("\r\n|[\r\u2029\ufdd0\ufdd1]")


class TextOffsets:
    """The offsets of one text in both counts; fast for long texts and many questions."""

    def __init__(self, text: str) -> None:
        self._length = 0
        self._astral: list[int] = []
        self._astral_utf16: list[int] = []
        self.replace(0, 0, text)

    def replace(self, start: int, end: int, text: str) -> None:
        """Follow an edit: `text` now stands where `start` to `end` was. No other text is read."""
        moved = len(text) - (end - start)
        first, last = (bisect_left(self._astral, place) for place in (start, end))
        new = () if text.isascii() else (start + match.start() for match in _ASTRAL.finditer(text))
        behind = [*new, *(place + moved for place in self._astral[last:])]
        self._length += moved
        self._astral[first:] = behind
        self._astral_utf16[first:] = [place + nth for nth, place in enumerate(behind, first)]

    def to_utf16(self, code_points: int) -> int:
        """Return how many units stand before a code point.

        Raises:
            ValueError: If the text has fewer code points.
        """
        if not 0 <= code_points <= self._length:
            raise ValueError(f"offset {code_points} is outside a text of {self._length} characters")
        return code_points + bisect_left(self._astral, code_points)

    def to_code_points(self, utf16: int) -> int:
        """Return how many code points precede a unit; within a character: precede the character.

        Raises:
            ValueError: If the text has fewer units.
        """
        length = self._length + len(self._astral)
        if not 0 <= utf16 <= length:
            raise ValueError(f"offset {utf16} is outside a text of {length} UTF-16 units")
        return utf16 - bisect_left(self._astral_utf16, utf16)


def as_qt_shows(text: str) -> str:
    """Return the text as a document can hold it and give it back; the same again if asked twice.

    Every kind of paragraph end becomes a line feed. Lone surrogates become U+FFFD: PySide drops
    them when it reads a document, and no tokenizer takes them. Byte order marks at the start go:
    PySide takes them for such, and a reversed one makes it reverse the bytes of the whole text.
    """
    text = _BLOCK_ENDS.sub("\n", text)
    if text.isascii():
        return text
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.lstrip("\ufeff\ufffe")


def plain_text(document: QTextDocument) -> str:
    """Return the text of a document, character for character: its offsets are the document's."""
    raw = document.toRawText()
    units = document.characterCount() - 1
    if len(raw) != units and _num_units(raw) != units:
        raw = _with_lone_surrogates(document, 0, units)
    return _line_feeds(raw)


def selected_text(cursor: QTextCursor) -> str:
    """Return what a cursor has selected, character for character."""
    raw = cursor.selectedText()
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    if len(raw) != end - start and _num_units(raw) != end - start:
        raw = _with_lone_surrogates(cursor.document(), start, end)
    return _line_feeds(raw)


def _num_units(text: str) -> int:
    return len(text) + len(_ASTRAL.findall(text))


def _line_feeds(raw: str) -> str:
    return raw.replace("\u2029", "\n").replace("\ufdd0", "\n").replace("\ufdd1", "\n")


def _with_lone_surrogates(document: QTextDocument, start: int, end: int) -> str:
    """Read unit by unit: slow, but PySide leaves lone surrogates out of whole texts."""
    units = "".join(document.characterAt(position) for position in range(start, end))
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
