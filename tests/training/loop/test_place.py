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
    place = Place(step=5, epoch=1, epoch_share=0.5)
    assert place.progress(settings(), 60.0) == 0.0
    assert place.progress(settings(max_steps=10, max_epochs=6), 60.0) == 0.5
    assert place.progress(settings(max_steps=10, max_epochs=2), 60.0) == 0.75
    assert place.progress(settings(max_minutes=4), 60.0) == 0.25
    assert place.progress(settings(max_steps=4), 0.0) == 1.0


def test_steps_fill_shards_and_shards_an_epoch() -> None:
    place = Place()
    seen = []
    for _ in range(6):
        place.advance(num_groups=3, num_shards=2)
        seen.append((place.step, place.shard, place.group, round(6 * place.epochs)))
    assert seen == [
        (1, 0, 1, 1),
        (2, 0, 2, 2),
        (3, 1, 0, 3),
        (4, 1, 1, 4),
        (5, 1, 2, 5),
        (6, 2, 0, 6),
    ]
    place.end_epoch()
    assert place == Place(step=6, epoch=1)
