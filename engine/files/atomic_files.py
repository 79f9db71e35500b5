"""A file appears whole or not at all; a writer that is killed leaves what was there.

It is written beside its place under a hidden name, brought to the disk and renamed. It is called
.TOKEN.part as long as it is written: short, however long its own name is, and so that two programs
that write the same file never mix. Those who know that nobody else writes to a folder can clear
what a killed writer left there. `engine.files.atomic_folders` does the same for folders.
"""

import errno
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO

from engine.files.private_folders import open_like_folder

_PART = ".part"
_PATIENCE = 2.0
"""Seconds that a virus scanner may take to look at what was just written."""


@contextmanager
def new_file(target: Path, *, replace: bool = True) -> Iterator[BinaryIO]:
    """Return an empty file to write into; without an exception it takes the target's place.

    Of a link, what it points to is replaced; who may read and write the target stays the same. In
    a folder that only its owner may enter, a new file is its owner's alone, too.

    Raises:
        FileExistsError: If the target exists and is not to be replaced.
        OSError: If it cannot be written; the target is as it was.
    """
    target = Path(os.path.realpath(target))  # resolve() raises no OSError where links go round
    part = target.with_name(f".{secrets.token_hex(8)}{_PART}")
    try:
        with open(part, "xb", opener=open_like_folder) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if replace:
            with suppress(FileNotFoundError):
                shutil.copymode(target, part)
            rename_patiently(part.replace, target)
        else:
            _rename_to_free_name(part, target)
        sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def write_file(target: Path, content: bytes, *, replace: bool = True) -> None:
    """Write a file that at any moment is whole, or as it was before.

    Raises:
        FileExistsError: If the target exists and is not to be replaced.
        OSError: If it cannot be written; the target is as it was.
    """
    with new_file(target, replace=replace) as file:
        file.write(content)


def clear_parts(folder: Path) -> None:
    """Delete what killed writers of files left in a folder that nobody else writes to."""
    for part in folder.rglob(f".*{_PART}"):
        part.unlink()


def free_name(parent: Path, name: str) -> str:
    """Return `name` if it is free in a folder, or else "name 2", "name 3" and so on."""
    return next(free for free in names_like(name) if not os.path.lexists(parent / free))


def names_like(name: str) -> Iterator[str]:
    """Return `name`, "name 2", "name 3" and so on without end."""
    return chain([name], (f"{name} {number}" for number in count(2)))


def rename_patiently(rename: Callable[[Path], Path], target: Path) -> Path:
    """Call a path's own `rename` or `replace`; on Windows, while it is refused, again and again.

    There nobody renames what another program has open, and virus scanners open what is new.

    Raises:
        OSError: If it cannot be renamed; it is as it was.
    """
    if sys.platform == "win32":
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            try:
                return rename(target)
            except PermissionError:
                time.sleep(0.05)
    return rename(target)


def sync_folder(path: Path) -> None:
    """Wait until a folder's names are on the disk, where the system lets us."""
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some network file systems sync no folders
            raise
    finally:
        os.close(descriptor)


def _rename_to_free_name(part: Path, target: Path) -> None:
    if sys.platform == "win32":  # where nothing is renamed to a name that is taken
        rename_patiently(part.rename, target)
        return
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links
        _replace_placeholder(part, target)
    else:
        part.unlink()


def _replace_placeholder(part: Path, target: Path) -> None:
    target.touch(exist_ok=False)  # the name is taken from now on, so that nothing is written over
    try:
        part.replace(target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
