"""Which of the program's folders cannot be opened, and why: the program works on without them."""

import os
import sys
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
    """What is in the way of some of the program's folders: one of them, or a folder above them."""

    path: Path
    reason: Reason
    kinds: tuple[Kind, ...]
    """The folders that cannot be opened."""


def find_closed(folders: Folders) -> tuple[ClosedFolder, ...]:
    """Return what is in the way of those of the user's folders that are there; each cause once."""
    places: dict[Kind, Path] = {
        "data": folders.data,
        "models": folders.models,
        "runs": folders.runs,
        "settings": folders.config,
        "log": folders.log,
    }
    causes = {kind: _cause(place) for kind, place in places.items()}
    if causes["data"] is not None:
        del causes["models"], causes["runs"]  # they lie in it
    found = dict.fromkeys(cause for cause in causes.values() if cause is not None)
    return tuple(
        ClosedFolder(*cause, tuple(kind for kind, its in causes.items() if its == cause))
        for cause in found
    )


def _cause(folder: Path) -> tuple[Path, Reason] | None:
    """Return what is in the way of a folder, and why; None if nothing is."""
    try:
        os.scandir(folder).close()
        if os.access(folder, os.X_OK):
            return None
    except FileNotFoundError:
        return (folder, Reason.DEAD_LINK) if folder.is_symlink() else None
    except NotADirectoryError:
        inner = next(path for path in (folder, *folder.parents) if path.exists())
        return inner, Reason.NO_FOLDER
    except PermissionError:
        pass
    except OSError:
        return folder, Reason.BROKEN
    above = [path for path in reversed(folder.parents) if not os.access(path, os.X_OK)]
    cause = above[0] if above else folder
    is_owned = sys.platform == "win32" or cause.stat().st_uid == os.geteuid()
    return cause, Reason.DENIED if is_owned else Reason.NOT_OWNED
