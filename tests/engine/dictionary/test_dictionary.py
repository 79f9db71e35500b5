"""The included dictionary, and small ones made as it is made."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from engine.dictionary import dictionary as module
from engine.dictionary.dictionary import Dictionary, is_between
from engine.dictionary.making import (
    FILE,
    LONGEST_PHRASE,
    phrase_key,
    read_entries,
    read_phrases,
    write_dictionary,
)

ENTRIES = [
    ("tap", "Wasserhahn", 3),
    ("faucet", "Wasserhahn", 4),
    ("to hurry", "sich beeilen", 2),
    ("house", "Haus", 5),
    ("at last", "schließlich", 1),
    ("ripen", "reifen", 5),
    ("tyre", "Reifen", 2),
]
FORMS = {"de": {"häuser": "haus"}, "en": {"houses": "house"}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_dictionary(ENTRIES, FORMS, tmp_path / "small.sqlite3")
    return tmp_path / "small.sqlite3"


@pytest.mark.parametrize(
    ("direction", "words", "expected"),
    [
        (("de", "en"), "Wasserhahn", ("faucet", "tap")),
        (("de", "en"), "WASSERHAHN", ("faucet", "tap")),
        (("de", "en"), "Häuser", ("house",)),
        (("de", "en"), "sich beeilen", ("to hurry",)),
        (("de", "en"), "beeilen", ("to hurry",)),
        (("en", "de"), "hurry", ("sich beeilen",)),
        (("en", "de"), "houses", ("Haus",)),
        (("en", "de"), "at last", ("schließlich",)),
        (("en", "de"), "", ()),
        (("en", "de"), "Haus", ()),
    ],
)
def test_words_are_found_in_any_form(
    file: Path, direction: tuple[str, str], words: str, expected: tuple[str, ...]
) -> None:
    dictionary = Dictionary(file, direction)
    assert dictionary.translations(words) == expected
    dictionary.close()


@pytest.mark.parametrize(
    ("direction", "word", "expected"),
    [
        (("de", "en"), "Wasserhahn", "faucet"),
        (("de", "en"), "Häuser", "house"),
        (("de", "en"), "häuser", None),
        (("de", "en"), "Reifen", "tyre"),
        (("de", "en"), "Schließlich", None),
        (("en", "de"), "houses", "Haus"),
        (("en", "de"), "hurry", None),
        (("en", "de"), "nothing", None),
    ],
)
def test_nouns_are_told_by_their_capital(
    file: Path, direction: tuple[str, str], word: str, expected: str | None
) -> None:
    dictionary = Dictionary(file, direction)
    assert dictionary.noun(word) == expected
    dictionary.close()


def test_a_file_that_is_there_is_not_written_over(file: Path) -> None:
    dictionary = Dictionary(file, ("en", "de"))
    with pytest.raises(Exception, match="readonly"):
        dictionary._opened().execute("DELETE FROM entries")  # as hostile SQL would
    assert sorted(dictionary.entries()) == sorted((en, de) for en, de, _ in ENTRIES)
    dictionary.close()


@pytest.mark.parametrize(
    ("direction", "sentence", "expected"),
    [
        (("en", "de"), "All right!", ("All right!", "In Ordnung!")),
        (("en", "de"), "  ALL   right… ", ("All right!", "In Ordnung!")),
        (("en", "de"), "All right?", None),
        (("en", "de"), "It’s nothing", ("It's nothing.", "Das ist nichts.")),
        (("de", "en"), "das ist nichts", ("Das ist nichts.", "It's nothing.")),
        (("de", "en"), "In Ordnung!", None),
    ],
)
def test_a_set_phrase_is_found_however_it_is_typed(
    tmp_path: Path,
    direction: tuple[str, str],
    sentence: str,
    expected: tuple[str, str] | None,
) -> None:
    file = tmp_path / "small.sqlite3"
    phrases = [
        ("All right!", "In Ordnung!", "all right", None),
        ("It's nothing.", "Das ist nichts.", "it's nothing", "das ist nichts"),
    ]
    write_dictionary([], {}, file, phrases)
    dictionary = Dictionary(file, direction)
    assert dictionary.phrase(sentence) == expected
    dictionary.close()


def test_the_included_phrases_are_found_by_one_key_each() -> None:
    english, german, in_english, in_german = zip(*read_phrases(), strict=True)
    for texts, keys in ((english, in_english), (german, in_german)):
        found = [key for key in keys if key is not None]
        assert len(found) == len(set(found)) > len(texts) / 2
        for text, key in zip(texts, keys, strict=True):
            assert key in (None, phrase_key(text))
            assert 0 < len(text) <= LONGEST_PHRASE


def test_a_dictionary_of_an_earlier_version_or_a_damaged_one_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "small.sqlite3"
    made = []
    monkeypatch.setattr(module, "FILE", file)
    monkeypatch.setattr(module, "make", lambda: made.append(file))
    assert Dictionary.find("en", "de") is not None
    write_dictionary(ENTRIES, FORMS, file)
    assert Dictionary.find("en", "de") is not None
    assert len(made) == 1
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA user_version = 1")
    assert Dictionary.find("en", "de") is not None
    assert len(made) == 2
    file.write_bytes(b"no database at all, but long enough to have a header" * 9)
    assert Dictionary.find("en", "de") is not None
    assert len(made) == 3


def test_only_english_and_german_have_one() -> None:
    assert is_between("en-GB", "de_AT")
    assert is_between("de", "en")
    assert not is_between("en", "en")
    assert Dictionary.find("en", "fr") is None


def test_the_included_one_has_every_entry_once_and_finds_it() -> None:
    entries = list(read_entries())
    assert max(Counter((en, de) for en, de, _ in entries).values()) == 1
    assert all(en.strip() == en and de.strip() == de and en and de for en, de, _ in entries)
    for direction in (("en", "de"), ("de", "en")):
        dictionary = Dictionary.find(*direction)
        assert dictionary is not None
        for english, german, _ in entries[:: len(entries) // 200]:
            source, target = (english, german) if direction[0] == "en" else (german, english)
            assert target in dictionary.translations(source)
        dictionary.close()
    assert FILE.is_file()
