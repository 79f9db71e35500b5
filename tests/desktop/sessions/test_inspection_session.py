from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from desktop.sessions import inspection_session
from desktop.sessions.inspection_session import InspectionSession
from desktop.values.requests import AlternativesRequest, AttentionRequest, HypothesesRequest
from engine.attention.maps import SentenceAttention
from engine.errors import EngineError
from engine.translation import Alternative, Formality, ScoredText, SearchOptions, Translation
from tests.support.engines import FakeEngine, ids_of, make_translation

Request = AttentionRequest | HypothesesRequest | AlternativesRequest
TEXT = "A man runs. Two dogs."


class Bench:
    """A session whose requests are answered when the test says so, and what it said."""

    def __init__(self) -> None:
        self.session = InspectionSession()
        self.engine = FakeEngine()
        self.waiting: list[Request] = []
        self.attentions: list[SentenceAttention] = []
        self.comparisons: list[SentenceAttention | None] = []
        self.hypotheses: list[tuple[ScoredText, ...]] = []
        self.alternatives: list[tuple[AlternativesRequest, tuple[Alternative, ...]]] = []
        self.errors: list[object] = []
        self.session.work_requested.connect(self.waiting.append)
        self.session.attention_ready.connect(self.attentions.append)
        self.session.comparison_ready.connect(self.comparisons.append)
        self.session.hypotheses_ready.connect(self.hypotheses.append)
        self.session.alternatives_ready.connect(lambda *pair: self.alternatives.append(pair))
        self.session.failed.connect(self.errors.append)

    def work(self) -> None:
        """Do all that is asked, as the worker would."""
        while self.waiting:
            request = self.waiting.pop(0)
            if request.cancelled.is_set():
                self.session.on_cancelled(request)
                continue
            self.session.on_answered(request, self.answer(request))

    def answer(self, request: Request) -> object:
        match request:
            case AttentionRequest():
                return self.engine.attention(request.source, request.target_ids)
            case HypothesesRequest():
                return self.engine.hypotheses(request.source, request.count)
            case AlternativesRequest():
                return self.engine.alternatives(request.source, request.target_ids, request.word)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    assert bench.errors == []


def shown(text: str = TEXT) -> Translation:
    return make_translation(text)


def test_nothing_is_asked_while_nobody_looks(bench: Bench) -> None:
    bench.session.set_translation(shown())
    bench.session.show_sentence(1)
    assert bench.waiting == []
    bench.session.set_active(True)
    assert bench.waiting != []
    bench.work()
    bench.session.set_active(False)
    bench.session.show_sentence(0)
    assert bench.waiting == []


def test_maps_alone_are_announced_when_they_are_asked_for(bench: Bench) -> None:
    announced: list[bool] = []
    bench.session.attention_requested.connect(lambda: announced.append(True))
    bench.session.set_translation(shown())
    bench.session.ask_alternatives(0, 1)
    assert announced == []
    bench.session.set_active(True)
    assert announced == [True]


def test_looking_gives_attention_and_hypotheses_of_the_sentence(bench: Bench) -> None:
    bench.session.set_active(True)
    bench.session.set_translation(shown())
    bench.work()
    assert [a.source for a in bench.attentions] == ["A man runs."]
    assert [h.text for h in bench.hypotheses[0]] == ["A MAN RUNS."]
    assert [h.text for h in bench.hypotheses[-1]] == [
        "A MAN RUNS.",
        "a MAN RUNS.",
        "A man RUNS.",
        "A MAN runs.",
    ]
    bench.session.show_sentence(1)
    bench.work()
    assert bench.attentions[-1].source == "Two dogs."
    assert bench.session.sentence_index == 1


def test_the_same_is_not_asked_again_and_is_the_same_object(bench: Bench) -> None:
    bench.session.set_active(True)
    bench.session.set_translation(shown())
    bench.work()
    first = bench.attentions[-1]
    bench.session.show_sentence(1)
    bench.work()
    bench.session.show_sentence(0)
    bench.session.set_translation(shown(TEXT + " More."))
    assert bench.waiting == []
    assert bench.attentions[-1] is first
    assert len(bench.hypotheses[-1]) == 4


def test_what_was_asked_for_in_another_form_of_address_is_looked_at_anew(bench: Bench) -> None:
    """The texts may be the same; the model has read another tag."""
    bench.session.set_active(True)
    for wish in Formality:
        bench.session.set_translation(replace(shown(), options=SearchOptions(formality=wish)))
        bench.session.ask_alternatives(0, 1)
        kinds = {AttentionRequest, HypothesesRequest, AlternativesRequest}
        assert {type(request) for request in bench.waiting} == kinds
        assert {request.options.formality for request in bench.waiting} == {wish}
        bench.work()
    for wish in Formality:
        bench.session.set_translation(replace(shown(), options=SearchOptions(formality=wish)))
        assert bench.waiting == []


def test_the_place_stays_in_a_new_translation_if_there_is_one(bench: Bench) -> None:
    bench.session.set_active(True)
    bench.session.set_translation(shown())
    bench.session.show_sentence(1)
    bench.session.set_translation(shown("One. Two. Three."))
    assert bench.session.sentence_index == 1
    assert bench.session.sentence is not None
    assert bench.session.sentence.source == "Two."
    bench.session.set_translation(shown("One."))
    assert bench.session.sentence_index == 0
    bench.session.set_translation(shown(""))
    bench.session.show_sentence(3)
    bench.work()
    assert bench.attentions == []


def test_results_of_an_older_translation_are_not_shown(bench: Bench) -> None:
    bench.session.set_active(True)
    bench.session.set_translation(shown("One cat."))
    bench.session.ask_alternatives(0, 1)
    asked = list(bench.waiting)
    assert len(asked) == 3
    answers = [bench.answer(request) for request in asked]
    bench.session.set_translation(shown("Two dogs."))
    assert all(request.cancelled.is_set() for request in asked)
    for request, answer in zip(asked, answers, strict=True):  # they came before they were stopped
        bench.waiting.remove(request)
        bench.session.on_answered(request, answer)
    assert bench.attentions == []
    assert bench.alternatives == []
    assert all(h[0].text != "ONE CAT." for h in bench.hypotheses[1:])
    bench.work()
    assert [a.source for a in bench.attentions] == ["Two dogs."]
    assert bench.hypotheses[-1][0].text == "TWO DOGS."


def test_any_hypothesis_can_be_looked_at_and_compared(bench: Bench) -> None:
    bench.session.set_active(True)
    bench.session.set_translation(shown())
    bench.work()
    bench.session.show_hypothesis(2)
    bench.session.compare_with(0)
    bench.work()
    assert bench.attentions[-1].target == "A man RUNS."
    compared = bench.comparisons[-1]
    assert compared is not None
    assert compared.target == "A MAN RUNS."
    bench.session.compare_with(None)
    assert bench.comparisons[-1] is None
    bench.session.show_hypothesis(99)
    bench.session.compare_with(99)
    assert bench.waiting == []


def test_another_sentence_ends_the_comparison(bench: Bench) -> None:
    bench.session.set_active(True)
    bench.session.set_translation(shown())
    bench.work()
    bench.session.show_hypothesis(1)
    bench.session.compare_with(0)
    bench.work()
    bench.session.show_sentence(1)
    bench.work()
    assert bench.comparisons[-1] is None
    assert bench.attentions[-1].target == "TWO DOGS."


def test_the_shown_one_is_first_even_if_it_was_chosen_by_hand(bench: Bench) -> None:
    bench.session.set_active(True)
    (sentence,) = shown("Two dogs.").sentences
    chosen = ScoredText("ZWEI DOGS.", -3.0, ids_of("ZWEI DOGS."))
    by_hand = replace(sentence, target=chosen.text, hypotheses=(chosen,))
    bench.session.set_translation(
        replace(shown("Two dogs."), target=chosen.text, sentences=(by_hand,))
    )
    bench.work()
    assert [h.text for h in bench.hypotheses[-1][:2]] == ["ZWEI DOGS.", "TWO DOGS."]
    assert bench.attentions[-1].target == "ZWEI DOGS."


def test_alternatives_are_asked_of_the_shown_sentence(bench: Bench) -> None:
    bench.session.set_translation(shown())
    bench.session.ask_alternatives(1, 0)
    bench.session.ask_alternatives(7, 0)
    bench.work()
    ((request, alternatives),) = bench.alternatives
    assert (request.source, request.word) == ("Two dogs.", 0)
    assert request.target_ids == ids_of("TWO DOGS.")
    assert alternatives[0].preview == "EIN DOGS."


def test_hypotheses_can_be_asked_for_while_no_panel_is_open(bench: Bench) -> None:
    bench.session.ask_hypotheses()
    assert bench.hypotheses == []
    bench.session.set_translation(shown())
    bench.session.show_sentence(1)
    bench.session.ask_hypotheses()
    bench.work()
    assert bench.hypotheses[-1][0].text == "TWO DOGS."
    assert len(bench.hypotheses[-1]) == 3
    assert bench.attentions == []


def test_others_are_searched_for_as_the_shown_translation_was(bench: Bench) -> None:
    options = SearchOptions(1, 0.3)
    bench.session.set_active(True)
    bench.session.set_translation(replace(shown(), options=options))
    (request,) = [r for r in bench.waiting if isinstance(r, HypothesesRequest)]
    assert (request.options, request.count) == (options, inspection_session.HYPOTHESES)


@pytest.mark.parametrize("is_done", [False, True])
def test_no_search_stands_in_the_way_of_the_next_translation(bench: Bench, is_done: bool) -> None:
    def searches() -> int:
        return sum(
            isinstance(request, HypothesesRequest) and not request.cancelled.is_set()
            for request in bench.waiting
        )

    bench.session.set_active(True)
    bench.session.set_translation(shown())
    bench.session.set_stale(False)
    assert searches() == 1  # and not a second one
    if is_done:
        bench.work()
    bench.session.set_stale(True)
    assert searches() == 0
    bench.session.set_stale(False)
    bench.work()
    assert len(bench.hypotheses[-1]) == 4
    assert bench.engine.count("hypotheses") == 1
    bench.session.set_active(False)
    bench.session.set_stale(True)
    bench.session.set_stale(False)
    assert bench.waiting == []


def test_another_model_is_looked_at_anew(bench: Bench) -> None:
    bench.session.set_active(True)
    bench.session.set_translation(shown())
    bench.work()
    first = bench.attentions[-1]
    bench.session.forget()
    assert bench.session.sentence is None
    bench.session.set_translation(shown())
    bench.work()
    assert bench.attentions[-1] is not first


def test_failures_are_told_unless_nobody_waits(bench: Bench) -> None:
    error = EngineError("so it is")
    bench.session.set_active(True)
    bench.session.set_translation(shown())
    first = bench.waiting.pop(0)
    bench.session.on_failed(first, error)
    assert bench.errors == [error]
    second = bench.waiting.pop(0)
    bench.session.close()
    bench.session.on_failed(second, error)
    assert bench.errors == [error]
    bench.errors.clear()


def test_maps_kept_are_bounded(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspection_session, "CACHE_BYTES", 20_000)
    bench = Bench()
    bench.session.set_active(True)
    for number in range(50):
        bench.session.set_translation(shown(f"Number {number} is here."))
        bench.work()
    kept = bench.session._maps
    assert 1 <= len(kept) < 50
    assert sum(map(inspection_session._cached_bytes, kept.values())) <= 20_000
    assert np.isclose(bench.attentions[-1].maps.cross.sum(-1), 1).all()
