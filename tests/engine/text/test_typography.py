"""Quotation marks and blanks as a language writes them, and what only looks like them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.text_edits import Rewriting
from engine.text.typography import quotation_marks, typographic_edits

DOUBLE = 'Say "yes" now.'


def written(target: str, language: str, source: str = DOUBLE) -> str:
    return Rewriting(target, typographic_edits(source, target, language)).text


@pytest.mark.parametrize("marks", ['""', "„“", "“”", "»«", "«»", "””"])
@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "Sag „ja“, bitte."),
        ("de-AT", "Sag „ja“, bitte."),
        ("en", "Sag “ja”, bitte."),
        ("fr", "Sag «\u202fja\u202f», bitte."),
        ("sv", "Sag ”ja”, bitte."),
    ],
)
def test_a_pair_of_any_kind_becomes_that_of_the_language(
    marks: str, language: str, expected: str
) -> None:
    assert written(f"Sag {marks[0]}ja{marks[1]}, bitte.", language) == expected


def test_a_language_without_known_habits_keeps_what_is_there() -> None:
    assert written('Sag "ja".', "th") == 'Sag "ja".'


def test_marks_that_the_source_has_none_of_stay() -> None:
    assert written('Sag "ja".', "de", "Say yes.") == 'Sag "ja".'


def test_quotations_inside_others_have_marks_of_their_own() -> None:
    source = "“He told me ‘no’ twice,” she said."
    target = "\"Er hat mir zweimal 'nein' gesagt\", sagte sie."
    assert written(target, "de", source) == "„Er hat mir zweimal ‚nein‘ gesagt“, sagte sie."
    both = '"Er hat "nein" gesagt", sagte sie.'
    assert written(both, "en") == "“Er hat ‘nein’ gesagt”, sagte sie."
    assert written("« Il a dit “non” », dit-elle.", "en") == "“Il a dit ‘non’”, dit-elle."


def test_single_marks_stay_single_where_the_source_has_such() -> None:
    source = "The 'old' one is the dogs' toy."
    assert written("Das 'alte' ist's.", "de", source) == "Das ‚alte‘ ist's."
    assert written("Das 'alte' da.", "de") == "Das „alte“ da."


def test_a_quotation_over_several_sentences_is_opened_and_closed() -> None:
    source = ['"I was there.', "I saw it.", 'I left."']
    target = ['"Ich war da.', "Ich sah es.", 'Ich ging."']
    found = [written(t, "de", s) for s, t in zip(source, target, strict=True)]
    assert found == ["„Ich war da.", "Ich sah es.", "Ich ging.“"]


@pytest.mark.parametrize(
    "text",
    [
        'A 5" screen, 5\' 3" tall.',
        "The dogs' toy isn't 'em.",
        'print("hello")',
        '<a href="x" title="y">',
        '{"key": "value"}',
        'Files in".txt" and".odt"',
        'Write `say "yes"` there.',
    ],
)
def test_inches_apostrophes_and_code_are_no_quotations(text: str) -> None:
    assert quotation_marks(text) == ()
    assert written(text, "de", text) == text


def test_code_stays_beside_a_quotation() -> None:
    target = 'Sag "ja" und `print("nein")`.'
    assert written(target, "de") == 'Sag „ja“ und `print("nein")`.'


@pytest.mark.parametrize(
    ("language", "target", "expected"),
    [
        ("de", "Um 50% und 3,5 %.", "Um 50\u00a0% und 3,5\u00a0%."),
        ("de", "Die 100%ige Lösung, 50%-Regel", "Die 100%ige Lösung, 50%-Regel"),
        ("en", "By 50 % and 3.5%.", "By 50% and 3.5%."),
        (
            "fr",
            "Quoi? Oui ! Ici: 50%; à 12:30.",
            "Quoi\u202f? Oui\u202f! Ici\u00a0: 50\u202f%\u202f; à 12:30.",
        ),
        ("fr", "https://a.example/?b=c !", "https://a.example/?b=c\u202f!"),
        ("de", "Nimm `50%` hier.", "Nimm `50%` hier."),
    ],
)
def test_blanks_before_signs_are_those_of_the_language(
    language: str, target: str, expected: str
) -> None:
    assert written(target, language, "") == expected


MARKED = st.text(alphabet="ab5% .,!?-()`\n\"'“”„«»‚‘’", max_size=40)


@given(MARKED, MARKED, st.sampled_from(["de", "en", "fr", "sv"]))
def test_edits_do_not_overlap_and_change_nothing_but_marks_and_blanks(
    source: str, target: str, language: str
) -> None:
    edits = sorted(typographic_edits(source, target, language), key=lambda edit: edit.start)
    ends = [0, *(edit.end for edit in edits)]
    assert all(end <= edit.start < edit.end for end, edit in zip(ends, edits, strict=False))
    letters = [c for c in target if c.isalnum()]
    assert [c for c in Rewriting(target, edits).text if c.isalnum()] == letters
