"""Reading aloud by a command of this system, run as a child process."""

import sys
from enum import Enum, auto

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QStandardPaths, Signal, Slot

from desktop.platform.opening import foreign_environment
from desktop.platform.speech_commands import SpeechCommand, speech_commands, voice_for

_ENDING_MS = 500


class SpeechProblem(Enum):
    """Why a text is not read."""

    NO_COMMAND = auto()
    NO_VOICE = auto()
    COMMAND_FAILED = auto()


class Speech(QObject):
    """Reads one text aloud at a time; on the GUI thread.

    The first command that has a voice for the language reads. Which voices there are is asked
    again if none was found, since the user may have installed one.

    Signals:
        ended: Nothing is being read any more.
        failed: A text is not read: the SpeechProblem, the language, and what the command said.
    """

    ended = Signal()
    failed = Signal(object, str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        """The command that lists its voices or reads."""
        self._reading: SpeechCommand | None = None
        """What reads, once a voice is found."""
        self._text = self._language = ""
        self._untried: list[SpeechCommand] = []
        self._voices: dict[str, dict[str, str]] = {}
        """By program."""

    @property
    def is_reading(self) -> bool:
        """Whether a text is being read, or its voice is being looked for."""
        return self._process is not None

    def read(self, text: str, language: str) -> None:
        """Read a text in a language instead of what is being read."""
        self.stop()
        self._text, self._language = text, language
        self._untried = [c for c in speech_commands() if _path(c.program)]
        if self._untried:
            self._try_next()
        else:
            self.failed.emit(SpeechProblem.NO_COMMAND, language, "")

    @Slot()
    def stop(self) -> None:
        """Fall silent."""
        process, reading = self._process, self._reading
        if process is None:
            return
        self._forget()
        if sys.platform == "win32":
            process.kill()  # a console program hears nothing else
        else:
            process.terminate()
        if not process.waitForFinished(_ENDING_MS):
            process.kill()
            process.waitForFinished(_ENDING_MS)
        if reading is not None and reading.stop_arguments:
            self._command(reading.program, reading.stop_arguments).startDetached()
        self.ended.emit()

    # --- inside ---

    def _try_next(self) -> None:
        """Read with the next command, or first ask which voices it has."""
        command = self._untried[0]
        voice = voice_for(self._voices.get(command.program, {}), self._language)
        if voice is None:
            self._start(command.program, command.list_arguments)
        else:
            self._reading = command
            process = self._start(command.program, command.arguments(voice))
            if process.isOpen():  # it did start
                process.write(command.input_text(self._text, self._language).encode())
                process.closeWriteChannel()

    def _start(self, program: str, arguments: tuple[str, ...]) -> QProcess:
        process = self._process = self._command(program, arguments)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        process.start()
        return process

    def _command(self, program: str, arguments: tuple[str, ...]) -> QProcess:
        process = QProcess(self)
        process.setProgram(_path(program))
        process.setArguments(arguments)
        environment = QProcessEnvironment()
        for name, value in foreign_environment().items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        process.finished.connect(process.deleteLater)
        return process

    def _forget(self) -> None:
        self._process = self._reading = None

    @Slot(QProcess.ProcessError)
    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self.sender() is self._process:
            self._on_finished(1, QProcess.ExitStatus.CrashExit)

    @Slot(int, QProcess.ExitStatus)
    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        process, reading = self._process, self._reading
        if process is None or self.sender() is not process:  # it was stopped
            return
        self._forget()
        is_well = code == 0 and status == QProcess.ExitStatus.NormalExit
        if reading is None:
            self._on_listed(bytes(process.readAllStandardOutput().data()) if is_well else b"")
        elif is_well:
            self.ended.emit()
        else:
            said = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
            detail = said.splitlines()[-1] if said else process.errorString()
            self.failed.emit(SpeechProblem.COMMAND_FAILED, self._language, detail)
            self.ended.emit()

    def _on_listed(self, printed: bytes) -> None:
        command = self._untried[0]
        voices = command.voices(printed.decode("utf-8", "replace"))
        self._voices[command.program] = voices
        if voice_for(voices, self._language) is None:
            del self._untried[0]
        if self._untried:
            self._try_next()
        else:
            self.failed.emit(SpeechProblem.NO_VOICE, self._language, "")
            self.ended.emit()


def _path(program: str) -> str:
    """Return where a program is on the PATH; empty if it is not there."""
    return QStandardPaths.findExecutable(program)
