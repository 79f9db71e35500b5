"""Downloads published models one after the other, and installs them."""

from collections.abc import Iterable
from dataclasses import replace
from time import monotonic

from PySide6.QtCore import QDeadlineTimer, QObject, Signal, Slot

from desktop.values.model_download import DownloadState, ModelDownload
from desktop.workers.lane import Lane
from desktop.workers.model_fetcher import FetchRequest, ModelFetcher, ModelSource
from engine.catalogue.published_model import PublishedModel

_STEADY_SECONDS = 2.0
"""How long a download must run before the time left is estimated."""


class ModelDownloads(QObject):
    """Keeps the queue of downloads; on the GUI thread. The thread starts with the first one.

    Signals:
        changed: A ModelDownload that is new or has changed.
        removed: The name of the model whose download is no longer listed.
        installed: The name of a model that can be used now.
    """

    changed = Signal(object)
    removed = Signal(str)
    installed = Signal(str)
    _work_requested = Signal(object)
    _discard_requested = Signal(object)

    def __init__(self, source: ModelSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._downloads: dict[str, ModelDownload] = {}
        self._running: FetchRequest | None = None
        self._began = (0.0, 0)
        """When the first bytes of the running download came, and how many were here by then."""
        fetcher = ModelFetcher(source)
        self._lane = Lane("downloads", fetcher, parent=self)
        self._work_requested.connect(fetcher.work)
        self._discard_requested.connect(fetcher.discard)
        fetcher.progressed.connect(self._on_progressed)
        fetcher.fetched.connect(self._on_fetched)
        fetcher.ended.connect(self._on_ended)

    @property
    def downloads(self) -> tuple[ModelDownload, ...]:
        """All that are listed, in the order in which they were asked for."""
        return tuple(self._downloads.values())

    def list_kept(self, models: Iterable[PublishedModel]) -> None:
        """List as paused what an earlier program received in part."""
        kept = self._source.kept()
        for model in models:
            if model.name in kept and model.name not in self._downloads:
                received = kept[model.name]
                self._change(ModelDownload(model, DownloadState.PAUSED, received, model.size_bytes))

    # --- requests ---

    def download(self, model: PublishedModel) -> None:
        """Download a model when its turn has come, or go on with its download."""
        known = self._downloads.get(model.name)
        if known is None or known.state is DownloadState.INSTALLED:
            self._change(ModelDownload(model, DownloadState.WAITING, total=model.size_bytes))
        elif known.state in (DownloadState.PAUSED, DownloadState.FAILED):
            self._change(replace(known, state=DownloadState.WAITING, error=None))
        self._start_next()

    @Slot(str)
    def resume(self, name: str) -> None:
        """Go on with a download that is paused or failed."""
        self.download(self._downloads[name].model)

    @Slot(str)
    def pause(self, name: str) -> None:
        """Stop a download for now; what was received is kept."""
        known = self._downloads[name]
        if known.state in (DownloadState.WAITING, DownloadState.RUNNING):
            self._stop(name)
            self._change(replace(known, state=DownloadState.PAUSED, seconds_left=None))

    @Slot(str)
    def cancel(self, name: str) -> None:
        """Stop a download, and delete what was received."""
        self._stop(name)
        self._lane.begin()
        self._discard_requested.emit(self._downloads[name].model)  # after the running one stopped
        self.dismiss(name)

    @Slot(str)
    def dismiss(self, name: str) -> None:
        """List a download no longer."""
        del self._downloads[name]
        self.removed.emit(name)

    def close(self) -> None:
        """Stop; what was received is kept, and an unfinished import leaves no half model."""
        for name in tuple(self._downloads):
            self.pause(name)
        self._lane.finish()

    def wait(self, deadline: QDeadlineTimer) -> bool:
        """Wait for the end, and say whether it came in time."""
        return self._lane.wait(deadline)

    # --- answers ---

    @Slot(object, object, object)
    def _on_progressed(self, request: FetchRequest, received: int, total: int | None) -> None:
        known = self._known(request)
        if known is None:
            return
        began, first = self._began
        if not began:
            self._began = monotonic(), received
        passed = monotonic() - began
        left = None
        if began and total is not None and passed > _STEADY_SECONDS and received > first:
            left = (total - received) * passed / (received - first)
        self._change(replace(known, received=received, total=total, seconds_left=left))

    @Slot(object)
    def _on_fetched(self, request: FetchRequest) -> None:
        known = self._known(request)
        if known is not None:
            self._change(replace(known, state=DownloadState.IMPORTING, seconds_left=None))

    @Slot(object, str, object)
    def _on_ended(self, request: FetchRequest, name: str, error: BaseException | None) -> None:
        self._running = None
        known = self._downloads.get(request.model.name)
        if name:
            self.installed.emit(name)
            if known is not None:
                self._change(replace(known, state=DownloadState.INSTALLED, installed=name))
        elif error is not None and known is not None and not request.stopped.is_set():
            self._change(replace(known, state=DownloadState.FAILED, error=error, seconds_left=None))
        self._start_next()

    # --- inside ---

    def _known(self, request: FetchRequest) -> ModelDownload | None:
        """Return the download that a request is for, unless the user has stopped it."""
        return None if request.stopped.is_set() else self._downloads.get(request.model.name)

    def _change(self, download: ModelDownload) -> None:
        self._downloads[download.model.name] = download
        self.changed.emit(download)

    def _stop(self, name: str) -> None:
        if self._running is not None and self._running.model.name == name:
            self._running.stopped.set()

    def _start_next(self) -> None:
        """Begin with the first that waits, unless one is running."""
        waiting = [one for one in self.downloads if one.state is DownloadState.WAITING]
        if self._running is not None or not waiting:
            return
        self._running = FetchRequest(waiting[0].model)
        self._began = (0.0, 0)
        self._change(replace(waiting[0], state=DownloadState.RUNNING))
        self._lane.begin()
        self._work_requested.emit(self._running)
