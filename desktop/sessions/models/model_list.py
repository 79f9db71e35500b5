"""The installed models as a Qt item model."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop.wording.error_text import describe
from desktop.wording.language_names import model_direction
from desktop.wording.model_titles import shown_name, shown_statement
from desktop.wording.tooltips import tooltip
from engine.folders import Folders
from engine.models.registry import (
    ModelEntry,
    Pivot,
    find_pivots,
    list_models,
    reverse_of,
)

Index = QModelIndex | QPersistentModelIndex
translate = QCoreApplication.translate


class ModelRole(IntEnum):
    """Roles of a model besides Qt's."""

    NAME = Qt.ItemDataRole.UserRole
    DIRECTION = Qt.ItemDataRole.UserRole + 1
    """Such as “English → German”, “English → 14 languages”; empty if unknown."""
    ENTRY = Qt.ItemDataRole.UserRole + 2
    PROBLEM = Qt.ItemDataRole.UserRole + 3
    """Why the model cannot be used, in a sentence; empty if it can."""


class ModelList(QAbstractListModel):
    """All models, the user's own first; those that cannot be used are listed, but disabled."""

    def __init__(self, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders = folders
        self._lent: ModelEntry | None = None
        self._entries = list_models(folders)
        self._pivots = find_pivots(self._entries)

    @property
    def entries(self) -> tuple[ModelEntry, ...]:
        """The models as they are listed."""
        return tuple(self._entries)

    def refresh(self) -> None:
        """Read the models again; views are notified only if something changed."""
        lent = [] if self._lent is None else [self._lent]
        entries = [*lent, *list_models(self._folders)]
        if [_state(entry) for entry in entries] == [_state(entry) for entry in self._entries]:
            return
        self.beginResetModel()
        self._entries = entries
        self._pivots = find_pivots(entries)
        self.endResetModel()

    def lend(self, entry: ModelEntry | None) -> None:
        """List a model that is not installed before all others; None removes it."""
        self._lent = entry
        self.refresh()

    def directions(self) -> tuple[tuple[str, str], ...]:
        """Source and target language of all that can be translated, each pair once, by code.

        Some pairs take two models, and a third language between them.
        """
        usable = filter(_is_usable, self._entries)
        direct = {pair for entry in usable for pair in entry.usable_manifest.directions}
        return tuple(sorted(direct | self._pivots.keys()))

    @property
    def pivots(self) -> Mapping[tuple[str, str], Pivot]:
        """What only two models can translate, one after the other."""
        return self._pivots

    def models_for(self, source: str, target: str) -> list[ModelEntry]:
        """Return the usable models of a direction, each in this one of its directions.

        Where there is none, two may translate one after the other: see `ModelEntry.then`.
        """
        direct = [
            entry.in_direction(source, target)
            for entry in self._entries
            if _is_usable(entry) and entry.usable_manifest.has_direction(source, target)
        ]
        pivot = self._pivots.get((source, target))
        return direct if pivot is None else [pivot.entry(source, target)]

    def reverse_of(self, entry: ModelEntry) -> ModelEntry | None:
        """Return the usable model of the reverse direction, if any."""
        return reverse_of(entry, self._entries)

    # --- Qt's interface ---

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of models."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the data of a model for a role."""
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown_name(entry.name, entry.title)
            case ModelRole.NAME:
                return entry.name
            case ModelRole.DIRECTION:
                return "" if entry.manifest is None else model_direction(entry.manifest)
            case ModelRole.ENTRY:
                return entry
            case ModelRole.PROBLEM:
                return "" if entry.problem is None else describe(entry.problem).sentence
            case Qt.ItemDataRole.ToolTipRole:
                if entry.problem is not None:
                    return tooltip(describe(entry.problem).sentence)
                if entry.manifest is None:
                    return ""
                return tooltip(shown_statement(entry.manifest.limits))
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return a model's flags: none if it cannot be used."""
        flags = super().flags(index)
        if index.isValid() and not _is_usable(self._entries[index.row()]):
            flags &= ~Qt.ItemFlag.ItemIsEnabled
        return flags


def _is_usable(entry: ModelEntry) -> bool:
    return entry.problem is None and entry.manifest is not None


def _state(entry: ModelEntry) -> tuple[object, ...]:
    """Return a key that changes with the model; errors are equal only to themselves."""
    return (entry.path, entry.origin, entry.manifest, str(entry.problem), entry.size_bytes)
