"""How large a window opens: as it wishes, where the screen has room for that."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(20, 50)
"""What the frame around a window may take: how much it does, nobody says before it stands there."""


def open_as_large(window: QWidget, width: int, height: int) -> None:
    """Let a window open so large, or as large as the screen lets it be."""
    window.resize(QSize(width, height).boundedTo(window.screen().availableSize() - FRAME))
