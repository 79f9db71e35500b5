"""Handle the history: keep finished texts, search them and step back through them.

A translation is kept once the user pauses on it or goes on to another text.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.storage.history import History, HistoryEntry
from desktop.storage.history_file import HistoryError
from desktop.text.text_change import Edit
from engine.translation import Translation

REST_MS = 2500
"""A text unchanged for this long counts as finished."""

CORRECTED = 20
"""The most characters of an entry that a text may lack and still take its place."""


class HistorySession(QObject):
    """Handles past translations; on the GUI thread, like its signals.

    Signals:
        entries_changed: The HistoryEntry list of the current search.
        entry_requested: The HistoryEntry to show again.
        failed: The error (sqlite3.Error or HistoryError) that prevented a write.
        recovered: Writing works again.
    """

    entries_changed = Signal(object)
    entry_requested = Signal(object)
    failed = Signal(object)
    recovered = Signal()

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._languages = ("", "")
        self._search = ("", False)
        self._is_listening = False
        self._is_keeping = True
        self._has_failed = False
        self._waiting: Translation | None = None
        self._entry: int | None = None
        """The entry of the text being typed."""
        self._walked: HistoryEntry | None = None
        """The entry that was reopened, until another text is kept."""
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.settle)

    def set_keeping(self, is_keeping: bool) -> None:
        """Keep a history, or none; pending texts are dropped."""
        self._is_keeping = is_keeping
        if not is_keeping:
            self._waiting = None
            self._rest.stop()

    def set_languages(self, source: str, target: str) -> None:
        """Store the direction of new translations."""
        if (source, target) != self._languages:
            self.begin_anew()
        self._languages = (source, target)

    def set_listening(self, is_listening: bool) -> None:
        """Report changes while the list is visible."""
        self._is_listening = is_listening
        self._tell()

    # --- keeping ---

    @Slot(object)
    def offer(self, translation: Translation) -> None:
        """Note a result that may be worth keeping."""
        if not translation.source.strip():
            self.begin_anew()
        elif self._is_walked(translation):
            self._waiting = None  # it is kept already
            self._rest.stop()
        elif self._is_keeping:
            self._waiting = translation
            self._rest.start()

    @Slot()
    def settle(self) -> None:
        """Write the pending entry: the user pauses, goes on or leaves."""
        self._rest.stop()
        translation, self._waiting = self._waiting, None
        if translation is None:
            return
        with self._writing():
            self._entry = self._history.add(
                translation.source,
                translation.target,
                *self._languages,
                translation.model,
                replaces=self._entry if self._continues(translation) else None,
            )
        self._walked = None
        self._tell()

    @Slot()
    def begin_anew(self) -> None:
        """Start a new entry: the text was cleared, pasted or taken from here."""
        self.settle()
        self._entry = None

    # --- the list ---

    @Slot(str, bool)
    def search(self, text: str, only_favourites: bool) -> None:
        """List the entries that contain this text."""
        self._search = (text, only_favourites)
        self._tell()

    @Slot(int, bool)
    def set_favourite(self, entry_id: int, is_favourite: bool) -> None:
        """Mark an entry as a favourite, or unmark it."""
        with self._writing():
            self._history.set_favourite(entry_id, is_favourite=is_favourite)
        self._tell()

    @Slot(int)
    def remove(self, entry_id: int) -> None:
        """Delete one entry."""
        with self._writing():
            self._history.remove(entry_id)
            if entry_id == self._entry:
                self._entry = None
            if self._walked is not None and entry_id == self._walked.id:
                self._walked = None
        self._tell()

    @Slot()
    def erase(self) -> None:
        """Delete all entries without a trace on the disk."""
        self._waiting = self._entry = self._walked = None
        self._rest.stop()
        with self._writing():
            self._history.clear()
        self._tell()

    @Slot()
    def favour_current(self) -> None:
        """Mark the shown translation as a favourite, or unmark it."""
        self.settle()
        entry = None if self._shown is None else self._history.entry(self._shown)
        if entry is not None:
            self.set_favourite(entry.id, not entry.is_favourite)

    @Slot()
    def go_back(self) -> None:
        """Show the previous entry."""
        self.settle()
        self._show(self._history.before(self._shown))

    @Slot()
    def go_forward(self) -> None:
        """Show the next entry."""
        self.settle()
        if self._shown is not None:
            self._show(self._history.after(self._shown))

    @Slot(object)
    def take(self, entry: HistoryEntry) -> None:
        """Show an entry again."""
        self.settle()
        self._show(entry)

    def _show(self, entry: HistoryEntry | None) -> None:
        """Request to show an entry, if any; edits of its text make a new entry."""
        if entry is None:
            return
        self._entry = None
        self._walked = entry
        self.entry_requested.emit(entry)

    @property
    def _shown(self) -> int | None:
        """The entry of the text shown, if any."""
        return self._entry if self._walked is None else self._walked.id

    def _is_walked(self, translation: Translation) -> bool:
        walked = self._walked
        if any(sentence.is_edited for sentence in translation.sentences):
            return False  # a user's edit is worth an entry
        return walked is not None and (translation.source, *self._languages) == (
            walked.source,
            walked.source_language,
            walked.target_language,
        )

    def _continues(self, translation: Translation) -> bool:
        """Return whether a text is that of its entry with more added, and only a little lost."""
        entry = None if self._entry is None else self._history.entry(self._entry)
        if entry is None:
            return False
        change = Edit.between(entry.source, translation.source)
        return change.end - change.start <= min(CORRECTED, len(entry.source) // 3)

    def close(self) -> None:
        """Write the pending entry and close the file."""
        self.settle()
        self._history.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Report that writing fails, or works again."""
        try:
            yield
        except (sqlite3.Error, HistoryError) as error:
            self._has_failed = True
            self.failed.emit(error)
            return
        if self._has_failed:
            self._has_failed = False
            self.recovered.emit()

    def _tell(self) -> None:
        if self._is_listening:
            text, only_favourites = self._search
            self.entries_changed.emit(self._history.search(text, favourites=only_favourites))
