"""Whatever a search computes with obeys the same laws."""

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor

from engine.native.transformer import NativeTransformer, has_kernel
from engine.search.beam_search import SearchSettings, search
from engine.search.decoder import Decoder
from engine.search.ensemble import Ensemble
from engine.search.forced_decoding import force, log_prob_given
from tests.support.models import random_sources, tiny_transformer

LENGTHS = [7, 2, 5, 1]


@pytest.fixture(params=["pytorch", "ensemble", "float32", "int8"])
def decoder(request: pytest.FixtureRequest) -> Decoder:
    """Return a Transformer, several together, or one in a precision of the kernel."""
    match request.param:
        case "pytorch":
            return tiny_transformer(1)
        case "ensemble":
            return Ensemble([tiny_transformer(1), tiny_transformer(2, d_model=8, num_heads=2)])
        case precision:
            if not has_kernel():
                pytest.skip("the kernel was not built, or is not for this processor")
            model = tiny_transformer(1, dtype=torch.float32)
            return NativeTransformer(model, precision=precision)


@pytest.fixture(autouse=True)
def without_gradients() -> Iterator[None]:
    with torch.inference_mode():
        yield


def step_of(decoder: Decoder, width: int = 1) -> Tensor:
    """Return the log-probabilities of a step of some hypotheses, (B, N, V)."""
    cache = decoder.start_cache(decoder.encode(random_sources(0, LENGTHS)))
    bos = torch.full((len(LENGTHS), 1), decoder.bos_id)
    log_probs = decoder.step(bos, cache)
    if width == 1:
        return log_probs
    newest = log_probs[:, 0].topk(width).indices
    cache.reorder(torch.zeros_like(newest))
    return decoder.step(newest, cache)


@pytest.mark.parametrize("width", [1, 3])
def test_the_probabilities_of_a_step_sum_to_one(decoder: Decoder, width: int) -> None:
    log_probs = step_of(decoder, width)
    assert log_probs.shape == (len(LENGTHS), width, decoder.tgt_vocab_size)
    assert log_probs.dtype in (torch.float32, torch.float64)
    sums = log_probs.exp().sum(-1)
    torch.testing.assert_close(sums, torch.ones_like(sums), rtol=0, atol=1e-5)


def test_steps_are_those_of_a_given_target_wherever_hypotheses_go(decoder: Decoder) -> None:
    memory = decoder.encode(random_sources(0, LENGTHS))
    cache = decoder.start_cache(memory)
    generator = torch.Generator().manual_seed(4)
    ids = torch.full((len(LENGTHS), 1, 1), decoder.bos_id)  # (B, N, T)
    for width, rows in ((3, [0, 1, 2, 3]), (3, [2, 0, 3]), (9, [0, 1, 2]), (2, [1]), (1, [0])):
        found = decoder.step(ids[:, :, -1], cache)
        for place in range(ids.size(1)):
            *_, expected = decoder.forced_steps(memory, ids[:, place])
            torch.testing.assert_close(found[:, place], expected, rtol=0, atol=1e-5)
        parents = torch.randint(0, ids.size(1), (len(rows), width), generator=generator)
        if len(rows) < len(ids):
            memory, ids = memory.select(rows), ids[rows]
            cache.keep(torch.tensor(rows), parents)
        else:
            cache.reorder(parents)
        newest = torch.randint(3, 13, (*parents.shape, 1), generator=generator)
        histories = ids.gather(1, parents[:, :, None].expand(-1, -1, ids.size(2)))
        ids = torch.cat([histories, newest], dim=2)


@pytest.mark.parametrize("width", [1, 3])
@pytest.mark.parametrize("count", [1, 4, 13])
def test_the_candidates_are_the_most_probable_ways_to_go_on(
    decoder: Decoder, width: int, count: int
) -> None:
    log_probs = step_of(decoder, width)
    log_probs[0, 0, :10] = -torch.inf
    totals = -torch.arange(len(LENGTHS) * width, dtype=torch.float64).view(-1, width)
    every = totals[:, :, None] + log_probs  # (B, N, V)
    found = decoder.find_candidates(log_probs, totals, count)
    rows = torch.arange(len(LENGTHS))[:, None]
    assert torch.equal(found.totals, every.flatten(1).topk(count).values)
    assert torch.equal(found.totals, every[rows, found.parents, found.ids])
    assert torch.equal(found.log_probs, log_probs[rows, found.parents, found.ids])
    places = found.parents * log_probs.size(2) + found.ids
    assert all(len(set(row)) == count for row in places.tolist())


def test_a_target_that_was_found_is_as_probable_where_it_is_given(decoder: Decoder) -> None:
    src_ids = random_sources(0, LENGTHS)
    settings = SearchSettings(beam_size=3, n_best=3, max_length=10)
    for row, hypotheses in enumerate(search(decoder, src_ids, settings)):
        memory = decoder.encode(src_ids[[row]])
        for one in hypotheses:
            again = force(decoder, memory, one.ids, settings)
            assert (again.ids, again.is_finished) == (one.ids, one.is_finished)
            assert again.log_probs == pytest.approx(one.log_probs, abs=1e-5)
            if one.is_finished:
                whole = log_prob_given(decoder, memory, one.ids).item()
                assert whole == pytest.approx(sum(again.log_probs), abs=1e-5)
