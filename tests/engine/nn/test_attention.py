"""Attention: its two paths agree, weights are shares, heads are what a loop over heads gives."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from engine.nn.attention import AttentionRecord, MultiHeadAttention, attend, attention_weights
from engine.nn.kv_cache import LayerCache
from engine.nn.masks import causal_mask

B, H, T, S, K = 2, 3, 4, 5, 6
D = H * K


def randn(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float64) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype)


def new_attention(
    *, independent: bool = False, qkv_bias: bool = True, dropout: float = 0.0, seed: int = 0
) -> MultiHeadAttention:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        attention = MultiHeadAttention(
            D, H, dropout=dropout, qkv_bias=qkv_bias, independent=independent
        )
    return attention.double().eval()


def some_mask() -> Tensor:
    """Hide some keys (B, 1, T, S), but never all of a query's."""
    mask = randn(B, 1, T, S, seed=9) > 0
    mask[..., 1] = True
    return mask


@pytest.mark.parametrize("has_mask", [False, True])
def test_the_formula_is_the_papers(has_mask: bool) -> None:
    q, k, v = randn(B, H, T, K), randn(B, H, S, K, seed=1), randn(B, H, S, K, seed=2)
    mask = some_mask() if has_mask else None
    mixed, weights = attend(q, k, v, mask=mask, scale=0.4)
    assert mixed.shape == (B, H, T, K)
    assert weights.shape == (B, H, T, S)
    for b in range(B):
        for h in range(H):
            for t in range(T):
                powers = [
                    math.exp(0.4 * float(q[b, h, t] @ k[b, h, s]))
                    if mask is None or mask[b, 0, t, s]
                    else 0.0
                    for s in range(S)
                ]
                row = torch.tensor([power / sum(powers) for power in powers]).double()
                torch.testing.assert_close(weights[b, h, t], row, rtol=0, atol=1e-7)
                torch.testing.assert_close(mixed[b, h, t], row @ v[b, h], rtol=0, atol=1e-6)


@given(st.integers(0, 2**32), st.sampled_from([torch.float32, torch.float64]))
def test_rows_sum_to_one_or_to_zero_and_hidden_keys_have_no_weight(
    seed: int, dtype: torch.dtype
) -> None:
    """Similarities are made large, so that a softmax that overflows would be seen."""
    q, k = randn(B, H, T, K, seed=seed, dtype=dtype), randn(B, H, S, K, seed=seed + 1, dtype=dtype)
    mask = randn(B, 1, T, S, seed=seed + 2) > 0
    weights = attention_weights(q * 100, k, mask=mask, scale=1.0)
    assert ((weights >= 0) & (weights <= 1)).all()
    assert (weights[~mask.expand_as(weights)] == 0).all()
    sums = mask.any(-1).expand(B, H, T).to(dtype)
    torch.testing.assert_close(weights.sum(-1), sums, rtol=0, atol=1e-6)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_a_query_that_may_look_nowhere_finds_zeros(dtype: torch.dtype) -> None:
    q, k, v = (randn(B, H, S, K, seed=seed, dtype=dtype) for seed in range(3))
    mask = torch.ones(B, 1, S, S, dtype=torch.bool)
    mask[0, 0, 2] = False
    mixed, weights = attend(q, k, v, mask=mask, scale=1.0)
    assert (weights[0, :, 2] == 0).all()
    assert (mixed[0, :, 2] == 0).all()
    assert torch.isfinite(mixed).all()


@pytest.mark.parametrize("dropout", [0.0, 0.3])
@pytest.mark.parametrize("is_training", [False, True])
def test_neither_path_nor_gradient_knows_nan_where_nothing_may_be_seen(
    dropout: float, is_training: bool
) -> None:
    attention = new_attention(dropout=dropout).train(is_training)
    x = randn(B, S, D).requires_grad_()
    mask = torch.ones(B, 1, 1, S, dtype=torch.bool)
    mask[1] = False
    for records in (None, list[AttentionRecord]()):
        found = attention(x, x, mask, records)
        nothing = attention.output.bias.expand(S, D)
        torch.testing.assert_close(found[1], nothing, rtol=0, atol=1e-12)
        (gradient,) = torch.autograd.grad(found.sum(), x)
        assert torch.isfinite(gradient).all()


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize("qkv_bias", [False, True])
@pytest.mark.parametrize("has_mask", [False, True])
def test_heads_are_a_loop_over_heads(independent: bool, qkv_bias: bool, has_mask: bool) -> None:
    attention = new_attention(independent=independent, qkv_bias=qkv_bias)
    x, memory = randn(B, T, D, seed=1), randn(B, S, D, seed=2)
    mask = some_mask() if has_mask else None
    width = D if independent else K
    heads = []
    for head in range(H):
        rows = slice(head * width, (head + 1) * width)
        q, k, v = (
            torch.nn.functional.linear(
                side, part.weight[rows], part.bias[rows] if qkv_bias else None
            )
            for side, part in (
                (x, attention.query),
                (memory, attention.key),
                (memory, attention.value),
            )
        )
        scores = q @ k.transpose(1, 2) / math.sqrt(width)
        if mask is not None:
            scores = scores.masked_fill(~mask[:, 0], -torch.inf)
        heads.append(scores.softmax(-1) @ v)
    expected = attention.output(torch.cat(heads, dim=-1))
    found = attention(x, memory, mask)
    assert found.shape == (B, T, D)
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("independent", [False, True])
def test_shapes_of_the_projections(independent: bool) -> None:
    attention = new_attention(independent=independent, qkv_bias=False)
    width = D * H if independent else D
    for part in (attention.query, attention.key, attention.value):
        assert part.weight.shape == (width, D)
        assert part.bias is None
    assert attention.output.weight.shape == (D, width)
    assert attention.output.bias.shape == (D,)
    keys, values = attention.project_memory(randn(B, S, D))
    assert keys.shape == values.shape == (B, H, S, width // H)


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize("mask", [None, some_mask(), some_mask().any(2, keepdim=True)], ids=str)
def test_asking_for_the_weights_changes_nothing(independent: bool, mask: Tensor | None) -> None:
    attention = new_attention(independent=independent)
    x, memory = randn(B, T, D, seed=1), randn(B, S, D, seed=2)
    records: list[AttentionRecord] = []
    torch.testing.assert_close(
        attention(x, memory, mask, records), attention(x, memory, mask), rtol=0, atol=1e-12
    )
    (record,) = records
    weights = record.weights
    assert weights.shape == (B, H, T, S)
    torch.testing.assert_close(weights.sum(-1), torch.ones(B, H, T).double())


@pytest.mark.parametrize("independent", [False, True])
@pytest.mark.parametrize("qkv_bias", [False, True])
def test_value_norms_are_those_of_what_the_weights_multiply(
    independent: bool, qkv_bias: bool
) -> None:
    """Kobayashi et al. 2020: the output is its bias and the sum of weight times f(x)."""
    attention = new_attention(independent=independent, qkv_bias=qkv_bias)
    x, memory = randn(B, T, D, seed=1), randn(B, S, D, seed=2)
    records: list[AttentionRecord] = []
    found = attention(x, memory, some_mask(), records)
    (record,) = records
    width = attention.head_dim
    f = torch.stack(
        [
            attention.value(memory)[..., head * width : (head + 1) * width]
            @ attention.output.weight[:, head * width : (head + 1) * width].T
            for head in range(H)
        ],
        dim=1,
    )  # (B, H, S, D)
    summed = torch.einsum("bhts,bhsd->btd", record.weights, f) + attention.output.bias
    torch.testing.assert_close(summed, found, rtol=0, atol=1e-12)
    norms = record.value_norms()
    assert norms.shape == (B, H, S)
    torch.testing.assert_close(norms, (f**2).sum(-1).sqrt(), rtol=0, atol=1e-12)


def test_training_without_dropout_is_what_is_used_afterwards() -> None:
    attention = new_attention()
    x = randn(B, S, D)
    used = attention(x, x, None)
    torch.testing.assert_close(attention.train()(x, x, None), used, rtol=0, atol=1e-12)


def test_dropout_takes_whole_weights() -> None:
    """Where all values are alike, only how much there is of them can change."""
    attention = new_attention(dropout=0.5)
    with torch.no_grad():
        attention.output.weight.copy_(torch.eye(D))
        attention.output.bias.zero_()
    x, memory = randn(B, T, D, seed=1), randn(B, 1, D, seed=2).expand(B, S, D)
    used = attention(x, memory, None)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        ratios = (attention.train()(x, memory, None) / used).view(B, T, H, K)
    torch.testing.assert_close(ratios, ratios[..., :1].expand_as(ratios))
    assert not torch.allclose(ratios, torch.ones_like(ratios), atol=0.01)


def test_dropout_keeps_the_expectation() -> None:
    """Within five standard errors of the mean of many draws, for a seed that is fixed."""
    attention = new_attention(dropout=0.25)
    x = randn(1, S, D)
    used = attention(x, x, None)
    draws = 4000
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(0)
        many = attention.train()(x.expand(draws, S, D), x.expand(draws, S, D), None)
    assert not torch.equal(many[0], many[1])
    error = many.std(0) / draws**0.5
    assert ((many.mean(0) - used[0]).abs() < 5 * error).all()


@pytest.mark.parametrize("independent", [False, True])
def test_steps_see_what_all_positions_at_once_see(independent: bool) -> None:
    attention = new_attention(independent=independent)
    width = 2
    x, memory = randn(B * width, T, D, seed=1), randn(B, S, D, seed=2)
    memory_mask = torch.ones(B, 1, 1, S, dtype=torch.bool)
    memory_mask[1, ..., 3:] = False
    at_once = attention(x, x, causal_mask(T))
    crossed = attention(
        x,
        memory.repeat_interleave(width, dim=0),
        memory_mask.repeat_interleave(width, dim=0),
    )
    cache = LayerCache(*attention.project_memory(memory))
    for t in range(T):
        newest = x[:, t].view(B, width, D)
        seen = attention.step_self(newest, cache)
        assert seen.shape == (B, width, D)
        torch.testing.assert_close(seen.view(-1, D), at_once[:, t], rtol=0, atol=1e-12)
        found = attention.step_cross(newest, cache, memory_mask)
        assert found.shape == (B, width, D)
        torch.testing.assert_close(found.view(-1, D), crossed[:, t], rtol=0, atol=1e-12)
