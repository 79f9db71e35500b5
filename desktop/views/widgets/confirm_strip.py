"""An inline question instead of a modal dialog."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop.views.widgets.escape_key import on_escape
from desktop.views.widgets.label import Label


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
        self._question = Label()
        self._question.setWordWrap(True)
        self._yes = QPushButton(yes)
        self._no = QPushButton(no)
        self._yes.clicked.connect(self._on_yes)
        self._no.clicked.connect(self._on_no)
        for button in (self._yes, self._no):
            button.setAutoDefault(False)
        on_escape(self, (self._yes, self._no), self._on_no)
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

    @Slot()
    def _on_yes(self) -> None:
        self.hide()
        self.confirmed.emit()
        self.answered.emit()

    @Slot()
    def _on_no(self) -> None:
        self.hide()
        self.answered.emit()
