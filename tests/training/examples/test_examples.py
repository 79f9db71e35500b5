"""Shards hold what their epoch asks for, and follow from seed, epoch and number alone."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.support.runs import PAIRS, tiny_recipe, tiny_run, tiny_tokenizers
from training.corpus.layouts import reversed_pairs
from training.examples.example_pool import ExamplePool, prepared_ahead
from training.examples.examples import Example, ExampleMaker, Examples
from training.recipe import Recipe

MANY = reversed_pairs(50, seed=3)
REWRITTEN = ("augmentation.capitals=0.3", "tokenizer.kind=bpe", "tokenizer.vocab_size=300")


@pytest.fixture
def in_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a shard hold so few pairs that the tiny corpora have several."""
    monkeypatch.setattr("training.examples.examples.SHARD_PAIRS", 12)


def maker_of(recipe: Recipe, **kwargs: object) -> ExampleMaker:
    tokenizers = tiny_tokenizers(recipe, MANY)
    return ExampleMaker(recipe, tokenizers, MANY, **kwargs)  # type: ignore[arg-type]  # weights


def epoch_of(maker: ExampleMaker, epoch: int) -> Counter[Example]:
    return Counter(row for shard in range(maker.num_shards) for row in maker(epoch, shard))


def test_packed_examples_are_the_sequence_they_were_made_of() -> None:
    given = [Example((1, 2), (3,)), Example((), (4, 5, 6)), Example((7,), ())]
    packed = Examples.of(given)
    assert packed == given
    assert [packed[-1], packed[0]] == [given[2], given[0]]
    assert packed[1:] == given[1:]
    assert packed.take([2, 0, 2]) == [given[2], given[0], given[2]]
    assert packed.replaced([1], Examples.of([given[0]])) == [given[0], given[0], given[2]]
    assert packed.lengths.tolist() == [[2, 1], [0, 3], [1, 0]]
    with pytest.raises(IndexError):
        packed[3]


@pytest.mark.usefixtures("in_shards")
def test_shards_share_out_every_pair_once_in_another_order_each_epoch() -> None:
    maker = maker_of(tiny_recipe())
    assert maker.num_shards == 5
    whole = Counter(ExampleMaker(tiny_recipe(), maker.encoder.tokenizers, MANY[:12])(0))
    assert whole <= epoch_of(maker, 0) == epoch_of(maker, 1)
    assert maker(0, 0) != maker(1, 0)
    assert maker(1, 3) == maker_of(tiny_recipe())(1, 3)


@pytest.mark.usefixtures("in_shards")
@pytest.mark.parametrize("dropout", [0.0, 0.2])
def test_each_shard_and_epoch_rewrites_otherwise_but_always_alike(dropout: float) -> None:
    recipe = tiny_recipe(*REWRITTEN, f"tokenizer.dropout={dropout}")
    maker, again = maker_of(recipe), maker_of(recipe)
    assert maker(0, 1) == again(0, 1)
    assert epoch_of(maker, 0) != epoch_of(maker, 1)


@pytest.mark.parametrize("shard_pairs", [12, 1000])
def test_a_weight_is_how_often_a_pair_is_in_an_epoch(
    shard_pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.examples.examples.SHARD_PAIRS", shard_pairs)
    weights = np.array([0.0, 1.0, 2.0, 0.5, 1.25] * 10, dtype=np.float32)
    maker = maker_of(tiny_recipe(), weights=weights)
    plain = maker_of(tiny_recipe())
    example_of = {row: plain.encoder(MANY[row : row + 1], 0, 0)[0] for row in range(50)}
    epochs = [epoch_of(maker, epoch) for epoch in range(40)]
    for row, weight in enumerate(weights.tolist()):
        counts = {epoch[example_of[row]] for epoch in epochs}
        assert counts <= {int(weight), int(np.ceil(weight))}
    total = sum(epoch.total() for epoch in epochs) / len(epochs)
    assert total == pytest.approx(weights.sum(), rel=0.05)


@pytest.mark.usefixtures("in_shards")
def test_workers_prepare_what_would_be_prepared_here() -> None:
    maker = maker_of(tiny_recipe(*REWRITTEN))
    with prepared_ahead(maker) as pool:
        assert isinstance(pool, ExamplePool)
        assert pool.num_shards == maker.num_shards
        for epoch, shard in ((0, 0), (0, 1), (0, 4), (1, 0), (0, 2)):  # on, ahead, and back
            assert pool(epoch, shard) == maker(epoch, shard)


@pytest.mark.usefixtures("in_shards")
def test_a_killed_worker_costs_time_alone() -> None:
    maker = maker_of(tiny_recipe())
    with prepared_ahead(maker) as pool:
        assert isinstance(pool, ExamplePool)
        pool(0, 0)
        for process in pool._executor._processes.values():
            process.kill()
        assert [pool(0, shard) for shard in (1, 2, 3)] == [maker(0, s) for s in (1, 2, 3)]


def test_a_small_corpus_needs_no_workers() -> None:
    maker = maker_of(tiny_recipe())
    with prepared_ahead(maker) as source:
        assert source is maker


@pytest.mark.usefixtures("in_shards")
def test_a_run_of_several_shards_stopped_anywhere_ends_as_if_it_had_not_been(
    tmp_path: Path,
) -> None:
    recipe = tiny_recipe(*REWRITTEN, "training.batch_size=30", "training.max_steps=40")
    whole = tiny_run(tmp_path / "whole", recipe, pairs=PAIRS)
    whole.fit()
    assert whole.place.epoch >= 1
    for stop in (1, 7, 13, 22, None):
        part = tiny_run(tmp_path / "parts", recipe, pairs=PAIRS, stop_at=stop)
        part.fit()
    own, other = (dict(run.trainer.model.named_parameters()) for run in (part, whole))
    assert all(own[name].equal(other[name]) for name in other)
    assert part.place.epoch_loss == pytest.approx(whole.place.epoch_loss)
