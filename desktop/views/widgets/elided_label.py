"""A line of text that gives way: where there is no room for all of it, dots stand for the rest."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel

from desktop.wording.tooltips import tooltip


class ElidedLabel(QLabel):
    """Shows as much of a plain text as there is room for; its tool tip is all of it."""

    elide_mode = Qt.TextElideMode.ElideMiddle
    """Which part of the text gives way."""

    def show_text(self, text: str) -> None:
        """Show this."""
        self.setText(text)
        self.setToolTip(tooltip(text))

    def minimumSizeHint(self) -> QSize:
        """Need no width at all."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint as much of the text as there is room for."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), self.elide_mode, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
