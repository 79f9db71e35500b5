"""A worker on its own thread, as in the window; the ends of requests are recorded on this one."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop.values.requests import LoadRequest
from desktop.workers.lane import Lane
from desktop.workers.translation_worker import OpenEngine, TranslationWorker


class WorkerThread(QObject):
    """Asks a worker and keeps what it says; `finish` ends it."""

    work_requested = Signal(object)
    _finish_requested = Signal()

    def __init__(self, open_engine: OpenEngine) -> None:
        super().__init__()
        self.ends: list[tuple[str, object, object]] = []
        """How each request ended: (answered, cancelled or failed; the request; the answer)."""
        self.streams: list[tuple[object, object]] = []
        self.steps: list[tuple[object, object]] = []
        self.worker = TranslationWorker(open_engine)
        self.engine_lane = Lane("engine", self.worker, parent=self)
        self.work_requested.connect(self.worker.work)
        self._finish_requested.connect(self.worker.finish)
        self.worker.answered.connect(self._on_answered)
        self.worker.cancelled.connect(self._on_cancelled)
        self.worker.failed.connect(self._on_failed)
        self.worker.streamed.connect(self._on_streamed)
        self.worker.progressed.connect(self._on_progressed)
        self.engine_lane.start()

    def ask(self, *requests: object) -> None:
        """Send requests to the worker."""
        for request in requests:
            self.work_requested.emit(request)

    def load(self, name: str = "capitals") -> LoadRequest:
        """Ask for a model."""
        request = LoadRequest(Path(name), name)
        self.ask(request)
        return request

    def how(self, request: object) -> str | None:
        """Return how a request ended; None if it has not."""
        found = [how for how, ended, _ in self.ends if ended is request]
        assert len(found) < 2, f"{request} ended as {found}"
        return found[0] if found else None

    def answer(self, request: object) -> object:
        """Return what was answered, or what was the error."""
        return next(answer for _, ended, answer in self.ends if ended is request)

    def finish(self) -> bool:
        """End worker and thread as the window does when it is closed."""
        self._finish_requested.emit()
        self.engine_lane.finish()
        return self.engine_lane.wait(30_000)

    @Slot(object, object)
    def _on_answered(self, request: object, answer: object) -> None:
        self.ends.append(("answered", request, answer))

    @Slot(object)
    def _on_cancelled(self, request: object) -> None:
        self.ends.append(("cancelled", request, None))

    @Slot(object, object)
    def _on_failed(self, request: object, error: object) -> None:
        self.ends.append(("failed", request, error))

    @Slot(object, object)
    def _on_streamed(self, request: object, sentences: object) -> None:
        self.streams.append((request, sentences))

    @Slot(object, object)
    def _on_progressed(self, request: object, progress: object) -> None:
        self.steps.append((request, progress))
