"""An inline question for the languages of a model."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop.views.widgets.escape_key import on_escape
from desktop.views.widgets.label import Label
from desktop.views.widgets.wheel_guard import guard_wheel

_MINIMUM_WIDTH = 170


class LanguagesStrip(QWidget):
    """Hidden until it asks; typing finds a language, Esc cancels.

    Signals:
        chosen: The codes of both languages, source first; the strip stays until it is hidden.
        dismissed: The user cancelled; the strip is hidden.
    """

    chosen = Signal(str, str)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = Label()
        self.question.setWordWrap(True)
        self.source_box = QComboBox()
        self.target_box = QComboBox()
        self.source_box.setAccessibleName(self.tr("Translate from"))
        self.target_box.setAccessibleName(self.tr("Translate to"))
        self.yes_button = QPushButton(self.tr("Import"))
        self.no_button = QPushButton(self.tr("Cancel"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.source_box)
        row.addWidget(Label("→"))
        row.addWidget(self.target_box)
        row.addStretch(1)
        row.addWidget(self.yes_button)
        row.addWidget(self.no_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.question)
        column.addLayout(row)
        for box in (self.source_box, self.target_box):
            box.setMinimumWidth(_MINIMUM_WIDTH)
            box.setPlaceholderText(self.tr("Choose a language"))
            box.currentIndexChanged.connect(self._show_button)
            guard_wheel(box)
        self.yes_button.clicked.connect(self._on_yes)
        self.no_button.clicked.connect(self._on_no)
        controls = (self.source_box, self.target_box, self.yes_button, self.no_button)
        on_escape(self, controls, self._on_no)
        self.hide()

    def ask(self, question: str, languages: Mapping[str, str]) -> None:
        """Ask for the languages of a model; their names by their codes, in the lists' order."""
        self.question.setText(question)
        for box in (self.source_box, self.target_box):
            box.setAccessibleDescription(question)
            box.clear()
            for code, name in languages.items():
                box.addItem(name, code)
            box.setCurrentIndex(-1)
        self._show_button()
        self.show()
        self.source_box.setFocus()

    @Slot()
    def _show_button(self) -> None:
        source, target = self.source_box.currentData(), self.target_box.currentData()
        self.yes_button.setEnabled(bool(source and target and source != target))

    @Slot()
    def _on_yes(self) -> None:
        self.chosen.emit(self.source_box.currentData(), self.target_box.currentData())

    @Slot()
    def _on_no(self) -> None:
        self.hide()
        self.dismissed.emit()
