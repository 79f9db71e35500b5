"""From which side a text is shown, and how it stands in a sentence that runs the other way."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.text.text_direction import begins_right, isolated, runs_right


@pytest.mark.parametrize(
    ("text", "is_right"),
    [("", False), ("12 …", False), ("a ש", False), ("1. שלום", True), ("«مرحبا»", True)],
)
def test_the_first_letter_decides_the_side(text: str, is_right: bool) -> None:
    assert begins_right(text) == is_right
    assert runs_right(text, is_expected=False) == is_right


@pytest.mark.parametrize(
    ("text", "is_right"),
    [("", True), (" \n", True), ("WhatsApp هو تطبيق", True), ("Hello", False), ("12", False)],
)
def test_of_a_language_from_the_right_any_letter_decides(text: str, is_right: bool) -> None:
    assert runs_right(text, is_expected=True) == is_right


@given(st.text(st.characters(exclude_categories=["Cs", "Cn"])))
def test_only_what_runs_from_the_right_is_set_apart(text: str) -> None:
    shown = isolated(text)
    assert shown.strip("\u2068\u2069") == text.strip("\u2068\u2069")
    if all(unicodedata.bidirectional(character) not in ("R", "AL") for character in text):
        assert len(shown) <= len(text) + 2
    else:
        assert shown == f"\u2068{text}\u2069"
