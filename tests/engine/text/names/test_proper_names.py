"""Names are told by the words beside them, each with the strength of its evidence."""

import pytest
from hypothesis import given

from engine.text.names.proper_names import Evidence, proper_names_in
from tests.support.tokenizers import any_text


def names(text: str, language: str, *evidence: Evidence) -> list[str]:
    return [
        text[name.start : name.end]
        for name in proper_names_in(text, language)
        if name.evidence in evidence
    ]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Frau Klein und Herr Dr. Kurz sind da.", ["Klein", "Kurz"]),
        ("de", "Seine Frau Maria Groß kam.", ["Maria Groß"]),
        ("de", "Die Winter Logistik GmbH wächst.", ["Winter Logistik"]),
        ("de", "Wir wohnen in der Bäckerstraße 12.", ["Bäckerstraße 12"]),
        ("de", "Er liest die Süddeutsche Zeitung.", ["Süddeutsche Zeitung"]),
        ("en", "Mrs. Baker's dog and Uncle Jack", ["Baker", "Jack"]),
        ("en", "We met Peter Fisher at 12 Baker Street.", ["Peter Fisher", "12 Baker Street"]),
        ("en", "Young & Stone Ltd is hiring.", ["Young & Stone"]),
    ],
)
def test_what_can_be_nothing_else_is_certain(language: str, text: str, expected: list[str]) -> None:
    assert names(text, language, Evidence.CERTAIN) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Er schenkte seiner Frau Blumen."),
        ("de", "Herr Präsident, der Herr Minister hat recht."),
        ("de", "Das Haus am Rhein ist schön."),
        ("en", "Mr President, the Minister is here on Monday."),
        ("en", "Do you speak German?"),
    ],
)
def test_ordinary_text_has_no_certain_names(language: str, text: str) -> None:
    assert names(text, language, Evidence.CERTAIN) == []


def test_a_noun_behind_a_first_name_is_only_likely_a_surname() -> None:
    assert names("Tom Koch lacht.", "de", Evidence.LIKELY) == ["Tom Koch"]
    assert names("Weil Tom Hunger hat.", "de", Evidence.LIKELY) == ["Tom Hunger"]


def test_places_are_possible_but_for_those_that_have_a_translation() -> None:
    assert names("Er wohnt in Siegen.", "de", Evidence.POSSIBLE) == ["Siegen"]
    assert names("Er wohnt in München.", "de", *Evidence) == []
    assert names("She lives in Ashby.", "en", Evidence.FAINT) == ["Ashby"]
    assert names("She lives in Munich.", "en", *Evidence) == []


@given(any_text)
def test_names_are_places_in_any_text(text: str) -> None:
    for language in ("de", "en", "fr"):
        done = 0
        for name in proper_names_in(text, language):
            assert done <= name.start < name.end <= len(text)
            done = name.end
