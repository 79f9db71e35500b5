"""Words that may be misspelled, and the known ones nearest to them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import write_dictionary
from engine.dictionary.spelling import Spelling

ENTRIES = [
    ("receive", "empfangen", 5),
    ("relieve", "entlasten", 3),
    ("house", "Haus", 5),
    ("mouse", "Maus", 2),
    ("at length", "schließlich", 1),
    ("garden", "Garten", 4),
    ("fence", "Zaun", 4),
]
FORMS = {"de": {"häuser": "haus"}, "en": {"mice": "mouse"}}


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Spelling:
    return Spelling(Dictionary(_file(tmp_path_factory), ("en", "de")))


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Spelling:
    return Spelling(Dictionary(_file(tmp_path_factory), ("de", "en")))


def _file(folders: pytest.TempPathFactory) -> Path:
    file = folders.mktemp("dictionary") / "small.sqlite3"
    write_dictionary(ENTRIES, FORMS, file)
    return file


@pytest.mark.parametrize("word", ["recieve", "receve", "receivve", "rexeive", "Recieve"])
def test_one_edit_away_from_a_word_is_a_misspelling(english: Spelling, word: str) -> None:
    best = "Receive" if word[0] == "R" else "receive"
    assert english.suggestions(word, is_first=True)[0] == best


def test_those_with_the_same_first_letter_and_frequent_ones_come_first(english: Spelling) -> None:
    assert english.suggestions("recieve", is_first=False) == ("receive", "relieve")
    assert english.suggestions("youse", is_first=False) == ("house", "mouse")


@pytest.mark.parametrize(
    "word",
    [
        *("receive", "houses", "mice", "received"),  # known, or inflected
        *("rcv", "REcieve", "re-cieve", "recieve2", "zorb"),  # too short, a code, near to nothing
    ],
)
def test_other_words_are_none(english: Spelling, word: str) -> None:
    assert english.suggestions(word, is_first=False) == ()


def test_a_capital_inside_an_english_sentence_makes_a_name(english: Spelling) -> None:
    assert english.suggestions("Recieve", is_first=False) == ()


def test_german_nouns_keep_their_capital_and_compounds_are_known(german: Spelling) -> None:
    assert german.suggestions("Gartenn", is_first=False) == ()  # as inflection might add
    assert german.suggestions("Gratren", is_first=False) == ()
    assert german.suggestions("Gatrten", is_first=False) == ("Garten",)
    assert german.suggestions("Gartenhaus", is_first=False) == ()
    assert german.suggestions("Zaungarten", is_first=False) == ()


@given(st.text(max_size=12), st.booleans())
def test_whatever_is_suggested_is_a_word(english: Spelling, word: str, is_first: bool) -> None:
    words = {"receive", "relieve", "house", "mouse", "mice", "garden", "fence"}
    found = english.suggestions(word, is_first=is_first)
    assert {one.casefold() for one in found} <= words
    assert word.casefold() not in {one.casefold() for one in found}
