"""Store the sentences translated so far on disk, so that a stopped file can be resumed.

A journal is an SQLite file in a folder of its own, which only its owner may read. It is named by
what it depends on: the content of the file, the model and the settings. It survives a program that
is killed, and is deleted when the translation is complete. While a program writes it, it is locked:
another one that translates the same file does without.
"""

import hashlib
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from engine.errors import DocumentError
from engine.files.private_folders import make_private_folder
from engine.markup.extraction import Block
from engine.markup.reinsertion import TranslatedSentence
from engine.models.manifest import Manifest
from engine.translatable import Phrase, translatable
from engine.translation import Notice, TranslationRequest

JOURNALS = "unfinished"
"""The name of the folder of journals among the user's data."""

_SUFFIX = ".journal"
_COMPANIONS = ("", "-journal")
_SCHEMA_VERSION = 1
# `source` and `partial` are paths, whose bytes need not be text.
_SCHEMA = f"""
CREATE TABLE work (
    source BLOB, content TEXT, model TEXT, model_digest TEXT, settings TEXT,
    done INTEGER, total INTEGER, partial BLOB, partial_digest TEXT
);
CREATE TABLE sentence (source TEXT PRIMARY KEY, finished TEXT) WITHOUT ROWID;
PRAGMA user_version = {_SCHEMA_VERSION};
"""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FinishedSentence:
    """A sentence with its translation and notices; spans are relative to it."""

    translated: TranslatedSentence
    notices: tuple[Notice, ...]


_FINISHED = TypeAdapter(FinishedSentence)


@dataclass(frozen=True, slots=True)
class Work:
    """Everything a translation depends on, and the path of its source."""

    source: Path = field(compare=False)
    content: str
    model: str = field(compare=False)
    """Its name, for people."""
    model_digest: str
    settings: str

    @classmethod
    def of(
        cls,
        source: Path,
        parts: Sequence[str | Block],
        manifest: Manifest,
        wish: TranslationRequest,
    ) -> "Work":
        """Describe the translation of a document."""
        content = hashlib.sha256()
        for part in parts:
            text = part if isinstance(part, str) else part.passage.source
            content.update(f"{type(part).__name__} {len(text)}\0{text}".encode())
        settings = {
            each.name: getattr(asked, each.name)
            for asked in (wish, wish.options)
            for each in fields(asked)
            if each.compare
        }
        del settings["options"]  # its fields stand for it
        del settings["with_phrases"]  # whether a phrase was looked up, the rest goes on from it
        return cls(
            source.absolute(),
            content.hexdigest(),
            manifest.name,
            _digest(manifest.model_dump_json(exclude={"name"})),
            repr(sorted(settings.items())),
        )

    def journal(self, folder: Path) -> Path:
        """Return the path of this work's journal in a folder; it need not exist."""
        name = _digest("\0".join((self.content, self.model_digest, self.settings)))
        return folder / f"{name[:32]}{_SUFFIX}"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A translation that can be resumed: its journal, and how many sentences of it are done."""

    journal: Path
    source: Path
    done: int
    total: int


def list_journals(folder: Path) -> tuple[Path, ...]:
    """Return all journals, oldest first: those being written and damaged ones, too.

    Raises:
        OSError: If the folder cannot be read.
    """
    found = {path.with_suffix(_SUFFIX) for path in folder.glob(f"*{_SUFFIX}*")}
    return tuple(sorted(found, key=_age))


def is_in_use(journal: Path) -> bool:
    """Return whether a program is writing a journal."""
    try:
        with closing(_connect(journal)) as database:
            database.execute("SELECT count(*) FROM work").fetchone()
    except sqlite3.Error as error:
        return _is_busy(error)
    return False


def list_unfinished(folder: Path) -> tuple[Unfinished, ...]:
    """Return the translations that can be resumed, oldest first; not those being written.

    Where the folder cannot be read, there are none.
    """
    found = []
    try:
        journals = list_journals(folder)
    except OSError as error:
        _log.warning("Stopped translations cannot be listed: %s", error)
        return ()
    for path in journals:
        with suppress(sqlite3.Error, TypeError), closing(_connect(path)) as database:
            source, done, total = database.execute(
                "SELECT source, done, total FROM work"
            ).fetchone()
            found.append(Unfinished(path, Path(os.fsdecode(source)), done, total))
    return tuple(found)


def discard(journal: Path) -> None:
    """Delete a journal if it exists."""
    for companion in _COMPANIONS:
        with suppress(OSError):
            journal.with_name(journal.name + companion).unlink(missing_ok=True)


def has_changed(resumed: Path, work: Work) -> bool:
    """Return whether a journal is of other work, and discard it if so.

    Raises:
        DocumentError: If it is of another model: it is kept, as the user can choose that model.
    """
    if resumed == work.journal(resumed.parent):
        return False
    with suppress(sqlite3.Error, TypeError), closing(_connect(resumed)) as database:
        model, digest = database.execute("SELECT model, model_digest FROM work").fetchone()
        if digest != work.model_digest:
            reason = Phrase.of(
                translatable(
                    "Phrase", "was started with the model {model}; choose that model to resume it"
                ),
                model=model,
            )
            raise DocumentError(work.source, reason)
    discard(resumed)
    return True


@contextmanager
def open_journal(folder: Path | None, work: Work, total: int) -> Iterator["Journal"]:
    """Open or create the journal of some work.

    Args:
        folder: The folder of journals; if there is none or it is not writable, nothing is kept.
        work: The work.
        total: How many sentences it has.
    """
    journal = NO_JOURNAL if folder is None else _open(work.journal(folder), work, total)
    try:
        yield journal
    finally:
        if journal.is_empty():  # it failed before anything was translated
            journal.end()
        journal.close()


class Journal:
    """The journal of one translation, open and locked; failed writes are ignored."""

    def __init__(self, path: Path | None, database: sqlite3.Connection | None) -> None:
        self.path = path
        """None if nothing is kept, or nothing is left to resume."""
        self._database = database

    def is_empty(self) -> bool:
        """Return whether no sentence was kept: nothing could be resumed."""
        return self._execute("SELECT count(*) FROM sentence") == (0,)

    def find(self, sentences: Iterable[str]) -> dict[str, FinishedSentence]:
        """Return the sentences that were translated before."""
        found = {}
        for sentence in sentences:
            row = self._execute("SELECT finished FROM sentence WHERE source = ?", (sentence,))
            if row is not None:
                found[sentence] = _FINISHED.validate_json(row[0])
        return found

    def keep(self, finished: Mapping[str, FinishedSentence], done: int) -> None:
        """Store translated sentences, and the total number done."""
        if self._database is None:
            return
        rows = [(text, _FINISHED.dump_json(one).decode()) for text, one in finished.items()]
        with suppress(sqlite3.Error), self._database:
            self._database.executemany("INSERT OR REPLACE INTO sentence VALUES (?, ?)", rows)
            self._database.execute("UPDATE work SET done = max(done, ?)", (done,))

    def keep_partial(self, target: Path, content: bytes) -> None:
        """Store the path of the partial file, so that the complete one may replace it."""
        values = (os.fsencode(target.absolute()), _digest(content))
        self._execute("UPDATE work SET partial = ?, partial_digest = ?", values)

    def partial(self) -> Path | None:
        """Return the partial file, unless it is gone or was changed."""
        name, digest = self._execute("SELECT partial, partial_digest FROM work") or (None, None)
        if name is None:
            return None
        target = Path(os.fsdecode(name))
        with suppress(OSError):
            if _digest(target.read_bytes()) == digest:
                return target
        return None

    def close(self) -> None:
        """Close and unlock it."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def end(self) -> None:
        """Delete it: nothing is left to resume."""
        self.close()
        if self.path is not None:
            discard(self.path)
            self.path = None

    def _execute(self, order: str, values: tuple[object, ...] = ()) -> tuple[Any, ...] | None:
        """Execute a statement; return the first row of its result, if any."""
        if self._database is not None:
            with suppress(sqlite3.Error), self._database:
                row: tuple[Any, ...] | None = self._database.execute(order, values).fetchone()
                return row
        return None


NO_JOURNAL = Journal(None, None)
"""Keeps nothing."""


def _open(path: Path, work: Work, total: int) -> Journal:
    """Open or create a journal; recreate one that is damaged or of another version."""
    try:
        make_private_folder(path.parent)
        try:
            return Journal(path, _begun(path, work, total))
        except sqlite3.OperationalError:  # locked, or not writable
            raise
        except sqlite3.DatabaseError:
            discard(path)
            return Journal(path, _begun(path, work, total))
    except (sqlite3.Error, OSError) as error:
        reason = "another program is translating the same file" if _is_busy(error) else error
        _log.warning("A translation cannot be resumed later: %s", reason)
        return NO_JOURNAL


def _begun(path: Path, work: Work, total: int) -> sqlite3.Connection:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    database = _connect(path)
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA synchronous = OFF")  # a program that is killed loses nothing
        database.execute("BEGIN EXCLUSIVE")
        is_new = not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        database.rollback()
        if is_new:
            database.executescript(_SCHEMA)
            facts = (work.content, work.model, work.model_digest, work.settings, total)
            database.execute(
                "INSERT INTO work VALUES (?, ?, ?, ?, ?, 0, ?, NULL, NULL)",
                (os.fsencode(work.source), *facts),
            )
            database.commit()
        _check(database)
    except BaseException:
        database.close()
        raise
    return database


def _check(database: sqlite3.Connection) -> None:
    if database.execute("PRAGMA user_version").fetchone()[0] != _SCHEMA_VERSION:
        raise sqlite3.DatabaseError("the journal is of another version")


def _connect(path: Path) -> sqlite3.Connection:
    """Connect to a journal that exists."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=0, uri=True)


def _is_busy(error: Exception) -> bool:
    """Return whether the lock of another program is the error."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _digest(content: str | bytes) -> str:
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()
