"""A run knows where it is between its beginning and the first of its limits."""

import pytest

from training.loop.place import Place
from training.model_settings import TrainingSettings

UNLIMITED = {"max_steps": 0, "max_epochs": 0, "max_minutes": 0, "patience": 0}


def settings(**limits: int) -> TrainingSettings:
    return TrainingSettings(**{**UNLIMITED, **limits})  # type: ignore[arg-type]  # numbers all


@pytest.mark.parametrize(
    ("limits", "place"),
    [
        ({"max_steps": 10}, Place(step=10)),
        ({"max_epochs": 2}, Place(epoch=2)),
        ({"patience": 3}, Place(worse=3)),
        ({}, Place(is_finishing=True)),
    ],
)
def test_a_run_ends_at_the_first_of_its_limits(limits: dict[str, int], place: Place) -> None:
    assert place.is_at_end(settings(**limits))
    assert not Place().is_at_end(settings(**limits))


def test_progress_is_that_towards_the_nearest_limit() -> None:
    place = Place(step=5, epoch=1)
    assert place.progress(settings(), 0.5, 60.0) == 0.0
    assert place.progress(settings(max_steps=10, max_epochs=6), 0.5, 60.0) == 0.5
    assert place.progress(settings(max_steps=10, max_epochs=2), 0.5, 60.0) == 0.75
    assert place.progress(settings(max_minutes=4), 0.5, 60.0) == 0.25
    assert place.progress(settings(max_steps=4), 0.0, 0.0) == 1.0
