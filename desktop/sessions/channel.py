"""Run one request and keep the newest waiting; requests between them are never sent."""

from threading import Event
from typing import Protocol

from PySide6.QtCore import QObject, Signal


class Cancellable(Protocol):
    """A request that ends soon after its event is set."""

    @property
    def cancelled(self) -> Event:
        """The event of this request alone."""
        ...


class Channel(QObject):
    """Sends requests of one kind to the worker; used on one thread.

    Signals:
        sent: A request for the worker; the next is sent once `ended` is called for this one.
    """

    sent = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: Cancellable | None = None
        self._waiting: Cancellable | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a request is running."""
        return self._running is not None

    @property
    def is_wanted(self) -> bool:
        """Whether an answer is still expected."""
        if self._waiting is not None:
            return True
        return self._running is not None and not self._running.cancelled.is_set()

    @property
    def running(self) -> Cancellable | None:
        """The request that is running and still wanted."""
        running = self._running
        return None if running is None or running.cancelled.is_set() else running

    def submit(self, request: Cancellable, *, is_patient: bool = False) -> None:
        """Send a request as soon as possible, instead of the waiting one.

        Args:
            request: The request.
            is_patient: Whether the running one may end, instead of being cancelled.
        """
        if self._running is None:
            self._send(request)
        else:
            if not is_patient:
                self._running.cancelled.set()
            self._waiting = request

    def cancel(self) -> None:
        """Cancel the running request and drop the waiting one."""
        self._waiting = None
        if self._running is not None:
            self._running.cancelled.set()

    def is_current(self, request: object) -> bool:
        """Return whether this request is running and still wanted."""
        return request is self._running is not None and not self._running.cancelled.is_set()

    def ended(self, request: object) -> bool:
        """Note that the worker ended a request, and send the waiting one.

        Returns:
            Whether the request was ours.
        """
        if self._running is None or request is not self._running:
            return False
        self._running = None
        if self._waiting is not None:
            request, self._waiting = self._waiting, None
            self._send(request)
        return True

    def _send(self, request: Cancellable) -> None:
        self._running = request
        self.sent.emit(request)
