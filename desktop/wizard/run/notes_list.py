"""Notes of a run for its user, the newest first."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.views.widgets.label import Label
from desktop.wizard.parts.figure import FigureCard
from desktop.wizard.parts.page import bold

_MOST = 50


class NotesList(QWidget):
    """Hidden while empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: list[str] = []
        self._labels: list[Label] = []
        self._card = FigureCard()
        self._inside = QVBoxLayout(self._card)
        self._inside.setContentsMargins(16, 12, 16, 12)
        self._inside.setSpacing(7)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(bold(self.tr("Notes")))
        column.addWidget(self._card)
        self.hide()

    def show_notes(self, notes: Sequence[str]) -> None:
        """Show the newest of these notes, given in chronological order."""
        if list(notes[: len(self._shown)]) != self._shown:  # it belongs to another run
            while self._labels:
                self._remove_last()
            self._shown = []
        for text in notes[len(self._shown) :]:
            label = Label(text)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._inside.insertWidget(0, label)
            self._labels.insert(0, label)
            if len(self._labels) > _MOST:
                self._remove_last()
        self._shown = list(notes)
        self.setVisible(bool(notes))

    def texts(self) -> list[str]:
        """Return the shown notes from top to bottom."""
        return [label.text() for label in self._labels]

    def _remove_last(self) -> None:
        label = self._labels.pop()
        self._inside.removeWidget(label)
        label.hide()
        label.deleteLater()
