"""Set phrases end as they were typed, keep to the form of address, and may be signed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import write_dictionary
from engine.pipeline.rewriting.set_phrases import set_phrase
from engine.translation import Formality

ENTRIES = [("mark", "Note", 3), ("Mark", "Mark", 1), ("thanks", "Dank", 2)]
PHRASES = [
    ("Break a leg!", "Hals- und Beinbruch!", "break a leg", "hals- und beinbruch"),
    ("Kind regards,", "Mit freundlichen Grüßen", "kind regards", "mit freundlichen grüssen"),
    ("How are you?", "Wie geht es dir?", "how are you?", None),
    ("What time is it?", "Wie spät ist es?", "what time is it?", "wie spät ist es?"),
]


@pytest.fixture(params=[("en", "de")])
def dictionary(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Dictionary]:
    file = tmp_path / "small.sqlite3"
    write_dictionary(ENTRIES, {}, file, PHRASES)
    dictionary = Dictionary(file, request.param)
    yield dictionary
    dictionary.close()


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Break a leg!", "Hals- und Beinbruch!"),
        ("break a leg", "Hals- und Beinbruch"),
        ("Break a leg.", "Hals- und Beinbruch."),
        ("Break a leg…", "Hals- und Beinbruch…"),
        ("BREAK A LEG!", "HALS- UND BEINBRUCH!"),
        ("Break a leg?", None),
        ("Break an arm!", None),
        ("Kind regards,", "Mit freundlichen Grüßen"),
        ("Kind regards", "Mit freundlichen Grüßen"),
        ("Kind regards, Ayşe", "Mit freundlichen Grüßen, Ayşe"),
        ("Kind regards Li Wei", "Mit freundlichen Grüßen, Li Wei"),
        ("Kind regards, Mark Obi", "Mit freundlichen Grüßen, Mark Obi"),
        ("Kind regards, Thanks", None),
        ("Kind regards to your sister", None),
        ("Break a leg, Ayşe", None),
        ("What time is it?", "Wie spät ist es?"),
        ("", None),
        ("?", None),
        ("Kind regards, " + "Ayşe" * 99, None),
    ],
)
def test_a_phrase_ends_as_the_sentence_does(
    dictionary: Dictionary, sentence: str, expected: str | None
) -> None:
    assert set_phrase(sentence, dictionary) == expected


@pytest.mark.parametrize("dictionary", [("de", "en")], indirect=True)
def test_the_other_way_too(dictionary: Dictionary) -> None:
    assert set_phrase("Mit freundlichen Grüßen", dictionary) == "Kind regards,"
    assert set_phrase("Mit freundlichen Grüßen, Ayşe", dictionary) == "Kind regards, Ayşe"
    assert set_phrase("Wie geht es dir?", dictionary) is None


@pytest.mark.parametrize(
    ("formality", "expected"),
    [
        (Formality.AUTOMATIC, "Wie geht es dir?"),
        (Formality.INFORMAL, "Wie geht es dir?"),
        (Formality.FORMAL, None),
    ],
)
def test_a_phrase_of_the_other_form_of_address_is_left_to_the_model(
    dictionary: Dictionary, formality: Formality, expected: str | None
) -> None:
    assert set_phrase("How are you?", dictionary, formality) == expected
    assert set_phrase("What time is it?", dictionary, formality) == "Wie spät ist es?"
