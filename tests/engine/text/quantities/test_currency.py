"""Sums of money that were read as dollars: the currency is the one that was typed."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.quantities.currency import put_back, read_as_dollars
from engine.text.text_edits import Rewriting


def shown(
    source: str,
    target: str,
    *,
    corrected: dict[tuple[int, int], str] | None = None,
    languages: tuple[str, str] = ("en", "de"),
) -> str:
    return Rewriting(target, put_back("€", source, target, corrected or {}, languages)).text


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("5 € or 7 €", "$", "€"),
        ("5 € or 7 £", "$", ""),
        ("5 € or 7 $", "$", ""),
        ("5 €", "$€", ""),
        ("5 €", "", ""),
        ("5 $", "$", ""),
        ("nothing", "$", ""),
    ],
)
def test_one_unfamiliar_sign_is_read_as_the_familiar_one(
    text: str, known: str, expected: str
) -> None:
    assert read_as_dollars(text, lambda sign: sign in known) == expected


@pytest.mark.parametrize(
    ("source", "target", "german"),
    [
        ("It costs $50.", "Es kostet $50.", "Es kostet 50 €."),
        ("It costs $50.", "Es kostet 50 $.", "Es kostet 50 €."),
        ("It costs $50.", "Es kostet 50$.", "Es kostet 50 €."),
        ("It costs $50.", "Es kostet 50 Dollar.", "Es kostet 50 €."),
        ("It costs $50.", "Es kostet 50.", "Es kostet 50 €."),
        ("It costs $3.50.", "Es kostet $3.50.", "Es kostet 3,50 €."),
        ("It costs $3.50.", "Es kostet $3,50 $.", "Es kostet 3,50 €."),
        ("a $2,000 car", "ein $2,000 teures Auto", "ein 2.000 € teures Auto"),
        ("$1.2 million", "$1.2 Millionen", "1,2 Millionen €"),
        ("$10k a month", "$10k im Monat", "10k € im Monat"),
        ("$3.5bn or $2 m", "$3.5bn oder $2 m", "3,5bn € oder 2 m €"),
        ("$1.2 million", "1.2 Millionen Dollar", "1,2 Millionen €"),
        ("The fee is $2,500.", "Die Gebühr ist 2,50 $.", "Die Gebühr ist 2,50 €."),
        ("$5 or $7", "$5 oder $7", "5 € oder 7 €"),
        ("$5 or $7", "5 oder 7 $", "5 oder 7 €"),
        ("from $1 to $1,500", "von $1 bis $ $1,500 $", "von 1 € bis 1.500 €"),
        ("$5-10 or $7", "$5-10 oder $7", "5-10 € oder 7 €"),
        ("$5-10", "5-10 $", "5-10 €"),
        ("$5-10", "$5-10 $", "5-10 €"),
        ("a $20 note", "ein 20-Dollar-Schein", "ein 20-€-Schein"),
        ("the $ sign", "das Dollar Zeichen", "das € Zeichen"),
        ("5 dollars or $4", "5 Dollar oder $4", "5 Dollar oder 4 €"),
        ("It costs $50.", "Nichts.", "Nichts."),
    ],
)
def test_sums_are_in_the_currency_that_was_typed(source: str, target: str, german: str) -> None:
    assert shown(source, target) == german


@pytest.mark.parametrize(
    ("source", "target", "english"),
    [
        ("Es kostet 50 $.", "It costs 50 $.", "It costs €50."),
        ("Es kostet 3,50 $.", "It costs $3.50.", "It costs €3.50."),
        ("Es kostet 3,50 $.", "It costs 3,50 dollars.", "It costs €3.50."),
        ("3.000 $ im Monat", "$3.00 a month", "€3.00 a month"),
        ("1,2 Millionen $", "$1.2 million", "€1.2 million"),
        ("1,2 Millionen $", "1.2 million dollars", "€1.2 million"),
    ],
)
def test_they_stand_as_the_language_has_them(source: str, target: str, english: str) -> None:
    assert shown(source, target, languages=("de", "en")) == english


def test_a_corrected_number_is_in_its_sum() -> None:
    assert shown("It costs $300.", "Es kostet $3000.", corrected={(11, 15): "300"}) == (
        "Es kostet 300 €."
    )


def test_cents_are_no_euros() -> None:
    assert shown("Es kostet $0,99.", "It costs 99 cents.", languages=("de", "en")) == (
        "It costs 99 cents."
    )


@given(
    st.lists(
        st.sampled_from(
            ["$", "5", "5-10", "1,200", " ", "Dollar", "dollars", "Million", "-", "Tom"]
        )
    ),
    st.lists(
        st.sampled_from(
            ["$", "5", "5-10", "1,200", " ", "Dollar", "dollars", "Million", "-", "Tom"]
        )
    ),
)
def test_no_sum_is_said_more_often_than_it_was_typed(source: list[str], target: list[str]) -> None:
    edits = sorted(
        put_back("€", "".join(source), "".join(target), {}, ("en", "de")),
        key=lambda edit: (edit.start, edit.end),
    )
    assert all(first.end <= second.start for first, second in pairwise(edits))
    said = shown("".join(source), "".join(target))
    assert said.count("€") <= source.count("$")
    assert "$" not in said
