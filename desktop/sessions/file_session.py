"""Files under translation: asked of the worker, followed and cancelled, each by its own key."""

from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine.documents.file_translation import FileProgress, FileRequest, FileResult
from engine.documents.text_file import SUFFIXES
from engine.translation import Formality


class FileSession(QObject):
    """What is asked of the engine thread about files, and what came of it; on the GUI thread.

    Signals:
        work_requested: The FileRequest for the worker.
        added: (key, name of the file).
        progressed: (key, FileProgress).
        finished: (key, FileResult); it may hold a part only, if the user cancelled.
        failed: (key, the error).
        withdrawn: The key of a file that was cancelled before anything was done.
        refused: The Path of a file that is of no known kind.
    """

    work_requested = Signal(object)
    added = Signal(str, str)
    progressed = Signal(str, object)
    finished = Signal(str, object)
    failed = Signal(str, object)
    withdrawn = Signal(str)
    refused = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = count(1)
        self._running: dict[str, FileRequest] = {}
        self._names: dict[str, str] = {}
        """Of all files that were not forgotten, by key."""
        self._states: dict[str, FileProgress | FileResult | BaseException] = {}
        """What was told last of each."""
        self._beam_size: int | None = None
        self._length_penalty: float | None = None
        self._formality = Formality.AUTOMATIC
        self.results: dict[str, Path] = {}
        """Where the results of finished files are, by key."""

    def set_search(self, beam_size: int | None, length_penalty: float | None) -> None:
        """Translate files to come with these settings; None is the model's own."""
        self._beam_size = beam_size
        self._length_penalty = length_penalty

    def set_formality(self, formality: Formality) -> None:
        """Ask for this form of address in files to come."""
        self._formality = formality

    @property
    def is_busy(self) -> bool:
        """Whether any file is not done."""
        return bool(self._running)

    def add(self, paths: list[Path]) -> None:
        """Translate these files, one after the other."""
        for path in paths:
            if path.suffix.lower() not in SUFFIXES:
                self.refused.emit(path)
                continue
            key = str(next(self._numbers))
            request = FileRequest(
                path,
                beam_size=self._beam_size,
                length_penalty=self._length_penalty,
                formality=self._formality,
            )
            self._running[key] = request
            self._names[key] = path.name
            self.added.emit(key, path.name)
            self.work_requested.emit(request)

    def repeat(self) -> None:
        """Say again what is so, to a window that has not heard it."""
        for key, name in self._names.items():
            self.added.emit(key, name)
            match self._states.get(key):
                case FileProgress() as progress:
                    self.progressed.emit(key, progress)
                case FileResult() as result:
                    self.finished.emit(key, result)
                case BaseException() as error:
                    self.failed.emit(key, error)
                case None:  # it waits for its turn
                    pass

    @Slot(str)
    def cancel(self, key: str) -> None:
        """Stop a file; what is done is kept."""
        if key in self._running:
            self._running[key].cancelled.set()

    def close(self) -> None:
        """Stop all files; what is done is kept."""
        for request in self._running.values():
            request.cancelled.set()

    @Slot(str)
    def forget(self, key: str) -> None:
        """Let go of what is known of a file."""
        self.cancel(key)
        for known in (self.results, self._names, self._states):
            known.pop(key, None)

    @Slot(object, object)
    def on_progressed(self, request: FileRequest, progress: FileProgress) -> None:
        """Pass on how far a file is."""
        key = self._key_of(request)
        if key is not None:
            self._states[key] = progress
            self.progressed.emit(key, progress)

    @Slot(object, object)
    def on_answered(self, request: object, answer: object) -> None:
        """Pass on what a file became."""
        key = self._key_of(request)
        if key is not None and isinstance(answer, FileResult):
            del self._running[key]
            self.results[key] = answer.target
            self._states[key] = answer
            self.finished.emit(key, answer)

    @Slot(object)
    def on_cancelled(self, request: object) -> None:
        """Take notice of a file that was cancelled before its turn came."""
        key = self._key_of(request)
        if key is not None:
            del self._running[key]
            self._names.pop(key, None)
            self.withdrawn.emit(key)

    @Slot(object, object)
    def on_failed(self, request: object, error: BaseException) -> None:
        """Pass on why a file could not be translated."""
        key = self._key_of(request)
        if key is not None:
            del self._running[key]
            self._states[key] = error
            self.failed.emit(key, error)

    def _key_of(self, request: object) -> str | None:
        for key, running in self._running.items():
            if running is request:
                return key
        return None
