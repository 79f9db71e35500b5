"""The text of a document, which is read only after a change that nobody foresaw."""

from PySide6.QtGui import QTextDocument

from desktop.text.text_offsets import TextOffsets, plain_text


class DocumentText:
    """The text of a document and its offsets; to read a very long one takes a while."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._text = ""
        self._offsets = TextOffsets("")
        self._is_known = False

    def now(self) -> str:
        """Return the text, character for character."""
        if not self._is_known:
            self._text = plain_text(self._document)
            self._offsets = TextOffsets(self._text)
            self._is_known = True
        return self._text

    def forget(self) -> None:
        """Read the document next time: it has changed."""
        self._is_known = False

    def foresee(self, start: int, end: int, text: str) -> None:
        """Note an edit that comes next: `text` replaces what stands from `start` to `end`."""
        old = self.now()
        self._text = old[:start] + text + old[end:]
        self._offsets.replace(start, end, text)

    def check(self) -> None:
        """Read the document next time unless it is as long as was foreseen."""
        units = self._document.characterCount() - 1
        self._is_known = self._offsets.to_utf16(len(self._text)) == units

    def to_utf16(self, offset: int) -> int:
        """Return the position in the document of a character of the text."""
        self.now()
        return self._offsets.to_utf16(offset)

    def to_code_points(self, utf16: int) -> int:
        """Return which character of the text a position in the document is in."""
        self.now()
        return self._offsets.to_code_points(utf16)
