"""Make the included dictionary from its entries: `python -m engine.dictionary.making`.

The entries are kept as text, which is small and can be compared. What the program opens is an
SQLite file, with the inflected forms of all entries: it comes with the package, and is made in a
clone at installation, or when it is first needed.
"""

import lzma
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "dictionary"
FILE = _FOLDER / "dictionary.sqlite3"
_ENTRIES = _FOLDER / "entries.tsv.xz"
LANGUAGES = ("en", "de")
"""The languages of the columns."""

_UNSAID = re.compile(r"^(?:to|the|an?|sich|der|die|das) (?=\S)", re.IGNORECASE)

Entry = tuple[str, str, int]
"""English, German, and how many dictionaries have the pair."""


def key_of(entry: str) -> str:
    """Return what an entry is found by: case folded, without "to", "sich" or an article."""
    return _UNSAID.sub("", entry).casefold()


def read_entries() -> Iterator[Entry]:
    """Yield the entries."""
    with lzma.open(_ENTRIES, "rt", encoding="utf-8") as lines:
        next(lines)  # the names of the columns
        for line in lines:
            english, german, sources = line.rstrip("\n").split("\t")
            yield english, german, len(sources.split(","))


def read_forms(language: str, keys: AbstractSet[str]) -> dict[str, str]:
    """Return the inflected forms of entries: "houses" -> "house".

    Args:
        language: en or de.
        keys: What the entries of that language are found by.
    """
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    dictionary = DefaultDictionaryFactory().get_dictionary(language)
    folded = ((form.casefold(), lemma.casefold()) for form, lemma in dictionary.items())
    return {form: lemma for form, lemma in folded if lemma in keys and form != lemma}


def make() -> None:
    """Write the included dictionary, whole or not at all, in place of an earlier one."""
    entries = list(read_entries())
    forms = {
        "en": read_forms("en", {key_of(english) for english, _, _ in entries}),
        "de": read_forms("de", {key_of(german) for _, german, _ in entries}),
    }
    with tempfile.TemporaryDirectory(dir=_FOLDER) as folder:
        unfinished = Path(folder) / FILE.name
        write_dictionary(entries, forms, unfinished)
        unfinished.replace(FILE)


def write_dictionary(
    entries: Iterable[Entry], forms: Mapping[str, Mapping[str, str]], file: Path
) -> None:
    """Write a dictionary.

    Args:
        entries: All of it.
        forms: By language, the inflected forms of its entries; case folded.
        file: Which must not be there.
    """
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute(
            "CREATE TABLE entries (en TEXT NOT NULL, de TEXT NOT NULL, "
            "num_sources INTEGER NOT NULL, en_key TEXT, de_key TEXT)"
        )
        connection.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
            (
                (english, german, num_sources, _other_key(english), _other_key(german))
                for english, german, num_sources in entries
            ),
        )
        for language in LANGUAGES:
            connection.execute(
                f"CREATE INDEX by_{language} ON entries (coalesce({language}_key, {language}))"
            )
            connection.execute(
                f"CREATE TABLE {language}_forms (form TEXT PRIMARY KEY, lemma TEXT NOT NULL) "
                "WITHOUT ROWID"
            )
            of_language = sorted(forms.get(language, {}).items())
            connection.executemany(f"INSERT INTO {language}_forms VALUES (?, ?)", of_language)


def _other_key(entry: str) -> str | None:
    """Return the key of an entry; None if that is the entry itself, to keep the file small."""
    key = key_of(entry)
    return None if key == entry else key


if __name__ == "__main__":
    make()
