"""Several models that search together are as the mean of their probabilities."""

from collections.abc import Sequence
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer
from engine.search.beam_search import Hypothesis, SearchSettings
from tests.support.models import random_sources, tiny_transformer
from tests.support.searching import log_probs_after, sample, search

SEEDS = [0, 1, 2, 3]
LENGTHS = [7, 2, 5, 1, 9, 4]


def three_models(seed: int) -> list[Transformer]:
    """Return models of one vocabulary that differ in all else."""
    return [
        tiny_transformer(seed),
        tiny_transformer(seed + 10, num_decoder_layers=1, d_model=8, num_heads=2),
        tiny_transformer(seed + 20, num_decoder_layers=3, norm="post", max_positions=20),
    ]


def mean_log_probs(models: Sequence[Transformer], source: Tensor, ids: Sequence[int]) -> Tensor:
    """Return the logarithm of the mean probability after each beginning, (T + 1, V)."""
    return torch.stack([log_probs_after(m, source, ids).exp() for m in models]).mean(0).log()


def assert_same(found: Hypothesis, expected: Hypothesis) -> None:
    assert (found.ids, found.is_finished) == (expected.ids, expected.is_finished)
    assert found.log_probs == pytest.approx(expected.log_probs, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beam_size", [1, 4])
def test_every_token_has_the_mean_of_the_models_probabilities(seed: int, beam_size: int) -> None:
    models, src_ids = three_models(seed), random_sources(seed, LENGTHS)
    settings = SearchSettings(beam_size=beam_size, n_best=beam_size, max_length=12)
    for row, hypotheses in enumerate(search(TorchDecoder(*models), src_ids, settings)):
        for one in hypotheses:
            after = mean_log_probs(models, src_ids[[row]][:, : LENGTHS[row]], one.ids)
            produced = [*one.ids, models[0].eos_id] if one.is_finished else one.ids
            expected = [after[place, token_id].item() for place, token_id in enumerate(produced)]
            assert one.log_probs == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_greedy_search_takes_what_is_most_probable_in_the_mean(seed: int) -> None:
    models, src_ids = three_models(seed), random_sources(seed, LENGTHS)
    found = search(TorchDecoder(*models), src_ids, SearchSettings(beam_size=1, max_length=12))
    for row, (one,) in enumerate(found):
        after = mean_log_probs(models, src_ids[[row]][:, : LENGTHS[row]], one.ids)
        after[:, [models[0].pad_id, models[0].bos_id]] = -torch.inf
        produced = [*one.ids, models[0].eos_id] if one.is_finished else list(one.ids)
        assert after[: len(produced)].argmax(-1).tolist() == produced


@pytest.mark.parametrize("count", [1, 3])
def test_models_that_agree_are_as_one(count: int) -> None:
    model, src_ids = tiny_transformer(5), random_sources(5, LENGTHS)
    settings = SearchSettings(beam_size=3, n_best=3, max_length=12)
    alone = search(model, src_ids, settings)
    together = search(TorchDecoder(*[model] * count), src_ids, settings)
    for one, other in zip(together, alone, strict=True):
        for found, expected in zip(one, other, strict=True):
            assert_same(found, expected)
    draws = torch.rand(len(LENGTHS), 12, generator=torch.Generator().manual_seed(5))
    for found, expected in zip(
        sample(TorchDecoder(*[model] * count), src_ids, draws),
        sample(model, src_ids, draws),
        strict=True,
    ):
        assert_same(found, expected)


def test_the_order_of_the_models_does_not_matter() -> None:
    models, src_ids = three_models(6), random_sources(6, LENGTHS)
    settings = SearchSettings(beam_size=4, max_length=12)
    backwards = search(TorchDecoder(*models[::-1]), src_ids, settings)
    for (one,), (other,) in zip(
        search(TorchDecoder(*models), src_ids, settings), backwards, strict=True
    ):
        assert_same(one, other)


@pytest.mark.parametrize("rows", [[0, 1, 2, 3, 4, 5], [4, 1, 1]])
def test_a_search_in_a_memory_is_one_of_its_sources(rows: list[int]) -> None:
    ensemble, src_ids = TorchDecoder(*three_models(3)), random_sources(3, LENGTHS)
    settings = SearchSettings(beam_size=3, n_best=3, max_length=12)
    memory = ensemble.encode(src_ids.numpy()).select(rows)
    for one, other in zip(
        search(ensemble, src_ids[rows], settings, memory=memory),
        search(ensemble, src_ids[rows], settings),
        strict=True,
    ):
        for found, expected in zip(one, other, strict=True):
            assert_same(found, expected)


def test_the_shortest_reach_limits_all() -> None:
    assert TorchDecoder(*three_models(0)).max_positions == 20


@pytest.mark.parametrize(
    "other", [{"tgt_vocab_size": 14}, {"src_vocab_size": 12}, {"pad_id": 1, "bos_id": 0}]
)
def test_other_vocabularies_are_refused(other: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="share one vocabulary"):
        TorchDecoder(tiny_transformer(0), tiny_transformer(1, **other))
    with pytest.raises(ValueError, match="share one vocabulary"):
        TorchDecoder()


def test_a_model_in_training_mode_is_refused() -> None:
    models = three_models(0)
    models[1].train()
    with pytest.raises(ValueError, match="training mode"):
        search(TorchDecoder(*models), random_sources(0, [3]), SearchSettings())
