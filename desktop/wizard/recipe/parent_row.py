"""The model that is to be improved, chosen from the installed ones."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from desktop.views.widgets.label import Label
from desktop.views.widgets.wheel_guard import guard_wheel


class ParentRow(QWidget):
    """A list of models.

    Signals:
        chosen: Another model was chosen; `folder` has it.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QComboBox()
        self.box.setAccessibleName(self.tr("Model to improve"))
        self.box.setToolTip(self.tr("It stays as it is; the result is a new model."))
        guard_wheel(self.box)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(Label(self.tr("Model to improve:")))
        row.addWidget(self.box)
        row.addStretch(1)
        self.box.currentIndexChanged.connect(self._on_index_changed)

    @property
    def folder(self) -> Path | None:
        """The folder of the chosen model; None if there is none."""
        chosen: Path | None = self.box.currentData()
        return chosen

    def show_models(self, models: Sequence[tuple[str, Path]], chosen: Path | None) -> None:
        """Offer these models, by name and folder, and choose one of them."""
        with QSignalBlocker(self.box):
            self.box.clear()
            for name, folder in models:
                self.box.addItem(name, folder)
            folders = [folder for _, folder in models]
            self.box.setCurrentIndex(folders.index(chosen) if chosen in folders else 0)

    @Slot()
    def _on_index_changed(self) -> None:
        self.chosen.emit()
