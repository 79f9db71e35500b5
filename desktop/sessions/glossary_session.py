"""The user's glossaries: their entries, changes, and the one that translations follow."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from desktop.storage.glossary_file import Direction, Entries, Glossaries, GlossaryFile
from engine.errors import GlossaryError
from engine.glossary.glossary import NO_GLOSSARY, Glossary, GlossaryEntry
from engine.languages.lookup import primary_subtag

_UNDOABLE = 100
"""Changes that can be undone."""


class GlossarySession(QObject):
    """Holds the glossaries; every change is saved at once.

    Signals:
        changed: The entries of a glossary changed, or whether it is followed.
        applied: The Glossary that translations now follow.
        failed: The GlossaryError: the file was not read or written.
    """

    changed = Signal()
    applied = Signal(object)
    failed = Signal(object)

    def __init__(self, file: GlossaryFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = file
        self._glossaries = Glossaries()
        self._direction: Direction = ("", "")
        self.in_use = NO_GLOSSARY
        """The glossary that translations now follow."""
        self._former: list[tuple[Direction, Entries]] = []
        self._is_readable = True

    def begin(self) -> None:
        """Read the glossaries."""
        try:
            self._glossaries = self._file.read()
        except GlossaryError as error:
            # A damaged file that could not be set aside must not be overwritten.
            self._is_readable = self._file.is_replaceable()
            self.failed.emit(error)
        self._apply()
        self.changed.emit()

    @property
    def is_on(self) -> bool:
        """Whether translations follow the glossaries."""
        return self._glossaries.is_on

    @property
    def direction(self) -> Direction:
        """The current model's languages; empty codes while there is none."""
        return self._direction

    @property
    def can_undo(self) -> bool:
        """Whether a change can be undone."""
        return bool(self._former)

    def directions(self) -> list[Direction]:
        """Return the directions that have entries, and the current one."""
        own = [self._direction] if all(self._direction) else []
        return list(dict.fromkeys([*own, *sorted(self._glossaries.entries)]))

    def entries(self, direction: Direction) -> Entries:
        """Return the entries of a direction, by their terms."""
        return self._glossaries.entries.get(direction, ())

    def set_direction(self, source: str, target: str) -> None:
        """Follow the glossary of these languages; `en-GB` is `en`."""
        self._direction = primary_subtag(source), primary_subtag(target)
        self._apply()
        self.changed.emit()

    def followed(self, source: str, target: str) -> Glossary:
        """Return the glossary that translations between two languages follow."""
        direction = primary_subtag(source), primary_subtag(target)
        return Glossary(self.entries(direction) if self.is_on else ())

    @Slot(bool)
    def set_on(self, is_on: bool) -> None:
        """Follow or ignore the glossaries."""
        if is_on != self._glossaries.is_on:
            self._keep(replace(self._glossaries, is_on=is_on))

    def put(
        self, direction: Direction, entries: Iterable[GlossaryEntry], instead_of: str = ""
    ) -> None:
        """Add entries, replacing those of the same terms.

        Args:
            direction: Of the glossary.
            entries: What to add.
            instead_of: The term of an entry to remove.
        """
        by_term = {entry.source: entry for entry in self.entries(direction)}
        by_term.pop(instead_of, None)
        by_term.update((entry.source, entry) for entry in entries)
        self._change(direction, by_term.values())

    def remove(self, direction: Direction, terms: Iterable[str]) -> None:
        """Remove the entries of these terms."""
        gone = set(terms)
        self._change(direction, (e for e in self.entries(direction) if e.source not in gone))

    @Slot()
    def undo(self) -> None:
        """Undo the last change of entries."""
        if self._former:
            direction, entries = self._former.pop()
            self._set_entries(direction, entries)

    def _change(self, direction: Direction, entries: Iterable[GlossaryEntry]) -> None:
        ordered = tuple(sorted(entries, key=lambda entry: (entry.source.casefold(), entry.source)))
        former = self.entries(direction)
        if ordered != former:
            self._former = [*self._former, (direction, former)][-_UNDOABLE:]
            self._set_entries(direction, ordered)

    def _set_entries(self, direction: Direction, entries: Entries) -> None:
        changed = {**self._glossaries.entries, direction: entries}
        kept = {key: of_key for key, of_key in changed.items() if of_key}
        self._keep(replace(self._glossaries, entries=kept))

    def _keep(self, glossaries: Glossaries) -> None:
        self._glossaries = glossaries
        if self._is_readable:
            try:
                self._file.write(glossaries)
            except GlossaryError as error:
                self.failed.emit(error)
        self._apply()
        self.changed.emit()

    def _apply(self) -> None:
        followed = self.followed(*self._direction)
        if followed != self.in_use:
            self.in_use = followed
            self.applied.emit(followed)
