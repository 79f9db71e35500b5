"""A label for what a model reads and writes, which may be anything: ",,,,,,,,,,,,,,,," too."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.views.widgets.label import Label

_BREAK = "\u200b"
"""A space without width: a line may end there."""
_TOO_LONG = re.compile(r"\S{33,}")
_PIECE = re.compile(r"\S{8}(?=\S)")


class TextLabel(Label):
    """Wraps its text, within words that are too long for a line; it can be selected."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def setText(self, text: str) -> None:
        """Show a text."""
        super().setText(_TOO_LONG.sub(_in_pieces, text))


def _in_pieces(word: re.Match[str]) -> str:
    return _PIECE.sub(rf"\g<0>{_BREAK}", word[0])
