"""What is wrong with pairs of web text: found where it is, and not where it only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pairs import SENTENCE
from training.corpus.pair_checks import (
    differs_in_markup,
    differs_in_numbers,
    folded,
    has_few_letters,
)

DIRECTION = ("en", "de")


@pytest.mark.parametrize(
    ("source", "target", "differs"),
    [
        ("Press <b>Start</b>.", "Drücke Start.", True),
        ("Press <b>Start</b>.", "<B>Start</B> drücken.", False),
        ("Cats &amp; dogs", "Katzen und Hunde", True),
        ("Cats &amp; dogs", "Hunde &amp; Katzen", False),
        ("Delete %s?", "Löschen?", True),
        ("Delete %s?", "%s löschen?", False),
        ("Page %1 of %2", "%1. Seite von %2", False),
        ("Page %1 of %2", "Seite %2", True),
        ("Hello {name}!", "Hallo!", True),
        ("Hello { $name }!", "Hallo, {$name}!", False),
        ("by %(author)s", "von ${author}", True),
        ("https://example.org/a", "https://example.org/a", True),
        ("me@example.org", "ich", True),
        ("See https://example.org/a for more.", "Mehr unter https://example.org/a.", False),
        ("100% of them, 60 %", "100 % davon, 60%", False),
        ("By %1 %2", "Von %2 %1", False),
        ("a tax of 10%", "eine 10 %ige Steuer", False),
        ("Now %sset it%s.", "%sSetze%s es jetzt.", False),
        ("a < b & c > d", "a ist kleiner als b", False),
        ("It costs $10.", "Das kostet 10 $.", False),
    ],
)
def test_markup_that_differs_is_found(source: str, target: str, differs: bool) -> None:
    assert differs_in_markup(source.encode(), target.encode()) == differs
    assert differs_in_markup(target.encode(), source.encode()) == differs


@pytest.mark.parametrize(
    ("source", "target", "differs"),
    [
        ("On 12/31/2020.", "Am 31.12.2020.", False),
        ("1,000 people", "1.000 Leute", False),
        ("1,000 people", "1 000 Leute", False),
        ("1,234,567.89", "1'234'567,89", False),
        ("9,500 workers", "95000 Arbeiter", True),
        ("They meet at 3 pm.", "Sie treffen sich um 15 Uhr.", False),
        ("They meet at 9:35 tonight.", "Heute Abend um 21:35.", False),
        ("They meet at 3 pm.", "Sie treffen sich um 16 Uhr.", True),
        ("Two dogs and 12 cats", "2 Hunde und zwölf Katzen", True),
        ("Two dogs", "2 Hunde", False),
        ("There are 350 of them.", "Davon gibt es dreihundertfünfzig.", False),
        ("There are 350 of them.", "Davon gibt es viele.", True),
        ("In the 90s", "In den 1990er Jahren", False),
        ("In 1998-99", "1998/1999", False),
        ("In 1998", "Im Jahr 1989", True),
        ("Chapter 07", "Kapitel 7", False),
        ("450 notch", "45° Einkerbung", True),
    ],
)
def test_numbers_that_differ_are_found(source: str, target: str, differs: bool) -> None:
    assert differs_in_numbers(source.encode(), target.encode(), DIRECTION) == differs
    assert differs_in_numbers(target.encode(), source.encode(), DIRECTION) == differs


@given(SENTENCE)
def test_a_text_beside_itself_has_the_same_markup_and_numbers(text: str) -> None:
    raw = text.encode()
    assert not differs_in_numbers(raw, raw, DIRECTION)
    only_address = " " not in text and any(sign in text for sign in ("@", "://", "www."))
    assert only_address or not differs_in_markup(raw, raw)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.floats(0, 1))
def test_letters_are_counted_as_python_counts_them(text: str, least: float) -> None:
    letters = sum(map(str.isalpha, text))
    characters = sum(not one.isspace() for one in text)
    assert has_few_letters(text.encode(), least) == (letters < least * characters)


@given(SENTENCE)
def test_folding_leaves_the_letters_alone(text: str) -> None:
    once = folded(text.encode())
    assert folded(once) == once
    assert once == "".join(once.decode().split()).encode()
    assert not any(map(str.isdecimal, once.decode()))
    assert folded(f"“{text}!” 17".encode()) == once


def test_near_duplicates_fold_alike() -> None:
    assert folded("Kapitel 7: „Übung“!".encode()) == folded("kapitel 12 - ÜBUNG.".encode())
    assert folded(b"chapter one") != folded(b"chapter two")
