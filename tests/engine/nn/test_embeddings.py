"""Embeddings: positions that are all different and turn alike, tokens scaled where wished."""

import math
import re
from typing import Any, get_args

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn

from engine.nn.config import Positions
from engine.nn.embeddings import Embeddings
from engine.nn.positions import sinusoidal_positions

KINDS: tuple[Positions, ...] = get_args(Positions)


def new_embeddings(seed: int = 0, **changes: Any) -> Embeddings:
    values: dict[str, Any] = {
        "positions": "sinusoidal",
        "max_positions": 20,
        "scaled": True,
        "dropout": 0.0,
        "pad_id": 0,
    }
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Embeddings(11, 16, **{**values, **changes}).eval()


def test_waves_are_the_papers() -> None:
    table = table_of(50, 6)
    assert table.shape == (50, 6)
    for place in range(50):
        for wave in range(3):
            angle = place / 10000 ** (2 * wave / 6)
            assert table[place, 2 * wave].item() == pytest.approx(math.sin(angle), abs=1e-6)
            assert table[place, 2 * wave + 1].item() == pytest.approx(math.cos(angle), abs=1e-6)


def table_of(num_positions: int, d_model: int, kind: Positions = "sinusoidal") -> Tensor:
    return torch.from_numpy(sinusoidal_positions(num_positions, d_model, kind))


@pytest.mark.parametrize("d_model", [1, 3, 7])
def test_an_odd_width_ends_with_a_sine(d_model: int) -> None:
    table = table_of(30, d_model)
    assert table.shape == (30, d_model)
    even = table_of(30, d_model)[:, ::2]
    angle = 10000 ** (-(d_model - 1) / d_model)
    assert even[1, -1].item() == pytest.approx(math.sin(angle), abs=1e-6)


@pytest.mark.parametrize("d_model", [10, 64, 512])
def test_positions_are_all_different(d_model: int) -> None:
    """The nearest two are well apart of what float32 could confuse; 1,000 is past any sentence."""
    table = table_of(1000, d_model).double()
    distances = torch.cdist(table, table).fill_diagonal_(torch.inf)
    assert distances.min() > 1e-3


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 99))
def test_moving_on_is_a_rotation_that_depends_on_the_distance_alone(
    place: int, other: int, distance: int
) -> None:
    d_model = 16
    table = table_of(500, d_model).double()
    angles = distance * 10000 ** (-torch.arange(0, d_model, 2).double() / d_model)
    turn = torch.zeros(d_model, d_model).double()
    for wave, angle in enumerate(angles.tolist()):
        sine, cosine = math.sin(angle), math.cos(angle)
        block = slice(2 * wave, 2 * wave + 2)
        turn[block, block] = torch.tensor([[cosine, sine], [-sine, cosine]])
    torch.testing.assert_close(turn @ turn.t(), torch.eye(d_model).double(), rtol=0, atol=1e-6)
    for start in (place, other):
        torch.testing.assert_close(turn @ table[start], table[start + distance], rtol=0, atol=1e-5)


@pytest.mark.parametrize("d_model", [2, 6, 64])
def test_halves_are_the_same_waves_in_another_order(d_model: int) -> None:
    interleaved = table_of(40, d_model)
    halves = table_of(40, d_model, "sinusoidal_halves")
    order = [*range(0, d_model, 2), *range(1, d_model, 2)]
    assert torch.equal(halves, interleaved[:, order])


@pytest.mark.parametrize("d_model", [4, 6, 64])
def test_marians_waves_reach_from_1_to_10000(d_model: int) -> None:
    """In equal ratios, as its source computes them; the paper's last wave is shorter."""
    half = d_model // 2
    table = table_of(40, d_model, "sinusoidal_marian")
    for place in range(40):
        for wave in range(half):
            angle = place / 10000 ** (wave / (half - 1))
            assert table[place, wave].item() == pytest.approx(math.sin(angle), abs=1e-6)
            assert table[place, half + wave].item() == pytest.approx(math.cos(angle), abs=1e-6)


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("positions", KINDS)
def test_tokens_and_their_places_are_added(positions: Positions, scaled: bool) -> None:
    embeddings = new_embeddings(positions=positions, scaled=scaled)
    ids = torch.tensor([[3, 4, 0], [5, 3, 3]])
    placed = embeddings(ids)
    assert placed.shape == (2, 3, 16)
    factor = 4.0 if scaled else 1.0
    for b in range(2):
        for t in range(3):
            expected = embeddings.tokens.weight[ids[b, t]] * factor + embeddings.positions[t]
            torch.testing.assert_close(placed[b, t], expected)


@pytest.mark.parametrize("positions", KINDS)
def test_parts_of_a_sequence_stand_where_they_stood(positions: Positions) -> None:
    embeddings = new_embeddings(positions=positions)
    ids = torch.tensor([[3, 4, 6, 7], [5, 3, 3, 1]])
    whole = embeddings(ids)
    assert torch.equal(embeddings(ids[:, 2:], start=2), whole[:, 2:])
    for position in range(4):
        alone = embeddings.at(ids[:, position : position + 1], position)
        assert alone.shape == (2, 1, 16)
        assert torch.equal(alone[:, 0], whole[:, position])


def test_at_gives_many_hypotheses_the_same_place() -> None:
    embeddings = new_embeddings()
    placed = embeddings.at(torch.tensor([[3, 4, 5]]), 7)
    assert placed.shape == (1, 3, 16)
    expected = embeddings.tokens.weight[[3, 4, 5]] * 4 + embeddings.positions[7]
    torch.testing.assert_close(placed[0], expected)


@pytest.mark.parametrize("positions", KINDS)
def test_a_sequence_may_be_as_long_as_there_are_positions_and_no_longer(
    positions: Positions,
) -> None:
    embeddings = new_embeddings(positions=positions)
    assert embeddings.max_positions == 20
    assert embeddings(torch.ones(1, 20, dtype=torch.int64)).shape == (1, 20, 16)
    with pytest.raises(ValueError, match="21 tokens, but positions for 20 only"):
        embeddings(torch.ones(1, 21, dtype=torch.int64))
    with pytest.raises(ValueError, match=re.escape("21 tokens, but positions for 20 only")):
        embeddings.at(torch.ones(1, 1, dtype=torch.int64), 20)


def test_positions_are_learned_only_where_they_are() -> None:
    learned, waves = new_embeddings(positions="learned"), new_embeddings()
    assert isinstance(learned.positions, nn.Parameter)
    assert learned.state_dict().keys() == {"tokens.weight", "positions"}
    assert waves.state_dict().keys() == {"tokens.weight"}
    assert [name for name, _ in waves.named_buffers()] == ["positions"]


@pytest.mark.parametrize("pad_id", [0, 5])
def test_padding_is_a_row_of_zeros_that_learns_nothing(pad_id: int) -> None:
    embeddings = new_embeddings(pad_id=pad_id)
    assert (embeddings.tokens.weight[pad_id] == 0).all()
    placed = embeddings(torch.tensor([[pad_id, 3, pad_id]]))
    (gradient,) = torch.autograd.grad(placed.sum(), embeddings.tokens.weight)
    assert (gradient[pad_id] == 0).all()
    assert (gradient[3] != 0).all()


def test_dropout_comes_after_the_sum() -> None:
    embeddings = new_embeddings(dropout=0.5)
    ids = torch.tensor([[3, 4, 6, 7]])
    used = embeddings(ids)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        dropped = embeddings.train()(ids)
    kept = dropped != 0
    assert 0 < kept.sum() < kept.numel()
    torch.testing.assert_close(dropped[kept], 2 * used[kept])
