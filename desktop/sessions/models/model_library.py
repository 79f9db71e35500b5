"""Imports, installs, exports, renames and removes models, off the GUI thread.

A thread is enough: jobs copy, pack, hash and convert files, which lets other threads run
meanwhile. There is one thread, started with the first job, so that jobs run in order.

A removed model is set aside, on no list, until `forget_removed` deletes it: when its window
or the program is closed. Models that a killed program had set aside come back at the next start:
nobody deleted them for good. What another running program has set aside stays with that.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDeadlineTimer, QObject, Signal, Slot

from desktop.workers.job_worker import Job, JobWorker
from desktop.workers.lane import Lane
from engine.errors import LanguagesUnknownError, ModelFolderExistsError
from engine.files.atomic_folders import SetAside
from engine.folders import Folders
from engine.interchange.export.formats import ExportFormat
from engine.interchange.exporting import export_model
from engine.interchange.importing import import_model
from engine.models.archive import export_archive
from engine.models.installation import bring_all_back, install_folder, rename_model, set_model_aside
from engine.models.registry import ModelEntry

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ModelImport:
    """A file or folder to import."""

    path: Path
    name: str | None = None
    """None: the model's own."""
    languages: tuple[str, str] | None = None
    """From and to what it translates; None: as its files say."""


@dataclass(frozen=True, slots=True, eq=False)
class _ModelJob(Job):
    """A job of the library."""

    busy_text: str
    done: Callable[[Any], None]
    """Called on the GUI thread with the result: a path, or the model that was set aside."""
    wanted: ModelImport | None = None
    """What is being imported, if anything."""


class ModelLibrary(QObject):
    """Carries out operations on the models, one after the other.

    Signals, all on the GUI thread:
        changed: The models may have changed; sent before the more specific signal.
        imported: The name of a model imported from a file or folder.
        installed: The name of a model made here.
        use_requested: Its name, if the window should use it now.
        exported: The Path of the written file or folder.
        removed: The name of a removed model.
        restored: The name of a restored model.
        renamed: The old and the new name.
        removals_changed: The names (tuple) of models that can be restored, the last removed last.
        name_taken: (ModelImport, name): a model of this name exists; import it under another.
        languages_unknown: A ModelImport whose files do not say its languages; import it with them.
        failed: The operation ("import", "install", "export", "remove", "restore", "rename") and
            the error. Nothing was changed.
        busy_changed: A text that describes the current job; empty when idle.
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
    languages_unknown = Signal(object)
    failed = Signal(str, object)
    busy_changed = Signal(str)
    _work_requested = Signal(object)

    def __init__(self, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.models_folder = folders.models
        self._jobs: list[_ModelJob] = []
        self._removed: list[SetAside] = []
        self._busy_text = ""
        worker = JobWorker()
        self._lane = Lane("models", worker, parent=self)
        self._work_requested.connect(worker.work)
        worker.ended.connect(self._on_ended)
        try:
            bring_all_back(self.models_folder)
        except OSError:
            _log.exception("a removed model could not be brought back")

    # --- operations ---

    def import_model(self, wanted: ModelImport) -> None:
        """Install a model from a file or folder of any known kind."""

        def work() -> Path:
            return import_model(wanted.path, self.models_folder, wanted.name, wanted.languages)

        text = self.tr("Importing “{file}”…").format(file=wanted.path.name)
        self._ask(_ModelJob("import", work, text, self._tell_name(self.imported.emit), wanted))

    def install(self, folder: Path, name: str, is_used: bool) -> None:
        """Copy a model made here to the user's models, and use it if requested."""
        text = self.tr("Installing “{name}”…").format(name=name)

        def work() -> Path:
            return install_folder(folder, self.models_folder, name)

        def done(installed: str) -> None:
            self.installed.emit(installed)
            if is_used:
                self.use_requested.emit(installed)

        self._ask(_ModelJob("install", work, text, self._tell_name(done)))

    def export_model(self, folder: Path, path: Path) -> None:
        """Write a model as one file, complete or not at all; an existing file is replaced."""

        def work() -> Path:
            export_archive(folder, path)
            return path

        text = self.tr("Exporting “{file}”…").format(file=path.name)
        self._ask(_ModelJob("export", work, text, self.exported.emit))

    def export_for_program(self, folder: Path, target: Path, to: ExportFormat) -> None:
        """Write a model as a folder for another program, complete or not at all."""

        def work() -> Path:
            export_model(folder, target, to)
            return target

        text = self.tr("Exporting “{file}”…").format(file=target.name)
        self._ask(_ModelJob("export", work, text, self.exported.emit))

    def remove(self, entry: ModelEntry) -> None:
        """Remove one of the user's own models; it can be restored for a while."""

        def done(removed: SetAside) -> None:
            self._removed.append(removed)
            self._tell_removals()
            self.removed.emit(entry.name)

        text = self.tr("Removing “{name}”…").format(name=entry.name)
        self._ask(_ModelJob("remove", lambda: set_model_aside(entry), text, done))

    def restore(self) -> None:
        """Restore the model removed last."""
        if not self._removed:
            return
        last = self._removed.pop()
        self._tell_removals()
        text = self.tr("Restoring “{name}”…").format(name=last.name)
        done = self._tell_name(self.restored.emit)
        self._ask(_ModelJob("restore", last.bring_back, text, done))

    def rename(self, entry: ModelEntry, name: str) -> None:
        """Rename one of the user's own models."""

        def work() -> Path:
            return rename_model(entry, name)

        text = self.tr("Renaming “{name}”…").format(name=entry.name)
        done = self._tell_name(lambda new: self.renamed.emit(entry.name, new))
        self._ask(_ModelJob("rename", work, text, done))

    def forget_removed(self) -> None:
        """Delete removed models for good."""
        if not self._removed:
            return
        removed = tuple(self._removed)
        self._removed.clear()
        self._tell_removals()
        text = self.tr("Deleting removed models…")
        self._ask(_ModelJob("remove", lambda: _delete(removed), text, lambda _nothing: None))

    def close(self) -> None:
        """Finish all jobs and delete removed models; an unfinished job leaves no half model."""
        if self._lane.isRunning():
            self.forget_removed()
            self._lane.finish()

    def wait(self, deadline: QDeadlineTimer) -> bool:
        """Wait for the end, and say whether it came in time."""
        return self._lane.wait(deadline)

    # --- results ---

    def _ask(self, job: _ModelJob) -> None:
        self._lane.begin()
        self._jobs.append(job)
        self._tell_busy()
        self._work_requested.emit(job)

    @Slot(object, object, object)
    def _on_ended(self, job: _ModelJob, result: Any, error: BaseException | None) -> None:
        self._jobs.remove(job)
        self._tell_busy()
        if job.what != "export":
            self.changed.emit()
        if error is None:
            job.done(result)
        elif job.wanted is not None and isinstance(error, ModelFolderExistsError):
            self.name_taken.emit(job.wanted, error.path.name)
        elif job.wanted is not None and isinstance(error, LanguagesUnknownError):
            self.languages_unknown.emit(job.wanted)
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
    def _tell_name(emit: Callable[[str], None]) -> Callable[[Path], None]:
        """Send the name of the resulting model folder."""
        return lambda folder: emit(folder.name)


def _delete(removed: Iterable[SetAside]) -> None:
    for model in removed:
        try:
            model.delete()
        except FileNotFoundError:
            _log.info("another program has deleted a removed model")
