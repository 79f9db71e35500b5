"""Open windows in their preferred size, limited by the screen."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(20, 50)
"""Allowance for the window frame, whose size is unknown before the window is shown."""


def open_as_large(window: QWidget, width: int, height: int) -> None:
    """Resize a window to this size, or as much of it as fits the screen."""
    window.resize(QSize(width, height).boundedTo(window.screen().availableSize() - FRAME))
