"""Starts of the program, this one and later ones: each is to be answered in the one window."""

from pathlib import Path

from PySide6.QtCore import QEvent, QFileSystemWatcher, QObject, Signal, Slot
from PySide6.QtGui import QFileOpenEvent

from desktop.platform.single_instance import Instance, Standing, Start


class LaunchRequests(QObject):
    """Watches the folder where later starts lay their requests; the system tells, nobody polls.

    Signals:
        came: A Start; on the GUI thread.
    """

    came = Signal(object)

    def __init__(
        self, start: Start, instance: Instance | None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._files = tuple(path.absolute() for path in start.files)
        self._is_quick = start.is_quick
        self._instance = instance
        self._watcher: QFileSystemWatcher | None = None
        self._is_listening = False

    @Slot()
    def listen(self) -> None:
        """Tell of this start, of the starts that came meanwhile, and of all to come."""
        self._is_listening = True
        files, self._files = self._files, ()
        if files:
            self.came.emit(Start(files))
        if self._is_quick:
            self._is_quick = False
            self.came.emit(Start(is_quick=True))
        instance = self._instance
        if self._watcher is None and instance and instance.standing is Standing.ONLY:
            self._watcher = QFileSystemWatcher([str(instance.folder)], self)
            self._watcher.directoryChanged.connect(self._take)
        self._take()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the files that macOS hands to the application, at its start and later."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._files += (Path(event.file()),)
            if self._is_listening:
                self.listen()
            return True
        return super().eventFilter(watched, event)

    @Slot()
    def close(self) -> None:
        """Stop listening: the next start opens its own window."""
        if self._watcher is not None:
            self._watcher.directoryChanged.disconnect(self._take)
        if self._instance is not None:
            self._instance.leave()

    @Slot()
    def _take(self) -> None:
        if self._instance is not None:
            for start in self._instance.later_starts():
                self.came.emit(start)
