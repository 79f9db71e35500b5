"""Sentences of many blocks are translated by length, and the document keeps its order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import part_translation
from engine.documents.document import read_parts
from engine.documents.part_translation import Step, count_sentences, translate_parts
from engine.translation import Cancelled, Translation, TranslationRequest
from tests.support.text_translators import FakeTranslator, shouted

LINES = st.lists(st.integers(1, 40).map(lambda count: " ".join(["dog"] * count) + "."), max_size=60)


def steps_of(text: str, translator: FakeTranslator, suffix: str = ".txt") -> list[Step]:
    parts = list(read_parts(text, suffix, "en"))
    return list(translate_parts(translator, parts, TranslationRequest("")))


@given(LINES, st.integers(1, 40), st.integers(1, 400))
def test_what_is_translated_by_length_is_written_in_order(
    lines: list[str], look_ahead: int, at_once: int
) -> None:
    text = "\n".join(lines)
    translator = FakeTranslator(shouted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(part_translation, "LOOK_AHEAD", look_ahead)
        patch.setattr(part_translation, "CHARACTERS_AT_ONCE", at_once)
        steps = steps_of(text, translator)
    assert "".join(step.text for step in steps) == text.upper()
    parts = list(read_parts(text, ".txt", "en"))
    written = ""
    for step in steps:
        written += step.text
        covered = list(read_parts(text, ".txt", "en"))[: step.parts]
        assert step.ready == count_sentences(covered) <= step.done
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert not steps or (steps[-1].done, steps[-1].parts) == (len(lines), len(parts))
    for asked in translator.asked:
        batch = asked.split("\n")
        assert len(batch) == len(set(batch))
        assert len(batch) == 1 or len(batch) * max(map(len, batch)) <= at_once


def test_like_lengths_are_translated_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_translation, "CHARACTERS_AT_ONCE", 100)
    short, long = ["A dog.", "A cat.", "A cow."], ["It runs over the green grass of the park."]
    translator = FakeTranslator(shouted)
    steps = steps_of("\n".join([short[0], *long, *short[1:]]), translator)
    assert [text.split("\n") for text in translator.asked] == [short, long]
    assert [step.ready for step in steps] == [1, 4]  # the first line need not wait


def test_words_are_aligned_only_where_marks_must_be_placed() -> None:
    asked: dict[str, bool] = {}

    class Noting(FakeTranslator):
        def translate(self, request: TranslationRequest) -> Translation:
            asked.update(dict.fromkeys(request.text.split("\n"), request.with_alignment))
            return super().translate(request)

    steps_of("A dog runs.\n\nA cat sleeps.\n", Noting(), ".md")
    assert asked == {"A dog runs.": False, "A cat sleeps.": False}
    steps_of("A dog runs.\n\nA *cat* sleeps.\n", Noting(), ".md")
    assert asked["A cat sleeps."]


def test_placeholders_and_lines_stay() -> None:
    text = "  A dog {n} runs,\r\n\n\tsee https://a.b/c.  Yes 😀 %s!\n"
    out = "".join(step.text for step in steps_of(text, FakeTranslator(shouted)))
    assert out == "  A DOG {n} RUNS,\r\n\n\tSEE https://a.b/c.  YES 😀 %s!\n"


def test_it_can_be_cancelled() -> None:
    wish = TranslationRequest("")
    wish.cancelled.set()
    parts = list(read_parts("A dog.", ".txt", "en"))
    with pytest.raises(Cancelled):
        list(translate_parts(FakeTranslator(), parts, wish))
