"""A prominent number with a caption."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.views import theme
from desktop.views.widgets.label import Label
from desktop.wizard.parts.page import faint

UNKNOWN = "–"


class Figure(QWidget):
    """A caption, a large value below it, and a small remark."""

    def __init__(self, caption: str, scale: float = 1.6, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = caption
        self.value = Label(UNKNOWN)
        font = self.value.font()
        font.setPointSizeF(font.pointSizeF() * scale)
        font.setWeight(QFont.Weight.Medium)
        self.value.setFont(font)
        self.remark = faint()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(faint(caption))
        column.addWidget(self.value)
        column.addWidget(self.remark)
        column.addStretch(1)
        self.show_value(UNKNOWN)

    def show_value(self, words: str, remark: str = "") -> None:
        """Show a value and a remark on it."""
        self.value.setText(words)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))
        self.setAccessibleName(f"{self._caption}: {words} {remark}".rstrip())

    def show_stale(self, *, is_stale: bool) -> None:
        """Grey the value out while a new one is being measured."""
        self.value.setEnabled(not is_stale)


class FigureCard(QWidget):
    """A rounded card for figures or other content."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is painted
        """Paint the card."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colours.line)
        painter.setBrush(colours.field)
        inside = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)
