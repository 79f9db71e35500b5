"""Layers are their sub-layers, one after the other, joined where the norm stands."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from engine.nn.attention import AttentionRecord, AttentionRecorder, MultiHeadAttention
from engine.nn.config import Activation, NormPlacement
from engine.nn.kv_cache import LayerCache
from engine.nn.layers import DecoderLayer, EncoderLayer, FeedForward, Residual
from engine.nn.masks import causal_mask

B, T, S, D, H = 2, 4, 5, 12, 3
PLACEMENTS: tuple[NormPlacement, ...] = ("post", "pre")
FORMULAS: dict[Activation, Callable[[Tensor], Tensor]] = {
    "relu": lambda x: x.clamp(min=0),
    "gelu": lambda x: x * (1 + torch.erf(x / 2**0.5)) / 2,
    "swish": lambda x: x / (1 + (-x).exp()),
}


def randn(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def residual(placement: NormPlacement, *, eps: float = 1e-5, dropout: float = 0.0) -> Residual:
    """Return a connection whose norm has weights of its own."""
    made = Residual(D, placement=placement, eps=eps, dropout=dropout).double()
    with torch.no_grad():
        made.norm.weight.uniform_(0.5, 1.5)
        made.norm.bias.uniform_(-1, 1)
    return made.eval()


def attention() -> MultiHeadAttention:
    return MultiHeadAttention(D, H, dropout=0.0)


def feed_forward() -> FeedForward:
    return FeedForward(D, 20, activation="relu", dropout=0.0)


def encoder_layer(placement: NormPlacement) -> EncoderLayer:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        residuals = (residual(placement), residual(placement))
        return EncoderLayer(attention(), feed_forward(), residuals).double().eval()


def decoder_layer(placement: NormPlacement) -> DecoderLayer:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        residuals = (residual(placement), residual(placement), residual(placement))
        return DecoderLayer(attention(), attention(), feed_forward(), residuals).double().eval()


def around(
    connection: Residual, placement: NormPlacement, x: Tensor, sub_layer: Callable[[Tensor], Tensor]
) -> Tensor:
    """Join by the formula: LayerNorm(x + f(x)), or x + f(LayerNorm(x))."""
    norm = connection.norm
    joined: Tensor = norm(x + sub_layer(x)) if placement == "post" else x + sub_layer(norm(x))
    return joined


def padding() -> Tensor:
    mask = torch.ones(B, 1, 1, S, dtype=torch.bool)
    mask[1, ..., 3:] = False
    return mask


@pytest.mark.parametrize("activation", FORMULAS)
def test_the_feed_forward_network_is_two_maps_and_an_activation(activation: Activation) -> None:
    network = FeedForward(D, 20, activation=activation, dropout=0.0).double()
    x = randn(B, T, D)
    assert network.inner.weight.shape == (20, D)
    assert network.outer.weight.shape == (D, 20)
    inner = FORMULAS[activation](x @ network.inner.weight.t() + network.inner.bias)
    expected = inner @ network.outer.weight.t() + network.outer.bias
    mapped = network(x)
    assert mapped.shape == (B, T, D)
    torch.testing.assert_close(mapped, expected, rtol=0, atol=1e-12)


def test_the_feed_forward_network_drops_after_its_activation() -> None:
    network = FeedForward(D, D, activation="swish", dropout=0.5).double().train()
    with torch.no_grad():
        network.inner.weight.copy_(torch.eye(D))
        network.outer.weight.copy_(torch.eye(D))
        network.inner.bias.zero_()
        network.outer.bias.zero_()
    x = randn(B, T, D).abs() + 1
    dropped = network(x)
    kept = dropped != 0
    assert 0 < kept.sum() < kept.numel()
    torch.testing.assert_close(dropped[kept], 2 * FORMULAS["swish"](x)[kept])


@pytest.mark.parametrize("eps", [1e-5, 0.5])
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_the_norm_stands_where_it_is_said_to(placement: NormPlacement, eps: float) -> None:
    connection = residual(placement, eps=eps)
    x, found = randn(B, T, D), randn(B, T, D, seed=1)

    def norm(values: Tensor) -> Tensor:
        mean = values.mean(-1, keepdim=True)
        variance = ((values - mean) ** 2).mean(-1, keepdim=True)
        scaled = (values - mean) / (variance + eps).sqrt()
        return scaled * connection.norm.weight + connection.norm.bias

    expected_in, expected_out = (norm(x), x + found) if placement == "pre" else (x, norm(x + found))
    torch.testing.assert_close(connection.enter(x), expected_in, rtol=0, atol=1e-12)
    torch.testing.assert_close(connection.leave(x, found), expected_out, rtol=0, atol=1e-12)


def test_what_a_sub_layer_found_is_dropped_and_what_it_saw_is_not() -> None:
    connection = residual("pre", dropout=0.5).train()
    x, found = torch.zeros(B, T, D).double(), randn(B, T, D)
    left = connection.leave(x + 7, found) - 7
    kept = left != 0
    assert 0 < kept.sum() < kept.numel()
    torch.testing.assert_close(left[kept], 2 * found[kept])


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_an_encoder_layer_is_its_sub_layers_in_order(placement: NormPlacement) -> None:
    layer, x, mask = encoder_layer(placement), randn(B, S, D), padding()
    attended = around(
        layer.self_residual, placement, x, lambda seen: layer.self_attention(seen, seen, mask)
    )
    expected = around(layer.feed_residual, placement, attended, layer.feed_forward)
    records: list[AttentionRecord] = []
    mapped = layer(x, mask, AttentionRecorder(encoder=records))
    assert mapped.shape == (B, S, D)
    assert [record.weights.shape for record in records] == [(B, H, S, S)]
    torch.testing.assert_close(mapped, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_a_decoder_layer_is_its_sub_layers_in_order(placement: NormPlacement) -> None:
    layer, x, memory = decoder_layer(placement), randn(B, T, D), randn(B, S, D, seed=1)
    mask, memory_mask = causal_mask(T), padding()
    attended = around(
        layer.self_residual, placement, x, lambda seen: layer.self_attention(seen, seen, mask)
    )
    crossed = around(
        layer.cross_residual,
        placement,
        attended,
        lambda seen: layer.cross_attention(seen, memory, memory_mask),
    )
    expected = around(layer.feed_residual, placement, crossed, layer.feed_forward)
    own: list[AttentionRecord] = []
    crossing: list[AttentionRecord] = []
    recorder = AttentionRecorder(decoder=own, cross=crossing)
    mapped = layer(x, mask, memory, memory_mask, recorder)
    assert mapped.shape == (B, T, D)
    assert [record.weights.shape for record in own] == [(B, H, T, T)]
    assert [record.weights.shape for record in crossing] == [(B, H, T, S)]
    torch.testing.assert_close(mapped, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_steps_of_a_decoder_layer_map_as_all_positions_at_once(placement: NormPlacement) -> None:
    layer, memory, memory_mask, width = decoder_layer(placement), randn(B, S, D), padding(), 3
    x = randn(B, width, T, D, seed=1)
    at_once = torch.stack(
        [layer(x[:, n], causal_mask(T), memory, memory_mask) for n in range(width)], dim=1
    )
    cache = LayerCache(*layer.cross_attention.project_memory(memory))
    for t in range(T):
        mapped = layer.step(x[:, :, t], cache, memory_mask)
        assert mapped.shape == (B, width, D)
        torch.testing.assert_close(mapped, at_once[:, :, t], rtol=0, atol=1e-12)
