"""Make the included dictionary from its entries: `python -m engine.dictionary.making`.

The entries are kept as text, which is small and can be compared. What the program opens is an
SQLite file, with the inflected forms of all entries and with the set phrases of the included
sentence pairs: it comes with the package, and is made in a clone at installation, or when it is
first needed.
"""

import lzma
import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "dictionary"
FILE = _FOLDER / "dictionary.sqlite3"
_ENTRIES = _FOLDER / "entries.tsv.xz"
_PAIRS = _FOLDER.parent / "corpora" / "everyday"
VERSION = 2
"""The version of the tables, stored as `user_version`; a file of another version is replaced."""
LANGUAGES = ("en", "de")
"""The languages of the columns."""

_UNSAID = re.compile(r"^(?:to|the|an?|sich|der|die|das) (?=\S)", re.IGNORECASE)

LONGEST_PHRASE = 80
"""Characters of a set phrase."""

_END = re.compile(r"[\s.!…,;:]+$")

Phrase = tuple[str, str, str | None, str | None]
"""English, German, and what it is found by in each, if in that language it is."""

Entry = tuple[str, str, int]
"""English, German, and how many dictionaries have the pair."""


def key_of(entry: str) -> str:
    """Return what an entry is found by: case folded, without "to", "sich" or an article."""
    return _UNSAID.sub("", entry).casefold()


def phrase_key(phrase: str) -> str:
    """Return what a set phrase is found by: case folded, without the mark at its end but "?"."""
    return " ".join(_END.sub("", phrase.replace("’", "'")).casefold().split())


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


def read_phrases() -> list[Phrase]:
    """Return the set phrases, and those of the included sentence pairs that say nothing else."""
    chosen = list(_pairs_of(_FOLDER / "phrases.tsv"))
    others = [pair for path in sorted(_PAIRS.glob("phrases*.tsv")) for pair in _pairs_of(path)]
    english, german = (
        _first_or_only(*([phrase_key(pair[side]) for pair in pairs] for pairs in (chosen, others)))
        for side in (0, 1)
    )
    return [
        (*pair, in_english, in_german)
        for pair, in_english, in_german in zip(chosen + others, english, german, strict=True)
    ]


def _pairs_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a file that are short enough."""
    for line in path.read_text(encoding="utf-8").splitlines():
        english, german = line.split("\t")
        if max(len(english), len(german)) <= LONGEST_PHRASE:
            yield english, german


def _first_or_only(chosen: Sequence[str], others: Sequence[str]) -> list[str | None]:
    """Return the keys that find a phrase: the first of equal chosen ones, no equal other ones."""
    count = Counter(others)
    known = set[str]()
    found: list[str | None] = []
    for key in chosen:
        found.append(None if key in known else key)
        known.add(key)
    found += [key if count[key] == 1 and key not in known else None for key in others]
    return found


def make() -> None:
    """Write the included dictionary, whole or not at all, in place of an earlier one."""
    entries = list(read_entries())
    forms = {
        "en": read_forms("en", {key_of(english) for english, _, _ in entries}),
        "de": read_forms("de", {key_of(german) for _, german, _ in entries}),
    }
    with tempfile.TemporaryDirectory(dir=_FOLDER) as folder:
        unfinished = Path(folder) / FILE.name
        write_dictionary(entries, forms, unfinished, read_phrases())
        unfinished.replace(FILE)


def write_dictionary(
    entries: Iterable[Entry],
    forms: Mapping[str, Mapping[str, str]],
    file: Path,
    phrases: Iterable[Phrase] = (),
) -> None:
    """Write a dictionary.

    Args:
        entries: All of it.
        forms: By language, the inflected forms of its entries; case folded.
        file: Which must not be there.
        phrases: Set phrases.
    """
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute(f"PRAGMA user_version = {VERSION}")
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
        connection.execute(
            "CREATE TABLE phrases (en TEXT NOT NULL, de TEXT NOT NULL, en_key TEXT, de_key TEXT)"
        )
        connection.executemany("INSERT INTO phrases VALUES (?, ?, ?, ?)", phrases)
        for language in LANGUAGES:
            connection.execute(
                f"CREATE UNIQUE INDEX phrases_by_{language} ON phrases ({language}_key)"
            )


def _other_key(entry: str) -> str | None:
    """Return the key of an entry; None if that is the entry itself, to keep the file small."""
    key = key_of(entry)
    return None if key == entry else key


if __name__ == "__main__":
    make()
