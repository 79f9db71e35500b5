"""A field that searches a list."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.views import icons


class SearchField(QLineEdit):
    """Esc clears it before it closes anything; Down and Enter go to the results.

    Signals:
        left_downwards: The user wants to go to the results.
    """

    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setClearButtonEnabled(True)
        lens = QAction(self)
        icons.dress(lens, "search")
        self.addAction(lens, QLineEdit.ActionPosition.LeadingPosition)

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window while there is text."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self.text()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys with a special meaning here."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)
