"""Translate files: start, follow, stop and resume them, each by its key."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine.documents.doubts import Doubt
from engine.documents.file_translation import FileProgress, FileRequest, FileResult
from engine.documents.journal import Unfinished, discard, list_unfinished
from engine.documents.text_file import SUFFIXES
from engine.translation import DEFAULT_OPTIONS, SearchOptions


class FileSession(QObject):
    """Sends files to the engine thread and keeps their state; on the GUI thread.

    Signals:
        work_requested: The FileRequest for the worker.
        added: (key, name of the file).
        offered: (key, Unfinished): a file of an earlier session that can be resumed.
        progressed: (key, FileProgress).
        finished: (key, FileResult); only a part if the user cancelled.
        failed: (key, the error).
        withdrawn: The key of a file that was cancelled before anything was done.
        refused: The Paths (list) of files of unknown kinds.
    """

    work_requested = Signal(object)
    added = Signal(str, str)
    offered = Signal(str, object)
    progressed = Signal(str, object)
    finished = Signal(str, object)
    failed = Signal(str, object)
    withdrawn = Signal(str)
    refused = Signal(object)

    def __init__(self, journals: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._journals = journals
        """The folder of the journals."""
        self._numbers = count(1)
        self._running: dict[str, FileRequest] = {}
        self._sources: dict[str, Path] = {}
        """Of all files not forgotten, by key."""
        self._states: dict[str, FileProgress | FileResult | Unfinished | BaseException] = {}
        """The last report on each."""
        self._doubts: dict[str, list[Doubt]] = {}
        self._unfinished: dict[str, Path] = {}
        """The journals of those that can be resumed."""
        self._options = DEFAULT_OPTIONS
        self.results: dict[str, Path] = {}
        """Where the results of finished files are, by key."""

    def set_options(self, options: SearchOptions) -> None:
        """Translate future files with these options."""
        self._options = options

    @property
    def is_busy(self) -> bool:
        """Whether any file is unfinished."""
        return bool(self._running)

    def can_resume(self, key: str) -> bool:
        """Return whether a file is unfinished and its finished part is kept."""
        return key in self._unfinished

    def name(self, key: str) -> str:
        """Return the name of a file."""
        return self._sources[key].name

    def doubts(self, key: str) -> Sequence[Doubt]:
        """Return the sentences of a file that need checking, so far."""
        return tuple(self._doubts.get(key, ()))

    def add(self, paths: list[Path]) -> None:
        """Translate these files, one after the other; resume those that were stopped."""
        refused = [path for path in paths if path.suffix.lower() not in SUFFIXES]
        if refused:
            self.refused.emit(refused)
        for path in paths:
            if path in refused:
                continue
            stopped = [key for key in self._unfinished if self._sources[key] == path.absolute()]
            if stopped:  # its journal is found if nothing changed, and ignored if the model did
                del self._unfinished[stopped[0]]
                self._begin(stopped[0], path)
            else:
                key = str(next(self._numbers))
                self._sources[key] = path.absolute()
                self._begin(key, path)

    def offer_unfinished(self) -> None:
        """Offer files that an earlier session left unfinished."""
        for unfinished in list_unfinished(self._journals):
            key = str(next(self._numbers))
            self._sources[key] = unfinished.source
            self._unfinished[key] = unfinished.journal
            self._states[key] = unfinished
            self.offered.emit(key, unfinished)

    @Slot(str)
    def resume(self, key: str) -> None:
        """Resume a stopped file."""
        if key in self._unfinished:
            self._begin(key, self._sources[key], self._unfinished.pop(key))

    def repeat(self) -> None:
        """Repeat the current state to a new window."""
        for key, source in self._sources.items():
            self.added.emit(key, source.name)
            match self._states.get(key):
                case FileProgress() as progress:
                    self.progressed.emit(key, progress)
                case FileResult() as result:
                    self.finished.emit(key, result)
                case Unfinished() as unfinished:
                    self.offered.emit(key, unfinished)
                case BaseException() as error:
                    self.failed.emit(key, error)
                case None:  # it waits for its turn
                    pass

    @Slot(str)
    def cancel(self, key: str) -> None:
        """Stop a file; the finished part is kept."""
        if key in self._running:
            self._running[key].cancelled.set()

    def close(self) -> None:
        """Stop all files; the finished parts are kept."""
        for request in self._running.values():
            request.cancelled.set()

    @Slot(str)
    def forget(self, key: str) -> None:
        """Forget a file, and delete what is kept to resume it."""
        self.cancel(key)
        if key in self._unfinished:
            discard(self._unfinished[key])
        for known in (self.results, self._sources, self._states, self._doubts, self._unfinished):
            known.pop(key, None)

    @Slot(object, object)
    def on_progressed(self, request: FileRequest, progress: FileProgress) -> None:
        """Pass on the progress of a file."""
        key = self._key_of(request)
        if key is not None:
            self._states[key] = progress
            self._doubts.setdefault(key, []).extend(progress.doubts)
            self.progressed.emit(key, progress)

    @Slot(object, object)
    def on_answered(self, request: object, answer: object) -> None:
        """Pass on the result of a file."""
        key = self._key_of(request)
        if key is not None and isinstance(answer, FileResult):
            del self._running[key]
            self.results[key] = answer.target
            self._states[key] = answer
            if answer.journal is not None:
                self._unfinished[key] = answer.journal
            self.finished.emit(key, answer)

    @Slot(object)
    def on_cancelled(self, request: object) -> None:
        """Note that a file was cancelled before its turn."""
        key = self._key_of(request)
        if key is None:
            return
        del self._running[key]
        unfinished = self._find_unfinished(key)
        if unfinished is None:
            self._sources.pop(key, None)
            self.withdrawn.emit(key)
        else:  # it was about to be resumed, and still can be
            self._states[key] = unfinished
            self.offered.emit(key, unfinished)

    @Slot(object, object)
    def on_failed(self, request: object, error: BaseException) -> None:
        """Pass on why a file could not be translated; the finished part is kept."""
        key = self._key_of(request)
        if key is not None:
            del self._running[key]
            self._states[key] = error
            self._find_unfinished(key)
            self.failed.emit(key, error)

    def _begin(self, key: str, source: Path, resumed: Path | None = None) -> None:
        request = FileRequest(
            source, options=self._options, journals=self._journals, resumed=resumed
        )
        self._running[key] = request
        self._states.pop(key, None)
        self._doubts.pop(key, None)
        self.added.emit(key, source.name)
        self.work_requested.emit(request)

    def _find_unfinished(self, key: str) -> Unfinished | None:
        """Return the journal of an ended file, if it can be resumed."""
        for unfinished in list_unfinished(self._journals):
            if unfinished.source == self._sources.get(key):
                self._unfinished[key] = unfinished.journal
                return unfinished
        return None

    def _key_of(self, request: object) -> str | None:
        for key, running in self._running.items():
            if running is request:
                return key
        return None
