"""Connect the glossary window with the session behind it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication

from desktop.sessions.glossary_session import GlossarySession
from desktop.storage.glossary_file import Direction
from desktop.views.glossary.import_dialog import ImportDialog
from desktop.views.glossary.window import GlossaryWindow
from desktop.wording.error_text import describe
from desktop.wording.filling import fill
from engine.errors import GlossaryError
from engine.glossary.glossary import GlossaryEntry
from engine.glossary_files.checking import ReadGlossary, problem_of
from engine.glossary_files.reading import read_glossary
from engine.glossary_files.table import write_table


class GlossaryPresenter(QObject):
    """Shows the glossary of one direction, and carries out the user's changes."""

    def __init__(self, window: GlossaryWindow, session: GlossarySession) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._direction = session.direction
        window.direction_chosen.connect(self._show_direction)
        window.toggled.connect(session.set_on)
        window.entry_added.connect(self._add)
        window.entry_edited.connect(self._edit)
        window.remove_requested.connect(self._remove)
        window.undo_requested.connect(self._undo)
        window.import_requested.connect(self._import)
        window.export_requested.connect(self._export)
        session.changed.connect(self._show)
        session.failed.connect(self._show_error)
        self._show()

    def begin_entry(self, term: str) -> None:
        """Show the current model's glossary, ready for a new term or a term's translation."""
        self._show_direction(self._session.direction)
        self._window.begin_entry(" ".join(term.split()))

    @Slot(object)
    def _show_direction(self, direction: Direction) -> None:
        self._direction = direction
        self._window.clear_notice()
        self._show()

    @Slot()
    def _show(self) -> None:
        directions = self._session.directions()
        if self._direction not in directions:
            self._direction = self._session.direction
        self._window.show_directions(directions, self._direction)
        self._window.show_entries(self._session.entries(self._direction))
        self._window.show_switches(
            is_on=self._session.is_on,
            can_undo=self._session.can_undo,
            can_add=all(self._direction),
        )

    @Slot(object)
    def _show_error(self, error: BaseException) -> None:
        self._window.show_notice(describe(error).sentence, "error")

    @Slot(str, str)
    def _add(self, term: str, translation: str) -> None:
        entry = GlossaryEntry.of(term, translation)
        if self._is_sound(entry):
            self._session.put(self._direction, [entry])
            self._window.show_added(entry.source)

    @Slot(str, str, str)
    def _edit(self, former: str, term: str, translation: str) -> None:
        entry = GlossaryEntry.of(term, translation)
        others = [one.source for one in self._session.entries(self._direction)]
        if entry.source != former and entry.source in others:
            text = self.tr("“{term}” is already in the glossary.").format(term=entry.source)
            self._window.show_notice(text, "warning")
        elif self._is_sound(entry):
            self._session.put(self._direction, [entry], instead_of=former)

    def _is_sound(self, entry: GlossaryEntry) -> bool:
        problem = problem_of(entry)
        if problem is None:
            self._window.clear_notice()
            return True
        said = fill("{reason}.", {"reason": problem})
        self._window.show_notice(said[0].upper() + said[1:], "warning")
        return False

    @Slot(object)
    def _remove(self, terms: list[str]) -> None:
        self._session.remove(self._direction, terms)
        self._window.show_notice(self.tr("%n term(s) removed.", "", len(terms)))

    @Slot()
    def _undo(self) -> None:
        self._window.clear_notice()  # what it says was done no longer holds
        self._session.undo()

    @Slot(object)
    def _import(self, path: Path) -> None:
        """Read a file, and ask before anything changes."""
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            found = read_glossary(path, self._direction)
        except GlossaryError as error:
            self._show_error(error)
            return
        finally:
            QGuiApplication.restoreOverrideCursor()
        known = {entry.source: entry for entry in self._session.entries(self._direction)}
        new = [entry for entry in found.entries if entry.source not in known]
        other = [entry for entry in found.entries if known.get(entry.source, entry) != entry]
        dialog = ImportDialog(
            path.name,
            len(new),
            [(entry.source, _shown(known[entry.source]), _shown(entry)) for entry in other],
            [(one.line, fill("{reason}", {"reason": one.reason})) for one in found.problems],
            self._window,
        )
        dialog.accepted.connect(self._importing(dialog, self._direction, new, other, found))
        dialog.open()

    def _importing(
        self,
        dialog: ImportDialog,
        direction: Direction,
        new: list[GlossaryEntry],
        other: list[GlossaryEntry],
        found: ReadGlossary,
    ) -> Callable[[], None]:
        def take() -> None:
            entries = [*new, *other] if dialog.replace_box.isChecked() else new
            self._session.put(direction, entries)
            text = self.tr("%n term(s) imported.", "", len(entries))
            if found.problems:
                text += " " + self.tr("%n line(s) left out.", "", len(found.problems))
            self._window.show_notice(text)

        return take

    @Slot(object)
    def _export(self, path: Path) -> None:
        entries = self._session.entries(self._direction)
        try:
            write_table(path, entries, self._direction)
        except GlossaryError as error:
            self._show_error(error)
            return
        text = self.tr("%n term(s) written to {name}.", "", len(entries))
        self._window.show_notice(text.format(name=path.name))


def _shown(entry: GlossaryEntry) -> str:
    return entry.target or entry.source
