"""The base of the pages before a run: a heading, and a scrollable column."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop.views.widgets.label import Label

MARGIN = 22
"""The side margins of a page in pixels."""

FOOT_MARGIN = 16
"""Below the row of buttons at the end of the window, so that it stays in place on all pages."""

_TITLE_SCALE = 1.5
_MAXIMUM_WIDTH = 1120


class ScrolledPage(QWidget):
    """A heading above a column of widgets."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Label()
        font = self.title.font()
        font.setPointSizeF(font.pointSizeF() * _TITLE_SCALE)
        font.setWeight(QFont.Weight.DemiBold)
        self.title.setFont(font)
        self.title.setWordWrap(True)
        self.head = QVBoxLayout()
        self.head.setContentsMargins(MARGIN, 8, MARGIN, 10)
        self.head.setSpacing(3)
        self.head.addWidget(self.title)
        self.subtitle = faint()
        self.head.addWidget(self.subtitle)
        self._inside = QWidget()
        self._inside.setMaximumWidth(_MAXIMUM_WIDTH)
        self.column = QVBoxLayout(self._inside)
        self.column.setContentsMargins(MARGIN, 6, MARGIN, 14)
        self.column.setSpacing(14)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self._inside)
        self.outer = QVBoxLayout(self)
        self.outer.setContentsMargins(0, 0, 0, 0)
        self.outer.setSpacing(0)
        self.outer.addLayout(self.head)
        self.outer.addWidget(self.area, 1)

    def show_heading(self, title: str, subtitle: str) -> None:
        """Set the heading."""
        self.title.setText(title)
        self.subtitle.setText(subtitle)

    def fit(self) -> None:
        """Lay out the column now, so that its parts can be scrolled to."""
        self.column.activate()
        self._inside.resize(
            self._inside.width(), self.column.totalHeightForWidth(self._inside.width())
        )


def faint(sentence: str = "") -> Label:
    """Return a label for a secondary sentence that wraps."""
    label = Label(sentence)
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def alarming() -> Label:
    """A label for a problem."""
    label = Label()
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.BrightText)
    return label


def bold(words: str = "") -> Label:
    """Return the heading of a part of a page, or the name of a thing on it."""
    label = Label(words)
    font = label.font()
    font.setWeight(QFont.Weight.DemiBold)
    label.setFont(font)
    return label
