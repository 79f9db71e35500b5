"""A line that expands the content below it."""

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop.views import icons

_ICON = 16
_INDENT = 25
_STYLE = """
QToolButton, QToolButton:checked { background: transparent; padding: 4px 8px 4px 0px; }
QToolButton:hover { background: palette(midlight); }
"""
"""Aligns the button with the texts; its chevron shows whether it is checked."""


class Fold(QWidget):
    """A button with a chevron above a widget that is hidden until the button is pressed."""

    def __init__(self, words: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self.button = QToolButton()
        self.button.setText(words)
        self.button.setAccessibleName(words)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setIconSize(QSize(_ICON, _ICON))
        self.button.setAutoRaise(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.setStyleSheet(_STYLE)
        self.button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.button.setCheckable(True)
        self.button.toggled.connect(self._on_toggled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.button)
        inset = QVBoxLayout()
        inset.setContentsMargins(_INDENT, 0, 0, 4)
        inset.addWidget(content)
        column.addLayout(inset)
        self._on_toggled(is_unfolded=False)

    @Slot(bool)
    def _on_toggled(self, is_unfolded: bool) -> None:
        self.content.setVisible(is_unfolded)
        icons.dress(self.button, "chevron-down" if is_unfolded else "chevron-right")
        self.button.setToolTip(self.tr("Collapse") if is_unfolded else self.tr("Expand"))
