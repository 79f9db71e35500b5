"""An inline question for a name."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop.views import theme
from desktop.views.widgets.escape_key import on_escape
from desktop.views.widgets.label import Label


class NameStrip(QWidget):
    """Hidden until it asks; Enter accepts the name, Esc cancels.

    Signals:
        named: The entered name; the strip stays until it is hidden.
        dismissed: The user cancelled; the strip is hidden.
    """

    named = Signal(str)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = Label()
        self.question.setWordWrap(True)
        self.problem = Label()
        self.problem.setWordWrap(True)
        self.edit = QLineEdit()
        self.edit.setMaxLength(200)
        self.edit.setAccessibleName(self.tr("Name"))
        self.yes_button = QPushButton(self.tr("Use this name"))
        self.no_button = QPushButton(self.tr("Cancel"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.yes_button)
        row.addWidget(self.no_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.question)
        column.addLayout(row)
        column.addWidget(self.problem)
        self.edit.returnPressed.connect(self._on_yes)
        self.edit.textEdited.connect(self._on_edited)
        self.yes_button.clicked.connect(self._on_yes)
        self.no_button.clicked.connect(self._on_no)
        on_escape(self, (self.edit, self.yes_button, self.no_button), self._on_no)
        self.hide()

    def ask(self, question: str, yes: str, name: str) -> None:
        """Ask for a name, proposing one."""
        self.question.setText(question)
        self.edit.setAccessibleName(question)
        self.yes_button.setText(yes)
        self.edit.setText(name)
        self.show_problem("")
        self.show()
        self.edit.setFocus()
        self.edit.selectAll()

    def show_problem(self, sentence: str) -> None:
        """Show why the name is not accepted; empty if it is."""
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, theme.colours().error)
        self.problem.setPalette(palette)
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.edit.setAccessibleDescription(sentence)
        self._show_button()

    def _show_button(self) -> None:
        self.yes_button.setEnabled(bool(self.edit.text().strip()) and not self.problem.text())

    @Slot()
    def _on_edited(self) -> None:
        self.show_problem("")

    @Slot()
    def _on_yes(self) -> None:
        if self.yes_button.isEnabled():
            self.named.emit(self.edit.text().strip())

    @Slot()
    def _on_no(self) -> None:
        self.hide()
        self.dismissed.emit()
