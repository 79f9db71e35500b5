"""Temperatures are read as degrees in words, and put back as they were typed."""

import pytest

from engine.text.quantities.degrees import put_back, read_as_degrees
from engine.text.text_edits import Rewriting

LANGUAGES = ("en", "de")


def is_word(sign: str) -> bool:
    return sign.isalpha()


@pytest.mark.parametrize(
    ("typed", "read", "written", "shown"),
    [
        ("It is 20 °C.", "It is 20 degrees.", "Es sind 20 Grad.", "Es sind 20 °C."),
        ("It is -5°C.", "It is -5 degrees.", "Es sind -5 Grad.", "Es sind -5°C."),
        ("2 °F or 38.5 °F", "2 degrees or 38.5 degrees", "2 oder 38,5 Grad", "2 oder 38,5 °F"),
    ],
)
def test_a_sign_is_read_as_a_word_and_put_back(
    typed: str, read: str, written: str, shown: str
) -> None:
    sign, edits = read_as_degrees(typed, LANGUAGES, is_word)
    assert Rewriting(typed, edits).text == read
    assert Rewriting(written, put_back(sign, written, LANGUAGES)).text == shown


@pytest.mark.parametrize(
    "typed", ["20 °C or 68 °F", "20 °C, some degrees more", "in °C", "5° north", "no sign"]
)
def test_what_could_not_be_put_back_is_left(typed: str) -> None:
    assert read_as_degrees(typed, LANGUAGES, is_word) == ("", [])


def test_it_takes_a_model_that_knows_the_word_alone_and_both_languages() -> None:
    assert read_as_degrees("20 °C", LANGUAGES, lambda _: True) == ("", [])
    assert read_as_degrees("20 °C", LANGUAGES, lambda _: False) == ("", [])
    assert read_as_degrees("20 °C", ("en", "fr"), is_word) == ("", [])
