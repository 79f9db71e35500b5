"""An inline question instead of a modal dialog."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget


class ConfirmStrip(QWidget):
    """Hidden until it asks; the safe answer has the focus, and Esc chooses it.

    Signals:
        confirmed: The user said yes.
        answered: The user said yes or no; the strip is hidden again.
    """

    confirmed = Signal()
    answered = Signal()

    def __init__(self, yes: str, no: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = QLabel()
        self._question.setWordWrap(True)
        self._yes = QPushButton(yes)
        self._no = QPushButton(no)
        self._yes.clicked.connect(self._on_yes)
        self._no.clicked.connect(self._on_no)
        for button in (self._yes, self._no):
            button.setAutoDefault(False)
            button.installEventFilter(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._question, 1)
        row.addWidget(self._yes)
        row.addWidget(self._no)
        self.hide()

    def ask(self, question: str) -> None:
        """Show the question."""
        self._question.setText(question)
        self._yes.setAccessibleName(f"{question} {self._yes.text()}")
        self._no.setAccessibleName(f"{question} {self._no.text()}")
        self.show()
        self._no.setFocus()

    @Slot()
    def withdraw(self) -> None:
        """Withdraw the question."""
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Esc mean no before the window uses it."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._on_no()
                return True
        return super().eventFilter(watched, event)

    @Slot()
    def _on_yes(self) -> None:
        self.hide()
        self.confirmed.emit()
        self.answered.emit()

    @Slot()
    def _on_no(self) -> None:
        self.hide()
        self.answered.emit()
