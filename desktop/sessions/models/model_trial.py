"""Translate with a run's model for a while, without installing it: to try it or watch it learn."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from engine.models.registry import ModelEntry, open_entry


class ModelTrial(QObject):
    """Lends the window a model folder, and restores its former model.

    Signals:
        begun: The ModelEntry on trial; on the GUI thread, as the other.
        ended: Another model was chosen; the one on trial is no longer listed.
    """

    begun = Signal(object)
    ended = Signal()

    def __init__(self, models: ModelList, selection: ModelSelection, parent: QObject) -> None:
        super().__init__(parent)
        self._models = models
        self._selection = selection
        self._entry: ModelEntry | None = None
        self._former: ModelEntry | None = None
        selection.chosen.connect(self._on_chosen)
        selection.settled.connect(self._on_chosen)

    @property
    def is_going_on(self) -> bool:
        """Whether a model is on trial."""
        return self._entry is not None

    def begin(self, folder: Path, name: str) -> None:
        """Translate with the model in a folder, listed as `name`; the text is translated again.

        Raises:
            ModelFolderError: If it cannot be used; nothing has changed.
        """
        entry = open_entry(folder, name)
        if self._entry is None:
            self._former = self._selection.entry
        self._entry = entry
        self._models.lend(entry)
        self._selection.choose_entry(entry)
        self.begun.emit(entry)

    @Slot()
    def end(self) -> None:
        """Go back to the former model, if it is still there."""
        if self._entry is None:
            return
        former = self._former
        if former is not None and former in self._models.models_for(*former.direction):
            self._selection.choose_entry(former)  # this ends the trial
        else:
            self._forget()
            self._selection.begin("", self._selection.direction)

    @Slot(object)
    def _on_chosen(self, entry: ModelEntry) -> None:
        if self._entry is not None and entry != self._entry:
            self._forget()

    def _forget(self) -> None:
        self._entry = self._former = None
        self._models.lend(None)
        self.ended.emit()
