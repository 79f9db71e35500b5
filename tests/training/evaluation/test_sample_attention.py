"""The map that is shown of a sample has a row for each word, and rows are shares."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.runs import PAIRS, tiny_recipe, tiny_tokenizers
from training.evaluation.sample_attention import _merit, map_words
from training.loop.initialisation import build_model

RECIPE = tiny_recipe()
TOKENIZERS = tiny_tokenizers(RECIPE)
MODEL = build_model(RECIPE, TOKENIZERS).eval()
WORD = st.sampled_from(["ba", "da", "fa", "ga", "ka", "la", "ma", "zzz"])
WORDS = st.lists(WORD, max_size=12).map(" ".join)


@given(source=WORDS, target=WORDS, bos=st.booleans(), eos=st.booleans())
def test_rows_are_target_words_columns_source_words_and_rows_sum_to_one(
    source: str, target: str, bos: bool, eos: bool
) -> None:
    tokenizers = replace(TOKENIZERS, source_bos=bos, source_eos=eos)
    shown = map_words(MODEL, tokenizers, source, target)
    if not (source and target):
        assert shown == ((), (), ())
        return
    assert shown.source_words == tuple(source.split())
    assert shown.target_words == tuple(target.split())
    assert [len(row) for row in shown.weights] == [len(source.split())] * len(target.split())
    for row in shown.weights:
        assert sum(row) == pytest.approx(1, abs=0.01)


def test_it_changes_nothing_of_the_model() -> None:
    before = {name: tensor.clone() for name, tensor in MODEL.state_dict().items()}
    map_words(MODEL, TOKENIZERS, *PAIRS[0])
    assert all(tensor.equal(before[name]) for name, tensor in MODEL.state_dict().items())
    assert not MODEL.training


def test_a_sharp_map_that_looks_everywhere_tells_more_than_one_that_does_not() -> None:
    diagonal = np.eye(4, dtype=np.float32)
    flat = np.full((4, 4), 0.25, dtype=np.float32)
    sink = np.zeros((4, 4), dtype=np.float32)
    sink[:, 3] = 1
    assert _merit(diagonal) > _merit(sink)
    assert _merit(diagonal) > _merit(flat)
