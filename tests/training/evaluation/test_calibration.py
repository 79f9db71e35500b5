"""A temperature that is there is found; what is honest already stays so; a card says it."""

import numpy as np
import pytest

from engine.search.confidence import calibrated_word
from engine.tokenizers.encoding import find_words
from engine.translation import Cancelled
from tests.support.translators import save_subword_model
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.calibration import (
    BINS,
    WrittenWords,
    calibrate,
    describe,
    expected_calibration_error,
    fit_temperature,
    written_words,
)
from training.evaluation.trained_model import TrainedModel

PAIRS = [
    SentencePair("A dog is here.", "Ein Hund ist hier."),
    SentencePair("   ", "Nichts."),
    SentencePair("Two young men are outside.", "Zwei junge Männer sind im Freien."),
]


def drawn_words(temperature: float, count: int = 15_000) -> WrittenWords:
    """Words of one to three tokens that are right as often as they say at that temperature."""
    chance = np.random.default_rng(5)
    lengths = chance.choice([1, 2, 3], size=count, p=[0.9, 0.07, 0.03])
    owners = np.repeat(np.arange(count), lengths)
    log_probs = np.log(chance.beta(3, 0.8, size=len(owners)))
    sure = WrittenWords(log_probs, owners, np.ones(count, dtype=np.bool_))
    is_right = chance.random(count) < sure.probabilities(temperature)
    return WrittenWords(log_probs, owners, is_right)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 1.48, 3.0])
def test_a_known_temperature_is_recovered(temperature: float) -> None:
    words = drawn_words(temperature)
    assert fit_temperature(words) == pytest.approx(temperature, rel=0.04)


@pytest.mark.parametrize("temperature", [0.5, 1.48])
def test_the_error_is_near_0_at_the_right_temperature_and_nowhere_else(temperature: float) -> None:
    words = drawn_words(temperature)
    errors = {
        heat: expected_calibration_error(words.probabilities(heat), words.is_right)
        for heat in (temperature, 1.0)
    }
    assert errors[temperature] < 0.01
    assert errors[1.0] > 0.03


def test_probabilities_that_come_true_have_no_error() -> None:
    shares = (np.arange(BINS) + 0.5) / BINS
    probabilities = np.repeat(shares, 2 * BINS)
    is_right = np.concatenate([np.arange(2 * BINS) < share * 2 * BINS for share in shares])
    assert expected_calibration_error(probabilities, is_right) == pytest.approx(0, abs=1e-12)
    assert expected_calibration_error(np.ones(9), np.ones(9, dtype=np.bool_)) == 0
    assert expected_calibration_error(np.ones(9), np.zeros(9, dtype=np.bool_)) == 1


@pytest.mark.parametrize("is_right", [True, False])
def test_words_all_right_or_all_wrong_leave_a_possible_temperature(is_right: bool) -> None:
    words = WrittenWords(
        np.array([0.0, -0.1, -50.0]), np.array([0, 1, 1]), np.full(2, is_right, dtype=np.bool_)
    )
    assert 0.25 <= fit_temperature(words) <= 4
    assert np.isfinite(words.loss(1.0))


def test_words_are_as_probable_as_the_engine_says() -> None:
    words = drawn_words(1.0, count=50)
    found = words.probabilities(1.7)
    for word, probability in enumerate(found):
        own = words.log_probs[words.owners == word].tolist()
        assert probability == pytest.approx(calibrated_word(own, 1.7))


# --- of a model ---


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> TrainedModel:
    folder = tmp_path_factory.mktemp("models") / "toy"
    save_subword_model(folder)
    return TrainedModel.of_folder(folder)


def own_translations(trained: TrainedModel) -> list[str]:
    return list(trained.measure(PAIRS, trained.search.beam_size).translations)


def answered(references: list[str]) -> list[SentencePair]:
    return [
        SentencePair(pair.source, reference)
        for pair, reference in zip(PAIRS, references, strict=True)
    ]


def test_words_are_right_where_the_reference_has_them_as_often(trained: TrainedModel) -> None:
    own = own_translations(trained)
    distinct = [
        " ".join(dict.fromkeys(text[start:end] for start, end in find_words(text))) for text in own
    ]
    same, none, once = (
        written_words(trained, answered(references)).is_right
        for references in (own, [""] * len(PAIRS), distinct)
    )
    assert len(same) == len(none) == len(once) > 2
    assert same.all()
    assert not none.any()
    worded = [
        {word for word in text.split() if any(character.isalnum() for character in word)}
        for pair, text in zip(PAIRS, distinct, strict=True)
        if pair.source.strip()
    ]
    assert once.sum() == sum(map(len, worded))


def test_a_calibration_tells_both_errors_and_is_told(trained: TrainedModel) -> None:
    pairs = answered(own_translations(trained))
    found = calibrate(trained, pairs)
    assert found is not None
    words = written_words(trained, pairs)
    assert found.words == len(words.is_right)
    assert found.temperature == fit_temperature(words)
    for temperature, error in ((1.0, found.ece_before), (found.temperature, found.ece_after)):
        right = expected_calibration_error(words.probabilities(temperature), words.is_right)
        assert error == pytest.approx(right, abs=1e-4)
    text = describe(found)
    for figure in (f"{found.ece_before:.3f}", f"{found.ece_after:.3f}", f"{found.temperature:g}"):
        assert figure in text
    assert "were not calibrated" in describe(None)


def test_without_words_there_is_no_calibration(trained: TrainedModel) -> None:
    assert calibrate(trained, [SentencePair(" ", "Hund")]) is None
    assert calibrate(trained, []) is None


def test_it_can_be_stopped(trained: TrainedModel) -> None:
    with pytest.raises(Cancelled):
        calibrate(trained, PAIRS, lambda: True)
