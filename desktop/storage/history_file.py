"""The SQLite file of the history: made, opened, checked, and set aside where it is none.

The file appears whole or not at all, and survives being killed at any moment (WAL). Whatever else
stands at its place is set aside, not overwritten, and a new history is begun, by one program at a
time; where nothing can be written, the history lives in memory and says why.

    HistoryError(path)              why a history is not kept
      HistoryTooNewError            a later version of the program wrote it; it is left as it is
      HistoryNotKeptError           the file cannot be written to
      HistoryTracesError            what was removed is still in it, for another program reads it
"""

import logging
import sqlite3
import stat
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from engine.files.atomic_folders import name_lock
from engine.files.private_folders import make_private_folder

SCHEMA_VERSION = 1
BUSY_SECONDS = 2.0
"""How long to wait for another window that is writing."""

_log = logging.getLogger(__name__)

# The checks are asked when a file is opened, not only when it is written to.
# What is looked at often stands before the texts: those may be long and lie on other pages.
_SCHEMA = f"""
CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    is_favourite INTEGER NOT NULL DEFAULT 0 CHECK (is_favourite IN (0, 1)),
    moment TEXT NOT NULL CHECK (typeof(moment) = 'text'),
    source_language TEXT NOT NULL CHECK (typeof(source_language) = 'text'),
    target_language TEXT NOT NULL CHECK (typeof(target_language) = 'text'),
    model TEXT NOT NULL CHECK (typeof(model) = 'text'),
    source TEXT NOT NULL CHECK (typeof(source) = 'text'),
    target TEXT NOT NULL CHECK (typeof(target) = 'text'),
    folded TEXT NOT NULL CHECK (typeof(folded) = 'text')
);
CREATE INDEX entries_by_favourite ON entries (is_favourite, id);
PRAGMA user_version = {SCHEMA_VERSION};
"""
_COLUMNS = (
    "id", "is_favourite", "moment", "source_language", "target_language", "model", "source",
    "target", "folded",
)  # fmt: skip
_DAMAGE = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT}
_MAGIC = b"SQLite format 3\0"
_HEADER_SIZE = 100
_COMPANIONS = ("", "-wal", "-shm", "-journal")


class HistoryError(Exception):
    """The history in a file cannot be used."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"The history in {self.path} cannot be used."


class HistoryTooNewError(HistoryError):
    """A later version of this program wrote the file."""

    def __init__(self, path: Path, found: int, supported: int) -> None:
        super().__init__(path)
        self.args = (path, found, supported)  # what copying the error hands to this method
        self.found = found
        self.supported = supported

    def __str__(self) -> str:
        return (
            f"The history in {self.path} has version {self.found}; this program reads up to "
            f"{self.supported}. Nothing is saved there until Translucent is updated."
        )


class HistoryNotKeptError(HistoryError):
    """Nothing can be written to the file."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path)
        self.args = (path, reason)
        self.reason = reason

    def __str__(self) -> str:
        return (
            f"The history cannot be saved in {self.path} ({self.reason}); it lasts until the "
            "window is closed."
        )


class HistoryTracesError(HistoryError):
    """Another program reads the file, which therefore still holds what was removed."""

    def __str__(self) -> str:
        return (
            f"The history no longer shows what you removed, but {self.path} still contains it, "
            "because another program is reading that file. Close it, then clear the history."
        )


def open_or_begin(path: Path, note_damage: Callable[[Path], None]) -> sqlite3.Connection:
    """Connect to the file, and create it if need be.

    Args:
        path: The file.
        note_damage: Told where a file that could not be read is now.

    Raises:
        HistoryError: If the file must not or cannot be written to.
    """
    try:
        make_private_folder(path.parent)
        with suppress(_DamagedError):
            return _open(path)
        with name_lock(path, BUSY_SECONDS):
            return _open_alone(path, note_damage)
    except sqlite3.Error as error:
        is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
        reason = "another window is writing to it" if is_busy else str(error)
        raise HistoryNotKeptError(path, reason) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HistoryNotKeptError(path, reason) from error


def connect_in_memory() -> sqlite3.Connection:
    """Connect to a history that lasts as long as the connection."""
    connection = _connect(":memory:")
    connection.executescript(_SCHEMA)
    return connection


class _DamagedError(Exception):
    """The file in the history's place is not a history."""


def _connect(path: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    _prepare(connection)
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Let nothing that is deleted stay in the files, and no other file hold it for a while."""
    # Damaged letters must not hide the rest of a text.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("PRAGMA synchronous = NORMAL")


def _open_alone(path: Path, note_damage: Callable[[Path], None]) -> sqlite3.Connection:
    """Do what `open_or_begin` does, while no other program does it."""
    if _is_absent(path):
        _begin(path)
    try:
        return _open(path)  # which another program may have begun in the meantime
    except _DamagedError:
        note_damage(_set_aside(path))
        _log.warning("The history was damaged and was set aside")
    _begin(path)
    return _open(path)


def _is_absent(path: Path) -> bool:
    """Return whether there is no file, or one that has not been written to."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return True
    return stat.S_ISREG(status.st_mode) and status.st_size == 0


def _begin(path: Path) -> None:
    """Create an empty history where nothing is that must stay."""
    for companion in _COMPANIONS:  # left over from a history that is gone
        _beside(path, companion).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix=".history-", dir=path.parent) as folder:
        new = Path(folder) / path.name
        new.touch(mode=0o600)  # its companions get the same mode
        with closing(_connect(new)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_SCHEMA)
        try:
            path.hardlink_to(new)
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            new.rename(path)


def _open(path: Path) -> sqlite3.Connection:
    """Connect to a history that is whole and can be written to.

    Raises:
        _DamagedError: If it is no history, or not whole.
        HistoryTooNewError: If a later version of the program wrote it.
        sqlite3.Error: If it cannot be written to.
    """
    try:
        if not path.is_file() or _is_cut(path):
            raise _DamagedError
        address = f"{path.absolute().as_uri()}?mode=rw"  # which makes no file
        connection = sqlite3.connect(address, timeout=BUSY_SECONDS, isolation_level=None, uri=True)
    except (FileNotFoundError, sqlite3.OperationalError) as error:
        if path.exists():
            raise
        raise _DamagedError from error  # another window has just set it aside
    try:
        _prepare(connection)
        _check(connection, path)
    except BaseException as error:
        connection.close()
        if _is_damage(error):
            raise _DamagedError from error
        raise
    return connection


def _is_cut(path: Path) -> bool:
    """Return whether a file does not begin as a database, or ends within a page.

    SQLite would delete the -wal of the first, and take the rest of the page for zeros.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER_SIZE)
    if len(header) < _HEADER_SIZE or not header.startswith(_MAGIC):
        return True
    page_size = int.from_bytes(header[16:18], "big")
    if page_size == 1:  # stands for one that two bytes cannot tell
        page_size = 65536
    is_closed = not _beside(path, "-wal").exists()
    return page_size == 0 or (is_closed and path.stat().st_size % page_size != 0)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise HistoryTooNewError(path, version, SCHEMA_VERSION)
    columns = tuple(row[1] for row in connection.execute("PRAGMA table_info(entries)"))
    if version < SCHEMA_VERSION or columns != _COLUMNS:
        raise _DamagedError
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise _DamagedError
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")  # can it be written to?
    connection.execute("ROLLBACK")


def _is_damage(error: BaseException) -> bool:
    if isinstance(error, UnicodeDecodeError):  # SQLite's message quotes a damaged name
        return True
    code = getattr(error, "sqlite_errorcode", 0)
    return (code & 0xFF) in _DAMAGE or code == sqlite3.SQLITE_IOERR_SHORT_READ


def _set_aside(path: Path) -> Path:
    """Rename a file and SQLite's companions of it to a free name."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for companion in _COMPANIONS:
        with suppress(FileNotFoundError):
            _beside(path, companion).rename(_beside(aside, companion))
    return aside


def _beside(path: Path, companion: str) -> Path:
    return path.with_name(path.name + companion)
