"""Run `translucent serve`, the interface for other programs, while it is enabled."""

import socket

from PySide6.QtCore import QDeadlineTimer, QObject, QProcess, QTimer, Signal, Slot

from desktop.storage import paths
from desktop.values.interface_state import InterfaceState, InterfaceStatus
from desktop.workers.child_process import LineBuffer, child_environment, wait_for

_PREFIX = "translucent: "
"""The prefix of the command's error message."""


class InterfaceSession(QObject):
    """Starts, restarts and stops the child process that serves; on the GUI thread.

    A separate process cannot slow the window down, and returns all its memory.

    Signals:
        changed: The new InterfaceState.
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = InterfaceState()
        self._wish: tuple[str, ...] | None = None
        """The arguments and key to run with; None to not run."""
        self._running: tuple[str, ...] | None = None
        self._port = 0
        self._output = LineBuffer()
        self._errors = LineBuffer()
        self._last_error = ""
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read_output)
        self._process.readyReadStandardError.connect(self._read_errors)
        self._process.finished.connect(self._on_ended)
        self._process.errorOccurred.connect(self._on_error)

    def serve(self, port: int, key: str, device: str, threads: int | None) -> None:
        """Serve with these settings, once a process with earlier settings has ended."""
        arguments = ["serve", "--until-input-ends", "--port", str(port), "--device", device]
        if threads is not None:
            arguments += ["--threads", str(threads)]
        self._port = port
        wish = (key, *arguments)
        if wish != self._wish:
            self._wish = wish
            self._carry_out()

    @Slot()
    def stop(self) -> None:
        """Stop serving."""
        if self._wish is None and self.state.status is InterfaceStatus.OFF:
            return  # every change of a setting comes here
        self._wish = None
        self._carry_out()

    def close(self) -> None:
        """Stop at the end of the program."""
        self._wish = None
        self._process.closeWriteChannel()

    def wait(self, deadline: QDeadlineTimer) -> bool:
        """Wait for the end, and say whether it came in time."""
        return wait_for(self._process, deadline)

    def _carry_out(self) -> None:
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.closeWriteChannel()  # the new settings start when it has ended
            return
        self._running = self._wish
        if self._wish is None:
            self._tell(InterfaceState())
            return
        if _is_taken(self._port):
            self._wish = self._running = None
            self._tell(InterfaceState(InterfaceStatus.PORT_TAKEN))
            return
        key, *arguments = self._wish
        program, *first = paths.command_line()
        environment = child_environment()
        environment.insert("TRANSLUCENT_API_KEY", key)
        self._output, self._errors, self._last_error = LineBuffer(), LineBuffer(), ""
        self._tell(InterfaceState(InterfaceStatus.STARTING))
        self._process.setProcessEnvironment(environment)
        self._process.start(program, [*first, *arguments])

    @Slot()
    def _read_output(self) -> None:
        for line in self._output.take(bytes(self._process.readAllStandardOutput().data())):
            if line.startswith("http://"):
                self._tell(InterfaceState(InterfaceStatus.ON, address=line.rstrip()))

    @Slot()
    def _read_errors(self) -> None:
        for line in self._errors.take(bytes(self._process.readAllStandardError().data())):
            if line.strip():
                self._last_error = line.strip().removeprefix(_PREFIX)

    @Slot(QProcess.ProcessError)
    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._last_error = self._process.errorString()
            QTimer.singleShot(0, self._on_ended)

    @Slot()
    def _on_ended(self) -> None:
        self._read_errors()
        if self._wish != self._running:
            self._carry_out()
            return
        if self._wish is not None:  # it ended by itself
            self._wish = self._running = None
            self._tell(InterfaceState(InterfaceStatus.FAILED, problem=self._last_error))

    def _tell(self, state: InterfaceState) -> None:
        self.state = state
        self.changed.emit(state)


def _is_taken(port: int) -> bool:
    """Return whether another program uses the port; the child would report it only in English."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return True
    return False
