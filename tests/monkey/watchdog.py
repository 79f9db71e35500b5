"""A watchdog for the GUI thread: which stalls there were, and what held the thread up."""

import signal
import threading
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QObject, Qt, QTimer, Slot

TICK_MS = 5
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Stall:
    """A time in which the GUI thread answered nothing."""

    seconds: float
    during: str
    """The random event before or in it."""
    places: tuple[str, ...]
    """Where in the program the thread was when the stall was noticed, the innermost last."""


class Watchdog(QObject):
    """Ticks on the GUI thread; when a tick is late, a signal tells where that thread is.

    The signal is handled by the thread itself: looking into the frames of a thread that runs can
    end the process.
    """

    def __init__(self, limit: float, parent: QObject) -> None:
        """Begin to watch.

        Args:
            limit: Seconds without a tick that are a stall.
            parent: Its Qt parent.
        """
        super().__init__(parent)
        self.stalls: list[Stall] = []
        self.during = ""
        """What the program is made to do now; written down with a stall."""
        self._limit = limit
        self._watched = threading.get_ident()
        signal.signal(signal.SIGUSR1, self._on_signal)
        self._last = time.perf_counter()
        self._places: tuple[str, ...] = ()
        self._is_paused = False
        self._has_ended = threading.Event()
        timer = QTimer(self)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(self._tick)
        timer.start(TICK_MS)
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """Look away, while a window is opened or closed."""
        self._is_paused = True

    def go_on(self) -> None:
        """Watch again."""
        self._last = time.perf_counter()
        self._is_paused = False

    def end(self) -> None:
        """Stop watching."""
        self._has_ended.set()
        self._thread.join()

    @Slot()
    def _tick(self) -> None:
        now = time.perf_counter()
        seconds = now - self._last
        if seconds > self._limit and not self._is_paused:
            self.stalls.append(Stall(seconds, self.during, self._places))
        self._places = ()
        self._last = now

    def _watch(self) -> None:
        while not self._has_ended.wait(0.01):
            if not self._is_paused and time.perf_counter() - self._last > self._limit:
                signal.pthread_kill(self._watched, signal.SIGUSR1)

    def _on_signal(self, _number: int, frame: FrameType | None) -> None:
        if not self._places:
            self._places = tuple(
                f"{Path(one.filename).relative_to(ROOT)}:{one.lineno} {one.name}"
                for one in traceback.extract_stack(frame)
                if one.filename.startswith((f"{ROOT}/desktop", f"{ROOT}/engine"))
            )[-3:]
