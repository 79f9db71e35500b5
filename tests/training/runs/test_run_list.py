"""What is told of runs without loading torch: from their folders alone, whoever is at them."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from tests.support.runs import tiny_recipe
from training.errors import CheckpointError
from training.progress import (
    Event,
    Exported,
    Failed,
    Finished,
    Snapshotted,
    Started,
    Stepped,
    Stopped,
    Validated,
)
from training.runs.run_folder import append_event, create_run, only_here
from training.runs.run_list import (
    RunState,
    hide_run,
    is_running,
    list_runs,
    list_snapshots,
    read_run,
    remove_run,
)

STARTED = Started(
    run="r", recipe="reverse", source_language="qaa", target_language="qab", device="cpu"
)
HALF = Stepped(step=50, epoch=2, progress=0.5, loss=1.0, learning_rate=0.1, tokens_per_second=9.0)
BEST = Validated(step=40, epoch=2, loss=1.0, bleu=12.5, is_best=True)


def run_of(folder: Path, *events: Event) -> Path:
    create_run(folder, tiny_recipe(), [], "cpu")
    for event in events:
        append_event(folder, event)
    return folder


@pytest.mark.parametrize(
    ("last", "state", "progress"),
    [
        ((), RunState.STOPPED, 0.5),  # killed: it has no last word
        ((Stopped(step=50, seconds=1.0),), RunState.STOPPED, 0.5),
        ((Failed(kind="disk_full", message="No room."),), RunState.FAILED, 0.5),
        ((Exported(path="model"), Finished(step=99, seconds=1.0)), RunState.FINISHED, 1.0),
    ],
)
def test_its_last_word_says_what_became_of_it(
    tmp_path: Path, last: tuple[Event, ...], state: RunState, progress: float
) -> None:
    run = read_run(run_of(tmp_path / "r", STARTED, HALF, BEST, *last))
    assert (run.state, run.progress, run.best_bleu, run.step) == (state, progress, 12.5, 50)
    assert run.is_offered == (state is RunState.STOPPED)
    assert run.failure == (last[0] if state is RunState.FAILED else None)
    assert run.model == (Path("model") if state is RunState.FINISHED else None)


def test_a_run_that_failed_and_goes_on_has_not_failed(tmp_path: Path) -> None:
    failed = Failed(kind="disk_full", message="No room.")
    run = read_run(run_of(tmp_path / "r", STARTED, failed, STARTED, HALF))
    assert (run.state, run.failure) == (RunState.STOPPED, None)


def test_the_last_at_work_comes_first_and_what_is_no_run_is_left_out(tmp_path: Path) -> None:
    for number, name in enumerate(("b", "c", "a")):
        events_file = run_of(tmp_path / name, STARTED) / "events.jsonl"
        os.utime(events_file, (1000 + number, 1000 + number))
    (tmp_path / "other").mkdir()
    damaged = run_of(tmp_path / "damaged", STARTED)
    (damaged / "recipe.toml").write_text("nonsense", encoding="utf-8")
    assert [run.name for run in list_runs(tmp_path)] == ["a", "c", "b"]
    assert list_runs(tmp_path / "nowhere") == []


def test_what_is_hidden_is_offered_no_more_but_stays(tmp_path: Path) -> None:
    hide_run(run_of(tmp_path / "r", STARTED, HALF))
    (run,) = list_runs(tmp_path)
    assert run.state is RunState.STOPPED
    assert not run.is_offered


def test_a_run_that_a_program_is_at_is_running_and_cannot_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.runs.run_folder.GLANCE_SECONDS", 0)
    folder = run_of(tmp_path / "r", STARTED, HALF)
    assert not is_running(folder)
    with only_here(folder):
        assert read_run(folder).state is RunState.RUNNING
        with pytest.raises(CheckpointError, match="it is still running; stop it first"):
            remove_run(folder)
        with (
            pytest.raises(CheckpointError, match="another program is training it"),
            only_here(folder),
        ):
            pass
    assert read_run(folder).state is RunState.STOPPED
    remove_run(folder)
    assert list_runs(tmp_path) == []


def test_what_is_locked_elsewhere_stays_so(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "r", STARTED)
    lock = FileLock(folder / "lock")
    lock.acquire()
    try:
        assert is_running(folder)
        assert is_running(folder)
    finally:
        lock.release()


def test_snapshots_are_those_still_there_in_the_order_of_epochs(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "r")
    for resumed_at, epochs in ((0, (1, 2, 3)), (15, (2, 3))):
        append_event(folder, replace(STARTED, resumed_at=resumed_at))
        for epoch in epochs:
            path = folder / "epochs" / f"epoch-{epoch:04d}"
            path.mkdir(parents=True, exist_ok=True)
            append_event(folder, Snapshotted(epoch=epoch, step=10 * epoch, path=str(path)))
    (folder / "epochs" / "epoch-0001").rmdir()
    assert [(one.epoch, one.step) for one in list_snapshots(folder)] == [(2, 20), (3, 30)]
