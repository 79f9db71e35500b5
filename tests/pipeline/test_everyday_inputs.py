"""What people type in ordinary life comes out right often enough; the tables say what is right."""

from pathlib import Path

import pytest

from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.everyday_inputs import (
    DIRECTIONS,
    FLOORS,
    HEADING,
    EverydayInput,
    general_models,
    read_inputs,
)

BOTH_WAYS = pytest.mark.parametrize("way", DIRECTIONS, ids="-".join)


def an_input(must: str, must_not: str = "") -> EverydayInput:
    """Read an input from a table of one."""
    conditions = tuple(tuple(condition.split("|")) for condition in must.split(";"))
    return EverydayInput("chat", "…", "…", conditions, tuple(filter(None, must_not.split("|"))))


@pytest.mark.parametrize(
    ("must", "translation"),
    [
        ("bank", "Die Bank ist ZU."),
        ("Bank|Ufer", "Am Ufer."),
        ("Straße", "In der STRASSE"),
        ("isn't", "That isn’t so."),
        ("*art*", "Eine Karte"),
        ("*art*", "Eine Art"),
        ("per cent|%", "It rose by 3%."),
        ("Ampel links", "An der Ampel, links!"),
        ("don't|do not", "Do not run"),
        ("Viertel vor drei|2:45", "um 2:45 Uhr"),
    ],
)
def test_an_expression_is_found(must: str, translation: str) -> None:
    assert an_input(must).passes(translation)
    assert an_input("never there", must).forbidden(translation)


@pytest.mark.parametrize(
    ("must", "translation"),
    [
        ("Bank", "Die Banken"),
        ("art", "Karte"),
        ("*art", "Karte"),
        ("Ampel links", "links an der Ampel"),
        ("Ampel;links", "an der Ampel rechts"),
        ("2.5", "205"),
    ],
)
def test_an_expression_is_not_found(must: str, translation: str) -> None:
    assert not an_input(must).passes(translation)


def test_what_must_not_stand_there_fails_a_translation_that_has_what_must() -> None:
    typed = an_input("Handy|Telefon;kaputt", "phone|broken")
    assert typed.passes("Mein Handy ist kaputt.")
    assert not typed.passes("Mein Telefon ist kaputt, broken.")
    assert typed.lacks("Mein Phone ist kaputt.") == ("Handy|Telefon",)
    assert typed.forbidden("Mein Phone ist broken.") == ("phone", "broken")


@BOTH_WAYS
def test_the_table_has_150_inputs_each_once(way: tuple[str, str]) -> None:
    inputs = read_inputs(*way)
    assert len(inputs) == 150
    assert len({typed.text for typed in inputs}) == 150


@BOTH_WAYS
def test_the_example_passes_and_the_input_itself_does_not(way: tuple[str, str]) -> None:
    inputs = read_inputs(*way)
    assert [typed.example for typed in inputs if not typed.passes(typed.example)] == []
    assert [typed.text for typed in inputs if typed.passes(typed.text)] == []


@BOTH_WAYS
def test_the_translation_of_another_input_is_hardly_ever_taken_for_right(
    way: tuple[str, str],
) -> None:
    inputs = read_inputs(*way)
    pairs = [(typed, other) for typed in inputs for other in inputs if typed is not other]
    taken = [(typed.text, other.example) for typed, other in pairs if typed.passes(other.example)]
    assert len(taken) <= len(pairs) / 2000, taken


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("kind\tinput\n", "heading"),
        ("\t".join(HEADING) + "\nchat\tHi!\tHallo!\t\t\n", "line 2"),
        ("\t".join(HEADING) + "\nchat\tHi!\tHallo!\tHallo\t\nchat\tHi!\n", "line 3"),
    ],
)
def test_a_broken_table_is_refused(tmp_path: Path, table: str, message: str) -> None:
    (tmp_path / "en-de.tsv").write_text(table, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_inputs("en", "de", tmp_path)


@pytest.mark.slow
@BOTH_WAYS
def test_the_general_model_that_ships_translates_enough_of_them(way: tuple[str, str]) -> None:
    entry = general_models().get(way)
    if entry is None:
        pytest.skip(f"no general model from {way[0]} to {way[1]} ships")
    translator = Translator.open(entry.path, device="cpu")
    inputs = read_inputs(*way)
    wrong = {}
    for typed in inputs:
        request = TranslationRequest(typed.text, with_alignment=False)
        translation = translator.translate(request).target
        if not typed.passes(translation):
            wrong[typed.text] = translation
    share = 1 - len(wrong) / len(inputs)
    assert share >= FLOORS[way], wrong
