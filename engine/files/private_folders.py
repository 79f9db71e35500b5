"""Private folders: only their owner may enter them, and what is made in them is private, too.

The program's own folders are, since they hold what people translate. Where the user chooses to save
something, the umask decides as usual. On Windows no folder counts as private: the system protects
those of a user in its own way.
"""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What anybody but the owner may do."""


def is_private(folder: Path) -> bool:
    """Return whether only its owner may enter an existing folder."""
    return not folder.stat().st_mode & _OTHERS


def make_folder(folder: Path) -> None:
    """Create a folder, private if the one above it is; missing ones above it are private.

    Raises:
        OSError: If it cannot be made.
    """
    if not folder.is_dir():
        make_private_folder(folder.parent)
        folder.mkdir(mode=0o700 if is_private(folder.parent) else 0o777, exist_ok=True)


def make_private_folder(folder: Path) -> None:
    """Create a private folder and what is missing above it; one that exists stays as it is.

    Raises:
        OSError: If it cannot be made.
    """
    if not folder.is_dir():
        if not folder.parent.exists():
            make_private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def open_like_folder(path: str, flags: int) -> int:
    """Open a file for `open`, as its `opener`; a new one is private if its folder is."""
    return os.open(path, flags, 0o600 if is_private(Path(path).parent) else 0o666)


def make_tree_private(root: Path) -> None:
    """Let only the user read and change a folder and all that is in it.

    No link is followed, and what belongs to somebody else stays as it is. So does what the system
    refuses to change.
    """
    try:
        is_linked = root.is_symlink()
    except OSError:  # what lies in a folder that cannot be searched
        return
    if is_linked or sys.platform == "win32":
        return
    for folder, _, files in os.walk(root):
        for path in (Path(folder), *(Path(folder, file) for file in files)):
            with suppress(OSError):
                status = path.lstat()
                is_own = status.st_uid == os.geteuid() and not stat.S_ISLNK(status.st_mode)
                if is_own and status.st_mode & _OTHERS:
                    path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)
