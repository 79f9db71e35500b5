"""Reports say how far a run is, how fast, and how long it will take; pauses are no training."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.nn.transformer import Transformer
from tests.support.runs import tiny_recipe, tiny_run, validations
from training.examples.batches import Batch
from training.loop.control import Wish
from training.loop.stepper import Underway
from training.loop.validator import Validation
from training.progress import (
    EpochEnded,
    Event,
    Stepped,
    Validated,
)


def test_reports_say_how_far_the_run_is_and_what_was_learned_since_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(10_000))
    monkeypatch.setattr("training.loop.throughput.time.monotonic", lambda: float(next(clock)))
    recipe = tiny_recipe("training.max_steps=20", "training.checkpoint_every=4")
    run = tiny_run(tmp_path, recipe)
    run.fit()
    reports = [event for event in run.events if isinstance(event, Stepped)]
    assert [report.step for report in reports] == list(range(1, 21))
    assert [report.progress for report in reports] == [step / 20 for step in range(1, 21)]
    assert all(report.tokens_per_second > 0 for report in reports)
    assert reports[-1].eta_seconds == 0
    left = [report.eta_seconds for report in reports if report.eta_seconds is not None]
    # Two seconds a step, and some for validations and checkpoints: no jump back after these.
    assert left[3] == pytest.approx(32, rel=0.8)
    assert left[4] > left[14] > left[18]
    ends = [event for event in run.events if isinstance(event, EpochEnded)]
    of_first = reports[:5]
    assert min(r.loss for r in of_first) <= ends[0].loss <= max(r.loss for r in of_first)


@pytest.mark.parametrize(
    "settings",
    [
        ("training.max_steps=100", "training.validate_every=4"),
        ("training.max_steps=0", "training.max_epochs=20"),
    ],
    ids=["steps", "epochs"],
)
def test_the_time_left_is_right_from_the_first_validation_on_a_pause_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: tuple[str, ...]
) -> None:
    seconds = paused = 0.0
    monkeypatch.setattr(
        "training.loop.throughput.time", SimpleNamespace(monotonic=lambda: seconds + paused)
    )

    def step(number: int, batches: Sequence[Batch], progress: float) -> Underway:
        nonlocal seconds
        seconds += (0.9, 1.1)[number % 2]
        return start(number, batches, progress)

    def validate(_: Transformer) -> Validation:
        nonlocal seconds
        seconds += 2.0
        return Validation(loss=-seconds)

    told: list[tuple[float, Event]] = []
    for stop_at in (30, None):  # the second part knows from the first what a validation takes
        run = tiny_run(tmp_path, tiny_recipe(*settings), validate=validate, stop_at=stop_at)
        wish, start = run.trainer.ask, run.trainer.stepper.start

        def ask(wish: Callable[[], Wish] = wish) -> Wish:
            nonlocal paused
            paused += 50.0
            return wish()

        run.trainer.emit = lambda event: told.append((seconds, event))
        run.trainer.ask = ask
        monkeypatch.setattr(run.trainer.stepper, "start", step)
        run.fit()
    assert run.trainer.place.step == 100
    assert run.trainer.place.seconds == pytest.approx(seconds)
    reports = [(at, event) for at, event in told if isinstance(event, Stepped)]
    first = next(at for at, event in told if isinstance(event, Validated))
    seen = [(at, event) for at, event in reports if at > first]
    assert min(event.progress for _, event in seen) <= 0.07
    assert len(seen) > 40  # a step of less than a second is reported with the next one
    for at, event in seen:
        assert event.eta_seconds == pytest.approx(seconds - at, rel=0.15, abs=2.0)


def test_a_time_budget_ends_a_run_and_the_schedule_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 0.0
    monkeypatch.setattr("training.loop.throughput.time", SimpleNamespace(monotonic=lambda: seconds))
    monkeypatch.setattr("training.loop.throughput.REPORT_SECONDS", 0.0)

    def step(number: int, batches: Sequence[Batch], progress: float) -> Underway:
        nonlocal seconds
        seconds += 1.5
        return start(number, batches, progress)

    settings = ("training.max_steps=0", "training.max_epochs=0", "training.max_minutes=1.0")
    schedule = ("training.schedule=cosine", "training.warmup_steps=4")
    told: list[Event] = []
    for stop_at in (13, None):  # the time of the first part counts
        run = tiny_run(tmp_path, tiny_recipe(*settings, *schedule), stop_at=stop_at)
        start = run.trainer.stepper.start
        monkeypatch.setattr(run.trainer.stepper, "start", step)
        run.fit()
        told += run.told(Stepped)
    reports = [event for event in told if isinstance(event, Stepped)]
    assert run.trainer.place.step == 40
    assert reports[-1].progress == 1.0
    rates = [event.learning_rate for event in reports]
    assert max(rates) == max(rates[:6])
    assert rates[-1] < max(rates) / 50


def test_a_run_without_an_end_in_sight_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.loop.throughput.REPORT_SECONDS", 0.0)
    recipe = tiny_recipe("training.max_steps=0", "training.max_epochs=0", "training.patience=1")
    run = tiny_run(tmp_path, recipe, validate=validations(1, 2))
    run.fit()
    reports = [event for event in run.events if isinstance(event, Stepped)]
    assert {(report.progress, report.eta_seconds) for report in reports} == {(0.0, None)}


def test_seconds_of_all_parts_add_up(tmp_path: Path) -> None:
    first = tiny_run(tmp_path, tiny_recipe(), stop_at=4)
    first.fit()
    second = tiny_run(tmp_path, tiny_recipe())
    assert second.trainer.place.seconds == first.trainer.place.seconds > 0
    second.fit()
    assert second.trainer.place.seconds > first.trainer.place.seconds
