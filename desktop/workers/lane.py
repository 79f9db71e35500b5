"""A thread of the window with the objects that live on it."""

from PySide6.QtCore import QObject, QThread, Signal, Slot


class Lane(QThread):
    """Runs the slots of some objects on a thread of their own, one after the other.

    Args:
        name: What the thread is called.
        workers: The objects, without parents.
        parent: Who owns the lane.
    """

    _finish_requested = Signal()

    def __init__(self, name: str, *workers: QObject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        last = _Last()
        self._objects = (*workers, last)
        for each in self._objects:
            each.moveToThread(self)
        self._finish_requested.connect(last.end)

    def begin(self) -> None:
        """Start the thread, unless it is running."""
        if not self.isRunning():
            self.start()

    def finish(self) -> None:
        """End the thread after all that was asked of its objects so far."""
        if self.isRunning():
            self._finish_requested.emit()


class _Last(QObject):
    """Ends the thread it lives on."""

    @Slot()
    def end(self) -> None:
        self.thread().quit()
