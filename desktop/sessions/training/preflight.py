"""Prepare a run in child processes: fetch a text, check it, estimate the run."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QDeadlineTimer, QObject, Signal, Slot

from desktop.values.outcome import Outcome
from desktop.workers.child_process import ChildProcess
from training.preflight import Done, Estimated, Fetching, Previewed, Timed
from training.progress import Message
from training.recipe import Recipe

Task = Literal["fetch", "check", "estimate"]


class _Errand(QObject):
    """One child process for one task; silent once a newer one replaces it.

    Signals:
        told: (Task, Event) of the child; on the GUI thread, as the other.
        ended: This errand, after all its events; its `outcome` is known.
    """

    told = Signal(str, object)
    ended = Signal(object)

    def __init__(self, task: Task, parent: QObject) -> None:
        super().__init__(parent)
        self.task = task
        self.is_mute = False
        self.outcome: Outcome | None = None
        self.child = ChildProcess(self)
        self.child.told.connect(self._on_told)
        self.child.ended.connect(self._on_ended)

    @Slot(object)
    def _on_told(self, event: object) -> None:
        if not self.is_mute:
            self.told.emit(self.task, event)

    @Slot(object)
    def _on_ended(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.ended.emit(self)


class Preflight(QObject):
    """Runs one task of each kind at a time: a newer one ends the older one, which falls silent.

    Signals:
        fetching: A Fetching; on the GUI thread, as all.
        fetched: The folder (Path) the text is in.
        previewed: A Previewed.
        estimated: An Estimated.
        said: A Message: what an estimate is doing.
        timed: A Timed: a step that an estimate takes.
        failed: (Task, Outcome) of a failed task. Cancelled tasks report nothing.
    """

    fetching = Signal(object)
    fetched = Signal(object)
    previewed = Signal(object)
    estimated = Signal(object)
    said = Signal(object)
    timed = Signal(object)
    failed = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._errands: dict[Task, _Errand] = {}
        self._ending: list[_Errand] = []
        self._recipes: tempfile.TemporaryDirectory[str] | None = None

    def fetch(self, origins: Sequence[str], proxy: str, output: Path) -> None:
        """Download Multi30k; without origins, from its known addresses."""
        arguments = ["data", "multi30k", "--events", "--output", str(output)]
        for origin in origins:
            arguments += ["--from", origin]
        if proxy:
            arguments += ["--proxy", proxy]
        self._start("fetch", arguments)

    def check(self, recipe: Recipe, data: Sequence[Path]) -> None:
        """Read and clean a recipe's text."""
        self._start("check", ["data", "check", *self._named("check", recipe, data), "--events"])

    def estimate(
        self,
        recipe: Recipe,
        data: Sequence[Path],
        device: str,
        threads: int | None,
        runs: Path,
        replaces: Path | None = None,
    ) -> None:
        """Measure what a run with its folder below `runs` would need."""
        arguments = ["estimate", *self._named("estimate", recipe, data), "--events"]
        arguments += ["--device", device, "--output", str(runs / "new")]
        if threads is not None:
            arguments += ["--threads", str(threads)]
        if replaces is not None:
            arguments += ["--replaces", str(replaces)]
        self._start("estimate", arguments)

    @Slot()
    def cancel(self) -> None:
        """Cancel all tasks; they report nothing more."""
        for task in list(self._errands):
            self._dismiss(task)

    def close(self) -> None:
        """Ask the children to end, at the end of the program."""
        self.cancel()

    def wait(self, deadline: QDeadlineTimer) -> bool:
        """Wait for the ends of the children, and say whether they came in time."""
        ended = [errand.child.wait(deadline) for errand in tuple(self._ending)]
        if self._recipes is not None:
            self._recipes.cleanup()
        return all(ended)

    # --- inside ---

    def _named(self, task: Task, recipe: Recipe, data: Sequence[Path]) -> list[str]:
        if self._recipes is None:  # not before: the window must open without such folders too
            self._recipes = tempfile.TemporaryDirectory(prefix="translucent-")
        path = Path(self._recipes.name) / f"{task}.toml"
        path.write_text(recipe.to_toml(), encoding="utf-8")
        named = [str(path)]
        for text in data:
            named += ["--data", str(text)]
        return named

    def _start(self, task: Task, arguments: Sequence[str]) -> None:
        self._dismiss(task)
        errand = self._errands[task] = _Errand(task, self)
        errand.told.connect(self._take)
        errand.ended.connect(self._on_ended)
        errand.child.start(arguments)

    def _dismiss(self, task: Task) -> None:
        """End an errand and ignore its events."""
        errand = self._errands.pop(task, None)
        if errand is not None:
            errand.is_mute = True
            self._ending.append(errand)
            errand.child.stop()

    @Slot(str, object)
    def _take(self, task: str, event: object) -> None:
        match event:
            case Fetching():
                self.fetching.emit(event)
            case Previewed():
                self.previewed.emit(event)
            case Estimated():
                self.estimated.emit(event)
            case Message():
                self.said.emit(event)
            case Timed():
                self.timed.emit(event)
            case Done() if task == "fetch":
                self.fetched.emit(Path(event.path))
            case _:
                pass

    @Slot(object)
    def _on_ended(self, errand: _Errand) -> None:
        if errand in self._ending:
            self._ending.remove(errand)
        else:
            del self._errands[errand.task]
            assert errand.outcome is not None
            if errand.outcome.kind != "finished":
                self.failed.emit(errand.task, errand.outcome)
        errand.deleteLater()
