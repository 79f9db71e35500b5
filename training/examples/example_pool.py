"""Worker processes that prepare the next shards of a large corpus while training on this one.

A corpus of one shard is prepared in this process: starting another would take longer.
"""

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from engine.tokenizers.tokenizer import load_tokenizer
from training.corpus_formats.sentence_pair import SentencePair
from training.examples.examples import ExampleMaker, Examples, ShardEncoder, pair_tokenizers
from training.recipe import Recipe
from training.system.priority import give_way

MOST_WORKERS = 4
"""Two suffice to feed a fast graphics card; more than four are not worth the memory."""

_encoders: list[ShardEncoder] = []
"""The one encoder of a worker process, which its initializer puts here."""


class ExamplePool:
    """Prepares the shards of an `ExampleMaker` ahead of time."""

    def __init__(self, maker: ExampleMaker, executor: ProcessPoolExecutor, ahead: int) -> None:
        self.num_shards = maker.num_shards
        self._maker = maker
        self._executor = executor
        self._ahead = ahead
        self._futures: dict[tuple[int, int], Future[Examples]] = {}

    def __call__(self, epoch: int, shard: int) -> Examples:
        """Return the examples of a shard, and let workers prepare the next ones.

        If a worker is killed, later shards are prepared here: slower, with equal results.
        """
        wanted = (epoch, shard)
        order = self._maker.upcoming(epoch)
        coming = [next(order) for _ in range(shard + 1 + self._ahead)][shard:]
        for numbers in self._futures.keys() - {*coming}:  # after going back to a checkpoint
            self._futures.pop(numbers).cancel()
        try:
            for numbers in coming:
                if numbers not in self._futures:
                    text = self._maker.text(*numbers)
                    self._futures[numbers] = self._executor.submit(_encode, text, *numbers)
            return self._futures.pop(wanted).result()
        except BrokenProcessPool:
            return self._maker(epoch, shard)


@contextmanager
def prepared_ahead(maker: ExampleMaker) -> Iterator[ExampleMaker | ExamplePool]:
    """Let worker processes prepare the maker's shards while the block runs, if it has several."""
    if maker.num_shards == 1:
        yield maker
        return
    workers = max(1, min(MOST_WORKERS, (os.cpu_count() or 1) // 2))
    tokenizers = maker.encoder.tokenizers
    texts = [tokenizers.source.to_json()]
    texts += [] if tokenizers.is_joint else [tokenizers.target.to_json()]
    executor = ProcessPoolExecutor(
        workers,
        multiprocessing.get_context("spawn"),
        _begin,
        (maker.encoder.recipe.to_toml(), texts),
    )
    try:
        yield ExamplePool(maker, executor, ahead=workers)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _begin(recipe: str, texts: Sequence[str]) -> None:
    """Make a worker process ready."""
    give_way()
    loaded = [load_tokenizer(text) for text in texts]
    read = Recipe.from_toml(recipe)
    _encoders.append(ShardEncoder(read, pair_tokenizers(read, loaded[0], loaded[-1])))


def _encode(pairs: Sequence[SentencePair], epoch: int, shard: int) -> Examples:
    """Encode a shard in a worker process."""
    return _encoders[0](pairs, epoch, shard)
