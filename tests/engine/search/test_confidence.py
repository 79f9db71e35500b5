"""Calibrated probabilities: milder or bolder, in the same order; translations stay the same."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.manifest import Calibration
from engine.pipeline.translator import Translator
from engine.search.confidence import calibrated, calibrated_word, share_for_others
from engine.translation import Translation
from tests.support.translators import TEXT, tiny_translator, translate

log_probs = st.floats(max_value=0.0)
temperatures = st.floats(0.05, 50)


@given(log_probs)
def test_temperature_one_changes_nothing(log_prob: float) -> None:
    assert calibrated(log_prob, 1.0) == math.exp(log_prob)


@given(log_probs, log_probs, temperatures)
def test_probabilities_stay_in_order_and_possible(one: float, other: float, heat: float) -> None:
    lower, upper = (calibrated(log_prob, heat) for log_prob in sorted((one, other)))
    assert 0 <= lower <= upper <= 1


@given(st.floats(-30, -1e-6), temperatures)
def test_log_odds_are_divided_by_the_temperature(log_prob: float, heat: float) -> None:
    def log_odds(probability: float) -> float:
        return math.log(probability) - math.log1p(-probability)

    found = calibrated(log_prob, heat)
    if 1e-12 < found < 1 - 1e-9:
        assert log_odds(found) == pytest.approx(log_odds(math.exp(log_prob)) / heat, abs=1e-4)
    assert calibrated(math.log(0.5), heat) == pytest.approx(0.5)


@pytest.mark.parametrize("log_prob", [0.0, -5e-324, -1e-9, -1e-300, -745.0, -1e308, -math.inf])
def test_no_number_is_too_extreme(log_prob: float) -> None:
    for heat in (1e-300, 0.1, 1.0, 7.0, 1e300):
        assert 0 <= calibrated(log_prob, heat) <= 1


@given(st.lists(st.floats(-5, 0), max_size=4), temperatures)
def test_a_word_is_the_product_of_its_tokens(tokens: list[float], heat: float) -> None:
    expected = math.prod(calibrated(log_prob, heat) for log_prob in tokens)
    assert calibrated_word(tokens, heat) == expected


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_one_word_gains_all_others_lose(own: float, changed: float) -> None:
    rest = 1 - own
    assert changed + share_for_others(own, changed) * rest == pytest.approx(
        1 if own < 1 else changed
    )
    assert share_for_others(own, own) == 1


# --- what a model folder says, the translator heeds ---


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Translator, Translator]:
    """The same model twice: as it was trained, and calibrated."""
    folder = tmp_path_factory.mktemp("models")
    return (
        tiny_translator(folder / "plain"),
        tiny_translator(folder / "mild", calibration={"temperature": 2.5}),
    )


def without_probabilities(translation: Translation) -> Translation:
    sentences = tuple(
        replace(sentence, tokens=tuple(replace(token, probability=0) for token in sentence.tokens))
        for sentence in translation.sentences
    )
    return replace(translation, sentences=sentences, seconds=0, model="")


@pytest.mark.parametrize("beam_size", [1, 4])
def test_translations_do_not_depend_on_the_temperature(
    pair: tuple[Translator, Translator], beam_size: int
) -> None:
    plain, mild = (
        translate(translator, TEXT, beam_size=beam_size, n_best=beam_size) for translator in pair
    )
    assert without_probabilities(plain) == without_probabilities(mild)
    tokens = [
        (before.probability, after.probability)
        for one, other in zip(plain.sentences, mild.sentences, strict=True)
        for before, after in zip(one.tokens, other.tokens, strict=True)
    ]
    assert len(tokens) > 20
    for before, after in tokens:
        assert after == pytest.approx(calibrated(math.log(before), 2.5))


def test_other_words_are_the_same_and_the_present_one_is_as_probable_as_its_mark(
    pair: tuple[Translator, Translator],
) -> None:
    asked = 0
    for sentence in translate(pair[0], TEXT).sentences:
        ids = sentence.hypotheses[0].ids
        for place in range(len(sentence.target_words)):
            before, after = (
                {
                    found.ids: found
                    for found in one.inspector.alternatives(sentence.source, ids, place)
                }
                for one in pair
            )
            if not before or "\ufffd" in sentence.target_words[place].text:  # half a character
                continue
            assert before.keys() == after.keys()
            (own,) = (chosen for chosen in before if chosen == ids[: len(chosen)])
            share = share_for_others(before[own].probability, after[own].probability)
            for chosen, other in before.items():
                assert after[chosen].preview == other.preview
                if chosen != own:
                    assert after[chosen].probability == pytest.approx(share * other.probability)
            assert sum(found.probability for found in after.values()) <= 1 + 1e-6
            asked += 1
    assert asked > 5


def test_a_manifest_without_measured_errors_still_says_its_temperature(tmp_path: Path) -> None:
    made = tiny_translator(tmp_path / "old", calibration={"temperature": 1.25})
    assert made.manifest.calibration == Calibration(temperature=1.25, words=0)
    assert made.manifest.temperature == 1.25
    assert tiny_translator(tmp_path / "older", calibration=None).manifest.temperature == 1
