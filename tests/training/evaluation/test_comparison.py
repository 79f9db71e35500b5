"""How far two models are apart, whether that may be chance, and the text it is measured on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import sacrebleu
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.significance import PairedTest

from engine.translation import Cancelled
from tests.support.translators import save_subword_model
from training.built_in_texts import HELD_OUT
from training.corpus.layouts import reversed_pairs
from training.corpus_formats.pair_files import read_tsv
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.comparison import (
    NUM_CONTRASTED,
    SIGNIFICANT,
    bootstrap,
    compare,
    compare_models,
    contrast,
    is_better,
    is_worse,
    texts_at_hand,
    warnings_of,
)
from training.evaluation.scores import Scores
from training.evaluation.trained_model import TrainedModel
from training.progress import Compared, Contrasted, Event

PAIRS = reversed_pairs(60, seed=3)
REFERENCES = [pair.target for pair in PAIRS]


def spoiled(every: int) -> list[str]:
    """Return the references, but every so-many-th lacks its first half."""
    return [
        text if at % every else " ".join(text.split()[len(text.split()) // 2 :])
        for at, text in enumerate(REFERENCES)
    ]


def bleu(texts: Sequence[str]) -> float:
    return sacrebleu.corpus_bleu(texts, [REFERENCES]).score


# --- the bootstrap ---


def test_the_difference_is_that_of_the_scores() -> None:
    found = bootstrap(spoiled(4), spoiled(2), REFERENCES)
    assert found.bleu == pytest.approx(bleu(spoiled(4)) - bleu(spoiled(2)))
    assert found.low < found.bleu < found.high


def test_a_model_beside_itself_differs_by_nothing_and_by_chance_alone() -> None:
    assert bootstrap(spoiled(3), spoiled(3), REFERENCES) == (0.0, 0.0, 0.0, 1.0)


def test_what_is_turned_round_has_the_other_sign_and_the_same_chance() -> None:
    there = bootstrap(spoiled(3), spoiled(2), REFERENCES)
    back = bootstrap(spoiled(2), spoiled(3), REFERENCES)
    assert back.bleu == pytest.approx(-there.bleu)
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
    assert back.p_value == there.p_value


def test_a_large_difference_is_no_chance_and_a_small_one_may_be() -> None:
    assert bootstrap(REFERENCES, spoiled(2), REFERENCES).p_value < SIGNIFICANT
    one_worse = ["", *REFERENCES[1:]]
    swapped = [REFERENCES[0], "", *REFERENCES[2:]]
    assert bootstrap(one_worse, swapped, REFERENCES).p_value > SIGNIFICANT


@pytest.mark.parametrize("every", [3, 12, 20, 30])
def test_chance_is_judged_no_milder_than_by_sacrebleu(every: int) -> None:
    systems: list[tuple[str, Sequence[str]]] = [("old", spoiled(every)), ("new", REFERENCES)]
    _, scores = PairedTest(systems, {"BLEU": BLEU()}, [REFERENCES], test_type="bs")()
    theirs: Any = scores["BLEU"][1]
    ours = bootstrap(REFERENCES, spoiled(every), REFERENCES).p_value
    assert theirs.p_value <= ours <= 3 * theirs.p_value


@pytest.mark.parametrize(("new", "old"), [([], []), (["a"], []), (["a"], ["b", "c"])])
def test_what_cannot_be_compared_is_refused(new: list[str], old: list[str]) -> None:
    with pytest.raises(ValueError, match=f"{len(new)} new and {len(old)} old translations, "):
        bootstrap(new, old, [])


# --- verdicts ---


def compared(corpus: str, difference: float, p_value: float, beam_size: int = 5) -> Compared:
    return Compared(
        corpus=corpus,
        pairs=10,
        beam_size=beam_size,
        new={"bleu": 20 + difference},
        old={"bleu": 20.0},
        old_name="old",
        difference=difference,
        low=difference - 1,
        high=difference + 1,
        p_value=p_value,
    )


@pytest.mark.parametrize(
    ("difference", "p_value", "verdict"),
    [(3.0, 0.01, (True, False)), (-3.0, 0.01, (False, True)), (0.0, 1.0, (False, False)),
     (3.0, 0.3, (False, False)), (-3.0, 0.3, (False, False))],
)  # fmt: skip
def test_better_and_worse_are_what_chance_does_not_explain(
    difference: float, p_value: float, verdict: tuple[bool, bool]
) -> None:
    one = compared("test", difference, p_value)
    assert (is_better(one), is_worse(one)) == verdict


def test_each_text_on_which_the_model_is_worse_has_one_warning() -> None:
    several = [
        compared("test", -1.5, 0.02, beam_size=1),
        compared("test", -2.0, 0.004),
        compared("chat", -2.0, 0.5),
        compared("talk", 2.0, 0.001),
    ]
    assert [warning.text for warning in warnings_of(several)] == [
        (
            "On the text “test” the new model is worse than old: BLEU 18.0 instead of "
            "20.0 (beam 5). The difference is statistically significant (p = 0.004)."
        )
    ]


# --- two models ---


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> tuple[TrainedModel, TrainedModel]:
    folder = tmp_path_factory.mktemp("models")
    for seed, name in enumerate(("new", "old")):
        save_subword_model(folder / name, seed=seed)
    return TrainedModel.of_folder(folder / "new"), TrainedModel.of_folder(folder / "old")


TEXTS = {
    "test": (
        SentencePair("A dog is here.", "Ein Hund ist hier."),
        SentencePair("Two men are outside.", "Zwei Männer sind draußen."),
    ),
    "more": (SentencePair("A dog.", "Ein Hund."),),
}


def never() -> bool:
    return False


def test_each_text_is_translated_greedily_and_with_the_beam_and_then_sentences_are_shown(
    models: tuple[TrainedModel, TrainedModel],
) -> None:
    told: list[Event] = []
    found = compare_models(*models, TEXTS, {}, told.append, never)
    assert [(one.corpus, one.pairs, one.beam_size) for one in found] == [
        ("test", 2, 1), ("test", 2, 2), ("more", 1, 1), ("more", 1, 2)
    ]  # fmt: skip
    assert told[:4] == found
    assert all(isinstance(event, Contrasted) for event in told[4:])
    assert {event.source for event in told[4:]} <= {pair.source for pair in TEXTS["test"]}  # type: ignore[union-attr]  # they are Contrasted
    for one in found:
        assert one.old_name == "old"
        assert one.difference == pytest.approx(one.new["bleu"] - one.old["bleu"])
        assert one.new.keys() == one.old.keys() >= {"bleu", "chrf"}


def test_what_the_new_model_scored_before_is_not_measured_again(
    models: tuple[TrainedModel, TrainedModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    new, old = models
    known = {("test", beam): new.measure(TEXTS["test"], beam) for beam in (1, 2)}
    whole = compare_models(new, old, {"test": TEXTS["test"]}, {}, lambda _: None, never)
    measured: list[str] = []
    measure = TrainedModel.measure

    def note(trained: TrainedModel, *arguments: Any) -> Scores:
        measured.append(trained.name)
        return measure(trained, *arguments)

    monkeypatch.setattr(TrainedModel, "measure", note)
    again = compare_models(new, old, {"test": TEXTS["test"]}, known, lambda _: None, never)
    assert measured == ["old", "old"]
    assert [one.difference for one in again] == [one.difference for one in whole]


def test_a_comparison_stops_when_asked_to(models: tuple[TrainedModel, TrainedModel]) -> None:
    told: list[Event] = []
    with pytest.raises(Cancelled):
        compare_models(*models, TEXTS, {}, told.append, lambda: bool(told))
    assert len(told) == 1


def test_a_model_is_compared_with_itself_by_its_scores(
    models: tuple[TrainedModel, TrainedModel],
) -> None:
    scores = models[0].measure(TEXTS["test"], 2)
    one = compare("test", TEXTS["test"], 2, scores, scores, "itself")
    assert (one.difference, one.low, one.high, one.p_value) == (0, 0, 0, 1)
    assert one.new == one.old == scores.metrics


@pytest.mark.parametrize("num_differing", [0, 1, 3, NUM_CONTRASTED, 40])
def test_sentences_are_shown_from_all_over_the_text(num_differing: int) -> None:
    new = REFERENCES
    old = [f"{text} {text}" if at < num_differing else text for at, text in enumerate(new)]
    shown = contrast(PAIRS, new, old)
    assert len(shown) == len({one.source for one in shown}) == min(num_differing, NUM_CONTRASTED)
    assert all(one.old != one.new == one.reference for one in shown)
    if num_differing:
        assert shown[0].source == PAIRS[0].source
        assert shown[-1].source == PAIRS[num_differing - 1].source


# --- text at hand ---


def test_everyday_sentences_come_with_the_program_in_both_directions(tmp_path: Path) -> None:
    there = texts_at_hand(("en", "de"), tmp_path, "pairs")
    back = texts_at_hand(("de", "en"), tmp_path, "pairs")
    assert list(there) == list(back) == ["everyday sentences"]
    (pairs,), (turned,) = there.values(), back.values()
    assert [pair[::-1] for pair in pairs] == list(turned)
    assert pairs == read_tsv(HELD_OUT)
    assert texts_at_hand(("en", "fr"), tmp_path, "pairs") == {}


def test_everyday_sentences_are_not_measured_twice(tmp_path: Path) -> None:
    assert texts_at_hand(("en", "de"), tmp_path, "everyday") == {}


def test_captions_that_were_fetched_are_measured_too_if_they_are_wanted(tmp_path: Path) -> None:
    folder = tmp_path / "multi30k"
    folder.mkdir()
    for name in ("train", "val", "test_2016_flickr"):
        (folder / f"{name}.en").write_text(f"A {name}.\n", encoding="utf-8")
        (folder / f"{name}.de").write_text(f"Ein {name}.\n", encoding="utf-8")
    found = texts_at_hand(("de", "en"), tmp_path, "pairs")
    assert found["Multi30k test"] == (("Ein test_2016_flickr.", "A test_2016_flickr."),)
    assert "Multi30k test" not in texts_at_hand(("de", "en"), tmp_path, "multi30k")
    assert texts_at_hand(("en", "fr"), tmp_path, "pairs") == {}
