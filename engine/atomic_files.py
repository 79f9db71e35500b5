"""A file or folder appears whole or not at all; whoever is killed on the way leaves what was there.

Both are written beside their place under a hidden name, brought to the disk and renamed.

A file is called .TOKEN.part as long as it is written: short, however long its own name is, and so
that two programs that write the same file never mix. Those who know that nobody else writes to a
folder can clear what a killed writer left there.

The names of folders say what they are for, so that the next writer clears what a killed one left:

    .new~TOKEN~NAME     being written
    .old~TOKEN~NAME     the former NAME; while there is no NAME, it still is the valid one
    .gone~TOKEN~NAME    removed, not deleted yet
    .removed~TOKEN~NAME set aside: removed, but it can be brought back until it is deleted
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

from engine.errors import ModelFolderExistsError
from engine.private_folders import is_private, make_folder, make_tree_private, open_like_folder

_ABANDONED_AFTER = 24 * 3600
"""Seconds after which a folder being written is taken for abandoned, whatever its name."""
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
    target = target.resolve()
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
        _sync_folder(target.parent)
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


@contextmanager
def new_folder(target: Path, *, replace: bool = False) -> Iterator[Path]:
    """Return an empty folder to write into; without an exception it takes the target's place.

    In a private folder it is private, with all that is in it.

    Raises:
        ModelFolderExistsError: If the target exists and is not to be replaced.
        OSError: If it cannot be written; the target is as it was.
    """
    make_folder(target.parent)
    _clear_leftovers(target)
    if not replace and os.path.lexists(target):
        raise ModelFolderExistsError(target)
    temporary = _hidden_sibling(target, "new")
    make_folder(temporary)
    try:
        yield temporary
        if is_private(temporary):
            make_tree_private(temporary)
        for path in temporary.rglob("*"):
            if path.is_file() and not path.is_symlink():
                _sync_file(path)
            elif path.is_dir():
                _sync_folder(path)
        _sync_folder(temporary)
        if replace:
            _replace(temporary, target)
        else:
            _rename_new(temporary, target)
        _sync_folder(target.parent)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


@contextmanager
def scratch_folder(parent: Path) -> Iterator[Path]:
    """Return an empty hidden folder for what is needed for a while; it is deleted in any case.

    The next writer of folders clears what a killed one left.

    Raises:
        OSError: If it cannot be written.
    """
    make_folder(parent)
    # As a folder being written, but without a name, so that nobody else writes one of that name.
    scratch = parent / f".new~{secrets.token_hex(4)}~"
    make_folder(scratch)
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def remove_folder(target: Path) -> None:
    """Take a folder away at once, then delete it; of a link, only the link.

    Raises:
        OSError: If it cannot be taken away; it is as it was.
    """
    _clear_leftovers(target)
    gone = _hidden_sibling(target, "gone")
    rename_patiently(target.rename, gone)
    _sync_folder(target.parent)
    _delete(gone)


def set_aside(target: Path, name: str) -> Path:
    """Hide a folder, called `name`, until it is brought back or removed; of a link, only the link.

    Raises:
        OSError: If it cannot be hidden; it is as it was.
    """
    hidden = target.with_name(f".removed~{secrets.token_hex(4)}~{name}")
    rename_patiently(target.rename, hidden)
    _sync_folder(target.parent)
    return hidden


def bring_back(hidden: Path) -> Path:
    """Return a folder that was set aside its name again, or the next free one like it.

    Raises:
        OSError: If it cannot be brought back; it is as it was.
    """
    _, name = _kind_and_name(hidden)
    target = hidden.with_name(free_name(hidden.parent, name))
    rename_patiently(hidden.rename, target)
    _sync_folder(target.parent)
    return target


def list_set_aside(parent: Path) -> list[Path]:
    """Return the hidden folders below `parent` that were set aside."""
    return [path for path in parent.iterdir() if _kind_and_name(path)[0] == "removed"]


def free_name(parent: Path, name: str) -> str:
    """Return `name` if it is free in a folder, or else "name 2", "name 3" and so on."""
    others = (f"{name} {number}" for number in count(2))
    return next(free for free in chain([name], others) if not os.path.lexists(parent / free))


def former_name(path: Path) -> str | None:
    """Return NAME if the folder is the valid former NAME that a killed writer left aside."""
    kind, name = _kind_and_name(path)
    if kind == "old" and not os.path.lexists(path.with_name(name)):
        return name
    return None


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


def _rename_to_free_name(part: Path, target: Path) -> None:
    target.touch(exist_ok=False)  # the name is taken from now on, so that nothing is written over
    try:
        rename_patiently(part.replace, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _sync_file(path: Path) -> None:
    """Wait until a file's content is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
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


def _rename_new(temporary: Path, target: Path) -> None:
    try:
        rename_patiently(temporary.rename, target)
    except OSError as error:
        if os.path.lexists(target):
            raise ModelFolderExistsError(target) from error
        raise


def _replace(temporary: Path, target: Path) -> None:
    former = _hidden_sibling(target, "old")
    if not os.path.lexists(target):
        rename_patiently(temporary.rename, target)
        return
    rename_patiently(target.rename, former)
    try:
        rename_patiently(temporary.rename, target)
    except BaseException:
        rename_patiently(former.rename, target)
        raise
    _delete(former)


def _clear_leftovers(target: Path) -> None:
    for path in target.parent.iterdir():
        kind, name = _kind_and_name(path)
        if kind == "old" and name == target.name and not os.path.lexists(target):
            rename_patiently(path.rename, target)
        elif (
            kind == "gone"
            or (kind == "old" and os.path.lexists(path.with_name(name)))
            or (kind == "new" and (name == target.name or _is_abandoned(path)))
        ):
            _delete(path)


def _is_abandoned(path: Path) -> bool:
    try:
        return time.time() - path.lstat().st_mtime > _ABANDONED_AFTER
    except FileNotFoundError:
        return False


def _delete(path: Path) -> None:
    if path.is_symlink():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path, ignore_errors=True)


def _hidden_sibling(target: Path, kind: str) -> Path:
    return target.with_name(f".{kind}~{secrets.token_hex(4)}~{target.name}")


def _kind_and_name(path: Path) -> tuple[str, str]:
    parts = path.name.split("~", 2)
    if len(parts) == 3 and parts[0] in (".new", ".old", ".gone", ".removed"):
        return parts[0][1:], parts[2]
    return "", ""
