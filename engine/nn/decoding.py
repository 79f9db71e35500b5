"""What decoding passes on: plain arrays, whatever computed them. Torch-free.

Shapes: B sentences, N hypotheses a sentence, S source length, T target length, D d_model, L layers,
H heads, C candidates a sentence, best first.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating]
Ints = npt.NDArray[np.integer]
Rows = Sequence[Sequence[int]]
"""Ids of some sentences, without padding."""


class Memory(NamedTuple):
    """The encoder's output, without meaning behind the end of a sentence."""

    states: Floats  # (B, S, D)
    lengths: Ints  # (B,), int32, how many tokens each sentence has

    def select(self, rows: Sequence[int]) -> "Memory":
        """Return the memory of some of its sentences, in this order; one may come several times."""
        index = np.array(rows, dtype=np.intp)
        return Memory(self.states[index], self.lengths[index])


class Candidates(NamedTuple):
    """Ways to go on, those first that are to live on; -inf is the total of what is forbidden."""

    parents: Ints  # (B, C), which living hypothesis each continues
    ids: Ints  # (B, C)
    log_probs: Floats  # (B, C), of those ids alone
    totals: Floats  # (B, C), float64, of the whole hypotheses


class AttentionArrays(NamedTuple):
    """All attention weights of one teacher-forced pass, and its value norms.

    Norms say how long the vector is that each place adds where a head looks at it (Kobayashi et al.
    2020).
    """

    encoder: Floats  # (L, B, H, S, S)
    decoder: Floats  # (L, B, H, T, T)
    cross: Floats  # (L, B, H, T, S)
    encoder_norms: Floats  # (L, B, H, S)
    decoder_norms: Floats  # (L, B, H, T)
    cross_norms: Floats  # (L, B, H, S)


def lengths_of(ids: Ints, pad_id: int) -> Ints:
    """Return how many tokens each row of ids (B, S) has, (B,).

    Raises:
        ValueError: If padding stands before a token.
    """
    is_token = ids != pad_id
    lengths: Ints = is_token.sum(axis=1, dtype=np.int32)
    if (is_token[:, 1:] > is_token[:, :-1]).any():
        raise ValueError("padding may stand at the end of a source only")
    return lengths


def padded(rows: Rows, pad_id: int) -> npt.NDArray[np.int64]:
    """Stack rows of ids, padded at their ends: (B, longest)."""
    table = np.full((len(rows), max(map(len, rows), default=0)), pad_id, dtype=np.int64)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table


def address(array: npt.NDArray[Any] | None) -> int | None:
    """Return where the numbers of an array are, for what is called with addresses."""
    return None if array is None else array.ctypes.data
