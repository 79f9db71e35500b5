"""Negations that only a sentence or its translation has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.negation import unmatched_negation

LOST = [
    ("en", "Unless you hear from us by 5 p.m.", "Wenn Sie von uns bis 17 Uhr hören.", "Unless"),
    ("en", "Tom didn't read the letter.", "Tom las den Brief.", "didn't"),
    ("en", "Barely a fourth of them survived.", "Vor allem ein Viertel hat überlebt.", "Barely"),
    ("en", "She refused to sign.", "Sie wollte unterschreiben.", "refused"),
    ("de", "Der Arzt riet uns davon ab.", "The doctor advised us of it.", "riet uns davon ab"),
    ("de", "Auf keinen Fall den Brief öffnen!", "Nevertheless, open the letter!", "keinen"),
    ("de", "Er bestritt die Tat.", "He committed the crime.", "bestritt"),
]
KEPT = [
    ("en", "Unless you hear from us.", "Es sei denn, Sie hören von uns."),
    ("en", "You are tired, aren't you?", "Du bist müde, oder?"),
    ("en", "Question No 5", "Frage 5"),
    ("en", "Why don't we hide here?", "Verstecken wir uns doch hier!"),
    ("en", "No doubt he is right.", "Sicher hat er recht."),
    ("en", "Not until Monday will we know.", "Erst am Montag wissen wir es."),
    ("de", "Er kommt erst morgen nicht allein.", "He only comes tomorrow."),
    ("de", "Das ist nicht bekannt.", "That is unknown."),
    ("de", "Ich rate dir, abzuwarten.", "I advise you to wait."),
]


@pytest.mark.parametrize(("language", "source", "target", "word"), LOST)
def test_a_negation_that_only_one_side_has_is_found(
    language: str, source: str, target: str, word: str
) -> None:
    other = "de" if language == "en" else "en"
    found = unmatched_negation(source, target, language, other)
    assert found is not None
    assert found.text == word == source[found.start : found.end]
    assert unmatched_negation(target, source, other, language) is None


@pytest.mark.parametrize(("language", "source", "target"), KEPT)
def test_what_says_the_same_in_another_way_is_left_alone(
    language: str, source: str, target: str
) -> None:
    other = "de" if language == "en" else "en"
    assert unmatched_negation(source, target, language, other) is None
    assert unmatched_negation(target, source, other, language) is None


def test_languages_whose_negations_are_unknown_are_not_judged() -> None:
    assert unmatched_negation("I never eat.", "Syön.", "en", "fi") is None
    assert unmatched_negation("En syö koskaan.", "I eat.", "fi", "en") is None


@given(st.text(), st.text())
def test_what_is_found_stands_where_it_says(source: str, target: str) -> None:
    found = unmatched_negation(source, target, "en", "de")
    assert found is None or source[found.start : found.end] == found.text
