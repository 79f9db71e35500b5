"""Work for the GUI thread that a very long text would make too long: a slice at a time."""

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Slot

SLICE_SECONDS = 0.01
"""Short enough for keys and painting in between."""


class SlicedWork(QObject):
    """Does one piece of work at once if it is short, else in slices while the window lives on."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[None] | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)

    def begin(self, steps: Iterator[None]) -> None:
        """Do this instead of what is not finished: all that runs between the steps' yields."""
        self._steps = steps
        self._go_on()

    def stop(self) -> None:
        """Leave the rest undone."""
        self._steps = None
        self._timer.stop()

    @Slot()
    def _go_on(self) -> None:
        end = time.monotonic() + SLICE_SECONDS
        steps = self._steps
        if steps is None:
            return
        for _ in steps:
            if time.monotonic() >= end:
                self._timer.start()
                return
        self._steps = None
