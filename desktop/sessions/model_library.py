"""Imports, installs, exports, renames and removes models, off the GUI thread.

A thread is enough: what is done here copies, packs and hashes files, which lets other threads go
on meanwhile, and none of it loads torch. There is one, started when there is first something to
do, so that things are done in the order in which they were asked for.

A model that is removed is set aside, on no list, until `forget_removed` deletes it: when its window
is closed, or the program. What a killed program had set aside comes back at the next start; nobody
had given it up for good. Two programs at once share the models: the one that starts later brings
back what the other has set aside, and there it stays.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal, Slot

from engine.atomic_files import bring_back, remove_folder
from engine.errors import EngineError, ModelFolderExistsError
from engine.folders import Folders
from engine.models.archive import export_archive, import_archive
from engine.models.installation import bring_all_back, install_folder, rename_model, set_model_aside
from engine.models.registry import ModelEntry

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """Something to be done to the models."""

    what: str
    """Such as "import": what is said to have failed."""
    busy_text: str
    work: Callable[[], Path | None]
    """Done on the other thread; gives the place that came of it."""
    done: Callable[[Path | None], None]
    """Told of it on the GUI thread."""
    origin: Path | None = None
    """The file or folder that is imported."""


@dataclass(frozen=True, slots=True)
class _Removed:
    name: str
    hidden: Path


class ModelLibrary(QObject):
    """Does what the user wants done to the models, one thing after the other.

    Signals, all on the GUI thread:
        changed: The models may be others than before; comes before what tells more.
        imported: The name of a model that came from a file or folder.
        installed: The name of a model that was made here.
        use_requested: Its name, if it is to translate in the window now.
        exported: The Path of a file that was written.
        removed: The name of a model that was removed.
        restored: The name of a model that was brought back.
        renamed: The former and the new name.
        removals_changed: The names (tuple) of what can be brought back, the last removed last.
        name_taken: (Path, name): there is a model of this name; `import_model` takes another one.
        failed: What was tried: "import", "install", "export", "remove", "restore", "rename"; and
            the error. Nothing was changed by it.
        busy_changed: What is being done, for people; empty when idle.
    """

    changed = Signal()
    imported = Signal(str)
    installed = Signal(str)
    use_requested = Signal(str)
    exported = Signal(object)
    removed = Signal(str)
    restored = Signal(str)
    renamed = Signal(str, str)
    removals_changed = Signal(object)
    name_taken = Signal(object, str)
    failed = Signal(str, object)
    busy_changed = Signal(str)
    _work_requested = Signal(object)
    _finish_requested = Signal()

    def __init__(self, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.models_folder = folders.models
        self._jobs: list[_Job] = []
        self._removed: list[_Removed] = []
        self._busy_text = ""
        self._thread = QThread(self)
        self._thread.setObjectName("models")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._work_requested.connect(self._worker.work)
        self._finish_requested.connect(self._worker.finish)
        self._worker.ended.connect(self._on_ended)
        try:
            bring_all_back(self.models_folder)
        except OSError:
            _log.exception("a removed model could not be brought back")

    # --- what is asked ---

    def import_model(self, path: Path, name: str | None = None) -> None:
        """Install what a .translucent file or a model folder holds; None: as it calls itself."""

        def work() -> Path:
            if path.is_dir():
                return install_folder(path, self.models_folder, name)
            return import_archive(path, self.models_folder, name)

        text = self.tr("Importing “{file}”…").format(file=path.name)
        self._ask(_Job("import", text, work, self._tell_name(self.imported.emit), path))

    def install(self, folder: Path, name: str, is_used: bool) -> None:
        """Copy a model that was made here to the user's models, and have it used if so wished."""
        text = self.tr("Installing “{name}”…").format(name=name)

        def work() -> Path:
            return install_folder(folder, self.models_folder, name)

        def done(installed: str) -> None:
            self.installed.emit(installed)
            if is_used:
                self.use_requested.emit(installed)

        self._ask(_Job("install", text, work, self._tell_name(done)))

    def export_model(self, folder: Path, path: Path) -> None:
        """Write a model as one file: a whole one, or none. What is there is replaced."""

        def work() -> Path:
            export_archive(folder, path)
            return path

        text = self.tr("Exporting “{file}”…").format(file=path.name)
        self._ask(_Job("export", text, work, self.exported.emit))

    def remove(self, entry: ModelEntry) -> None:
        """Take one of the user's own models away; it can be brought back for a while."""

        def done(hidden: Path | None) -> None:
            assert hidden is not None
            self._removed.append(_Removed(entry.name, hidden))
            self._tell_removals()
            self.removed.emit(entry.name)

        text = self.tr("Removing “{name}”…").format(name=entry.name)
        self._ask(_Job("remove", text, lambda: set_model_aside(entry), done))

    def restore(self) -> None:
        """Bring back the model that was removed last."""
        if not self._removed:
            return
        last = self._removed.pop()
        self._tell_removals()
        text = self.tr("Restoring “{name}”…").format(name=last.name)
        done = self._tell_name(self.restored.emit)
        self._ask(_Job("restore", text, lambda: bring_back(last.hidden), done))

    def rename(self, entry: ModelEntry, name: str) -> None:
        """Give one of the user's own models another name."""

        def work() -> Path:
            return rename_model(entry, name)

        text = self.tr("Renaming “{name}”…").format(name=entry.name)
        done = self._tell_name(lambda new: self.renamed.emit(entry.name, new))
        self._ask(_Job("rename", text, work, done))

    def forget_removed(self) -> None:
        """Delete what was removed: it cannot be brought back any more."""
        if not self._removed:
            return
        hidden = [one.hidden for one in self._removed]
        self._removed.clear()
        self._tell_removals()
        text = self.tr("Deleting removed models…")
        self._ask(_Job("remove", text, lambda: _delete(hidden), lambda _nothing: None))

    def close(self, milliseconds: int) -> bool:
        """Do what was asked for, delete what was removed, and end.

        Returns:
            Whether that was done in the time allowed. What was not leaves no half model.
        """
        if self._thread.isRunning():
            self.forget_removed()
            self._finish_requested.emit()
        return self._thread.wait(milliseconds)

    # --- what comes of it ---

    def _ask(self, job: _Job) -> None:
        if not self._thread.isRunning():
            self._thread.start()
        self._jobs.append(job)
        self._tell_busy()
        self._work_requested.emit(job)

    @Slot(object, object, object)
    def _on_ended(self, job: _Job, place: Path | None, error: BaseException | None) -> None:
        self._jobs.remove(job)
        self._tell_busy()
        if job.what != "export":
            self.changed.emit()
        if error is None:
            job.done(place)
        elif job.origin is not None and isinstance(error, ModelFolderExistsError):
            self.name_taken.emit(job.origin, error.path.name)
        else:
            self.failed.emit(job.what, error)

    def _tell_busy(self) -> None:
        text = self._jobs[0].busy_text if self._jobs else ""
        if text != self._busy_text:
            self._busy_text = text
            self.busy_changed.emit(text)

    def _tell_removals(self) -> None:
        self.removals_changed.emit(tuple(one.name for one in self._removed))

    @staticmethod
    def _tell_name(emit: Callable[[str], None]) -> Callable[[Path | None], None]:
        """Tell the name of the model whose folder came of it."""

        def done(folder: Path | None) -> None:
            assert folder is not None
            emit(folder.name)

        return done


class _Worker(QObject):
    """What lives on the thread.

    Signals:
        ended: (_Job, what came of it, the error or None); sent from the thread.
    """

    ended = Signal(object, object, object)

    @Slot(object)
    def work(self, job: _Job) -> None:
        """Do it."""
        try:
            place = job.work()
        except BaseException as error:  # noqa: BLE001 - the edge: a Rust panic is no Exception
            is_foreseen = isinstance(error, EngineError | OSError)
            _log.warning("%s failed: %s", job.what, error, exc_info=not is_foreseen)
            self.ended.emit(job, None, error)
        else:
            self.ended.emit(job, place, None)

    @Slot()
    def finish(self) -> None:
        """End the thread: all that was asked before is done."""
        self.thread().quit()


def _delete(hidden: Iterable[Path]) -> None:
    for folder in hidden:
        try:
            remove_folder(folder)
        except FileNotFoundError:
            _log.info("a removed model was brought back or deleted by another program")
