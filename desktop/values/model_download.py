"""The download of a published model, as the window shows it."""

from dataclasses import dataclass
from enum import StrEnum

from engine.catalogue.published_model import PublishedModel


class DownloadState(StrEnum):
    """What is happening to a download."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    IMPORTING = "importing"
    INSTALLED = "installed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ModelDownload:
    """A published model on its way to the installed ones."""

    model: PublishedModel
    state: DownloadState
    received: int = 0
    """Bytes of the file that are here."""
    total: int | None = None
    """Bytes of the whole file; None if nobody says."""
    seconds_left: float | None = None
    """None until it can be estimated."""
    error: BaseException | None = None
    """Why it failed."""
    installed: str = ""
    """The name of the installed model."""
