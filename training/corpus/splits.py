"""Keep training, validation and test pairs apart."""

import hashlib
import heapq
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from training.corpus_formats.packed_pairs import PackedPairs, pack
from training.corpus_formats.sentence_pair import Pairs

HELD_OUT_LIMIT = 1000
"""The most pairs that are set aside for validation or test."""
TEST_FROM = 100
"""The number of pairs from which some are set aside for test."""

_CHUNK = 1 << 14


class Splits(NamedTuple):
    """Training, validation and test pairs."""

    train: Pairs
    validation: Pairs = ()
    test: Pairs = ()


def hold_out(splits: Splits, share: float, *, tests: bool) -> Splits:
    """Set aside training pairs for validation and, if requested, for test.

    Only where there are none: a share of the training pairs, at most a thousand; of fewer than
    a hundred none for test. The choice depends on the pairs, not on their order. A pair either
    side of which occurs twice, in any split, is not taken, so no sentence set aside
    occurs elsewhere. Machine-written pairs are not taken either.
    """
    train = pack(splits.train)
    count = len(train)
    wants_test = tests and not splits.test and count >= TEST_FROM
    if splits.validation and not wants_test:
        return splits
    alone = _only_once(train, [pack(splits.validation), pack(splits.test)])
    size = min(HELD_OUT_LIMIT, max(1, round(count * share)), count - 1)
    chosen = _by_their_hash(train, alone, 2 * size)
    validation = [] if splits.validation else sorted(chosen[:size])
    test = sorted(chosen[len(validation) :][:size]) if wants_test else []
    is_left = np.ones(count, np.bool_)
    is_left[validation + test] = False
    return Splits(
        train.select(is_left),
        splits.validation or train.select(np.array(validation, np.int64)),
        splits.test or train.select(np.array(test, np.int64)),
    )


def _only_once(train: PackedPairs, others: list[PackedPairs]) -> npt.NDArray[np.int64]:
    """Return the indices of human-written pairs, neither side of which occurs elsewhere."""
    hashes = train.hashes()
    is_alone = train.kinds == 0
    for side in (0, 1):
        everywhere = [hashes[:, side], *(other.hashes()[:, side] for other in others)]
        _, which, counts = np.unique(
            np.concatenate(everywhere), return_inverse=True, return_counts=True
        )
        is_alone &= counts[which[: len(train)]] == 1
    return np.flatnonzero(is_alone)


def _by_their_hash(pairs: PackedPairs, rows: npt.NDArray[np.int64], count: int) -> list[int]:
    """Return this many indices, the first in an order that depends only on the pairs."""
    hashed = (
        (hashlib.blake2b(b"\t".join(sides), digest_size=16).digest(), row)
        for part in np.array_split(rows, len(rows) // _CHUNK + 1)
        for *sides, row in zip(
            pairs.raw_texts(0, part), pairs.raw_texts(1, part), part.tolist(), strict=True
        )
    )
    return [row for _, row in heapq.nsmallest(count, hashed)]
