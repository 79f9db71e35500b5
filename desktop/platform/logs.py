"""The log file: what went wrong and where in the program, never what people translate.

Messages of errors may quote a text, so only those of kinds that cannot are written; of the
others the log has the kind and the place.
"""

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from copy import copy
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import extract_tb, format_list
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from engine.files.private_folders import make_private_folder
from engine.foreign_text import safe_message

LOG_FILE = "translucent.log"
MAX_BYTES = 1_000_000
NUM_FILES = 3

_OURS = ("desktop", "engine", "training")
_TELLING = (
    OSError, MemoryError, ImportError, AttributeError, NameError, TypeError, IndexError,
    RuntimeError,
)  # fmt: skip
"""Kinds whose messages speak of the program, not of its texts."""

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

_log = logging.getLogger(__name__)
_qt_log = logging.getLogger("qt")


def start_logging(folder: Path) -> None:
    """Log to a file in this folder, Qt's messages too. Where that is impossible, nothing is logged.

    Warnings of everything are logged, and what our own packages tell.
    """
    root = logging.getLogger()
    root.setLevel(logging.WARNING)
    for name in _OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    qInstallMessageHandler(_on_qt_message)
    try:
        make_private_folder(folder)
        handler = _LogFile(
            folder / LOG_FILE,
            maxBytes=MAX_BYTES,
            backupCount=NUM_FILES - 1,
            encoding="utf-8",
            errors="backslashreplace",
        )
    except OSError:
        root.addHandler(logging.NullHandler())  # or warnings would go to the screen
        return
    handler.setFormatter(_Formatter("{asctime} {levelname} {name}: {message}", style="{"))
    root.addHandler(handler)


def catch_faults(tell: Callable[[BaseException], None]) -> None:
    """Log an uncaught error and report it, on the thread where it happened."""

    def on_fault(
        kind: type[BaseException], error: BaseException, place: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, place)
            return
        _log.error("An error that nobody caught", exc_info=(kind, error, place))
        tell(error)

    def on_thread_fault(fault: threading.ExceptHookArgs) -> None:
        if fault.exc_value is not None and not isinstance(fault.exc_value, SystemExit):
            on_fault(fault.exc_type, fault.exc_value, fault.exc_traceback)

    sys.excepthook = on_fault
    threading.excepthook = on_thread_fault


class _LogFile(RotatingFileHandler):
    """A log file that may fail: on a full disk the program continues without a log."""

    def _open(self) -> TextIOWrapper:
        """Open the file for its owner alone."""
        Path(self.baseFilename).touch(mode=0o600)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Say nothing: it would be said for each line, on the screen."""


class _Formatter(logging.Formatter):
    """Writes errors without messages that may quote a text."""

    def format(self, record: logging.LogRecord) -> str:
        """Format again what another handler may have formatted in its way; names stay in line."""
        record = copy(record)
        record.exc_text = None
        record.msg, record.args = safe_message(record.getMessage()), None
        return super().format(record)

    def formatException(
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        """Return the error with all that led to it."""
        error = ei[1]
        return "" if error is None else "".join(lines_of(error)).rstrip("\n")


def lines_of(error: BaseException) -> Iterator[str]:
    """Return the error, where it was raised, and what led to it, the first one first.

    Messages that may quote a text are left out.
    """
    seen: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and at not in seen:
        seen.append(at)
        at = at.__cause__ if at.__cause__ is not None or at.__suppress_context__ else at.__context__
    for link in reversed(seen):
        yield from format_list(extract_tb(link.__traceback__))
        kind = f"{type(link).__module__}.{type(link).__qualname__}".removeprefix("builtins.")
        yield f"{kind}: {safe_message(str(link))}\n" if isinstance(link, _TELLING) else f"{kind}\n"


def _on_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    category = context.category or "default"
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s: %s", category, message)
