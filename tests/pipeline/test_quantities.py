"""Numbers, units, times and dates: the general models get hardly any wrong in silence."""

from itertools import pairwise

import pytest

from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.everyday_inputs import DIRECTIONS, general_models
from tests.support.quantities import is_told, read_sentences

BOTH_WAYS = pytest.mark.parametrize("way", DIRECTIONS, ids="-".join)
MOST_IN_SILENCE = 0.005
MOST_FALSE_ALARMS = 0.01


@BOTH_WAYS
def test_there_are_enough_sentences_each_once(way: tuple[str, str]) -> None:
    sentences = read_sentences(*way)
    assert len({sentence.source for sentence in sentences}) == len(sentences) >= 300


@BOTH_WAYS
def test_the_example_is_right_and_the_example_of_another_is_not(way: tuple[str, str]) -> None:
    sentences = read_sentences(*way)
    assert [one.example for one in sentences if one.lacks(one.example)] == []
    neighbours = pairwise(sentences)
    taken = [
        (one.source, other.example) for one, other in neighbours if not one.lacks(other.example)
    ]
    assert len(taken) <= len(sentences) / 50, taken


@pytest.mark.slow
@BOTH_WAYS
def test_hardly_any_quantity_is_wrong_in_silence(way: tuple[str, str]) -> None:
    entry = general_models().get(way)
    if entry is None:
        pytest.skip(f"no general model from {way[0]} to {way[1]} ships")
    translator = Translator.open(entry.path, device="cpu")
    sentences = read_sentences(*way)
    silent, alarms = {}, {}
    for sentence in sentences:
        request = TranslationRequest(sentence.source, with_alignment=False)
        made = translator.translate(request)
        if sentence.lacks(made.target):
            if not is_told(made):
                silent[sentence.source] = made.target
        elif is_told(made):
            alarms[sentence.source] = made.target
    assert len(silent) <= MOST_IN_SILENCE * len(sentences), silent
    assert len(alarms) <= MOST_FALSE_ALARMS * len(sentences), alarms
