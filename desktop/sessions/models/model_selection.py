"""Choose the model by name, direction or swapping, and remember it for next time."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.sessions.models.model_list import ModelList
from desktop.values.requests import Direction, LoadedModel
from engine.models.registry import ModelEntry


class ModelSelection(QObject):
    """Keeps one usable model chosen as long as there is one.

    Signals:
        chosen: The ModelEntry to load; on the GUI thread, as the others.
        settled: The ModelEntry still in use, after another one failed to load.
        none_usable: No installed model can be used.
    """

    chosen = Signal(object)
    settled = Signal(object)
    none_usable = Signal()

    def __init__(self, models: ModelList, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._models = models
        self.entry: ModelEntry | None = None
        self._at_work: ModelEntry | None = None
        self._is_wanting = False
        """Whether no model could be chosen."""
        models.modelReset.connect(self._on_models_changed)

    @property
    def is_at_work(self) -> bool:
        """Whether a model was loaded, which works on if another one cannot be."""
        return self._at_work is not None

    @property
    def direction(self) -> Direction:
        """Source and target language of the chosen model; empty without one."""
        return ("", "") if self.entry is None else self.entry.direction

    @property
    def reverse(self) -> ModelEntry | None:
        """The model of the reverse direction, if one is installed."""
        return None if self.entry is None else self._models.reverse_of(self.entry)

    def begin(self, name: str, direction: Direction) -> None:
        """Choose the model of last time, or the nearest one."""
        usable = [entry for entry in self._models.entries if entry.problem is None]
        usable.sort(key=lambda entry: not entry.is_shipped)
        of_direction = self._models.models_for(*direction) if all(direction) else []
        of_direction.sort(key=lambda entry: not entry.is_shipped)
        named = [entry for entry in (*of_direction, *usable) if entry.name == name]
        for entry in (*named, *of_direction, *usable):
            self._choose(entry)
            return
        self._is_wanting = True
        self.none_usable.emit()

    def choose_entry(self, entry: ModelEntry) -> None:
        """Choose exactly this model, in exactly this one of its directions."""
        self._choose(entry)

    @Slot(str)
    def choose_model(self, name: str) -> None:
        """Choose a model by name, preferring the current direction."""
        usable = [entry for entry in self._models.entries if entry.problem is None]
        for entry in (*self._models.models_for(*self.direction), *usable):
            if entry.name == name:
                self._choose(entry)
                return

    @Slot(str, str)
    def choose_direction(self, source: str, target: str) -> None:
        """Choose a model of this direction, or else one from this source."""
        found = self.nearest(source, target)
        if found is not None and (source, target) != self.direction:
            self._choose(found)

    def nearest(self, source: str, target: str) -> ModelEntry | None:
        """Return a model of a direction, the one in use if it can, or else one from this source."""
        found = self._models.models_for(source, target)
        if not found:
            others = (pair for pair in self._models.directions() if pair[0] == source)
            found = next((self._models.models_for(*pair) for pair in others), [])
        in_use = None if self.entry is None else self.entry.path
        return min(found, key=lambda entry: entry.path != in_use, default=None)

    @Slot()
    def swap(self) -> None:
        """Choose the model of the reverse direction, if there is one."""
        if self.reverse is not None:
            self._choose(self.reverse)

    @Slot(object)
    def confirm(self, model: LoadedModel) -> None:
        """Note which model was loaded, perhaps one chosen earlier."""
        direction = model.manifest.source_language, model.manifest.target_language
        entries = [] if self.entry is None else [self.entry]
        listed = self._models.models_for(*direction)
        named = [e for e in (*entries, *listed) if (e.name, e.direction) == (model.name, direction)]
        self._at_work = named[0] if named else self.entry
        self.take_back()

    @Slot()
    def take_back(self) -> None:
        """Go back to the model in use: the chosen one could not be loaded."""
        if self._at_work is not None and self._at_work != self.entry:
            self.entry = self._at_work
            self.settled.emit(self.entry)

    @Slot()
    def _on_models_changed(self) -> None:
        """Choose the first model once there is one."""
        usable = [entry for entry in self._models.entries if entry.problem is None]
        if self._is_wanting and usable:
            self._choose(usable[0])

    def _choose(self, entry: ModelEntry) -> None:
        self._is_wanting = False
        if entry != self.entry:
            self.entry = entry
            self.chosen.emit(entry)
