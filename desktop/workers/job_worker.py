"""Runs what the model library has to do, off the GUI thread."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine.errors import EngineError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """Something to do on another thread."""

    what: str
    """The operation to name if it fails, such as "import"."""
    work: Callable[[], Any]
    """Runs on the other thread."""


class JobWorker(QObject):
    """Runs one job after another.

    Signals:
        ended: (Job, its result, the error or None); sent from the thread.
    """

    ended = Signal(object, object, object)

    @Slot(object)
    def work(self, job: Job) -> None:
        """Run a job, and tell how it ended."""
        try:
            result = job.work()
        except BaseException as error:  # noqa: BLE001 - the edge: a Rust panic is no Exception
            is_foreseen = isinstance(error, EngineError | OSError)
            _log.warning("%s failed: %s", job.what, error, exc_info=not is_foreseen)
            self.ended.emit(job, None, error)
        else:
            self.ended.emit(job, result, None)
