"""Masks say where a query may look: at no padding, at nothing later."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.nn.masks import causal_mask, padding_mask


@given(st.integers(1, 4), st.integers(0, 9), st.integers(0, 5), st.integers(0, 2**32))
def test_every_token_but_padding_may_be_seen(
    batch: int, length: int, pad_id: int, seed: int
) -> None:
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(0, 6, (batch, length), generator=generator)
    mask = padding_mask(ids, pad_id)
    assert mask.shape == (batch, 1, 1, length)
    assert mask.dtype == torch.bool
    assert mask[:, 0, 0].tolist() == [[token != pad_id for token in row] for row in ids.tolist()]


@given(st.integers(0, 9))
def test_a_position_may_see_itself_and_what_came_before(length: int) -> None:
    mask = causal_mask(length)
    assert mask.shape == (1, 1, length, length)
    assert mask.dtype == torch.bool
    assert mask[0, 0].tolist() == [[s <= t for s in range(length)] for t in range(length)]
