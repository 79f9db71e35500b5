"""List runs: what each is, its progress, its results. Torch-free."""

import logging
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from filelock import FileLock, Timeout

from engine.translatable import Phrase, translatable
from training.errors import CheckpointError, TrainingError
from training.progress import Failed, Finished
from training.recipe import Recipe, load_recipe
from training.report.run_story import EVENTS_FILE, read_story

RECIPE_FILE = "recipe.toml"
RUN_FILE = "run.json"
LOCK_FILE = "lock"
DISMISSED_FILE = "dismissed"

_log = logging.getLogger(__name__)


class RunState(StrEnum):
    """The state of a run."""

    RUNNING = "running"
    """A process is working on it."""
    STOPPED = "stopped"
    """It was stopped or interrupted: it can be resumed."""
    FAILED = "failed"
    """It failed; it can be resumed once the cause is fixed."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A summary of a run's events."""

    folder: Path
    recipe: Recipe
    state: RunState
    progress: float
    """The finished share, from 0 to 1."""
    step: int
    epoch: int
    best_bleu: float | None
    changed: datetime
    failure: Failed | None = None
    model: Path | None = None
    report: Path | None = None
    is_dismissed: bool = False
    """The user does not want to be asked again whether to resume it."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.name

    @property
    def is_offered(self) -> bool:
        """Whether the program should offer to resume it at the next start."""
        return self.state is RunState.STOPPED and not self.is_dismissed


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The weights after one epoch, as a model folder."""

    epoch: int
    step: int
    path: Path


def list_runs(runs: Path) -> list[RunSummary]:
    """Return the runs in a folder, the one last at work first.

    Damaged ones, and those that cannot be read, are left out.
    """
    summaries = []
    try:
        run_files = list(runs.glob(f"*/{RUN_FILE}"))
    except OSError as error:
        _log.warning("no run is listed: %s", error)
        return []
    for run_file in run_files:
        try:
            summaries.append(read_run(run_file.parent))
        except (TrainingError, OSError) as error:
            _log.warning("a run is left out: %s", error)
    return sorted(summaries, key=lambda run: run.changed, reverse=True)


def read_run(folder: Path) -> RunSummary:
    """Read a run, which may be running.

    Raises:
        CheckpointError: If there is none.
        RecipeError: If its recipe is damaged.
    """
    if not (folder / RUN_FILE).is_file():
        raise CheckpointError(folder, Phrase.of(translatable("Phrase", "it contains no run")))
    recipe = load_recipe(folder / RECIPE_FILE)
    events_file = folder / EVENTS_FILE
    newest = events_file if events_file.exists() else folder / RUN_FILE
    story = read_story(folder)
    stepped, best, last_word = story.stepped, story.best, story.last_word
    match last_word:
        case Finished():
            state = RunState.FINISHED
        case Failed():
            state = RunState.FAILED
        case _:
            state = RunState.STOPPED
    progress = stepped.progress if stepped is not None else 0.0
    return RunSummary(
        folder=folder,
        recipe=recipe,
        state=RunState.RUNNING if is_running(folder) else state,
        progress=1.0 if state is RunState.FINISHED else progress,
        step=story.step,
        epoch=stepped.epoch if stepped is not None else 0,
        best_bleu=best.bleu if best is not None else None,
        changed=datetime.fromtimestamp(newest.stat().st_mtime, UTC),
        failure=last_word if isinstance(last_word, Failed) else None,
        model=story.model,
        report=story.report,
        is_dismissed=(folder / DISMISSED_FILE).exists(),
    )


def list_snapshots(folder: Path) -> list[Snapshot]:
    """Return the kept epochs of a run that still exist, in order."""
    by_epoch = {
        told.epoch: Snapshot(told.epoch, told.step, Path(told.path))
        for told in read_story(folder).snapshots
    }
    present = (snapshot for snapshot in by_epoch.values() if snapshot.path.is_dir())
    return sorted(present, key=lambda snapshot: snapshot.epoch)


def hide_run(folder: Path) -> None:
    """Stop offering to resume a run; it stays in the list of runs.

    Raises:
        OSError: If that cannot be noted.
    """
    (folder / DISMISSED_FILE).touch(mode=0o600)


def remove_run(folder: Path) -> None:
    """Remove a run with all its weights.

    Raises:
        CheckpointError: If a process is working on it.
        OSError: If it cannot be removed.
    """
    if is_running(folder):
        raise CheckpointError(
            folder, Phrase.of(translatable("Phrase", "it is still running; stop it first"))
        )
    shutil.rmtree(folder)


def is_running(folder: Path) -> bool:
    """Return whether a process is working on a run now."""
    if not (folder / LOCK_FILE).exists():
        return False
    lock = FileLock(folder / LOCK_FILE, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except OSError:
        return False
    lock.release()
    return False
