"""What comes before a run, each in a child program: fetch a text, check it, estimate a run."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from desktop.training_process import ChildProcess, Outcome
from training.progress import Done, Estimated, Fetching, Previewed, Said
from training.recipe import Recipe

Task = Literal["fetch", "check", "estimate"]


class Preparation(QObject):
    """Asks for one thing of a kind at a time: a newer wish ends the older one, which is then mute.

    Signals:
        fetching: A Fetching; on the GUI thread, as all.
        fetched: The folder (Path) the text is in.
        previewed: A Previewed.
        estimated: An Estimated.
        said: What an estimate is doing.
        failed: (Task, Outcome) of what could not be done. What was cancelled says nothing.
    """

    fetching = Signal(object)
    fetched = Signal(object)
    previewed = Signal(object)
    estimated = Signal(object)
    said = Signal(str)
    failed = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._children: dict[Task, ChildProcess] = {}
        self._ending: list[ChildProcess] = []
        self._recipes = tempfile.TemporaryDirectory(prefix="translucent-")

    def fetch(self, origins: Sequence[str], proxy: str, output: Path) -> None:
        """Bring Multi30k here; without origins from where it is known to be."""
        arguments = ["data", "multi30k", "--events", "--output", str(output)]
        for origin in origins:
            arguments += ["--from", origin]
        if proxy:
            arguments += ["--proxy", proxy]
        self._start("fetch", arguments)

    def check(self, recipe: Recipe, data: Sequence[Path]) -> None:
        """Read and clean a text as a recipe says."""
        self._start("check", ["data", "check", *self._named("check", recipe, data), "--events"])

    def estimate(
        self, recipe: Recipe, data: Sequence[Path], device: str, threads: int | None, runs: Path
    ) -> None:
        """Measure what a run would need, should its folder be among `runs`."""
        arguments = ["estimate", *self._named("estimate", recipe, data), "--events"]
        arguments += ["--device", device, "--output", str(runs / "new")]
        if threads is not None:
            arguments += ["--threads", str(threads)]
        self._start("estimate", arguments)

    @Slot()
    def cancel(self) -> None:
        """End whatever is being done; nothing more is heard of it."""
        for child in self._children.values():
            self._dismiss(child)
        self._children.clear()

    def close(self, milliseconds: int) -> None:
        """End the children at the end of the program."""
        self.cancel()
        for child in self._ending:
            if not child.wait(milliseconds):
                child.kill()
                child.wait(milliseconds)
        self._recipes.cleanup()

    # --- inside ---

    def _named(self, task: Task, recipe: Recipe, data: Sequence[Path]) -> list[str]:
        path = Path(self._recipes.name) / f"{task}.toml"
        path.write_text(recipe.to_toml(), encoding="utf-8")
        named = [str(path)]
        for text in data:
            named += ["--data", str(text)]
        return named

    def _start(self, task: Task, arguments: Sequence[str]) -> None:
        former = self._children.pop(task, None)
        if former is not None:
            self._dismiss(former)
        child = ChildProcess(self)
        self._children[task] = child
        child.told.connect(self._only(task, child, self._take))
        child.ended.connect(self._only(task, child, self._on_ended))
        child.start(arguments)

    def _only(
        self, task: Task, child: ChildProcess, take: Callable[[Task, object], None]
    ) -> Callable[[object], None]:
        """Hear only the newest child of a task."""

        def hear(value: object) -> None:
            if self._children.get(task) is child:
                take(task, value)

        return hear

    def _dismiss(self, child: ChildProcess) -> None:
        self._ending.append(child)
        child.ended.connect(self._forget_ended)
        child.stop()

    @Slot()
    def _forget_ended(self) -> None:
        for child in [one for one in self._ending if not one.is_running]:
            self._ending.remove(child)
            child.deleteLater()

    def _take(self, task: Task, event: object) -> None:
        match event:
            case Fetching():
                self.fetching.emit(event)
            case Previewed():
                self.previewed.emit(event)
            case Estimated():
                self.estimated.emit(event)
            case Said():
                self.said.emit(event.text)
            case Done() if task == "fetch":
                self.fetched.emit(Path(event.path))
            case _:
                pass

    def _on_ended(self, task: Task, outcome: object) -> None:
        assert isinstance(outcome, Outcome)
        self._children.pop(task).deleteLater()
        if outcome.kind != "finished":
            self.failed.emit(task, outcome)
