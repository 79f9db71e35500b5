"""A folder appears whole or not at all, however many programs write it and whichever is killed.

It is written beside its place under a hidden name, brought to the disk and renamed. The hidden
names say what is there:

    .new~TOKEN~NAME      being written
    .old~TOKEN~NAME      the former NAME; while there is no NAME, it still is the valid one
    .gone~TOKEN~NAME     removed, not deleted yet
    .removed~TOKEN~NAME  set aside: removed, but it can be brought back until it is deleted
    .scratch~TOKEN~      needed for a while
    .lock~KEY            a file, locked by the program that uses KEY: a NAME or a TOKEN

Whoever writes, replaces, removes or renames NAME holds its lock meanwhile; the lock of a scratch
folder, or of one that was set aside, is that of its token. The system frees the locks of a program
that is killed: what no program holds is a leftover, which the next writer clears. On a disk without
locks nothing is cleared.
"""

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from engine.errors import ModelFolderBusyError, ModelFolderExistsError
from engine.files.atomic_files import names_like, rename_patiently, sync_folder
from engine.files.private_folders import is_private, make_folder, make_tree_private

GLANCE_SECONDS = 1.0
"""Longer than whoever clears leftovers or renames holds a lock."""
_POLL_SECONDS = 0.02
_LOCK = ".lock~"
_KEY_BYTES = 255 - len(".removed~01234567~")
"""So many of a name are left beside what hides it: most disks allow 255 bytes."""


@contextmanager
def new_folder(target: Path, *, replace: bool = False) -> Iterator[Path]:
    """Return an empty folder to write into; without an exception it takes the target's place.

    In a private folder it is private, with all that is in it.

    Raises:
        ModelFolderExistsError: If the target exists and is not to be replaced.
        ModelFolderBusyError: If another program, or another thread, is writing or removing it.
        OSError: If it cannot be written; the target is as it was.
    """
    make_folder(target.parent)
    with _holding(target):
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
                    sync_folder(path)
            sync_folder(temporary)
            if replace:
                _replace(temporary, target)
            else:
                _rename_new(temporary, target)
            sync_folder(target.parent)
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
    scratch = parent / f".scratch~{secrets.token_hex(4)}~"
    lock = _acquire(scratch, GLANCE_SECONDS)
    try:
        make_folder(scratch)
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        _release(lock)


def remove_folder(target: Path) -> None:
    """Take a folder away at once, then delete it; of a link, only the link.

    Raises:
        ModelFolderBusyError: If another program is writing or removing it.
        OSError: If it cannot be taken away; it is as it was.
    """
    with _holding(target) as place:
        gone = _hidden_sibling(place, "gone")
        rename_patiently(place.rename, gone)
        sync_folder(place.parent)
        _delete(gone)


def rename_folder(folder: Path, target: Path) -> None:
    """Rename a folder, or change the case of its name.

    Raises:
        ModelFolderExistsError: If something has that name.
        ModelFolderBusyError: If another program is writing or removing either.
        OSError: If it cannot be renamed; it is as it was.
    """
    with ExitStack() as held:
        place = held.enter_context(_holding(folder))
        if not is_same_folder(place, target):
            held.enter_context(_holding(target))
            if os.path.lexists(target):
                raise ModelFolderExistsError(target)
        rename_patiently(place.rename, target)
        sync_folder(target.parent)


class SetAside:
    """A folder that was set aside: hidden until this program brings it back or deletes it.

    If the program is killed before that, `take_over` hands it to another one.
    """

    def __init__(self, hidden: Path, name: str, lock: FileLock | None) -> None:
        self.hidden = hidden
        self.name = name
        self._lock = lock

    def bring_back(self) -> Path:
        """Return the folder its name, or the next free one like it.

        Raises:
            OSError: If it cannot be brought back; it is as it was.
        """
        for name in names_like(self.name):
            with suppress(ModelFolderBusyError), _holding(self.hidden.with_name(name)) as target:
                if not os.path.lexists(target):
                    rename_patiently(self.hidden.rename, target)
                    sync_folder(target.parent)
                    break
        _release(self._lock)
        return target

    def delete(self) -> None:
        """Delete the folder; of a link, only the link.

        Raises:
            OSError: If it cannot be deleted; it is as it was.
        """
        gone = _hidden_sibling(self.hidden.with_name(self.name), "gone")
        rename_patiently(self.hidden.rename, gone)
        _release(self._lock)
        _delete(gone)


def set_aside(folder: Path) -> SetAside:
    """Hide a folder, so that it can be brought back; of a link, only the link.

    Raises:
        ModelFolderBusyError: If another program is writing or removing it.
        OSError: If it cannot be hidden; it is as it was.
    """
    with _holding(folder) as place:
        hidden = _hidden_sibling(place, "removed")
        lock = _acquire(hidden, GLANCE_SECONDS)
        try:
            rename_patiently(place.rename, hidden)
            sync_folder(place.parent)
        except BaseException:
            _release(lock)
            raise
    return SetAside(hidden, place.name, lock)


def take_over(parent: Path) -> list[SetAside]:
    """Return the folders that killed programs set aside, and clear what else they left."""
    _clear_leftovers(parent)
    found = []
    for path in list(parent.iterdir()):
        kind, _, name = _parts(path)
        if kind != "removed":
            continue
        with suppress(ModelFolderBusyError):
            lock = _acquire(path, 0)
            if os.path.lexists(path):
                found.append(SetAside(path, name, lock))
            else:  # its owner has just brought it back or deleted it
                _release(lock)
    return found


def former_name(path: Path) -> str | None:
    """Return NAME if the folder is the valid former NAME that a killed writer left aside."""
    kind, _, name = _parts(path)
    if kind == "old" and not os.path.lexists(path.with_name(name)):
        return name
    return None


def is_same_folder(one: Path, other: Path) -> bool:
    """Return whether two paths name one folder, as "A" and "a" do on many disks."""
    try:  # of links, the links themselves
        return os.path.samestat(os.lstat(one), os.lstat(other))
    except FileNotFoundError:
        return False


# --- locks ---


@contextmanager
def name_lock(path: Path, seconds: float = GLANCE_SECONDS) -> Iterator[None]:
    """Keep from a file's name every other program that asks for the same.

    Raises:
        BlockingIOError: If another program, or another thread, has it for that long.
    """
    try:
        lock = _acquire(path, seconds)
    except ModelFolderBusyError as error:
        reason = "another program is using it"
        raise BlockingIOError(errno.EAGAIN, reason, str(path)) from error
    try:
        yield
    finally:
        _release(lock)


@contextmanager
def _holding(folder: Path) -> Iterator[Path]:
    """Keep every other writer from a name, and clear what killed ones left.

    Returns:
        The place of the folder: a former one that a killed writer left aside was put back.

    Raises:
        ModelFolderBusyError: If another writer is at it.
        OSError: If a former one cannot be put back.
    """
    place = folder.with_name(_parts(folder).name)
    lock = _acquire(place, GLANCE_SECONDS)
    try:
        if lock is not None:
            _clear_leftovers(place.parent, _lock_path(place))
        yield place
    finally:
        _release(lock)


def _acquire(folder: Path, seconds: float) -> FileLock | None:
    """Take the lock that whoever uses a folder holds; None where there are no locks.

    Raises:
        ModelFolderBusyError: If another program, or another thread, has it.
    """
    lock = FileLock(_lock_path(folder), thread_local=False)
    try:
        lock.acquire(timeout=seconds, poll_interval=_POLL_SECONDS)
    except Timeout as error:
        raise ModelFolderBusyError(folder) from error
    except (OSError, NotImplementedError):
        # A disk without locks; or nothing can be written there, which the work itself reports.
        return None
    return lock


def _release(lock: FileLock | None) -> None:
    if lock is None:
        return
    # While it is held, and so nobody else's. Windows refuses; there filelock does it.
    with suppress(OSError):
        Path(lock.lock_file).unlink()
    lock.release()


def _lock_path(folder: Path) -> Path:
    kind, token, name = _parts(folder)
    if kind == "lock":
        return folder
    key = token if kind in ("removed", "scratch") else name
    return folder.with_name(f"{_LOCK}{_shortened(key)}")


def _clear_leftovers(parent: Path, own: Path | None = None) -> None:
    """Clear what no other program uses; `own` is the lock that the caller holds."""
    for path in list(parent.iterdir()):
        if _parts(path).kind not in ("new", "old", "gone", "scratch", "lock"):
            continue
        lock_path = _lock_path(path)
        if own is not None and (lock_path == own or is_same_folder(lock_path, own)):
            _clear(path)
            continue
        with suppress(ModelFolderBusyError, OSError):
            if (lock := _acquire(path, 0)) is not None:
                try:
                    _clear(path)
                finally:
                    _release(lock)


def _clear(leftover: Path) -> None:
    kind, _, name = _parts(leftover)
    if kind == "old" and not os.path.lexists(leftover.with_name(name)):
        rename_patiently(leftover.rename, leftover.with_name(name))
    elif kind != "lock":  # which is deleted when it is released
        _delete(leftover)


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


def _delete(path: Path) -> None:
    if path.is_symlink():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path, ignore_errors=True)


def _sync_file(path: Path) -> None:
    """Wait until a file's content is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


# --- hidden names ---


class _Parts(NamedTuple):
    kind: str
    """Empty if the name is not hidden."""
    token: str
    name: str


def _parts(path: Path) -> _Parts:
    if path.name.startswith(_LOCK):
        return _Parts("lock", "", path.name.removeprefix(_LOCK))
    parts = path.name.split("~", 2)
    if len(parts) == 3 and parts[0] in (".new", ".old", ".gone", ".removed", ".scratch"):
        return _Parts(parts[0][1:], parts[1], parts[2])
    return _Parts("", "", path.name)


def _hidden_sibling(folder: Path, kind: str) -> Path:
    # A former folder keeps its whole name, which a killed writer would otherwise cost it: where
    # that is too long for the disk, nothing is replaced.
    name = folder.name if kind == "old" else _shortened(folder.name)
    return folder.with_name(f".{kind}~{secrets.token_hex(4)}~{name}")


def _shortened(name: str) -> str:
    """Return the beginning of a name that fits beside what hides it."""
    encoded = os.fsencode(name)
    return name if len(encoded) <= _KEY_BYTES else encoded[:_KEY_BYTES].decode(errors="ignore")
