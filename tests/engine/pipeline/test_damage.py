"""A term may not cost the rest of a sentence."""

import pytest

from engine.pipeline.damage import is_damaged

LANGUAGES = ("en", "de")


@pytest.mark.parametrize(
    ("source", "forced", "free", "expected"),
    [
        (
            "The old man has a new bicycle.",
            "Der alte Mann hat einen neuen Drahtesel.",
            "Der alte Mann hat ein neues Fahrrad.",
            False,
        ),
        (
            "The old man has a new bicycle.",
            "Der alte Mann hat ein neues Fahrrad. Der Drahtesel.",
            "Der alte Mann hat ein neues Fahrrad.",
            True,
        ),
        (
            "The old man has a new bicycle.",
            "Der alte Mann hat ein neues Rad.000 hat ein neues Drahtesel.",
            "Der alte Mann hat ein neues Fahrrad.",
            True,
        ),
        (
            "She has 12 cats in her flat.",
            "Sie hat Stubentiger in ihrer Wohnung.",
            "Sie hat 12 Katzen in ihrer Wohnung.",
            True,
        ),
        (
            "He came in. He sat down.",
            "Er kam herein. Er nahm Platz.",
            "Er kam herein. Er setzte sich.",
            False,
        ),
        (
            "We saw the river and the bridge.",
            "Wir sahen den Strom und sahen den Strom und die Brücke.",
            "Wir sahen den Fluss und die Brücke.",
            True,
        ),
    ],
)
def test_what_the_free_translation_did_right_stays_right(
    source: str, forced: str, free: str, expected: bool
) -> None:
    assert is_damaged(source, forced, free, LANGUAGES) is expected


def test_faults_of_the_free_translation_are_no_reason() -> None:
    free = "Der Mann hat hat hat hat 7 Hunde."
    assert not is_damaged("The man has a dog.", free.replace("Hunde", "Köter"), free, LANGUAGES)
