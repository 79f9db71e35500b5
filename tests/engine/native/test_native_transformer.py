"""The compiled kernel computes what PyTorch computes."""

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from engine.native.acceleration import native
from engine.native.library import Instructions, load_kernel
from engine.native.predictions import NativePredictions
from engine.native.transformer import Precision
from engine.nn.config import TransformerConfig
from engine.nn.decoding import Floats, Ints, lengths_of, padded
from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer, build_transformer
from engine.search.beam_search import SearchSettings, search
from engine.search.decoder import Decoder, Predictions, TranslationModel

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

PADDED = padded([[5, 9, 140, 7, 8, 6, 2], [11, 4, 2], [2]], 0)
TARGETS = [[1, 9, 14], [1, 4, 77, 0, 8, 130], [0]]
"""After bos; padding is a token like others here, as where it is bos too."""


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


def numbers_of(predictions: Predictions) -> Floats:
    """Return all log-probabilities (B, N, V)."""
    log_probs: Any = predictions
    return np.asarray(log_probs.log_probs)


def steps_of(model: Decoder, src_ids: Ints) -> list[Floats]:
    """Log-probabilities of steps in which hypotheses branch, end and change places."""
    found = []
    cache = model.start_cache(model.encode(src_ids))

    def step(ids: Ints) -> None:
        found.append(numbers_of(model.step(ids, cache)))

    step(np.full((3, 1), 1))
    cache.reorder(np.zeros((3, 4), dtype=np.int64))
    step(np.arange(12).reshape(3, 4) + 20)
    cache.reorder(np.array([[1, 0, 0, 3], [2, 2, 2, 2], [3, 2, 1, 0]]))
    step(np.arange(12).reshape(3, 4) + 40)
    cache.keep(np.array([2, 0]), np.array([[0, 2, 1, 3], [1, 1, 0, 0]]))
    step(np.arange(8).reshape(2, 4) + 60)
    cache.keep(np.array([1]))
    step(np.arange(4).reshape(1, 4) + 80)
    return found


def assert_near(own: Floats, expected: Floats, tolerance: float = 2e-5) -> None:
    np.testing.assert_allclose(own, expected, atol=tolerance, rtol=0)


SHAPES: list[dict[str, Any]] = [
    {},
    {"norm": "pre", "final_norm": True, "activation": "gelu"},
    {"activation": "swish", "qkv_bias": False, "output_bias": False, "scale_embeddings": False},
    {"attention": "independent", "positions": "learned", "norm_eps": 1e-3},
    {"positions": "sinusoidal_marian", "tie": "decoder", "d_model": 12, "d_ff": 7},
    {"tie": "all", "tgt_vocab_size": 151},
]


@pytest.mark.parametrize("instructions", ALL_INSTRUCTIONS)
@pytest.mark.parametrize("is_rounded", [False, True])
@pytest.mark.parametrize(
    "changes",
    SHAPES,
)
def test_every_step_is_that_of_pytorch(
    changes: dict[str, Any], is_rounded: bool, instructions: Instructions
) -> None:
    model = random_transformer(**changes)
    if is_rounded:
        model = rounded(model)
    compiled = native(model, "float32", instructions=instructions)
    by_torch = TorchDecoder(model)
    for own, expected in zip(steps_of(compiled, PADDED), steps_of(by_torch, PADDED), strict=True):
        assert_near(own, expected)


@pytest.mark.parametrize("instructions", ALL_INSTRUCTIONS)
@pytest.mark.parametrize("precision", get_args(Precision))
@pytest.mark.parametrize("changes", SHAPES)
def test_attention_looks_as_that_of_pytorch_in_any_precision(
    changes: dict[str, Any], precision: Precision, instructions: Instructions
) -> None:
    model = rounded(random_transformer(**changes))
    compiled = native(model, precision, instructions=instructions)
    by_torch: TranslationModel = TorchDecoder(model)
    own, expected = (each.attention_maps(PADDED, TARGETS) for each in (compiled, by_torch))
    for row, source in enumerate(lengths_of(PADDED, 0)):
        target = len(TARGETS[row])
        for name in ("encoder", "decoder", "cross"):
            rows = source if name == "encoder" else target
            columns = target if name == "decoder" else source
            places = np.s_[:, row, :, :rows, :columns]
            assert_near(getattr(own, name)[places], getattr(expected, name)[places])
            assert not getattr(own, name)[:, row, :, :, columns:].any()
            ours, theirs = (
                getattr(each, f"{name}_norms")[:, row, :, :columns] for each in (own, expected)
            )
            np.testing.assert_allclose(ours, theirs, atol=1e-5, rtol=1e-4)
    memory = by_torch.encode(PADDED)
    every = compiled.cross_weights(memory, TARGETS)
    assert_near(every[0, 1, :, :6, :3], expected.cross[0, 1, :, :6, :3])
    for layer, of_layer in enumerate(every):
        assert (compiled.cross_weights(memory, TARGETS, layer)[0] == of_layer).all()


@pytest.mark.parametrize("instructions", ALL_INSTRUCTIONS)
@pytest.mark.parametrize("changes", SHAPES)
def test_given_targets_are_as_probable_as_with_pytorch(
    changes: dict[str, Any], instructions: Instructions
) -> None:
    model = random_transformer(**changes)
    compiled, by_torch = native(model, "float32", instructions=instructions), TorchDecoder(model)
    memory = by_torch.encode(PADDED)
    wanted = [[(token * 7 + 3) % CONFIG.tgt_vocab_size for token in row] for row in TARGETS]
    own, expected = (each.score(memory, TARGETS, wanted) for each in (compiled, by_torch))
    for row, target in enumerate(TARGETS):
        assert_near(own[row, : len(target)], expected[row, : len(target)])


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
    compiled = native(model, "int8", instructions=instructions)
    for module in model.modules():
        if type(module) is torch.nn.Linear:
            module.__class__ = RoundedLinear
    # An input between two steps may be rounded the other way where sums differ in the last place.
    by_torch = TorchDecoder(model)
    for own, expected in zip(steps_of(compiled, PADDED), steps_of(by_torch, PADDED), strict=True):
        assert_near(own, expected, 3e-2)
        assert np.median(np.abs(own - expected)) < 3e-3


@pytest.mark.parametrize("precision", ["float32", "int8"])
@pytest.mark.parametrize("beam_size", [1, 4])
def test_a_batch_is_searched_as_each_of_its_sentences(precision: Precision, beam_size: int) -> None:
    model = native(random_transformer(), precision)
    settings = SearchSettings(beam_size=beam_size, n_best=beam_size, max_length=12)
    together = search(model, PADDED, settings)
    for row, hypotheses in enumerate(together):
        assert search(model, PADDED[[row]], settings)[0] == hypotheses


def test_searches_find_what_those_with_pytorch_find() -> None:
    model = random_transformer(norm="pre", final_norm=True)
    by_torch = TorchDecoder(model)
    settings = SearchSettings(beam_size=4, n_best=3, max_length=20)
    for own, expected in zip(
        search(native(model, "float32"), PADDED, settings),
        search(by_torch, PADDED, settings),
        strict=True,
    ):
        assert [one.ids for one in own] == [one.ids for one in expected]
        assert [one.score for one in own] == pytest.approx(
            [one.score for one in expected], abs=1e-5
        )


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_any_number_of_threads_computes_the_same(precision: Precision) -> None:
    model = random_transformer()
    alone = steps_of(native(model, precision, threads=1), PADDED)
    for threads in (2, 3, 8):
        shared = steps_of(native(model, precision, threads=threads), PADDED)
        assert all(map(np.array_equal, alone, shared))


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
    chance = np.random.default_rng(seed)
    newest = [chance.integers(config.tgt_vocab_size, size=(batch, n)) for n in (1, width, width)]
    parents = [
        np.zeros((batch, width), dtype=np.int64),
        chance.integers(width, size=(batch, width)),
    ]

    def steps(computing: Decoder) -> Floats:
        cache = computing.start_cache(computing.encode(src_ids.numpy()))
        found = [numbers_of(computing.step(newest[0], cache))]
        for origin, ids in zip(parents, newest[1:], strict=True):
            cache.reorder(origin)
            found.append(numbers_of(computing.step(ids, cache)))
        return np.concatenate(found, 1)

    for precision in get_args(Precision):
        alone, shared = (steps(native(model, precision, threads=threads)) for threads in (1, 3))
        assert np.array_equal(alone, shared)
        if precision == "float32":
            assert_near(alone, steps(TorchDecoder(model)))


def test_the_best_candidates_come_first_and_equal_ones_by_place() -> None:
    log_probs = -torch.randint(0, 30, (2, 3, 700)).float()
    log_probs[0, 0, :690] = -torch.inf
    totals = torch.tensor([[0, -1, -2], [-3, -3, -torch.inf]], dtype=torch.float64)
    assert KERNEL is not None
    predictions = NativePredictions(KERNEL, log_probs.numpy())
    found = predictions.best(totals.numpy(), 12)
    parents, ids, own, best = map(torch.from_numpy, found)
    every = (totals[:, :, None] + log_probs).flatten(1)
    order = torch.sort(every, dim=-1, descending=True, stable=True).indices[:, :12]
    assert torch.equal(parents * 700 + ids, order)
    assert torch.equal(best, every.gather(1, order))
    assert torch.equal(own, log_probs.flatten(1).gather(1, order))
    with pytest.raises(ValueError, match="13 candidates are wanted of 12"):
        NativePredictions(KERNEL, np.zeros((1, 2, 6), np.float32)).best(np.zeros((1, 2)), 13)


def test_what_cannot_be_computed_is_refused() -> None:
    model = random_transformer()
    compiled = native(model, "int8")
    with pytest.raises(ValueError, match="padding may stand at the end of a source only"):
        compiled.encode(np.array([[5, 0, 6]]))
    for stranger in (-1, 151):
        with pytest.raises(ValueError, match="a token is not in the vocabulary of 151"):
            compiled.encode(np.array([[5, stranger]]))
    with pytest.raises(ValueError, match="65 tokens, but positions for 64 only"):
        compiled.encode(np.full((1, 65), 5))
    narrow = native(random_transformer(d_model=12), "int8").encode(PADDED)
    with pytest.raises(ValueError, match="a memory of width 12 for a model of width 48"):
        compiled.start_cache(narrow)
    memory = compiled.encode(PADDED)
    cache = compiled.start_cache(memory.select([0]))
    for _ in range(64):
        compiled.step(np.array([[5]]), cache)
    with pytest.raises(ValueError, match="65 tokens, but positions for 64 only"):
        compiled.step(np.array([[5]]), cache)
    with pytest.raises(ValueError, match="training mode"):
        native(model.train(), "int8")


@pytest.mark.parametrize("stranger", [-1, 131, 2**62, -(2**63)])
def test_targets_that_do_not_exist_are_refused(stranger: int) -> None:
    compiled = native(random_transformer(), "float32", threads=2)
    memory = compiled.encode(PADDED)
    first, second, third = TARGETS
    bad = [first, [*second[:-1], stranger], third]
    outside = "a token is not in the vocabulary of 131"
    with pytest.raises(ValueError, match=outside):
        compiled.score(memory, TARGETS, bad)
    with pytest.raises(ValueError, match=outside):
        compiled.cross_weights(memory, bad)
    with pytest.raises(ValueError, match="2 targets for 3 sources"):
        compiled.score(memory, TARGETS[:2], TARGETS[:2])
    with pytest.raises(ValueError, match="65 tokens, but positions for 64 only"):
        compiled.cross_weights(memory.select([0]), [[5] * 65])


@pytest.mark.parametrize("stranger", [-1, 131, 2**62, -(2**63)])
def test_tokens_and_hypotheses_that_do_not_exist_are_refused(stranger: int) -> None:
    compiled = native(random_transformer(), "float32", threads=2)
    expected = steps_of(compiled, PADDED)
    cache = compiled.start_cache(compiled.encode(PADDED))
    found = [numbers_of(compiled.step(np.full((3, 1), 1), cache))]
    bad = np.array([[0, 0, 0, 0], [0, 0, 0, stranger], [0, 0, 0, 0]])
    nowhere = "there is no such hypothesis among"
    with pytest.raises(ValueError, match=nowhere):
        cache.reorder(bad)
    with pytest.raises(ValueError, match=nowhere):
        cache.keep(bad[1])
    with pytest.raises(ValueError, match=nowhere):
        cache.keep(np.arange(3), bad)
    with pytest.raises(ValueError, match="parents of shape"):
        cache.reorder(bad[:2])
    with pytest.raises(ValueError, match="tokens of shape"):
        compiled.step(bad, cache)
    cache.reorder(np.zeros((3, 4), dtype=np.int64))
    with pytest.raises(ValueError, match="a token is not in the vocabulary of 131"):
        compiled.step(bad, cache)
    with pytest.raises(ValueError, match="the cache is that of another model"):
        native(random_transformer(), "float32").step(bad, cache)
    ids = np.arange(12, dtype=np.int32).reshape(3, 4) + 20
    found.append(numbers_of(compiled.step(ids, cache)))
    assert all(map(np.array_equal, found, expected[:2]))
