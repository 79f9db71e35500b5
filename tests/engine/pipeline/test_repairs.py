"""What one draft lacks is required of one more search, and the better draft stays."""

from pathlib import Path
from typing import Any

import pytest
import torch

from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline import repairs
from engine.pipeline.draft import Draft
from engine.pipeline.repairs import find_drafts, lost_quantities
from engine.pipeline.sentence_cache import NOTHING_CHOSEN
from engine.pipeline.sentence_pipeline import SentencePipeline
from engine.pipeline.sentence_search import SentenceSearch, Sources
from engine.search.beam_search import Hypothesis
from engine.translation import Chosen, Formality, NoticeKind
from tests.support.translators import (
    fresh,
    make_likelier,
    save_subword_model,
    tiny_translator,
    torch_translator,
    translate,
)
from training.examples.subwords import learn_bpe

LETTERS = "Two men and a dog, drink: Trinken Sie keine um Meter 0 1 2 3 4 5 6 7 8 9 ml. Uhr"
NO_DAMAGE = pytest.mark.usefixtures("nothing_is_damaged")


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> SentencePipeline:
    tokenizer = learn_bpe([LETTERS] * 9, vocab_size=330)
    folder = tmp_path_factory.mktemp("models") / "toy"
    return tiny_translator(folder, tokenizer=tokenizer)._pipeline


def draft_of(pipeline: SentencePipeline, source: str, target: str) -> Draft:
    """Return a target of a sentence as if a search had found it."""
    sources = pipeline.stack([pipeline.preprocess(source, ())], Formality.AUTOMATIC)
    ids = pipeline.tokenizers.target.encode(target).ids
    draft = Draft(
        sources, Hypothesis(ids, (-0.1,) * len(ids), 0.0, is_finished=True), pipeline.searches
    )
    assert draft.text == target
    return draft


@pytest.mark.parametrize("before", ["", "Two  “men” 😀 and a ☂: "])
def test_a_lost_quantity_is_a_term_at_its_place(pipeline: SentencePipeline, before: str) -> None:
    draft = draft_of(pipeline, f"{before}drink 200 ml, not 20 ml.", "Trinken Sie keine 20 ml.")
    (term,) = lost_quantities(draft)
    assert draft.reading.source[term.start : term.end].rstrip(",") == term.text == "200 ml"
    assert term.forms[:2] == ("200 ml", "200ml")


def test_what_is_said_or_cannot_be_written_is_not_required(
    pipeline: SentencePipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lost_quantities(draft_of(pipeline, "drink 200 ml.", "Trinken Sie 200 ml.")) == ()
    monkeypatch.setattr(repairs, "is_covered", lambda *_: False)
    assert lost_quantities(draft_of(pipeline, "drink 200 ml.", "Trinken Sie.")) == ()


@pytest.mark.parametrize(
    ("new", "is_better"),
    [
        ("Trinken Sie 200 ml.", True),
        ("Trinken Sie 200 Meter.", False),
        ("Trinken Sie 200 ml um 9 Uhr.", False),
        ("Trinken Sie 200 ml 200 Meter.", False),
        ("Trinken Sie 200 ml. Sie.", False),
        ("Trinken Sie 200 ml, Trinken Sie 200 ml.", False),
    ],
)
def test_the_draft_that_is_worse_in_nothing_and_better_in_something_stays(
    pipeline: SentencePipeline, monkeypatch: pytest.MonkeyPatch, new: str, is_better: bool
) -> None:
    source, old = "drink 200 ml.", "Trinken Sie 200 Meter."
    made = {False: draft_of(pipeline, source, old), True: draft_of(pipeline, source, new)}
    asked = []

    def search(*arguments: object) -> list[tuple[Hypothesis, ...]]:
        is_second = isinstance(arguments[-1], list)
        asked.append(is_second)
        return [(made[is_second].hypothesis,)]

    monkeypatch.setattr(SentenceSearch, "search", lambda _, *arguments: search(*arguments))
    settings = pipeline.searches.settings()
    ((found,),) = find_drafts(pipeline.searches, made[False].source, [NOTHING_CHOSEN], settings)
    assert asked == [False, True]
    assert found.text == (new if is_better else old)


def test_no_sentence_is_searched_more_than_twice(
    pipeline: SentencePipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[int] = []
    search = SentenceSearch.search

    def counted(self: SentenceSearch, sources: Sources, *rest: Any) -> list[Any]:
        searched.extend(map(id, sources.readings))
        return [*search(self, sources, *rest)]

    monkeypatch.setattr(SentenceSearch, "search", counted)
    glossary = Glossary((GlossaryEntry("dog", "Uhr"), GlossaryEntry("men", "Meter")))
    sentences = ("Two men and a dog drink 200 ml.", "Mrs Men and a dog drink 7 ml.", "Two men.")
    readings = [pipeline.preprocess(one, pipeline.terms_of(one, glossary)) for one in sentences]
    sources = pipeline.stack(readings, Formality.AUTOMATIC)
    settings = pipeline.searches.settings()
    find_drafts(pipeline.searches, sources, [NOTHING_CHOSEN] * 3, settings)
    assert max(searched.count(id(reading)) for reading in readings) == 2


@NO_DAMAGE
def test_a_number_that_a_model_loses_is_written_all_the_same(tmp_path: Path) -> None:
    save_subword_model(tmp_path / "toy", source_language="de", target_language="en")
    translator = torch_translator(tmp_path / "toy", torch.float32)
    make_likelier(translator, 3)  # so that searches end
    source = "Ein Mann putzt 12 Fenster."
    found = translate(translator, source)
    assert "12" in found.target


def test_what_a_person_chose_is_left_as_it_is(tmp_path: Path) -> None:
    translator = tiny_translator(tmp_path / "toy", source_language="de", target_language="en")
    source = "Ein Mann putzt 12 Fenster."
    whole = translate(translator, source).sentences[0].hypotheses[0].ids
    chosen = Chosen(whole[:1], is_whole=True)
    again = translate(fresh(translator), source, chosen={source: chosen})
    assert again.sentences[0].hypotheses[0].ids == chosen.ids
    assert NoticeKind.NUMBERS in {notice.kind for notice in again.notices}


def test_a_chosen_translation_is_scored_as_the_request_wants(tmp_path: Path) -> None:
    translator = tiny_translator(tmp_path / "toy", decoding={"beam_size": 2, "max_length": 40})
    source = "Two young men are outside."
    ids = translator.tokenizers.target.encode("Zwei junge Frauen.").ids
    chosen = {source: Chosen(ids, is_whole=True)}
    plain, scaled = (
        translate(fresh(translator), source, chosen=chosen, length_penalty=penalty).sentences[0]
        for penalty in (0.0, 1.0)
    )
    length = len(ids) + 1  # with eos
    assert scaled.hypotheses[0].score == pytest.approx(plain.hypotheses[0].score / length)
