"""A line of text that is elided if it does not fit."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from desktop.views.text.text_layout import direction_flag
from desktop.views.widgets.label import Label
from desktop.wording.tooltips import tooltip


class ElidedLabel(Label):
    """Shows as much of a plain text as fits; its tooltip has all of it."""

    elide_mode = Qt.TextElideMode.ElideMiddle
    """The part of the text to elide."""

    def show_text(self, text: str) -> None:
        """Show this."""
        self.setText(text)
        self.setToolTip(tooltip(text))

    def minimumSizeHint(self) -> QSize:
        """Require no width."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint as much of the text as fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), self.elide_mode, room.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, flags | direction_flag(text), text)
