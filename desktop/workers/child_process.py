"""One child program that reports its progress in lines: start it, listen, send orders, end it.

Its standard output is one event a line (`training.progress`), its standard error is its log, and
the end of its standard input asks it to stop and save; so it never outlives the window unasked.
"""

import logging
from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import (
    QDeadlineTimer,
    QObject,
    QProcess,
    QProcessEnvironment,
    QTimer,
    Signal,
    Slot,
)

from desktop.storage import paths
from desktop.values.outcome import Outcome
from training.event_lines import from_line
from training.preflight import Done
from training.progress import Event, Failed, Finished, Order, Stopped

LINE_LIMIT = 1 << 22
"""Maximum bytes of a line; longer ones are not our events and are discarded."""

SLICE_LINES = 200
"""This many events are reported at once; then the window gets its turn."""

LOG_LINES = 20
"""The last lines of the log, which explain a crash."""

_KILLING_MS = 5000
"""How long the system may take to end a program."""

_log = logging.getLogger(__name__)


def wait_for(process: QProcess, deadline: QDeadlineTimer) -> bool:
    """Wait for the end of a process that was asked to end, and kill it after the deadline.

    Returns:
        Whether it ended in time.
    """
    if process.state() == QProcess.ProcessState.NotRunning:
        return True
    has_ended = process.waitForFinished(deadline.remainingTime())
    if not has_ended:
        process.kill()
        process.waitForFinished(_KILLING_MS)
    return has_ended


class ChildProcess(QObject):
    """Runs one verb of this program's command as a separate process, once; on the GUI thread.

    Signals:
        told: An Event of the child.
        logged: A line of its log.
        ended: The Outcome, once, after all events.
    """

    told = Signal(object)
    logged = Signal(str)
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        self._output = LineBuffer()
        self._errors = LineBuffer()
        self._events: deque[Event] = deque()
        self._last_lines: deque[str] = deque(maxlen=LOG_LINES)
        self._last_word: Finished | Stopped | Failed | Done | None = None
        self._crash = ""
        self._has_exited = False
        self._is_stopping = False
        self._telling = QTimer(self)
        self._telling.setInterval(0)
        self._telling.timeout.connect(self._tell)
        process = self._process
        process.readyReadStandardOutput.connect(self._read_output)
        process.readyReadStandardError.connect(self._read_errors)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)

    @property
    def is_running(self) -> bool:
        """Whether the program has been started and has not ended."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    @property
    def process_id(self) -> int:
        """The system's number of the process; 0 if it does not run."""
        return self._process.processId()

    def start(self, arguments: Sequence[str]) -> None:
        """Start a verb of the `translucent` command."""
        program, *first = paths.command_line()
        self._process.setProcessEnvironment(child_environment())
        self._process.start(program, [*first, *arguments])

    def order(self, order: Order) -> None:
        """Ask a training for something."""
        if self.is_running and not self._is_stopping:
            self._process.write(f"{order.value}\n".encode())

    @Slot()
    def stop(self) -> None:
        """Ask the program to stop and save, by ending its standard input."""
        self._is_stopping = True
        self._process.closeWriteChannel()

    @Slot()
    def kill(self) -> None:
        """End the program at once; it saves nothing."""
        self._process.kill()

    def wait(self, deadline: QDeadlineTimer) -> bool:
        """Wait for its end, which only the end of this program may do, and kill it after that.

        Returns:
            Whether it ended in time.
        """
        return wait_for(self._process, deadline)

    # --- inside ---

    @Slot()
    def _read_output(self) -> None:
        for line in self._output.take(bytes(self._process.readAllStandardOutput().data())):
            event = from_line(line)
            if event is not None:
                self._events.append(event)
            elif line.strip():
                _log.info("no event of ours: %d characters", len(line))
        self._tell()

    @Slot()
    def _read_errors(self) -> None:
        for line in self._errors.take(bytes(self._process.readAllStandardError().data())):
            if line.strip():
                self._last_lines.append(line.rstrip())
                self.logged.emit(line.rstrip())

    @Slot()
    def _tell(self) -> None:
        """Tell some of what was heard; a flood of events must not hold up the window."""
        for _ in range(min(SLICE_LINES, len(self._events))):
            event = self._events.popleft()
            if isinstance(event, Finished | Stopped | Failed | Done):
                self._last_word = event
            self.told.emit(event)
        if self._events:
            self._telling.start()
            return
        self._telling.stop()
        if self._has_exited:
            self._has_exited = False
            self.ended.emit(self._outcome())

    @Slot(QProcess.ProcessError)
    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._crash = self._process.errorString()
            self._has_exited = True
            QTimer.singleShot(0, self._tell)

    @Slot(int, QProcess.ExitStatus)
    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read_output()
        self._read_errors()
        if status == QProcess.ExitStatus.CrashExit:
            self._crash = self.tr("it was killed or crashed (signal {code})")
        else:
            self._crash = self.tr("it exited without an error message (exit code {code})")
        self._crash = self._crash.format(code=code)
        self._has_exited = True
        self._tell()

    def _outcome(self) -> Outcome:
        last_line = self._last_lines[-1] if self._last_lines else ""
        return Outcome.of(self._last_word, crash=": ".join(filter(None, (self._crash, last_line))))


def child_environment() -> QProcessEnvironment:
    """Return the environment for a verb of the `translucent` command, which speaks UTF-8."""
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("PYTHONIOENCODING", "utf-8")
    environment.insert("PYTHONUTF8", "1")
    for name, value in paths.command_environment().items():
        environment.insert(name, value)
    return environment


class LineBuffer:
    """Splits bytes into lines; endless lines are discarded."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_skipping = False

    def take(self, data: bytes) -> list[str]:
        """Take more bytes and give the lines that end in them, decoded."""
        *whole, rest = (self._rest + data).split(b"\n")
        if whole and self._is_skipping:
            del whole[0]
            self._is_skipping = False
        self._rest = rest
        if len(rest) > LINE_LIMIT:
            self._rest, self._is_skipping = b"", True
        return [line.decode("utf-8", "replace") for line in whole if len(line) <= LINE_LIMIT]
