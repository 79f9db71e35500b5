"""Quantities that a search lost are required of the next one."""

from pathlib import Path

import pytest
import torch

from engine.pipeline.quantity_search import lost_quantities, says_more
from engine.pipeline.rewriting.preprocess import Reading, preprocess
from engine.translation import Chosen, NoticeKind
from tests.support.translators import tiny_translator, translate
from training.examples.subwords import learn_bpe

pytestmark = pytest.mark.usefixtures("nothing_is_damaged")

LANGUAGES = ("en", "de")


def read(source: str) -> Reading:
    tokenizer = learn_bpe(["Two men and a dog, drink: 200 ml, not 20. Drink 1"] * 9, vocab_size=290)
    return preprocess(source, tokenizer, "en")


@pytest.mark.parametrize("before", ["", "Two  “men” 😀 and a ☂: "])
def test_what_was_lost_is_a_term_at_its_place(before: str) -> None:
    reading = read(f"{before}drink 200 ml, not 20 ml.")
    (term,) = lost_quantities(reading, "Trinken Sie keine 20 ml.", LANGUAGES, bool)
    assert reading.source[term.start : term.end].rstrip(",") == term.text == "200 ml"
    assert term.forms[:2] == ("200 ml", "200ml")


def test_what_the_model_cannot_write_is_not_required() -> None:
    reading = read("Drink 200 ml.")
    assert lost_quantities(reading, "Trinken Sie.", LANGUAGES, lambda _: False) == ()
    assert lost_quantities(reading, "Trinken Sie 200 ml.", LANGUAGES, bool) == ()


@pytest.mark.parametrize(
    ("new", "is_better"),
    [
        ("Trinken Sie 200 ml.", True),
        ("Trinken Sie 200 Meter.", False),
        ("Trinken Sie 200 ml um 9 Uhr.", False),
        ("Trinken Sie 200 ml 200 Meter.", False),
    ],
)
def test_a_translation_is_replaced_only_by_a_better_one(new: str, is_better: bool) -> None:
    reading = read("Drink 200 ml.")
    assert says_more(reading, new, "Trinken Sie 200 Meter.", LANGUAGES) is is_better


def test_a_number_that_a_model_loses_is_written_all_the_same(tmp_path: Path) -> None:
    translator = tiny_translator(tmp_path / "toy", source_language="de", target_language="en")
    with torch.inference_mode():
        translator.model.output.bias[translator.model.eos_id] += 3  # so that searches end
    source = "Ein Mann putzt 12 Fenster."
    found = translate(translator, source)
    assert "12" in found.target


def test_what_a_person_chose_is_left_as_it_is(tmp_path: Path) -> None:
    translator = tiny_translator(tmp_path / "toy", source_language="de", target_language="en")
    source = "Ein Mann putzt 12 Fenster."
    whole = translate(translator, source).sentences[0].hypotheses[0].ids
    chosen = Chosen(whole[:1], is_whole=True)
    again = translate(translator, source, chosen={source: chosen})
    assert again.sentences[0].hypotheses[0].ids == chosen.ids
    assert NoticeKind.NUMBERS in {notice.kind for notice in again.notices}
