"""One window for one user's folders: a later start hands its files to the first, and ends.

No socket, no thread. The first program holds a lock. A later one puts a request beside it, a small
file, and waits until the first has taken that away: who removes a request, owns it, so nothing is
opened twice or by nobody. The system frees the lock of a program that was killed. Knows no Qt: a
later start ends before it would be loaded.
"""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from filelock import FileLock, Timeout

from engine.files.atomic_files import write_file
from engine.files.json_files import read_object
from engine.files.private_folders import make_private_folder

_LOCK_FILE = "lock"
_SUFFIX = ".request"
_TOKEN = "XDG_ACTIVATION_TOKEN"
"""Under Wayland, the right to bring a window to the front; it can be handed on."""
_ANY_PROGRAM = -1
"""Windows' ASFW_ANY."""

PATIENCE_S = 5.0
"""How long a later start waits for the first program, which may still be starting."""
POLL_S = 0.02
STALE_S = 60.0
"""An older request is abandoned: the program that wrote it was killed."""


class Standing(Enum):
    """What a program that opens its window is to others in the same folders."""

    ONLY = auto()
    """The lock is its own."""
    UNANSWERED = auto()
    """Another program holds the lock but does not answer."""
    UNKNOWN = auto()
    """Nothing can be locked or written there."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a start asks of the window: to be seen, and to open files, or a quick translation."""

    files: tuple[Path, ...] = ()
    """Absolute."""
    activation_token: str = ""
    """What Wayland wants to see before a window comes to the front."""
    is_quick: bool = False
    """Translate what is selected or copied, in a popup; the window stays as it is."""


class Instance:
    """This program among those in the same folders; made by `claim`."""

    def __init__(self, folder: Path, standing: Standing, lock: FileLock | None = None) -> None:
        self.folder = folder
        """Where later starts lay their requests."""
        self.standing = standing
        self._lock = lock

    def later_starts(self) -> Iterator[Start]:
        """Take what later starts have asked since the last time, the first one first."""
        if self.standing is not Standing.ONLY:
            return
        for path in sorted(self.folder.glob(f"*{_SUFFIX}")):
            try:
                start = _read(path)
                age = time.time() - path.stat().st_mtime
                path.unlink()
            except OSError:  # it was withdrawn
                continue
            if age < STALE_S:
                yield start

    def leave(self) -> None:
        """Let the next start be the first: this window closes."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
            self.standing = Standing.UNKNOWN


def claim(folder: Path, files: Sequence[Path] = (), *, is_quick: bool = False) -> Instance | None:
    """Be the one program of these folders, or ask the one that is there to open the files.

    Args:
        folder: Where lock and requests are; made if it is not there.
        files: What to open; relative to the current folder.
        is_quick: Whether a quick translation is asked for, and not the window.

    Returns:
        What this program is; None if another one has taken the files, and this one can end.
    """
    lock = FileLock(folder / _LOCK_FILE, mode=0o600)
    try:
        make_private_folder(folder)
        if _acquire(lock, 0):
            return Instance(folder, Standing.ONLY, lock)
        request = _lay_request(folder, files, is_quick=is_quick)
    except (OSError, NotImplementedError):  # read-only, full, a disk without locks
        return Instance(folder, Standing.UNKNOWN)
    return _wait(lock, request)


def _acquire(lock: FileLock, seconds: float) -> bool:
    try:
        lock.acquire(timeout=seconds, poll_interval=POLL_S)
    except Timeout:
        return False
    return True


def _wait(lock: FileLock, request: Path) -> Instance | None:
    """Wait until the request is taken, the other program has ended, or patience has."""
    has_lock = False
    end = time.monotonic() + PATIENCE_S
    while request.exists() and not has_lock and time.monotonic() < end:
        has_lock = _acquire(lock, POLL_S)
    try:
        request.unlink()
    except FileNotFoundError:  # taken
        if has_lock:
            lock.release()
        return None
    except OSError:  # Windows, while it is being read: then both open the files
        pass
    if has_lock:
        return Instance(request.parent, Standing.ONLY, lock)
    return Instance(request.parent, Standing.UNANSWERED)


def _lay_request(folder: Path, files: Sequence[Path], *, is_quick: bool) -> Path:
    """Lay a request where the first program looks, whole from its first moment."""
    _allow_front()
    asked = {
        "files": [str(path.absolute()) for path in files],
        "token": os.environ.get(_TOKEN, ""),
        "quick": is_quick,
    }
    request = folder / f"{time.time_ns()}-{os.getpid()}{_SUFFIX}"
    write_file(request, json.dumps(asked).encode("ascii"))  # any name of a file is ASCII there
    return request


def _read(request: Path) -> Start:
    """Return what was asked; of what no version of this program has written, only to be seen.

    Raises:
        OSError: If it cannot be read.
    """
    try:
        asked = read_object(request)
        files = tuple(Path(str(path)) for path in asked["files"])
        return Start(files, str(asked["token"]), asked.get("quick") is True)
    except (ValueError, TypeError, KeyError):
        return Start()


def _allow_front() -> None:
    """Let the other program come to the front: Windows grants it to whom the user just started."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(_ANY_PROGRAM)
