"""Languages: what each file says is whole, and a file is all that a language needs."""

import codecs
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from engine import languages
from engine.languages import lookup
from engine.languages.base import LanguageRules, NumberWords, SentenceRules
from engine.languages.lookup import all_rules, either, primary_subtag, rules_of, scripts_of
from engine.languages.scripts import RIGHT_TO_LEFT, TAGS, WITHOUT_GAPS, WITHOUT_STOPS
from engine.text.quantities.comparison import Comparison
from engine.text.quantities.number_format import in_manner_of
from engine.text.segmenter import split

MADE_UP = '''
"""A made-up language."""

from engine.languages.base import LanguageRules, NumberWords, SentenceRules, words

RULES = LanguageRules(
    name="Quux",
    sentences=SentenceRules(
        never_last=words("wiz"), maybe_last=words("zab"), first_words=words("lo")
    ),
    number_words=NumberWords(zeros=((3, "kilu"),), day_clock="hor", cardinals=((25, "twix"),)),
    has_decimal_point=True,
)
'''

SCRIPTS = {unicodedata.name(chr(code), "").partition(" ")[0] for code in range(0x10000)}


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the code of a language that has a file and nothing else."""
    (tmp_path / "qq.py").write_text(MADE_UP)
    monkeypatch.setattr(languages, "__path__", [*languages.__path__, str(tmp_path)])
    all_rules.cache_clear()
    yield "qq"
    all_rules.cache_clear()


def sentences(text: str, language: str) -> list[str]:
    return [segment.text for segment in split(text, language) if segment.is_sentence]


@pytest.mark.parametrize("rules", all_rules().values(), ids=all_rules())
def test_rules_of_a_language_are_whole(rules: LanguageRules) -> None:
    assert rules.scripts <= SCRIPTS
    assert rules.encodings
    assert all(map(codecs.lookup, rules.encodings))
    assert not rules.sentences.never_last & rules.sentences.maybe_last
    for patterns in (rules, rules.sentences, rules.number_words):
        for field in fields(patterns):
            value = getattr(patterns, field.name)
            if isinstance(value, str):
                re.compile(value)
            elif isinstance(value, frozenset):
                assert all(value), field.name
    for words in (rules.sentences.never_last, rules.sentences.maybe_last):
        assert all(word == word.lower() and not word.endswith(".") for word in words)
    assert all(word == word.lower() for word in rules.sentences.first_words)
    assert bool(rules.formal_pattern) == bool(rules.informal_pattern)


def test_every_file_of_a_language_is_found() -> None:
    files = {path.stem for path in Path(languages.__path__[0]).glob("*.py") if len(path.stem) <= 3}
    assert {"de", "en", "fr"} <= files <= set(all_rules())
    assert all(all_rules()[code].name for code in files)


@pytest.mark.parametrize("code", ["pt-BR", "pt_BR", "PT", "pt-Latn-BR", "pt"])
def test_rules_are_those_of_the_language_without_its_region(code: str) -> None:
    assert primary_subtag(code) == "pt"
    assert rules_of(code) is rules_of("pt")


@pytest.mark.parametrize(
    ("code", "scripts", "is_right_to_left", "gap"),
    [
        ("ar", {"ARABIC"}, True, " "),
        ("fa-IR", {"ARABIC"}, True, " "),
        ("yi", {"HEBREW"}, True, " "),
        ("dv", {"THAANA"}, True, " "),
        ("sr", {"CYRILLIC"}, False, " "),
        ("sr-Latn", {"LATIN"}, False, " "),
        ("uz-Arab-AF", {"ARABIC"}, True, " "),
        ("zh_Hant_TW", {"CJK"}, False, ""),
        ("ja", {"CJK", "HIRAGANA", "KATAKANA"}, False, ""),
        ("ko", {"HANGUL"}, False, " "),
        ("qq", set(), False, " "),
    ],
)
def test_script_tells_direction_and_gaps(
    code: str, scripts: set[str], is_right_to_left: bool, gap: str
) -> None:
    assert scripts_of(code) == scripts
    assert lookup.is_right_to_left(code) is is_right_to_left
    assert lookup.gap_of(code) == gap


def test_every_script_is_one_of_unicode() -> None:
    named = RIGHT_TO_LEFT | WITHOUT_GAPS | WITHOUT_STOPS | frozenset().union(*TAGS.values())
    assert named <= {unicodedata.name(chr(code), "").partition(" ")[0] for code in range(0x20000)}


def test_an_unknown_language_has_the_defaults() -> None:
    unknown = rules_of("qq")
    assert unknown.sentences == SentenceRules()
    assert unknown.number_words == NumberWords()
    assert unknown.name == ""
    assert in_manner_of("1,500", "en", "qq") == "1,500"
    assert sentences("Dr. A. Smith came. 5 Mr. B went.", "qq") == [
        "Dr. A. Smith came.",
        "5 Mr. B went.",
    ]


def test_a_file_is_all_that_a_language_needs(made_up: str) -> None:
    assert rules_of("qq-XX").name == "Quux"
    assert sentences("Wiz. Ba zab. Da zab. Lo ba.", made_up) == ["Wiz. Ba zab. Da zab.", "Lo ba."]
    assert in_manner_of("1.250,5", "de", made_up) == "1,250.5"
    assert Comparison("1.250.000 Hunde", "1250 kilu bow", ("de", made_up)).missing == ()
    assert Comparison("um 14 Uhr", "2 hor", ("de", made_up)).missing != ()
    assert Comparison("25 Hunde", "twix bow", ("de", made_up)).missing == ()
    assert Comparison("77 Hunde", "78 bow", ("de", made_up)).wrong_number is not None


def test_a_language_changes_nothing_for_others(made_up: str) -> None:
    assert sentences("A zab. Wiz. Lo ba.", "en") == ["A zab.", "Wiz.", "Lo ba."]
    assert Comparison("25 Hunde", "twix bow", ("de", "en")).missing
    assert Comparison("25 Hunde", "twix bow", (made_up, "de")).missing == ()


def test_words_of_two_languages_are_those_of_both() -> None:
    one = NumberWords(zeros=((3, "kilu"),), cardinals=((25, "twix"),))
    other = NumberWords(zeros=((6, "megu"),), halves="semu")
    both = one | other
    assert both == NumberWords(
        zeros=((3, "kilu"), (6, "megu")), cardinals=((25, "twix"),), halves="semu"
    )
    assert one | NumberWords() == one
    assert (other | other).halves == "semu|semu"


def test_no_pattern_finds_nothing() -> None:
    assert re.search(either(), "") is None
    assert re.search(either("", ""), "any text") is None
    assert re.fullmatch(f"{either('a', 'b')}c", "bc")
