"""Past translations in an SQLite file of the user's own. Plain Python, no Qt.

The file appears whole or not at all, and survives being killed at any moment (WAL). Whatever else
stands at its place is set aside, not overwritten, and a new history is begun; where nothing can
be written, the history lives in memory and says why. Nothing here logs what people translate.

    HistoryError(path)              why a history is not kept
      HistoryTooNewError            a later version of the program wrote it; it is left as it is
      HistoryNotKeptError           the file cannot be written to
"""

import logging
import sqlite3
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

SCHEMA_VERSION = 1
LIMIT = 10_000
"""How many entries are kept besides the favourites; the oldest go first."""
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
            f"{self.supported}. Nothing is kept there until Translucent is updated."
        )


class HistoryNotKeptError(HistoryError):
    """Nothing can be written to the file."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path)
        self.args = (path, reason)
        self.reason = reason

    def __str__(self) -> str:
        return (
            f"The history cannot be kept in {self.path} ({self.reason}); it lasts until the "
            "window is closed."
        )


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One past translation; `when` is in UTC."""

    id: int
    when: datetime
    source: str
    target: str
    source_language: str
    target_language: str
    model: str
    is_favourite: bool


class History:
    """Past translations, newest first. One connection, for the thread that made it.

    Opening never fails: `problem` tells why nothing is kept, `was_damaged` where the file that
    could not be read is now. The other methods raise `sqlite3.Error` when a disk is full, or when
    another window writes for longer than `BUSY_SECONDS`.
    """

    problem: HistoryError | None = None
    was_damaged: Path | None = None

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._connection = self._open_or_begin()
        except HistoryError as error:
            _log.warning("No history is kept: %s", type(error).__name__)
            self.problem = error
            self._connection = _connect(":memory:")
            self._connection.executescript(_SCHEMA)

    def add(
        self,
        source: str,
        target: str,
        source_language: str,
        target_language: str,
        model: str,
        *,
        replaces: int | None = None,
    ) -> int | None:
        """Keep a translation.

        The newest entry becomes this one if it has the same source text, languages and model, or
        if it is `replaces`, an earlier state of the text being typed, and no favourite.

        Returns:
            The id of the entry; None if there was nothing to keep.
        """
        if not source.strip() or not target.strip():
            return None
        moment = datetime.now(UTC).isoformat()
        source, target = _storable(source), _storable(target)
        key = (source, source_language, target_language, model)
        folded = _folded(f"{source}\n{target}")
        with self._writing():
            newest = self._connection.execute(
                "SELECT id, is_favourite, source, source_language, target_language, model"
                " FROM entries ORDER BY id DESC LIMIT 1"
            ).fetchone()
            if newest is not None and (
                newest[2:] == key or (newest[0] == replaces and not newest[1])
            ):
                self._connection.execute(
                    "UPDATE entries SET moment = ?, source = ?, source_language = ?,"
                    " target_language = ?, model = ?, target = ?, folded = ? WHERE id = ?",
                    (moment, *key, target, folded, newest[0]),
                )
                return int(newest[0])
            added = self._connection.execute(
                "INSERT INTO entries (moment, source, source_language, target_language, model,"
                " target, folded) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (moment, *key, target, folded),
            ).lastrowid
            self._connection.execute(
                "DELETE FROM entries WHERE is_favourite = 0 AND id <= (SELECT id FROM entries"
                " WHERE is_favourite = 0 ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (LIMIT,),
            )
        return added

    def search(
        self, text: str = "", *, favourites: bool = False, limit: int = 200
    ) -> list[HistoryEntry]:
        """The newest entries that hold `text` in source or target, whatever its case."""
        return self._select(
            "WHERE is_favourite >= ? AND instr(folded, ?) > 0 ORDER BY id DESC LIMIT ?",
            (int(favourites), _folded(_storable(text)), limit),
        )

    def entry(self, entry_id: int) -> HistoryEntry | None:
        """The entry with this id, if it is still kept."""
        return next(iter(self._select("WHERE id = ?", (entry_id,))), None)

    def before(self, entry_id: int | None) -> HistoryEntry | None:
        """The entry before this one; the newest of all for None."""
        if entry_id is None:
            found = self._select("ORDER BY id DESC LIMIT 1", ())
        else:
            found = self._select("WHERE id < ? ORDER BY id DESC LIMIT 1", (entry_id,))
        return next(iter(found), None)

    def after(self, entry_id: int) -> HistoryEntry | None:
        """The entry after this one."""
        found = self._select("WHERE id > ? ORDER BY id LIMIT 1", (entry_id,))
        return next(iter(found), None)

    def _select(self, which: str, values: Sequence[object]) -> list[HistoryEntry]:
        rows = self._connection.execute(
            "SELECT id, is_favourite, moment, source_language, target_language, model, source,"
            f" target FROM entries {which}",
            values,
        )
        return [
            HistoryEntry(
                id=entry_id,
                when=_when(moment),
                is_favourite=bool(is_favourite),
                source=source,
                target=target,
                source_language=source_language,
                target_language=target_language,
                model=model,
            )
            for (
                entry_id,
                is_favourite,
                moment,
                source_language,
                target_language,
                model,
                source,
                target,
            ) in rows
        ]

    def set_favourite(self, entry_id: int, *, is_favourite: bool) -> None:
        """Keep an entry for good, or no longer."""
        with self._writing():
            self._connection.execute(
                "UPDATE entries SET is_favourite = ? WHERE id = ?", (int(is_favourite), entry_id)
            )

    def remove(self, entry_id: int) -> None:
        """Forget one entry; nothing of it stays in the files."""
        with self._writing():
            self._connection.execute("DELETE FROM entries WHERE id = ?", (entry_id,))
        self._empty_wal()

    def clear(self) -> None:
        """Forget everything, favourites and damaged files that were set aside too."""
        for damaged in self._path.parent.glob(f"{self._path.stem}.damaged-*"):
            with suppress(OSError):
                damaged.unlink()
        with self._writing():
            self._connection.execute("DELETE FROM entries")
        self._connection.execute("VACUUM")
        self._empty_wal()

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction: all of it or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # A full disk may have ended the transaction already.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _empty_wal(self) -> None:
        """Write what is in the -wal file to the database and cut the file to nothing."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _open_or_begin(self) -> sqlite3.Connection:
        """Connect to the file, made or made anew if need be.

        Raises:
            HistoryError: If the file must not or cannot be written to.
        """
        while True:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                found = _identity(self._path)
                if found is None:
                    _begin(self._path)
                    continue
                try:
                    return _open(self._path)
                except _DamagedError:
                    # Another window may have done the same in the meantime: then look again.
                    if _identity(self._path) == found:
                        self.was_damaged = _set_aside(self._path)
                        _log.warning("The history was damaged and was set aside")
            except sqlite3.Error as error:
                raise HistoryNotKeptError(self._path, str(error)) from error
            except OSError as error:
                reason = error.strerror or type(error).__name__
                raise HistoryNotKeptError(self._path, reason) from error


class _DamagedError(Exception):
    """What stands at the place of the history is none."""


def _connect(path: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    _prepare(connection)
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Let nothing that is deleted stay in the files, and no other file hold it for a while."""
    # Damaged letters shall not hide the rest of a text.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("PRAGMA synchronous = NORMAL")


def _begin(path: Path) -> None:
    """Let a new, empty history appear at a path; one that is there already is left alone."""
    for companion in _COMPANIONS[1:]:  # left over from a history that is gone
        _beside(path, companion).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix=".history-", dir=path.parent) as folder:
        new = Path(folder) / path.name
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
    if not path.is_file() or _is_cut(path):
        raise _DamagedError
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
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
    """Whether a file does not begin as a database, or ends within a page.

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


def _identity(path: Path) -> tuple[int, int, int, int] | None:
    """What tells one file from another that has taken its place; None if there is none."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _set_aside(path: Path) -> Path:
    """Rename what stands at a path, with what SQLite put beside it, to a name of its own."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for companion in _COMPANIONS:
        with suppress(FileNotFoundError):
            _beside(path, companion).rename(_beside(aside, companion))
    return aside


def _beside(path: Path, companion: str) -> Path:
    return path.with_name(path.name + companion)


def _when(moment: str) -> datetime:
    """The stored moment; the beginning of time where a damaged file has none."""
    try:
        return datetime.fromisoformat(moment).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.min.replace(tzinfo=UTC)


def _storable(text: str) -> str:
    """The text without lone surrogates, which no database takes."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _folded(text: str) -> str:
    """The text as it is compared: without case, and each letter written in one way."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())
