"""Dropout: nothing outside training; within it the expectation kept; one seed, one mask."""

import pytest
import torch
from torch import Tensor

from engine.nn.dropout import Dropout, keep_mask

RATES = [0.1, 0.3, 0.5, 0.9]


def drop(rate: float, x: Tensor, seed: int = 0) -> Tensor:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        dropped: Tensor = Dropout(rate).train()(x)
    return dropped


@pytest.mark.parametrize("rate", [0.0, *RATES])
def test_outside_training_nothing_is_touched(rate: float) -> None:
    x = torch.randn(3, 5)
    assert Dropout(rate).eval()(x) is x


def test_a_rate_of_zero_touches_nothing() -> None:
    x = torch.randn(3, 5)
    assert Dropout(0.0).train()(x) is x


@pytest.mark.parametrize("rate", RATES)
def test_elements_are_zero_or_scaled_by_what_keeps_the_expectation(rate: float) -> None:
    x = torch.rand(40, 50, dtype=torch.float64) + 1
    dropped = drop(rate, x)
    assert dropped.shape == x.shape
    assert dropped.dtype == x.dtype
    kept = dropped != 0
    torch.testing.assert_close(dropped[kept], x[kept] / (1 - rate), rtol=2**-12, atol=0.0)
    exact_rate = round(rate * 2**16) / 2**16
    torch.testing.assert_close(dropped[kept], x[kept] / (1 - exact_rate), rtol=1e-12, atol=0.0)


@pytest.mark.parametrize("rate", RATES)
def test_the_share_of_zeros_is_the_rate(rate: float) -> None:
    """Within five standard deviations, for a seed that is fixed."""
    count = 200_000
    zeros = (drop(rate, torch.ones(count)) == 0).double().mean().item()
    assert abs(zeros - rate) < 5 * (rate * (1 - rate) / count) ** 0.5


def test_elements_are_dropped_independently_of_their_neighbours() -> None:
    """Four share one random number, so neighbours at every distance are looked at."""
    dropped = (drop(0.5, torch.ones(200_000)) == 0).double() - 0.5
    for distance in range(1, 9):
        correlation = 4 * (dropped[:-distance] * dropped[distance:]).mean().item()
        assert abs(correlation) < 5 / 200_000**0.5


def test_a_seed_repeats_its_mask_and_another_draws_another() -> None:
    x = torch.ones(64, 7)
    assert torch.equal(drop(0.5, x, seed=1), drop(0.5, x, seed=1))
    assert not torch.equal(drop(0.5, x, seed=1), drop(0.5, x, seed=2))


def test_every_call_draws_anew() -> None:
    x = torch.ones(1000)
    module = Dropout(0.5).train()
    assert not torch.equal(module(x), module(x))


@pytest.mark.parametrize("shape", [(), (1,), (3,), (5, 0), (2, 3, 5), (4, 4)])
def test_every_shape_is_kept(shape: tuple[int, ...]) -> None:
    assert keep_mask(torch.ones(shape), 0.5).shape == shape


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_every_precision_is_kept(dtype: torch.dtype) -> None:
    mask = keep_mask(torch.ones(1000, dtype=dtype), 0.5)
    assert mask.dtype == dtype
    assert set(mask.tolist()) == {0, 2}


def test_turned_tensors_are_dropped_in_place_of_their_elements() -> None:
    x = torch.arange(1.0, 13.0).view(3, 4).t()
    dropped = drop(0.5, x)
    assert torch.equal(dropped[dropped != 0], 2 * x[dropped != 0])


@pytest.mark.parametrize("rate", [1e-9, 1 - 1e-9])
def test_rates_next_to_the_borders_give_finite_values(rate: float) -> None:
    assert torch.isfinite(drop(rate, torch.ones(1000))).all()


def test_the_gradient_goes_through_what_is_kept() -> None:
    x = torch.ones(1000, requires_grad=True)
    dropped = drop(0.5, x)
    (gradient,) = torch.autograd.grad(dropped.sum(), x)
    assert torch.equal(gradient, dropped.detach())


def test_it_shows_its_rate() -> None:
    assert repr(Dropout(0.25)) == "Dropout(rate=0.25)"
