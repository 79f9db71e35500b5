"""One training at a time: begun, paused, stopped, resumed; what it tells is kept."""

import logging
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal, Slot

from desktop.values.outcome import Outcome
from desktop.workers.child_process import ChildProcess
from training.errors import RecipeError
from training.progress import Event, Lent, Order, Paused, Resumed
from training.recipe import Recipe, load_recipe
from training.report.run_story import RunStory, read_story
from training.runs.run_list import list_runs

State = Literal["idle", "starting", "running", "paused", "stopping", "finishing", "ended"]

STUCK_MS = 20_000
"""A run that was asked to stop for so long may be ended by force, if its user wishes."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NewRun:
    """All that a run needs to be begun."""

    recipe: Recipe
    data: tuple[Path, ...]
    name: str
    replaces: Path | None = None
    """The folder of the model the new one is to be compared with."""
    device: str = "auto"
    threads: int | None = None


class TrainingSession(QObject):
    """Keeps at most one child program that trains; on the GUI thread.

    Signals:
        changed: `state` is another.
        told: An Event of the run; `story` has taken it in.
        logged: A line of its log.
        ended: The Outcome of a run.
        lent: The folder (Path) of the best weights so far, which `try_now` asked for.
        stuck: The run was asked to stop long ago and goes on; `kill_now` would end it.
        listed: All runs there are (list of RunSummary), after `list_all`.
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
        """How many epochs the run has at most; 0 if that is not known."""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(STUCK_MS)
        self._patience.timeout.connect(self.stuck)

    @property
    def is_active(self) -> bool:
        """Whether a child program is at work."""
        return self._child is not None

    @property
    def run_name(self) -> str:
        """What the run is called; empty before there was one."""
        return "" if self.folder is None else self.folder.name

    def begin(self, run: NewRun) -> None:
        """Begin a run in a folder of its own.

        Raises:
            OSError: If nothing can be written.
        """
        assert not self.is_active
        folder = self._new_folder(run.name)
        if self._recipes is None:  # not before: a system without such folders has a window too
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
        """Go on with a run that was stopped or broken off."""
        if not self.is_active:
            self.story = read_story(folder)
            self.max_epochs = _max_epochs(folder)
            self._start(folder, ["train", "--resume", str(folder)])

    @Slot()
    def pause(self) -> None:
        """Ask the run to save, and to wait."""
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
        """Ask the run to train no more, and to make its model now."""
        self._order(Order.FINISH)
        self._change("finishing")

    @Slot()
    def stop(self) -> None:
        """Ask the run to save what it has, and to end."""
        if self._child is not None:
            self._child.stop()
            self._patience.start()
            self._change("stopping")

    @Slot()
    def kill_now(self) -> None:
        """End a run by force: it goes on from its last checkpoint when it is resumed."""
        if self._child is not None:
            self._child.kill()

    @Slot()
    def list_all(self) -> None:
        """Look for all runs, on another thread: each has told thousands of lines."""
        QThreadPool.globalInstance().start(self._list)

    def _list(self) -> None:
        runs = list_runs(self._runs)
        if not self._is_closed:
            self.listed.emit(runs)

    def close(self, milliseconds: int) -> None:
        """End the run at the end of the program: it saves itself if it can in that time."""
        self._is_closed = True
        QThreadPool.globalInstance().waitForDone(milliseconds)
        if self._child is not None:
            self._child.stop()
            if not self._child.wait(milliseconds):
                self._child.kill()
                self._child.wait(milliseconds)
        if self._recipes is not None:
            self._recipes.cleanup()

    # --- inside ---

    def _new_folder(self, name: str) -> Path:
        plain = re.sub(r'[\x00-\x1f\x7f/\\:*?"<>|]+', "-", name).strip(" .") or "run"
        plain = plain[:80].rstrip(" .")
        number, folder = 1, self._runs / plain
        while folder.exists():
            number += 1
            folder = self._runs / f"{plain} {number}"
        return folder

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
