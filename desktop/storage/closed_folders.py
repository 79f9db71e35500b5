"""Which of the program's folders cannot be opened, and why: the program works on without them."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Literal

from engine.folders import Folders

Kind = Literal["settings", "data", "models", "runs", "log"]


class Reason(Enum):
    """Why a folder cannot be opened."""

    NO_FOLDER = auto()
    """A file, or something else, is in its place."""
    DEAD_LINK = auto()
    """It is a link to what does not exist."""
    NOT_OWNED = auto()
    """It is another user's."""
    DENIED = auto()
    """Its permissions do not allow it."""
    BROKEN = auto()
    """The disk or the network it is on fails."""


@dataclass(frozen=True, slots=True)
class ClosedFolder:
    """A folder that cannot be opened; `path` may be one above it that is the cause."""

    kind: Kind
    path: Path
    reason: Reason


def find_closed(folders: Folders) -> tuple[ClosedFolder, ...]:
    """Return the user's folders that are there but cannot be opened; of nested ones, the outer."""
    places: dict[Kind, Path] = {
        "settings": folders.config,
        "data": folders.data,
        "models": folders.models,
        "runs": folders.runs,
        "log": folders.log,
    }
    closed = {kind: found for kind, path in places.items() for found in _closed(kind, path)}
    if "data" in closed:
        for kind in ("models", "runs"):
            closed.pop(kind, None)
    return tuple(closed.values())


def _closed(kind: Kind, folder: Path) -> Iterator[ClosedFolder]:
    try:
        os.scandir(folder).close()
        is_searchable = os.access(folder, os.X_OK)
    except FileNotFoundError:
        if folder.is_symlink():
            yield ClosedFolder(kind, folder, Reason.DEAD_LINK)
        return
    except NotADirectoryError:
        yield ClosedFolder(kind, folder, Reason.NO_FOLDER)
        return
    except PermissionError:
        is_searchable = False
    except OSError:
        yield ClosedFolder(kind, folder, Reason.BROKEN)
        return
    if not is_searchable:
        outermost = [*reversed(folder.parents), folder]
        cause = next(path for path in outermost if not os.access(path, os.X_OK) or path == folder)
        is_owned = os.name != "posix" or cause.stat().st_uid == os.geteuid()
        yield ClosedFolder(kind, cause, Reason.DENIED if is_owned else Reason.NOT_OWNED)
