"""The best ways to go on with the hypotheses of a search, found with PyTorch.

Shapes: B sentences, N living hypotheses a sentence, V vocabulary, K best tokens of each hypothesis,
C candidates a sentence, best first.
"""

from typing import NamedTuple

import torch
from torch import Tensor

_BLOCK = 64
"""Neighbours in the vocabulary that `top` looks at together."""


class Candidates(NamedTuple):
    """Ways to go on, those first that are to live on; -inf is the total of what is forbidden."""

    parents: Tensor  # (B, C), which living hypothesis each continues
    ids: Tensor  # (B, C)
    log_probs: Tensor  # (B, C), of those ids alone
    totals: Tensor  # (B, C), of the whole hypotheses


def find_candidates(log_probs: Tensor, totals: Tensor, count: int) -> Candidates:
    """Find the best ways to go on with some hypotheses.

    Args:
        log_probs: Of the next token, (B, N, V).
        totals: Of the hypotheses so far, float64, (B, N).
        count: How many to find for each sentence, C; at most N * V.
    """
    best, ids = top(log_probs, min(count, log_probs.size(2)))  # (B, N, K)
    totals = totals[:, :, None] + best  # (B, N, K)
    if totals.size(1) == 1:
        parents = torch.zeros_like(ids[:, 0])
        return Candidates(parents, ids[:, 0], best[:, 0], totals[:, 0])
    totals, places = totals.flatten(1).topk(count)  # (B, C)
    return Candidates(
        parents=places // best.size(2),
        ids=ids.flatten(1).gather(1, places),
        log_probs=best.flatten(1).gather(1, places),
        totals=totals,
    )


def top(values: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Do what values.topk(count) does, on CPU several times faster where rows are long.

    The largest values lie in those blocks whose maxima are the largest, and maxima are cheap.
    """
    size = values.size(-1)
    if size < 8 * _BLOCK * count:
        return values.topk(count)
    tail = size // _BLOCK * _BLOCK
    maxima = values[..., :tail].view(*values.shape[:-1], -1, _BLOCK).amax(-1)
    blocks = maxima.topk(count).indices  # (..., count)
    inside = torch.arange(_BLOCK, device=values.device)
    places = (blocks[..., None] * _BLOCK + inside).flatten(-2)  # (..., count * _BLOCK)
    rest = torch.arange(tail, size, device=values.device).expand(*values.shape[:-1], -1)
    places = torch.cat([places, rest], dim=-1)
    best, where = values.gather(-1, places).topk(count)
    return best, places.gather(-1, where)
