"""Run one training at a time: start, pause, stop, resume; keep its events."""

import logging
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QDeadlineTimer, QObject, QThreadPool, QTimer, Signal, Slot

from desktop.values.outcome import Outcome
from desktop.workers.child_process import ChildProcess
from engine.models.names import free_model_name, name_problem, possible_name
from training.errors import RecipeError
from training.progress import Event, Lent, Order, Paused, Resumed
from training.recipe import Recipe, load_recipe
from training.report.run_story import RunStory, read_story
from training.runs.run_list import list_runs

State = Literal["idle", "starting", "running", "paused", "stopping", "finishing", "ended"]

STUCK_MS = 20_000
"""How long after a stop request the user may end a run by force."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NewRun:
    """Everything needed to start a run."""

    recipe: Recipe
    data: tuple[Path, ...]
    name: str
    replaces: Path | None = None
    """The folder of the model to compare the new one with."""
    device: str = "auto"
    threads: int | None = None


class TrainingSession(QObject):
    """Runs at most one child process that trains; on the GUI thread.

    Signals:
        changed: `state` has changed.
        told: An Event of the run, already added to `story`.
        logged: A line of its log.
        ended: The Outcome of a run.
        lent: The folder (Path) of the best weights so far, requested by `try_now`.
        stuck: The run ignores a stop request; `kill_now` would end it.
        listed: All runs (list of RunSummary), after `list_all`.
    """

    changed = Signal()
    told = Signal(object)
    logged = Signal(str)
    ended = Signal(object)
    lent = Signal(object)
    stuck = Signal()
    listed = Signal(object)

    def __init__(self, runs: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs = runs
        self._child: ChildProcess | None = None
        self._is_closed = False
        self._recipes: tempfile.TemporaryDirectory[str] | None = None
        self.state: State = "idle"
        self.story = RunStory()
        self.folder: Path | None = None
        self.outcome: Outcome | None = None
        self.max_epochs = 0
        """The maximum number of epochs; 0 if unknown."""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(STUCK_MS)
        self._patience.timeout.connect(self.stuck)

    @property
    def is_active(self) -> bool:
        """Whether a child process is running."""
        return self._child is not None

    @property
    def run_name(self) -> str:
        """The name of the run; empty before the first one."""
        return "" if self.folder is None else self.folder.name

    def begin(self, run: NewRun) -> None:
        """Start a run in a new folder.

        Raises:
            OSError: If nothing can be written.
        """
        assert not self.is_active
        folder = self._new_folder(run.name)
        if self._recipes is None:  # not before: the window must open without such folders too
            self._recipes = tempfile.TemporaryDirectory(prefix="translucent-")
        recipe = Path(self._recipes.name) / "recipe.toml"
        recipe.write_text(run.recipe.to_toml(), encoding="utf-8")
        arguments = ["train", str(recipe), "--output", str(folder), "--device", run.device]
        for path in run.data:
            arguments += ["--data", str(path)]
        if run.replaces is not None:
            arguments += ["--replaces", str(run.replaces)]
        if run.threads is not None:
            arguments += ["--threads", str(run.threads)]
        self.story = RunStory()
        self.max_epochs = run.recipe.training.max_epochs
        self._start(folder, arguments)

    @Slot(object)
    def resume(self, folder: Path) -> None:
        """Resume a run that was stopped or interrupted."""
        if not self.is_active:
            self.story = read_story(folder)
            self.max_epochs = _max_epochs(folder)
            self._start(folder, ["train", "--resume", str(folder)])

    @Slot()
    def pause(self) -> None:
        """Ask the run to save and wait."""
        self._order(Order.PAUSE)

    @Slot()
    def go_on(self) -> None:
        """End a pause."""
        self._order(Order.RESUME)

    @Slot()
    def try_now(self) -> None:
        """Ask for the best weights so far."""
        self._order(Order.TRY)

    @Slot()
    def finish(self) -> None:
        """Ask the run to stop training and build its model now."""
        self._order(Order.FINISH)
        self._change("finishing")

    @Slot()
    def stop(self) -> None:
        """Ask the run to save and end."""
        if self._child is not None:
            self._child.stop()
            self._patience.start()
            self._change("stopping")

    @Slot()
    def kill_now(self) -> None:
        """End a run by force: resuming continues from its last checkpoint."""
        if self._child is not None:
            self._child.kill()

    @Slot()
    def list_all(self) -> None:
        """List all runs, on another thread: each has thousands of events."""
        QThreadPool.globalInstance().start(self._list)

    def _list(self) -> None:
        runs = list_runs(self._runs)
        if not self._is_closed:
            self.listed.emit(runs)

    def close(self) -> None:
        """Ask the run to save and end, at the end of the program."""
        self._is_closed = True
        if self._child is not None:
            self._child.stop()

    def wait(self, deadline: QDeadlineTimer) -> bool:
        """Wait for the end of the run, and say whether it came in time."""
        has_listed = QThreadPool.globalInstance().waitForDone(deadline.remainingTime())
        has_ended = self._child is None or self._child.wait(deadline)
        if self._recipes is not None:
            self._recipes.cleanup()
        return has_listed and has_ended

    # --- inside ---

    def _new_folder(self, name: str) -> Path:
        plain = name if name_problem(name) is None else possible_name(name, otherwise="run")
        return self._runs / free_model_name(self._runs, plain)

    def _start(self, folder: Path, arguments: Sequence[str]) -> None:
        self.folder, self.outcome = folder, None
        child = self._child = ChildProcess(self)
        child.told.connect(self._on_told)
        child.logged.connect(self.logged)
        child.ended.connect(self._on_ended)
        self._change("starting")
        child.start([*arguments, "--events"])

    def _order(self, order: Order) -> None:
        if self._child is not None:
            self._child.order(order)

    def _change(self, state: State) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit()

    @Slot(object)
    def _on_told(self, event: Event) -> None:
        self.story.add(event)
        match event:
            case Paused() if self.state == "running":
                self._change("paused")
            case Resumed() if self.state == "paused":
                self._change("running")
            case Lent():
                self.lent.emit(Path(event.path))
            case _:
                if self.state == "starting":
                    self._change("running")
        self.told.emit(event)

    @Slot(object)
    def _on_ended(self, outcome: Outcome) -> None:
        assert self._child is not None
        _log.info("the training ended: %s", outcome.kind)
        self._patience.stop()
        self._child.deleteLater()
        self._child = None
        self.outcome = outcome
        self._change("ended")
        self.ended.emit(outcome)


def _max_epochs(folder: Path) -> int:
    try:
        return load_recipe(folder / "recipe.toml").training.max_epochs
    except RecipeError:
        return 0
