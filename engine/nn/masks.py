"""Which positions may look at which: boolean masks, True = may look.

Shapes: B batch, S source length, T target length.
"""

import torch
from torch import Tensor


def padding_mask(ids: Tensor, pad_id: int) -> Tensor:
    """Let every query look at every token that is not padding.

    Args:
        ids: Token ids, (B, S).
        pad_id: The padding id.

    Returns:
        The mask (B, 1, 1, S), to be broadcast over heads and queries.
    """
    return (ids != pad_id)[:, None, None, :]


def causal_mask(length: int, device: torch.device | None = None) -> Tensor:
    """Let position t look at positions up to t only (section 3.2.3).

    Returns:
        The mask (1, 1, T, T): lower triangle and diagonal True.
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]
