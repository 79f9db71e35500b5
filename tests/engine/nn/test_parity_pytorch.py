"""Our Transformer is PyTorch's: the same weights give the same states, weights and gradients."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from engine.nn.masks import causal_mask, padding_mask
from engine.nn.transformer import Transformer
from tests.support.models import random_sources, tiny_transformer

B, S, T, D, H = 3, 7, 6, 16, 4
SOURCES = random_sources(0, [7, 3, 5])
TARGETS = random_sources(1, [6, 6, 6], vocab_size=13)
MODELS = list(product(["post", "pre"], ["relu", "gelu"]))

pytestmark = pytest.mark.filterwarnings(
    # Its encoder says that it goes without nested tensors where the norm comes first.
    "ignore:enable_nested_tensor is True:UserWarning"
)


def reference(norm: str, activation: str) -> nn.Transformer:
    """Return PyTorch's own, whose norms and biases are not those of an untouched model."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = nn.Transformer(
            D,
            H,
            num_encoder_layers=2,
            num_decoder_layers=2,
            dim_feedforward=32,
            dropout=0.0,
            activation=activation,
            batch_first=True,
            norm_first=norm == "pre",
            dtype=torch.float64,
        )
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if parameter.dim() == 1:
                    nn.init.normal_(parameter, mean=float("norm" in name and "weight" in name))
    return model


def our_names(values: Mapping[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    """Return PyTorch's parameters under our names; its one input projection is our three."""
    residuals = {
        "encoder": ("self_residual", "feed_residual"),
        "decoder": ("self_residual", "cross_residual", "feed_residual"),
    }
    parts = {
        "self_attn": "self_attention",
        "multihead_attn": "cross_attention",
        "linear1": "feed_forward.inner",
        "linear2": "feed_forward.outer",
    }
    for name, value in values.items():
        side, *path, kind = name.split(".")
        if path == ["norm"]:
            yield f"{side}_norm.{kind}", value
            continue
        _, index, part, *_ = path
        layer = f"{side}_layers.{index}"
        if part.startswith("norm"):
            yield f"{layer}.{residuals[side][int(part[-1]) - 1]}.norm.{kind}", value
        elif kind.startswith("in_proj"):
            for projection, third in zip(("query", "key", "value"), value.chunk(3), strict=True):
                kind_of = kind.removeprefix("in_proj_")
                yield f"{layer}.{parts[part]}.{projection}.{kind_of}", third
        else:
            output = ".output" if part.endswith("attn") else ""
            yield f"{layer}.{parts[part]}{output}.{kind}", value


def ours(theirs: nn.Transformer, norm: str, activation: str) -> Transformer:
    none: dict[str, Any] = {"dropout": 0.0, "attention_dropout": 0.0, "activation_dropout": 0.0}
    model = tiny_transformer(norm=norm, activation=activation, final_norm=True, **none)
    copied = dict(our_names(theirs.state_dict()))
    missing, unexpected = model.load_state_dict(copied, strict=False)
    assert not unexpected
    assert all("embeddings" in name or name.startswith("output.") for name in missing)
    return model


def run(theirs: nn.Transformer, model: Transformer) -> Tensor:
    """Return what PyTorch's decoder ends with, from our embeddings; its masks hide what is True."""
    is_padding = model.pad_id == SOURCES
    states: Tensor = theirs(
        model.src_embeddings(SOURCES),
        model.tgt_embeddings(TARGETS),
        tgt_mask=~causal_mask(T)[0, 0],
        src_key_padding_mask=is_padding,
        memory_key_padding_mask=is_padding,
    )
    return states


@pytest.mark.parametrize("is_training", [False, True])
@pytest.mark.parametrize(("norm", "activation"), MODELS)
def test_states_are_those_of_torch(norm: str, activation: str, is_training: bool) -> None:
    theirs = reference(norm, activation).train(is_training)
    model = ours(theirs, norm, activation).train(is_training)
    memory = model.encode(SOURCES)
    is_padding = model.pad_id == SOURCES
    encoded = theirs.encoder(model.src_embeddings(SOURCES), src_key_padding_mask=is_padding)
    torch.testing.assert_close(memory.states[~is_padding], encoded[~is_padding], rtol=0, atol=1e-10)
    states = model.decode_states(TARGETS, memory)
    torch.testing.assert_close(states, run(theirs, model), rtol=0, atol=1e-10)


@pytest.mark.parametrize(("norm", "activation"), MODELS)
def test_single_precision_is_as_near_as_it_can_be(norm: str, activation: str) -> None:
    theirs = reference(norm, activation).eval()
    model = ours(theirs, norm, activation).float().eval()
    states = model.decode_states(TARGETS, model.encode(SOURCES))
    expected = run(theirs.float(), model)
    torch.testing.assert_close(states, expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize(("norm", "activation"), MODELS)
def test_gradients_are_those_of_torch(norm: str, activation: str) -> None:
    """Of a loss in which every state counts differently."""
    theirs = reference(norm, activation)
    model = ours(theirs, norm, activation).train()
    generator = torch.Generator().manual_seed(3)
    factors = torch.randn(B, T, D, generator=generator, dtype=torch.float64)

    def gradients(module: nn.Module, states: Tensor) -> dict[str, Tensor]:
        named = {
            name: parameter
            for name, parameter in module.named_parameters()
            if "embeddings" not in name and not name.startswith("output.")
        }
        found = torch.autograd.grad((states * factors).sum(), list(named.values()))
        return dict(zip(named, found, strict=True))

    actual = gradients(model, model.decode_states(TARGETS, model.encode(SOURCES)))
    expected = dict(our_names(gradients(theirs, run(theirs, model))))
    assert actual.keys() == expected.keys()
    for name, gradient in expected.items():
        torch.testing.assert_close(actual[name], gradient, rtol=0, atol=1e-9, msg=name)


def test_attention_weights_are_those_of_torch() -> None:
    theirs = reference("post", "relu").eval()
    model = ours(theirs, "post", "relu")
    states, mask = model.src_embeddings(SOURCES), padding_mask(SOURCES, model.pad_id)
    layer: Any = theirs.encoder.layers[0]
    mixed, weights = layer.self_attn(
        states, states, states, key_padding_mask=~mask[:, 0, 0], average_attn_weights=False
    )
    our_layer: Any = model.encoder_layers[0]
    torch.testing.assert_close(
        our_layer.self_attention(states, states, mask), mixed, rtol=0, atol=1e-10
    )
    maps = model.attention_maps(SOURCES, TARGETS)
    torch.testing.assert_close(maps.encoder[0], weights, rtol=0, atol=1e-10)
