"""Past translations: added, found again, forgotten. Plain Python, no Qt.

Nothing here logs what people translate.
"""

import logging
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from desktop.storage.history_file import (
    HistoryError,
    HistoryTracesError,
    connect_in_memory,
    open_or_begin,
)

LIMIT = 10_000
"""How many entries are kept besides the favourites; the oldest are deleted first."""
_log = logging.getLogger(__name__)


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
            self._connection = open_or_begin(path, self._note_damage)
        except HistoryError as error:
            _log.warning("No history is kept: %s", type(error).__name__)
            self.problem = error
            self._connection = connect_in_memory()

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
        """Return the newest entries that hold `text` in source or target, whatever its case."""
        return self._select(
            "WHERE is_favourite >= ? AND instr(folded, ?) > 0 ORDER BY id DESC LIMIT ?",
            (int(favourites), _folded(_storable(text)), limit),
        )

    def entry(self, entry_id: int) -> HistoryEntry | None:
        """Return the entry with this id, if it is still kept."""
        return next(iter(self._select("WHERE id = ?", (entry_id,))), None)

    def before(self, entry_id: int | None) -> HistoryEntry | None:
        """Return the entry before this one; the newest of all for None."""
        if entry_id is None:
            found = self._select("ORDER BY id DESC LIMIT 1", ())
        else:
            found = self._select("WHERE id < ? ORDER BY id DESC LIMIT 1", (entry_id,))
        return next(iter(found), None)

    def after(self, entry_id: int) -> HistoryEntry | None:
        """Return the entry after this one."""
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
        """Forget one entry; nothing of it stays in the files.

        Raises:
            HistoryTracesError: If another program keeps it there by reading.
        """
        with self._writing():
            self._connection.execute("DELETE FROM entries WHERE id = ?", (entry_id,))
        self._empty_wal()

    def clear(self) -> None:
        """Forget everything, favourites and damaged files that were set aside too.

        Raises:
            HistoryTracesError: If another program keeps texts in the file by reading it.
        """
        with suppress(OSError):  # a folder that cannot be searched
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

    def _note_damage(self, aside: Path) -> None:
        self.was_damaged = aside

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
        """Write what is in the -wal file to the database and cut the file to nothing.

        Those who read are waited for; as long as they do, both files keep what was removed.
        """
        is_kept, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_kept:
            raise HistoryTracesError(self._path)


def _when(moment: str) -> datetime:
    """Return the stored moment; the beginning of time where a damaged file has none."""
    try:
        return datetime.fromisoformat(moment).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.min.replace(tzinfo=UTC)


def _storable(text: str) -> str:
    """Return the text without lone surrogates, which no database takes."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _folded(text: str) -> str:
    """Return the text as it is compared: without case, and each letter written in one way."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())
