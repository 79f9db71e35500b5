"""The compiled kernel computes what PyTorch computes."""

from dataclasses import replace
from typing import Any, get_args

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from engine.native.library import Instructions, load_kernel
from engine.native.transformer import NativeTransformer, Precision
from engine.nn.config import TransformerConfig
from engine.nn.transformer import Transformer, build_transformer
from engine.search.beam_search import SearchSettings, search
from engine.search.decoder import Decoder

KERNEL = load_kernel()
pytestmark = pytest.mark.skipif(KERNEL is None, reason="the kernel was not built here")
ALL_INSTRUCTIONS = () if KERNEL is None else KERNEL.known

CONFIG = TransformerConfig(
    src_vocab_size=151,
    tgt_vocab_size=131,
    d_model=48,
    d_ff=100,
    num_encoder_layers=2,
    num_decoder_layers=2,
    num_heads=4,
    max_positions=64,
)
"""Neither vocabularies, d_ff nor head_dim are multiples of the 16 outputs of a panel."""

PADDED = torch.tensor([[5, 9, 140, 7, 8, 6, 2], [11, 4, 2, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0]])


def random_transformer(**changes: Any) -> Transformer:
    torch.manual_seed(3)
    model = build_transformer(replace(CONFIG, **changes))
    for parameter in model.parameters():  # norms and biases too
        if parameter.dim() == 1:
            parameter.data.normal_(mean=0.5, std=0.5)
    return model.eval()


def quantized(values: Tensor) -> Tensor:
    """Round each row to 127 steps up and down."""
    scale = values.abs().amax(-1, keepdim=True) / 127
    return (values / scale.where(scale > 0, 1.0)).round() * scale


def rounded(model: Transformer) -> Transformer:
    """Round the weights of every matrix as an int8 model file does."""
    for parameter in model.parameters():
        if parameter.dim() == 2:
            parameter.data = quantized(parameter.data)
    return model


def steps_of(model: Decoder, src_ids: Tensor) -> list[Tensor]:
    """Log-probabilities of steps in which hypotheses branch, end and change places."""
    found = []
    with torch.inference_mode():
        cache = model.start_cache(model.encode(src_ids))

        def step(ids: Tensor) -> None:
            found.append(model.step(ids, cache))

        step(torch.full((3, 1), 1))
        cache.reorder(torch.zeros(3, 4, dtype=torch.int64))
        step(torch.arange(12).view(3, 4) + 20)
        cache.reorder(torch.tensor([[1, 0, 0, 3], [2, 2, 2, 2], [3, 2, 1, 0]]))
        step(torch.arange(12).view(3, 4) + 40)
        cache.keep(torch.tensor([2, 0]), torch.tensor([[0, 2, 1, 3], [1, 1, 0, 0]]))
        step(torch.arange(8).view(2, 4) + 60)
        cache.keep(torch.tensor([1]))
        step(torch.arange(4).view(1, 4) + 80)
    return found


@pytest.mark.parametrize("instructions", ALL_INSTRUCTIONS)
@pytest.mark.parametrize("is_rounded", [False, True])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"norm": "pre", "final_norm": True, "activation": "gelu"},
        {"activation": "swish", "qkv_bias": False, "output_bias": False, "scale_embeddings": False},
        {"attention": "independent", "positions": "learned", "norm_eps": 1e-3},
        {"positions": "sinusoidal_marian", "tie": "decoder", "d_model": 12, "d_ff": 7},
    ],
)
def test_every_step_is_that_of_pytorch(
    changes: dict[str, Any], is_rounded: bool, instructions: Instructions
) -> None:
    model = random_transformer(**changes)
    if is_rounded:
        model = rounded(model)
    native = NativeTransformer(model, precision="float32", instructions=instructions)
    for own, expected in zip(steps_of(native, PADDED), steps_of(model, PADDED), strict=True):
        torch.testing.assert_close(own, expected, atol=2e-5, rtol=0)


class RoundedLinear(torch.nn.Linear):
    """What int8 means: rows of weights and rows of inputs are rounded, nothing else."""

    def forward(self, x: Tensor) -> Tensor:
        exact = quantized(x).double() @ quantized(self.weight).double().T
        return exact.float() + self.bias


@pytest.mark.parametrize("instructions", ALL_INSTRUCTIONS)
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_int8_rounds_the_rows_of_weights_and_of_inputs(
    norm: str, instructions: Instructions
) -> None:
    model = random_transformer(norm=norm, final_norm=True)
    native = NativeTransformer(model, precision="int8", instructions=instructions)
    for module in model.modules():
        if type(module) is torch.nn.Linear:
            module.__class__ = RoundedLinear
    # An input between two steps may be rounded the other way where sums differ in the last place.
    for own, expected in zip(steps_of(native, PADDED), steps_of(model, PADDED), strict=True):
        torch.testing.assert_close(own, expected, atol=3e-2, rtol=0)
        assert (own - expected).abs().median() < 3e-3


@pytest.mark.parametrize("precision", ["float32", "int8"])
@pytest.mark.parametrize("beam_size", [1, 4])
def test_a_batch_is_searched_as_each_of_its_sentences(precision: Precision, beam_size: int) -> None:
    native = NativeTransformer(random_transformer(), precision=precision)
    settings = SearchSettings(beam_size=beam_size, n_best=beam_size, max_length=12)
    together = search(native, PADDED, settings)
    for row, hypotheses in enumerate(together):
        assert search(native, PADDED[[row]], settings)[0] == hypotheses


def test_searches_find_what_those_with_pytorch_find() -> None:
    model = random_transformer(norm="pre", final_norm=True)
    native = NativeTransformer(model, precision="float32")
    settings = SearchSettings(beam_size=4, n_best=3, max_length=20)
    for own, expected in zip(
        search(native, PADDED, settings), search(model, PADDED, settings), strict=True
    ):
        assert [one.ids for one in own] == [one.ids for one in expected]
        assert [one.score for one in own] == pytest.approx(
            [one.score for one in expected], abs=1e-5
        )


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_any_number_of_threads_computes_the_same(precision: Precision) -> None:
    model = random_transformer()
    alone = steps_of(NativeTransformer(model, precision=precision, threads=1), PADDED)
    for threads in (2, 3, 8):
        shared = steps_of(NativeTransformer(model, precision=precision, threads=threads), PADDED)
        assert all(map(torch.equal, alone, shared))


@st.composite
def shapes(draw: st.DrawFn) -> TransformerConfig:
    heads = draw(st.integers(1, 5))
    return TransformerConfig(
        src_vocab_size=draw(st.integers(4, 90)),
        tgt_vocab_size=draw(st.integers(4, 90)),
        d_model=heads * 2 * draw(st.integers(1, 12)),
        d_ff=draw(st.integers(1, 90)),
        num_encoder_layers=draw(st.integers(1, 2)),
        num_decoder_layers=draw(st.integers(1, 2)),
        num_heads=heads,
        norm=draw(st.sampled_from(["pre", "post"])),
        max_positions=40,
    )


@given(shapes(), st.integers(1, 6), st.integers(1, 40), st.integers(1, 5), st.integers(0, 999))
def test_whatever_the_shapes_every_step_is_that_of_pytorch(
    config: TransformerConfig, batch: int, longest: int, width: int, seed: int
) -> None:
    torch.manual_seed(seed)
    model = build_transformer(config).eval()
    src_ids = torch.randint(3, config.src_vocab_size, (batch, longest))
    src_ids[torch.arange(longest) >= torch.randint(1, longest + 1, (batch, 1))] = 0
    newest = [torch.randint(0, config.tgt_vocab_size, (batch, n)) for n in (1, width, width)]
    parents = [torch.zeros(batch, width, dtype=torch.int64), torch.randint(width, (batch, width))]

    def steps(computing: Decoder) -> Tensor:
        cache = computing.start_cache(computing.encode(src_ids))
        found = [computing.step(newest[0], cache)]
        for origin, ids in zip(parents, newest[1:], strict=True):
            cache.reorder(origin)
            found.append(computing.step(ids, cache))
        return torch.cat(found, 1)

    with torch.inference_mode():
        for precision in get_args(Precision):
            alone, shared = (
                steps(NativeTransformer(model, precision=precision, threads=threads))
                for threads in (1, 3)
            )
            assert torch.equal(alone, shared)
            if precision == "float32":
                torch.testing.assert_close(alone, steps(model), atol=2e-5, rtol=0)


def test_the_best_candidates_come_first_and_equal_ones_by_place() -> None:
    log_probs = -torch.randint(0, 30, (2, 3, 700)).float()
    log_probs[0, 0, :690] = -torch.inf
    totals = torch.tensor([[0, -1, -2], [-3, -3, -torch.inf]], dtype=torch.float64)
    native = NativeTransformer(random_transformer(), precision="float32")
    parents, ids, own, best = native.find_candidates(log_probs, totals, 12)
    every = (totals[:, :, None] + log_probs).flatten(1)
    order = torch.sort(every, dim=-1, descending=True, stable=True).indices[:, :12]
    assert torch.equal(parents * 700 + ids, order)
    assert torch.equal(best, every.gather(1, order))
    assert torch.equal(own, log_probs.flatten(1).gather(1, order))
    with pytest.raises(ValueError, match="13 candidates are wanted of 12"):
        native.find_candidates(torch.zeros(1, 2, 6), torch.zeros(1, 2, dtype=torch.float64), 13)


def test_what_cannot_be_computed_is_refused() -> None:
    model = random_transformer()
    native = NativeTransformer(model, precision="int8")
    with pytest.raises(ValueError, match="padding may stand at the end of a source only"):
        native.encode(torch.tensor([[5, 0, 6]]))
    for stranger in (-1, 151):
        with pytest.raises(ValueError, match="a token is not in the vocabulary of 151"):
            native.encode(torch.tensor([[5, stranger]]))
    with pytest.raises(ValueError, match="65 tokens, but positions for 64 only"):
        native.encode(torch.full((1, 65), 5))
    narrow = NativeTransformer(random_transformer(d_model=12), precision="int8").encode(PADDED)
    with pytest.raises(ValueError, match="a memory of width 12 for a model of width 48"):
        native.start_cache(narrow)
    cache = native.start_cache(native.encode(PADDED[:1]))
    for _ in range(64):
        native.step(torch.tensor([[5]]), cache)
    with pytest.raises(ValueError, match="65 tokens, but positions for 64 only"):
        native.step(torch.tensor([[5]]), cache)
    with pytest.raises(ValueError, match="training mode"):
        NativeTransformer(model.train(), precision="int8")


@pytest.mark.parametrize("stranger", [-1, 131, 2**62, -(2**63)])
def test_tokens_and_hypotheses_that_do_not_exist_are_refused(stranger: int) -> None:
    native = NativeTransformer(random_transformer(), precision="float32", threads=2)
    expected = steps_of(native, PADDED)
    cache = native.start_cache(native.encode(PADDED))
    found = [native.step(torch.full((3, 1), 1), cache)]
    bad = torch.tensor([[0, 0, 0, 0], [0, 0, 0, stranger], [0, 0, 0, 0]])
    nowhere = "there is no such hypothesis among"
    with pytest.raises(ValueError, match=nowhere):
        cache.reorder(bad)
    with pytest.raises(ValueError, match=nowhere):
        cache.keep(bad[1])
    with pytest.raises(ValueError, match=nowhere):
        cache.keep(torch.arange(3), bad)
    with pytest.raises(ValueError, match="parents of shape"):
        cache.reorder(bad[:2])
    with pytest.raises(ValueError, match="tokens of shape"):
        native.step(bad, cache)
    cache.reorder(torch.zeros(3, 4, dtype=torch.int64))
    with pytest.raises(ValueError, match="a token is not in the vocabulary of 131"):
        native.step(bad, cache)
    with pytest.raises(ValueError, match="the cache is that of another model"):
        NativeTransformer(random_transformer(), precision="float32").step(bad, cache)
    found.append(native.step(torch.arange(12, dtype=torch.int32).view(3, 4) + 20, cache))
    assert all(map(torch.equal, found, expected))
