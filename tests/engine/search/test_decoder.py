"""Whatever a search computes with obeys the same laws."""

import numpy as np
import pytest
import torch

from engine.native.acceleration import native
from engine.native.transformer import has_kernel
from engine.nn.decoding import Floats, Ints, Memory
from engine.nn.torch_decoder import TorchDecoder
from engine.search.beam_search import SearchSettings, search
from engine.search.decoder import Decoder, Predictions
from engine.search.forced_decoding import force, log_prob_given
from tests.support.models import random_sources, tiny_transformer

LENGTHS = [7, 2, 5, 1]
SOURCES = random_sources(0, LENGTHS).numpy()


@pytest.fixture(params=["pytorch", "ensemble", "float32", "int8"])
def decoder(request: pytest.FixtureRequest) -> Decoder:
    """Return a Transformer, several together, or one in a precision of the kernel."""
    match request.param:
        case "pytorch":
            return TorchDecoder(tiny_transformer(1))
        case "ensemble":
            return TorchDecoder(tiny_transformer(1), tiny_transformer(2, d_model=8, num_heads=2))
        case precision:
            if not has_kernel():
                pytest.skip("the kernel was not built, or is not for this processor")
            return native(tiny_transformer(1, dtype=torch.float32), precision)


def predicted(decoder: Decoder, width: int = 1) -> Predictions:
    """Return what a step of some hypotheses predicts, (B, N, V)."""
    cache = decoder.start_cache(decoder.encode(SOURCES))
    predictions = decoder.step(np.full((len(LENGTHS), 1), decoder.bos_id), cache)
    if width == 1:
        return predictions
    _, newest = predictions.top(width)
    cache.reorder(np.zeros_like(newest[:, 0]))
    return decoder.step(newest[:, 0], cache)


def every_place(rows: int, width: int, vocab_size: int) -> Ints:
    return np.stack(np.meshgrid(*map(np.arange, (rows, width, vocab_size)), indexing="ij"), -1)


def all_of(predictions: Predictions, width: int = 1, rows: int = len(LENGTHS)) -> Floats:
    """Return all log-probabilities, (B, N, V)."""
    return predictions.at(every_place(rows, width, 13).reshape(-1, 3)).reshape(rows, width, 13)


@pytest.mark.parametrize("width", [1, 3])
def test_the_probabilities_of_a_step_sum_to_one(decoder: Decoder, width: int) -> None:
    log_probs = all_of(predicted(decoder, width), width)
    assert log_probs.dtype in (np.float32, np.float64)
    assert np.exp(log_probs).sum(-1) == pytest.approx(1, abs=1e-5)


def test_steps_are_those_of_a_given_target_wherever_hypotheses_go(decoder: Decoder) -> None:
    memory = decoder.encode(SOURCES)
    cache = decoder.start_cache(memory)
    chance = np.random.default_rng(4)
    ids = np.full((len(LENGTHS), 1, 1), decoder.bos_id)  # (B, N, T)
    for width, rows in ((3, [0, 1, 2, 3]), (3, [2, 0, 3]), (9, [0, 1, 2]), (2, [1]), (1, [0])):
        found = all_of(decoder.step(ids[:, :, -1], cache), ids.shape[1], len(ids))
        for place in range(ids.shape[1]):
            for token in range(13):
                check_scored(decoder, memory, ids[:, place], token, found[:, place, token])
        parents = chance.integers(ids.shape[1], size=(len(rows), width))
        if len(rows) < len(ids):
            memory, ids = memory.select(rows), ids[rows]
            cache.keep(np.array(rows), parents)
        else:
            cache.reorder(parents)
        newest = chance.integers(3, 13, size=(*parents.shape, 1))
        ids = np.concatenate([ids[np.arange(len(ids))[:, None], parents], newest], axis=2)


def check_scored(decoder: Decoder, memory: Memory, ids: Ints, token: int, expected: Floats) -> None:
    """Check how probable a token is after given beginnings (B, T)."""
    tgt_in = ids.tolist()
    wanted = [[*row[1:], token] for row in tgt_in]
    assert decoder.score(memory, tgt_in, wanted)[:, -1] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("width", [1, 3])
@pytest.mark.parametrize("count", [1, 4, 13])
def test_the_candidates_are_the_most_probable_ways_to_go_on(
    decoder: Decoder, width: int, count: int
) -> None:
    predictions = predicted(decoder, width)
    predictions.forbid(np.array([(0, 0, token) for token in range(10)]))
    log_probs = all_of(predictions, width)
    assert np.isneginf(log_probs[0, 0, :10]).all()
    totals = -np.arange(len(LENGTHS) * width, dtype=np.float64).reshape(-1, width)
    every = totals[:, :, None] + log_probs  # (B, N, V)
    found = predictions.best(totals, count)
    rows = np.arange(len(LENGTHS))[:, None]
    assert (found.totals == -np.sort(-every.reshape(len(rows), -1), axis=1)[:, :count]).all()
    assert (found.totals == every[rows, found.parents, found.ids]).all()
    assert (found.log_probs == log_probs[rows, found.parents, found.ids]).all()
    places = found.parents * 13 + found.ids
    assert all(len(set(row)) == count for row in places.tolist())


@pytest.mark.parametrize("width", [1, 3])
def test_only_what_is_allowed_is_left(decoder: Decoder, width: int) -> None:
    predictions, before = predicted(decoder, width), all_of(predicted(decoder, width), width)
    predictions.forbid_tokens([3, 5])
    predictions.keep_only(np.array([2, 0]), np.array([7, 9]))
    after = all_of(predictions, width)
    expected = before.copy()
    expected[:, :, [3, 5]] = -np.inf
    for row, token in ((2, 7), (0, 9)):
        expected[row] = -np.inf
        expected[row, :, token] = before[row, :, token]
    assert (after == expected).all()
    best, ids = predictions.top(4)
    assert (best == -np.sort(-expected, axis=2)[:, :, :4]).all()
    assert (np.take_along_axis(expected, ids, axis=2) == best).all()


@pytest.mark.parametrize("top_k", [0, 4])
def test_a_draw_falls_on_a_token_as_often_as_it_is_probable(decoder: Decoder, top_k: int) -> None:
    probabilities = np.exp(all_of(predicted(decoder))[:, 0])
    if top_k:
        least = -np.sort(-probabilities, axis=1)[:, [top_k - 1]]
        probabilities[probabilities < least] = 0
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    draws = (np.arange(1000) + 0.5) / 1000
    found = np.array(
        [predicted(decoder).draw(np.full(len(LENGTHS), draw), top_k) for draw in draws[::10]]
    )
    for row, of_row in enumerate(found.T):
        share = np.bincount(of_row, minlength=13) / len(of_row)
        assert share == pytest.approx(probabilities[row], abs=0.011)


def test_a_target_that_was_found_is_as_probable_where_it_is_given(decoder: Decoder) -> None:
    settings = SearchSettings(beam_size=3, n_best=3, max_length=10)
    for row, hypotheses in enumerate(search(decoder, SOURCES, settings)):
        memory = decoder.encode(SOURCES[[row]])
        for one in hypotheses:
            again = force(decoder, memory, one.ids, settings)
            assert (again.ids, again.is_finished) == (one.ids, one.is_finished)
            assert again.log_probs == pytest.approx(one.log_probs, abs=1e-5)
            if one.is_finished:
                whole = log_prob_given(decoder, memory, one.ids).item()
                assert whole == pytest.approx(sum(again.log_probs), abs=1e-5)
