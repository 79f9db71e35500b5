"""The user's glossaries, one for each direction, in one JSON file that only the user may read.

A file that cannot be read is put aside under another name, never written over.
"""

import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop.storage.paths import FolderNotWritableError, prepare
from engine.errors import GlossaryError
from engine.files.atomic_files import free_name, write_file
from engine.files.atomic_folders import name_lock
from engine.files.json_files import parse_json
from engine.glossary.glossary import GlossaryEntry
from engine.translatable import Phrase, translatable

GLOSSARY_FILE = "glossary.json"
"""The name of the file in the data folder."""

Direction = tuple[str, str]
Entries = tuple[GlossaryEntry, ...]

_VERSION = 1
_DAMAGE = (ValueError, TypeError, KeyError, AttributeError)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Glossaries:
    """All entries, by direction, and whether translations follow them."""

    entries: Mapping[Direction, Entries] = field(default_factory=dict)
    is_on: bool = True


class GlossaryFile:
    """Reads and writes the file.

    Args:
        path: Where it is; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Glossaries:
        """Return what the file holds; nothing where there is none.

        Raises:
            GlossaryError: If it cannot be read. What is there is kept: put aside if it is damaged.
        """
        try:
            with suppress(*_DAMAGE):
                return self._content()
            with name_lock(self.path):
                # Another window may have put it aside in the meantime, and written a new one.
                return self._content_or_put_aside()
        except OSError as error:
            raise self._unusable(error) from error

    def is_replaceable(self) -> bool:
        """Return whether nothing is there that writing would lose."""
        try:
            return not self.path.exists()
        except OSError:  # a folder that cannot be searched
            return False

    def write(self, glossaries: Glossaries) -> None:
        """Write all of them; at any moment the file is whole.

        Raises:
            GlossaryError: If it cannot be written; the file is as it was.
        """
        content = {
            "format_version": _VERSION,
            "is_on": glossaries.is_on,
            "glossaries": [
                {
                    "source_language": source,
                    "target_language": target,
                    "entries": [[entry.source, entry.target] for entry in entries],
                }
                for (source, target), entries in glossaries.entries.items()
            ],
        }
        try:
            prepare(self.path.parent)
            write_file(self.path, json.dumps(content, ensure_ascii=False).encode())
        except (OSError, FolderNotWritableError) as error:
            reason = Phrase.of(
                translatable(
                    "Phrase", "cannot be written: {error}; choose another folder or make room"
                ),
                error=getattr(error, "strerror", None) or str(error),
            )
            raise GlossaryError(self.path, reason) from error

    def _unusable(self, error: OSError) -> GlossaryError:
        reason = Phrase.of(
            translatable(
                "Phrase", "cannot be read: {error}; check that it exists and that you may open it"
            ),
            error=str(error.strerror),
        )
        return GlossaryError(self.path, reason)

    def _content(self) -> Glossaries:
        try:
            content = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return Glossaries()
        return _parsed(parse_json(content))

    def _content_or_put_aside(self) -> Glossaries:
        try:
            return self._content()
        except _DAMAGE as error:
            _log.warning("The glossary file is damaged", exc_info=True)
            raise self._put_aside() from error

    def _put_aside(self) -> GlossaryError:
        name = free_name(self.path.parent, f"{self.path.stem}.damaged{self.path.suffix}")
        self.path.rename(self.path.with_name(name))
        reason = Phrase.of(
            translatable("Phrase", "was damaged and is kept as {name}; import your terms again"),
            name=name,
        )
        return GlossaryError(self.path, reason)


def _parsed(content: Any) -> Glossaries:
    if content == {}:
        return Glossaries()
    if content["format_version"] != _VERSION:
        raise ValueError(f"format {content['format_version']!r} is not known")
    found: dict[Direction, Entries] = {}
    for glossary in content["glossaries"]:
        entries = [GlossaryEntry.of(source, target) for source, target in glossary["entries"]]
        direction = str(glossary["source_language"]), str(glossary["target_language"])
        found[direction] = tuple(entry for entry in entries if entry.terms)
    return Glossaries(found, bool(content["is_on"]))
