"""The Transformer: every setting counts, and all its ways to the same logits agree."""

from typing import Any, get_args

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from engine.nn.attention import MultiHeadAttention
from engine.nn.config import Activation, AttentionKind, NormPlacement, Positions, Tie
from engine.nn.embeddings import Embeddings
from engine.nn.kv_cache import DecoderCache
from engine.nn.transformer import Memory, Transformer, build_transformer
from tests.support.models import random_sources, tiny_config, tiny_transformer
from training.recipe import load_recipe

SHAPES = [
    {"norm": norm, "final_norm": final_norm, "attention": attention, "positions": positions}
    for norm, final_norm, attention, positions in (
        ("post", False, "split", "sinusoidal"),
        ("post", True, "independent", "learned"),
        ("pre", True, "split", "sinusoidal_halves"),
        ("pre", False, "independent", "sinusoidal"),
    )
]
each_shape = pytest.mark.parametrize("shape", SHAPES, ids=str)
SOURCES = random_sources(0, [7, 3, 5])
TARGETS = random_sources(1, [6, 6, 6], vocab_size=13)


def close(actual: Tensor, expected: Tensor) -> None:
    torch.testing.assert_close(actual, expected, rtol=0, atol=1e-10)


def logits_of(model: Transformer, src_ids: Tensor = SOURCES, tgt_in: Tensor = TARGETS) -> Tensor:
    with torch.no_grad():
        logits: Tensor = model(src_ids, tgt_in)
    return logits


def count_parameters(model: nn.Module) -> int:
    return sum(parameter.numel() for parameter in model.parameters())


# --- the sources' figures ---


def test_the_base_recipe_gives_the_shape_of_its_source() -> None:
    recipe = load_recipe("paper-base")
    config = recipe.transformer_config(5000, 5000, pad_id=0, bos_id=1, eos_id=2)
    model = build_transformer(config).eval()
    logits = logits_of(
        model,
        random_sources(0, [10, 7], vocab_size=5000),
        random_sources(1, [12, 12], vocab_size=5000),
    )
    assert logits.shape == (2, 12, 5000)
    assert torch.isfinite(logits).all()


# --- shapes ---


@each_shape
def test_shapes_are_as_they_are_said_to_be(shape: dict[str, Any]) -> None:
    model = tiny_transformer(**shape)
    batch, source_length, length, width, heads, layers = 3, 7, 6, 16, 4, 2
    memory = model.encode(SOURCES)
    assert memory.states.shape == (batch, source_length, width)
    assert memory.mask.shape == (batch, 1, 1, source_length)
    assert model.decode_states(TARGETS, memory).shape == (batch, length, width)
    assert model.decode(TARGETS, memory).shape == (batch, length, 13)
    assert model(SOURCES, TARGETS).shape == (batch, length, 13)
    maps = model.attention_maps(SOURCES, TARGETS)
    assert maps.encoder.shape == (layers, batch, heads, source_length, source_length)
    assert maps.decoder.shape == (layers, batch, heads, length, length)
    assert maps.cross.shape == (layers, batch, heads, length, source_length)
    assert maps.encoder_norms.shape == (layers, batch, heads, source_length)
    assert maps.decoder_norms.shape == (layers, batch, heads, length)
    assert maps.cross_norms.shape == (layers, batch, heads, source_length)
    assert maps.logits.shape == (batch, length, 13)
    with torch.no_grad():
        log_probs = model.step(TARGETS[:, :1], model.start_cache(memory))
    assert log_probs.shape == (batch, 1, 13)


@each_shape
def test_the_weights_of_one_layer_are_those_of_the_whole_pass(shape: dict[str, Any]) -> None:
    model = tiny_transformer(**shape)
    memory = model.encode(SOURCES)
    every = model.cross_weights(SOURCES, TARGETS)
    for layer, expected in enumerate(every):
        close(model.cross_weights_of_layer(memory, TARGETS, layer), expected)
    rows = [2, 0, 0]
    chosen = Memory(memory.states[rows], memory.mask[rows])
    some = model.cross_weights_of_layer(chosen, TARGETS[rows], 1)
    close(some, every[1][rows])


def test_layers_may_be_more_on_one_side() -> None:
    model = tiny_transformer(num_encoder_layers=3, num_decoder_layers=1)
    maps = model.attention_maps(SOURCES, TARGETS)
    assert (len(maps.encoder), len(maps.decoder), len(maps.cross)) == (3, 1, 1)
    assert [len(n) for n in (maps.encoder_norms, maps.decoder_norms, maps.cross_norms)] == [3, 1, 1]


@each_shape
def test_weights_and_value_norms_are_of_one_pass(shape: dict[str, Any]) -> None:
    """Weight times f(x), summed over heads and places, is what each attention gave in it."""
    model = tiny_transformer(**shape)
    asked: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def note(attention: nn.Module, inputs: tuple[Any, ...], found: Tensor) -> None:
        asked[attention] = inputs[1], found

    attentions = [part for part in model.modules() if isinstance(part, MultiHeadAttention)]
    for attention in attentions:
        attention.register_forward_hook(note)
    maps = model.attention_maps(SOURCES, TARGETS)
    for weights, norms, place in (
        (maps.encoder, maps.encoder_norms, "encoder_layers.{}.self_attention"),
        (maps.decoder, maps.decoder_norms, "decoder_layers.{}.self_attention"),
        (maps.cross, maps.cross_norms, "decoder_layers.{}.cross_attention"),
    ):
        for layer in range(2):
            part = model.get_submodule(place.format(layer))
            assert isinstance(part, MultiHeadAttention)
            memory, found = asked[part]
            width = part.head_dim
            values = part.value(memory).view(*memory.shape[:2], 4, width)  # (B, S, H, K)
            outputs = part.output.weight.view(-1, 4, width)  # (D, H, K)
            f = torch.einsum("bshk,dhk->bhsd", values, outputs)
            summed = torch.einsum("bhts,bhsd->btd", weights[layer], f)
            close(summed + part.output.bias, found)
            close(norms[layer], f.square().sum(-1).sqrt())


# --- laws of the forward pass ---


@each_shape
@settings(max_examples=20)
@given(row=st.integers(0, 2), place=st.integers(0, 5), token=st.integers(3, 12))
def test_a_later_target_token_changes_no_earlier_logit(
    shape: dict[str, Any], row: int, place: int, token: int
) -> None:
    model = tiny_transformer(**shape)
    changed = TARGETS.clone()
    changed[row, place] = token
    before, after = logits_of(model), logits_of(model, tgt_in=changed)
    is_same = torch.ones(3, 6, dtype=torch.bool)
    is_same[row, place:] = False
    close(after[is_same], before[is_same])
    if token != TARGETS[row, place]:
        assert not torch.allclose(after[row, place], before[row, place])


@each_shape
@settings(max_examples=5)
@given(padding=st.integers(1, 9))
def test_padding_changes_no_row(shape: dict[str, Any], padding: int) -> None:
    model = tiny_transformer(**shape)
    padded = nn.functional.pad(SOURCES, (0, padding), value=model.pad_id)
    close(logits_of(model, padded), logits_of(model))
    for row, length in enumerate((7, 3, 5)):
        alone = logits_of(model, SOURCES[row : row + 1, :length], TARGETS[row : row + 1])
        close(logits_of(model, padded)[row : row + 1], alone)


@each_shape
def test_a_row_knows_nothing_of_its_neighbours(shape: dict[str, Any]) -> None:
    model = tiny_transformer(**shape)
    order = torch.tensor([2, 0, 1])
    close(logits_of(model, SOURCES[order], TARGETS[order]), logits_of(model)[order])


@each_shape
def test_a_source_of_nothing_but_padding_gives_numbers(shape: dict[str, Any]) -> None:
    model = tiny_transformer(**shape)
    sources = SOURCES.clone()
    sources[1] = model.pad_id
    maps = model.attention_maps(sources, TARGETS)
    assert (maps.encoder[:, 1] == 0).all()
    assert (maps.cross[:, 1] == 0).all()
    logits = logits_of(model, sources)
    assert torch.isfinite(logits).all()
    close(maps.logits, logits)
    close(logits[[0, 2]], logits_of(model)[[0, 2]])


# --- attention ---


@each_shape
def test_asking_for_attention_changes_no_logit(shape: dict[str, Any]) -> None:
    """The pass that computes weights and the one that never holds them are the same function."""
    model = tiny_transformer(**shape)
    close(model.attention_maps(SOURCES, TARGETS).logits, logits_of(model))


@each_shape
def test_weights_are_shares_of_what_may_be_seen(shape: dict[str, Any]) -> None:
    maps = tiny_transformer(**shape).attention_maps(SOURCES, TARGETS)
    for weights in (maps.encoder, maps.decoder, maps.cross):
        assert ((weights >= 0) & (weights <= 1)).all()
        close(weights.sum(-1), torch.ones_like(weights[..., 0]))
    is_padding = (SOURCES == 0)[:, None, None, :]
    for weights in (maps.encoder, maps.cross):
        assert (weights[is_padding.expand_as(weights)] == 0).all()
    assert (maps.decoder.triu(1) == 0).all()
    assert (maps.decoder.diagonal(dim1=-2, dim2=-1) > 0).all()


@each_shape
def test_weights_are_made_of_the_layers_own_queries_and_keys(shape: dict[str, Any]) -> None:
    """The first encoder layer's weights, from its weights and the embeddings alone."""
    model = tiny_transformer(**shape)
    layer = model.encoder_layers[0]
    seen = model.src_embeddings(SOURCES)
    if shape["norm"] == "pre":
        seen = layer.self_residual.norm(seen)  # type: ignore[operator] # ModuleList knows no types
    attention: Any = layer.self_attention
    queries, keys = (
        part(seen).unflatten(-1, (4, -1)).transpose(1, 2)
        for part in (attention.query, attention.key)
    )
    scores = queries @ keys.transpose(-2, -1) / queries.size(-1) ** 0.5
    expected = scores.masked_fill((SOURCES == 0)[:, None, None, :], -torch.inf).softmax(-1)
    close(model.attention_maps(SOURCES, TARGETS).encoder[0], expected)


# --- steps ---


def stepwise(model: Transformer, memory: Memory, cache: DecoderCache, targets: Tensor) -> None:
    """Feed targets (B, N, T) step by step and compare each log-probability with the full pass."""
    batch, width, length = targets.shape
    full = torch.stack([model.decode(targets[:, n], memory) for n in range(width)], dim=1)
    for t in range(length):
        log_probs = model.step(targets[:, :, t], cache)
        assert cache.length == t + 1
        assert log_probs.shape == (batch, width, 13)
        close(log_probs, full[:, :, t].log_softmax(-1))


@each_shape
@pytest.mark.parametrize("width", [1, 3])
def test_a_step_gives_what_the_full_pass_gives(shape: dict[str, Any], width: int) -> None:
    model = tiny_transformer(**shape)
    targets = random_sources(2, [6] * (3 * width), vocab_size=13).view(3, width, 6)
    with torch.no_grad():
        memory = model.encode(SOURCES)
        stepwise(model, memory, model.start_cache(memory), targets)


@each_shape
@settings(max_examples=20)
@given(
    seed=st.integers(0, 2**32),
    widths=st.lists(st.sampled_from([1, 2, 3, 9]), min_size=1, max_size=6),
)
def test_a_step_gives_what_the_full_pass_gives_wherever_hypotheses_go(
    shape: dict[str, Any], seed: int, widths: list[int]
) -> None:
    """Beams grow, shrink and cross over, and sentences leave, at every step."""
    model = tiny_transformer(**shape)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        memory = model.encode(SOURCES)
        cache = model.start_cache(memory)
        ids = torch.full((3, 1, 1), model.bos_id)
        for width in widths:
            log_probs = model.step(ids[:, :, -1], cache)
            full = [model.decode(ids[:, n], memory)[:, -1] for n in range(ids.size(1))]
            close(log_probs, torch.stack(full, dim=1).log_softmax(-1))
            batch = ids.size(0)
            parents = torch.randint(0, ids.size(1), (batch, width), generator=generator)
            newest = torch.randint(3, 13, (batch, width, 1), generator=generator)
            ids = torch.stack([ids[row][parents[row]] for row in range(batch)])
            ids = torch.cat([ids, newest], dim=2)
            if batch > 1 and torch.rand((), generator=generator) < 0.4:
                kept = torch.randperm(batch, generator=generator)[: batch - 1].sort().values
                memory = Memory(memory.states[kept], memory.mask[kept])
                ids, parents = ids[kept], parents[kept]
                cache.keep(kept)
            cache.reorder(parents)


def test_steps_end_where_positions_do() -> None:
    model = tiny_transformer(max_positions=7)
    assert model.max_positions == 7
    with torch.no_grad():
        cache = model.start_cache(model.encode(SOURCES))
        for _ in range(7):
            model.step(TARGETS[:, :1], cache)
        with pytest.raises(ValueError, match="8 tokens, but positions for 7 only"):
            model.step(TARGETS[:, :1], cache)


# --- every setting counts ---


def outcome(**changes: Any) -> Tensor:
    """Return logits whose weights do not depend on the settings."""
    model = tiny_transformer(**changes)
    with torch.no_grad():
        for seed, (name, parameter) in enumerate(sorted(model.named_parameters())):
            generator = torch.Generator().manual_seed(seed)
            values = torch.randn(parameter.shape, generator=generator).double()
            parameter.copy_(1 + values / 4 if "norm.weight" in name else values / 4)
    return logits_of(model)


@pytest.mark.parametrize(
    ("setting", "values"),
    [
        ("activation", get_args(Activation)),
        ("norm", get_args(NormPlacement)),
        ("norm_eps", (1e-5, 1e-1)),
        ("positions", ("sinusoidal", "sinusoidal_halves", "sinusoidal_marian")),
        ("scale_embeddings", (False, True)),
        ("num_heads", (2, 4, 8)),
        ("pad_id", (0, 5)),
    ],
)
def test_settings_without_weights_of_their_own_change_the_outcome(
    setting: str, values: tuple[Any, ...]
) -> None:
    outcomes = [outcome(**{setting: value}) for value in values]
    for index, first in enumerate(outcomes):
        for second in outcomes[index + 1 :]:
            assert not torch.allclose(first, second, atol=1e-4)


@pytest.mark.parametrize("rate", ["dropout", "attention_dropout", "activation_dropout"])
def test_each_rate_of_dropout_counts_in_training_alone(rate: str) -> None:
    none: dict[str, Any] = {"dropout": 0.0, "attention_dropout": 0.0, "activation_dropout": 0.0}
    model = tiny_transformer(**{**none, rate: 0.5})
    used = logits_of(tiny_transformer(**none))
    close(logits_of(model), used)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        trained = logits_of(model.train())
    assert not torch.allclose(trained, used, atol=1e-3)
    close(logits_of(tiny_transformer(**none).train()), used)


@pytest.mark.parametrize("has_bias", [False, True])
def test_biases_are_where_they_are_requested(has_bias: bool) -> None:
    model = tiny_transformer(qkv_bias=has_bias)
    names = {name for name, _ in model.named_parameters()}
    attentions = [name for name in names if "_attention." in name]
    assert any(name.endswith("query.bias") for name in attentions) == has_bias
    assert any(name.endswith("key.bias") for name in attentions) == has_bias
    assert any(name.endswith("value.bias") for name in attentions) == has_bias
    assert sum(name.endswith("output.bias") for name in attentions) == 6
    model = tiny_transformer(output_bias=has_bias)
    assert ("output.bias" in dict(model.named_parameters())) == has_bias


@pytest.mark.parametrize("attention", get_args(AttentionKind))
def test_independent_heads_each_have_the_whole_width(attention: AttentionKind) -> None:
    model: Any = tiny_transformer(attention=attention)
    width = 16 * 4 if attention == "independent" else 16
    for layer in model.decoder_layers:
        for part in (layer.self_attention, layer.cross_attention):
            assert part.query.weight.shape == part.key.weight.shape == (width, 16)
            assert part.value.weight.shape == (width, 16)
            assert part.output.weight.shape == (16, width)
            assert part.scale == (width // 4) ** -0.5


@pytest.mark.parametrize("final_norm", [False, True])
def test_a_final_norm_ends_both_stacks(final_norm: bool) -> None:
    model = tiny_transformer(final_norm=final_norm, norm="pre", norm_eps=1e-3)
    for norm in (model.encoder_norm, model.decoder_norm):
        assert isinstance(norm, nn.LayerNorm if final_norm else nn.Identity)
        assert not isinstance(norm, nn.LayerNorm) or norm.eps == 1e-3
    states = model.encode(SOURCES).states
    is_normed = torch.allclose(states.mean(-1), torch.zeros(3, 7).double(), atol=1e-6)
    assert is_normed == final_norm


@pytest.mark.parametrize("positions", get_args(Positions))
def test_each_side_has_positions_of_its_kind(positions: Positions) -> None:
    model = tiny_transformer(positions=positions, max_positions=23)
    for embeddings in (model.src_embeddings, model.tgt_embeddings):
        assert isinstance(embeddings, Embeddings)
        assert embeddings.positions.shape == (23, 16)
        assert isinstance(embeddings.positions, nn.Parameter) == (positions == "learned")
    if positions == "learned":
        assert not torch.equal(model.src_embeddings.positions, model.tgt_embeddings.positions)


@pytest.mark.parametrize("tie", get_args(Tie))
def test_tied_matrices_share_their_storage(tie: Tie) -> None:
    model = tiny_transformer(tie=tie, src_vocab_size=13)
    target = model.tgt_embeddings.tokens.weight
    tied = {
        "output": model.output.weight.data_ptr() == target.data_ptr(),
        "source": model.src_embeddings.tokens.weight.data_ptr() == target.data_ptr(),
    }
    assert tied == {"output": tie != "none", "source": tie == "all"}
    matrices = {"none": 3, "decoder": 2, "all": 1}[tie]
    others = count_parameters(tiny_transformer(src_vocab_size=13)) - 3 * 13 * 16
    assert count_parameters(model) == others + matrices * 13 * 16


@pytest.mark.parametrize("tie", get_args(Tie))
def test_tied_matrices_learn_together(tie: Tie) -> None:
    model = tiny_transformer(tie=tie, src_vocab_size=13).train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(SOURCES, TARGETS).logsumexp(-1).mean()
    loss.backward()
    optimizer.step()
    target = model.tgt_embeddings.tokens.weight
    assert torch.equal(model.output.weight, target) == (tie != "none")
    assert torch.equal(model.src_embeddings.tokens.weight, target) == (tie == "all")


def test_sizes_are_where_they_belong() -> None:
    model: Any = tiny_transformer(
        d_model=8, d_ff=20, num_encoder_layers=3, num_decoder_layers=1, num_heads=2
    )
    assert model.src_embeddings.tokens.weight.shape == (11, 8)
    assert model.tgt_embeddings.tokens.weight.shape == (13, 8)
    assert model.output.weight.shape == (13, 8)
    assert (len(model.encoder_layers), len(model.decoder_layers)) == (3, 1)
    for layer in (*model.encoder_layers, *model.decoder_layers):
        assert layer.feed_forward.inner.weight.shape == (20, 8)
        assert layer.self_attention.num_heads == 2


def test_special_ids_and_device_are_told() -> None:
    model = build_transformer(tiny_config(pad_id=4, bos_id=5, eos_id=6))
    assert (model.pad_id, model.bos_id, model.eos_id) == (4, 5, 6)
    assert model.device == torch.device("cpu")
    assert model.src_embeddings.tokens.padding_idx == 4


def test_one_seed_builds_one_model() -> None:
    first, second, third = (tiny_transformer(seed).state_dict() for seed in (0, 0, 1))
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert not all(torch.equal(first[name], third[name]) for name in first)
