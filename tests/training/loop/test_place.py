"""A run knows how far it is, how fast, and how long it will take; pauses are no training."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.nn.transformer import Transformer
from tests.support.runs import TinyRun, tiny_recipe, tiny_run, validations
from training.examples.batches import Batch
from training.loop.control import Action
from training.loop.place import Place
from training.loop.trainer import StartedStep
from training.loop.validator import Validation
from training.model_settings import TrainingSettings
from training.progress import EpochEnded, Event, Stepped, Validated

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
        place.advance(num_steps=3, num_shards=2)
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


# --- speed and time left ---


class Clock:
    """A clock on which only steps, validations and pauses take time."""

    def __init__(self) -> None:
        self.trained = self.paused = 0.0

    def monotonic(self) -> float:
        return self.trained + self.paused

    def time_steps(self, run: TinyRun, *seconds: float) -> TinyRun:
        """Let the steps of a run take these seconds by turns."""
        start = run.trainer.start

        def timed(step: int, batches: Sequence[Batch], progress: float) -> StartedStep:
            self.trained += seconds[step % len(seconds)]
            return start(step, batches, progress)

        run.trainer.start = timed  # type: ignore[method-assign, assignment]  # as it was, and timed
        return run


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("training.loop.place.time", clock)
    return clock


def test_reports_say_how_far_the_run_is_and_what_was_learned_since_the_last(
    tmp_path: Path, clock: Clock
) -> None:
    recipe = tiny_recipe("training.max_steps=20", "training.checkpoint_every=4")
    run = clock.time_steps(tiny_run(tmp_path, recipe), 2.0)
    run.fit()
    reports = run.told(Stepped)
    assert [report.step for report in reports] == list(range(1, 21))
    assert [report.progress for report in reports] == [step / 20 for step in range(1, 21)]
    assert all(report.tokens_per_second > 0 for report in reports)
    left = [report.eta_seconds for report in reports]
    assert left == pytest.approx([2 * (20 - step) for step in range(1, 21)])
    first = next(event for event in run.events if isinstance(event, EpochEnded))
    of_first = [report.loss for report in reports[:5]]
    assert min(of_first) <= first.loss <= max(of_first)


@pytest.mark.parametrize(
    "settings",
    [
        ("training.max_steps=100", "training.validate_every=4"),
        ("training.max_steps=0", "training.max_epochs=20"),
    ],
    ids=["steps", "epochs"],
)
def test_the_time_left_is_right_from_the_first_validation_on_a_pause_left_out(
    tmp_path: Path, clock: Clock, settings: tuple[str, ...]
) -> None:
    def validate(_: Transformer) -> Validation:
        clock.trained += 2.0
        return Validation(loss=-clock.trained)

    told: list[tuple[float, Event]] = []

    def tell(event: Event) -> None:
        told.append((clock.trained, event))

    for stop_at in (30, None):  # the second part knows from the first what a validation takes
        run = tiny_run(tmp_path, tiny_recipe(*settings), validate=validate, stop_at=stop_at)
        clock.time_steps(run, 0.9, 1.1)

        def pause(then: Callable[[], Action] = run.supervisor.next_action) -> Action:
            clock.paused += 50.0
            return then()

        run.supervisor.emit = run.supervisor.best.emit = tell
        run.supervisor.next_action = pause
        run.fit()
    assert run.place.step == 100
    assert run.place.seconds == pytest.approx(clock.trained)
    first = next(at for at, event in told if isinstance(event, Validated))
    seen = [(at, event) for at, event in told if isinstance(event, Stepped) and at > first]
    assert min(event.progress for _, event in seen) <= 0.07
    assert len(seen) > 40  # a step of less than a second is reported with the next one
    for at, event in seen:
        assert event.eta_seconds == pytest.approx(clock.trained - at, rel=0.15, abs=2.0)


def test_a_time_budget_ends_a_run_and_the_schedule_with_it(tmp_path: Path, clock: Clock) -> None:
    limits = ("training.max_steps=0", "training.max_epochs=0", "training.max_minutes=1.0")
    recipe = tiny_recipe(*limits, "training.schedule=cosine", "training.warmup_steps=4")
    reports: list[Stepped] = []
    for stop_at in (13, None):  # the time of the first part counts
        run = clock.time_steps(tiny_run(tmp_path, recipe, stop_at=stop_at), 1.5)
        run.fit()
        reports += run.told(Stepped)
    assert run.place.step == 40
    assert reports[-1].progress == 1.0
    rates = [event.learning_rate for event in reports]
    assert max(rates) == max(rates[:6])
    assert rates[-1] < max(rates) / 50


def test_a_run_without_an_end_in_sight_says_so(tmp_path: Path, clock: Clock) -> None:
    recipe = tiny_recipe("training.max_steps=0", "training.max_epochs=0", "training.patience=1")
    run = clock.time_steps(tiny_run(tmp_path, recipe, validate=validations(1, 2)), 1.0)
    run.fit()
    reports = run.told(Stepped)
    assert {(report.progress, report.eta_seconds) for report in reports} == {(0.0, None)}


def test_seconds_of_all_parts_add_up(tmp_path: Path, clock: Clock) -> None:
    for stop_at, seconds in ((4, 4.0), (None, 10.0)):
        run = clock.time_steps(tiny_run(tmp_path, tiny_recipe(), stop_at=stop_at), 1.0)
        run.fit()
        assert run.place.seconds == pytest.approx(seconds)
