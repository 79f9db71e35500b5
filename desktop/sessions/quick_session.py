"""Translate texts from other programs: one at a time, the newest wins."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.sessions.channel import Channel
from desktop.values.requests import QuickRequest, QuickTranslation


class QuickSession(QObject):
    """Sends one short text at a time to the engine thread; on the GUI thread.

    Signals:
        work_requested: A QuickRequest for the worker.
        translated: The QuickTranslation of the newest text.
        failed: The exception why there is none.
    """

    work_requested = Signal(object)
    translated = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._channel = Channel(self)
        self._channel.sent.connect(self.work_requested)

    def translate(self, request: QuickRequest) -> None:
        """Translate a text, replacing any earlier request."""
        self._channel.submit(request)

    @Slot()
    def cancel(self) -> None:
        """Cancel: the answer is no longer wanted."""
        self._channel.cancel()

    @Slot(object, object)
    def on_answered(self, request: object, answer: object) -> None:
        """Pass on the answer to the newest request."""
        is_current = self._channel.is_current(request)
        if self._channel.ended(request) and is_current and isinstance(answer, QuickTranslation):
            self.translated.emit(answer)

    @Slot(object)
    def on_cancelled(self, request: object) -> None:
        """Note that a request was cancelled."""
        self._channel.ended(request)

    @Slot(object, object)
    def on_failed(self, request: object, error: BaseException) -> None:
        """Pass on why the newest request has no answer."""
        is_current = self._channel.is_current(request)
        if self._channel.ended(request) and is_current:
            self.failed.emit(error)
