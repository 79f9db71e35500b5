"""Learning rates follow their schedules, and the pull leads back to where the weights were."""

import math
from typing import Literal

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from training.loop.optimizer import Pull, fit_warmup, learning_rate
from training.model_settings import TrainingSettings
from training.recipe import Recipe, list_recipes

Schedule = Literal["noam", "inverse_sqrt", "cosine", "constant"]
steps = st.integers(min_value=1, max_value=1_000_000)
warmups = st.integers(min_value=1, max_value=20_000)


def rate_of(
    step: int, schedule: Schedule, warmup_steps: int = 4000, progress: float = 0.0
) -> float:
    settings = TrainingSettings(
        schedule=schedule, learning_rate=5e-4, noam_factor=2.0, warmup_steps=warmup_steps
    )
    return learning_rate(step, settings, d_model=512, progress=progress)


def test_noam_has_the_rates_of_the_sources() -> None:
    # 2 * 512^-0.5 * 4000^-0.5 and 256^-0.5 * 4000^-0.5: the peaks of the word and IWSLT trainings.
    assert rate_of(4000, "noam") == pytest.approx(1.3975e-3, rel=1e-4)
    settings = TrainingSettings(schedule="noam", noam_factor=1.0, warmup_steps=4000)
    assert learning_rate(4000, settings, d_model=256) == pytest.approx(9.8821e-4, rel=1e-4)
    assert rate_of(1, "noam") == pytest.approx(3.4939e-7, rel=1e-4)


def test_inverse_sqrt_reaches_its_peak_at_the_end_of_warm_up() -> None:
    assert rate_of(4000, "inverse_sqrt") == 5e-4
    assert rate_of(2000, "inverse_sqrt") == pytest.approx(2.5e-4)
    assert rate_of(16_000, "inverse_sqrt") == pytest.approx(2.5e-4)


def test_cosine_falls_along_half_a_wave_from_its_peak_to_nothing() -> None:
    rates = [rate_of(5000, "cosine", progress=share) for share in (0.0, 0.5, 1.0)]
    assert rates == pytest.approx([5e-4, 2.5e-4, 0.0])
    shares = [place / 100 for place in range(101)]
    falling = [rate_of(5000, "cosine", progress=share) for share in shares]
    assert falling == sorted(falling, reverse=True)
    assert rate_of(1000, "cosine", progress=0.1) == pytest.approx(1.25e-4)  # it still warms up


def test_constant_is_constant_without_warm_up() -> None:
    assert {rate_of(step, "constant", warmup_steps=0) for step in (1, 2, 100, 10**6)} == {5e-4}


@given(warmup_steps=warmups)
@pytest.mark.parametrize("schedule", ["noam", "inverse_sqrt", "cosine"])
def test_rate_rises_in_a_straight_line_to_its_peak(schedule: Schedule, warmup_steps: int) -> None:
    peak = rate_of(warmup_steps, schedule, warmup_steps)
    for step in {1, max(1, warmup_steps // 3), warmup_steps}:
        rate = rate_of(step, schedule, warmup_steps)
        assert rate == pytest.approx(peak * step / warmup_steps)


@given(step=steps, warmup_steps=warmups)
@pytest.mark.parametrize("schedule", ["noam", "inverse_sqrt"])
def test_rate_halves_when_steps_quadruple_after_warm_up(
    schedule: Schedule, step: int, warmup_steps: int
) -> None:
    after = step + warmup_steps
    rate = rate_of(after, schedule, warmup_steps)
    assert 0 < rate <= rate_of(warmup_steps, schedule, warmup_steps)
    assert rate_of(4 * after, schedule, warmup_steps) == pytest.approx(rate / 2)


@given(step=steps, warmup_steps=warmups)
def test_noam_is_inverse_sqrt_with_a_peak_of_its_own(step: int, warmup_steps: int) -> None:
    factor = 2.0 / math.sqrt(512 * warmup_steps) / 5e-4
    assert rate_of(step, "noam", warmup_steps) == pytest.approx(
        factor * rate_of(step, "inverse_sqrt", warmup_steps)
    )


def test_wrong_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="steps count from 1, not 0"):
        rate_of(0, "constant")
    with pytest.raises(ValueError, match="noam needs warmup_steps of at least 1"):
        rate_of(1, "noam", warmup_steps=0)


# --- schedules fit the steps that there are ---


def rates_of(settings: TrainingSettings, num_steps: int) -> list[float]:
    return [learning_rate(step, settings, d_model=256) for step in range(1, num_steps + 1)]


@given(num_steps=st.integers(min_value=2, max_value=300), warmup_steps=warmups)
@pytest.mark.parametrize("schedule", ["noam", "inverse_sqrt"])
def test_a_run_reaches_its_peak_by_half_of_its_steps(
    schedule: Schedule, num_steps: int, warmup_steps: int
) -> None:
    settings = TrainingSettings(schedule=schedule, warmup_steps=warmup_steps)
    fitted = fit_warmup(settings, num_steps)
    rates = rates_of(fitted, num_steps)
    assert rates.index(max(rates)) + 1 <= num_steps / 2
    assert max(rates) == pytest.approx(rates_of(settings, warmup_steps)[-1])  # as high as wished
    assert (fitted is settings) is (warmup_steps <= num_steps // 2)


OF_MULTI30K = [
    recipe
    for recipe in list_recipes()
    if recipe.corpus.kind == "multi30k" and not recipe.reproduces
]


@pytest.mark.parametrize("recipe", OF_MULTI30K, ids=lambda recipe: recipe.name)
def test_no_recipe_is_changed_on_the_text_it_was_made_for(recipe: Recipe) -> None:
    settings = recipe.training
    num_steps = settings.max_epochs * 29_000 * 16 // settings.batch_size  # 16 tokens a pair
    assert fit_warmup(settings, num_steps) is settings


def test_weights_go_a_part_of_the_way_back() -> None:
    weight = nn.Parameter(torch.tensor([1.0, 2.0]))
    pull = Pull([weight], strength=100.0)
    weight.data += 1
    pull.apply(rate=0.001)
    assert weight.tolist() == pytest.approx([1.9, 2.9])


def test_they_go_no_further_than_where_they_were() -> None:
    weight = nn.Parameter(torch.tensor([1.0, 2.0]))
    pull = Pull([weight], strength=100.0)
    weight.data += 1
    pull.apply(rate=1.0)
    assert weight.tolist() == [1.0, 2.0]


def test_weights_that_did_not_move_stay_bit_for_bit() -> None:
    weight = nn.Parameter(torch.rand(1000))
    before = weight.detach().clone()
    Pull([weight], strength=30.0).apply(rate=0.003)
    assert torch.equal(weight, before)
