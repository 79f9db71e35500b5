"""A strip that says what was removed, with a button to restore it."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from desktop.views import icons, theme
from desktop.views.widgets.card import keys_of
from desktop.views.widgets.label import Label


class UndoStrip(QFrame):
    """Hidden while there is nothing to restore.

    Signals:
        undo_requested: Restore what was removed last.
    """

    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = Label()
        self.label.setWordWrap(True)
        self.button = QPushButton(self.tr("Un&do"))
        icons.dress(self.button, "undo")
        keys = keys_of(QKeySequence.StandardKey.Undo)
        self.button.setToolTip(self.tr("Undo ({keys})").format(keys=keys))
        self.button.clicked.connect(self.undo_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 8, 6)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        self.hide()

    def show_removed(self, names: Sequence[str]) -> None:
        """Show what can be restored, the last removed last."""
        said = self.label.text()
        self.setVisible(bool(names))
        if not names:
            self.label.clear()
            return
        text = self.tr("Removed “{name}”. Its files are deleted when you close this window.")
        text = text.format(name=names[-1])
        if len(names) > 1:
            text += " " + self.tr("%n more can be restored.", "", len(names) - 1)
        self.label.setText(text)
        self.button.setAccessibleName(self.tr("Restore “{name}”").format(name=names[-1]))
        if text != said:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint a card."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(colours.field)
        inside = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inside, theme.RADIUS - 2, theme.RADIUS - 2)
