"""The object on the download thread: it fetches a published model and imports it.

A thread is enough: it mostly waits for the network, and what computes while a model is imported
lets other threads run.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from engine.catalogue.published_model import PublishedModel
from engine.errors import EngineError

_PROGRESS_SECONDS = 0.2
"""The time between two reports of progress."""

_log = logging.getLogger(__name__)


class ModelSource(Protocol):
    """Where published models come from."""

    def fetch(
        self,
        model: PublishedModel,
        on_bytes: Callable[[int, int | None], None],
        should_stop: Callable[[], bool],
    ) -> Path | None:
        """Download the file of a model, going on where an earlier download stopped.

        Args:
            model: What to download.
            on_bytes: Called with the bytes that are here, and those of the whole file.
            should_stop: Asked between the pieces of the file.

        Returns:
            The whole file; None if it was stopped.
        """

    def install(self, model: PublishedModel, path: Path) -> str:
        """Import the file of a model, and return the name of the installed model."""

    def discard(self, model: PublishedModel) -> None:
        """Delete what was received of a model."""

    def kept(self) -> Mapping[str, int]:
        """Return how many bytes were received of each model that is not installed, by name."""


@dataclass(frozen=True, slots=True, eq=False)
class FetchRequest:
    """A model to download and install."""

    model: PublishedModel
    stopped: Event = field(default_factory=Event)


class ModelFetcher(QObject):
    """Fetches and installs one model after the other.

    Signals:
        progressed: (FetchRequest, bytes that are here, bytes of the whole file or None).
        fetched: The FetchRequest whose file is here; it is imported now.
        ended: (FetchRequest, the name of the installed model or "", the error or None); without
            both, it was stopped.
    """

    progressed = Signal(object, object, object)
    fetched = Signal(object)
    ended = Signal(object, str, object)

    def __init__(self, source: ModelSource) -> None:
        super().__init__()
        self._source = source

    @Slot(object)
    def work(self, request: FetchRequest) -> None:
        """Download a model and install it."""
        last = 0.0

        def tell(received: int, total: int | None) -> None:
            nonlocal last
            if monotonic() - last >= _PROGRESS_SECONDS:
                last = monotonic()
                self.progressed.emit(request, received, total)

        name = ""
        try:
            path = self._source.fetch(request.model, tell, request.stopped.is_set)
            if path is not None:
                self.fetched.emit(request)
                name = self._source.install(request.model, path)
        except BaseException as error:  # noqa: BLE001 - the edge: a Rust panic is no Exception
            is_foreseen = isinstance(error, EngineError | OSError)
            _log.warning("%s: %s", request.model.name, error, exc_info=not is_foreseen)
            self.ended.emit(request, "", error)
        else:
            self.ended.emit(request, name, None)

    @Slot(object)
    def discard(self, model: PublishedModel) -> None:
        """Delete what was received of a model."""
        try:
            self._source.discard(model)
        except OSError:
            _log.exception("a download could not be deleted")
