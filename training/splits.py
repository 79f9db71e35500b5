"""What is learned from, what chooses the best weights, what measures them: kept apart."""

import hashlib
from collections import Counter
from typing import NamedTuple

from training.sentence_pair import Pairs, SentencePair, SyntheticPair

HELD_OUT_SHARE = 0.02
HELD_OUT_LIMIT = 1000
"""How much text is split off to validate or to test: a share of it, and the most."""
TEST_FROM = 100
"""Pairs from which on some are spared to test with."""


class Splits(NamedTuple):
    """What is learned from, what chooses the best weights, what measures them."""

    train: Pairs
    validation: Pairs = ()
    test: Pairs = ()


def hold_out(splits: Splits, *, tests: bool) -> Splits:
    """Split pairs to validate with off the training pairs, and pairs to test with, if wished.

    Only where there are none: a fiftieth of the training pairs, at most a thousand; of fewer than
    a hundred none to test with. Which ones depends on the pairs, not on their order. A pair either
    side of which comes twice, in whatever split, is not taken: so no sentence of what is split off
    is anywhere else. Nor is one that a machine wrote a side of.
    """
    sources, targets = (
        Counter(side) for side in zip(*splits.train, *splits.validation, *splits.test, strict=True)
    )
    alone = [
        pair
        for pair in splits.train
        if sources[pair.source] == targets[pair.target] == 1 and not isinstance(pair, SyntheticPair)
    ]
    alone.sort(key=lambda pair: (_hash(pair), pair))
    count = len(splits.train)
    size = min(HELD_OUT_LIMIT, max(1, round(count * HELD_OUT_SHARE)), count - 1)
    validation = set() if splits.validation else {*alone[:size]}
    wants_test = tests and not splits.test and count >= TEST_FROM
    test = {*alone[len(validation) : len(validation) + size]} if wants_test else set()
    return Splits(
        tuple(pair for pair in splits.train if pair not in validation and pair not in test),
        splits.validation or tuple(pair for pair in splits.train if pair in validation),
        splits.test or tuple(pair for pair in splits.train if pair in test),
    )


def _hash(pair: SentencePair) -> bytes:
    return hashlib.blake2b("\t".join(pair).encode(), digest_size=16).digest()
