"""A row for a long task: its name, its progress and a button to cancel."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop.views.widgets.busy_line import BusyLine
from desktop.wizard.parts.page import faint

_BAR_HEIGHT = 4


class BusyRow(QWidget):
    """Hidden while idle.

    Signals:
        cancel_requested: The user cancels the task; the row is hidden already.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = faint()
        self.line = BusyLine()
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedHeight(_BAR_HEIGHT)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setToolTip(self.tr("Stop; nothing is lost"))
        self.cancel_button.clicked.connect(self._on_cancel_clicked)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.line)
        column.addWidget(self.bar)
        self.hide()

    def show_busy(self, sentence: str) -> None:
        """Show a task of unknown length; empty words hide the row."""
        self.sentence.setText(sentence)
        self.line.set_busy(bool(sentence))
        self.line.show()
        self.bar.hide()
        self.setVisible(bool(sentence))

    def show_progress(self, sentence: str, done: int, total: int) -> None:
        """Show a task and how much of it is done."""
        self.show_busy(sentence)
        self.line.set_busy(False)
        self.line.hide()
        per_mille = round(1000 * min(done / total, 1.0)) if total > 0 else 0
        self.bar.setRange(0, 1000)
        self.bar.setValue(per_mille)
        self.bar.setAccessibleName(sentence)
        self.bar.show()

    def _on_cancel_clicked(self) -> None:
        self.show_busy("")
        self.cancel_requested.emit()
