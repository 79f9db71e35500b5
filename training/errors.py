"""The errors training raises on purpose: each holds data and builds its own sentence.

    TrainingError                        something the user can act on
      RecipeError(problems)              all problems at once, each naming its field
      CorpusError(path, line, reason)    training text that cannot be read
      FetchError(name, reasons)          training text that could not be downloaded
      CheckpointError(path, reason)      a run that cannot be saved or resumed
      RunError                           training started and could not continue
        LossDivergedError(step)          the loss became infinite or NaN
        DeviceMemoryError(tokens_per_batch)
        DiskFullError(path)

`ValueError` means that the caller broke a contract. Stopping a run is not an error. `kind` and
`data` are what the `failed` event carries across the process border.
"""

from collections.abc import Sequence
from pathlib import Path

from engine.errors import ActionableError
from engine.translatable import Phrase


class TrainingError(ActionableError):
    """Something went wrong while a model was being trained."""

    kind = "training"


class RecipeError(TrainingError):
    """A recipe is invalid; every problem names its field."""

    kind = "recipe"

    def __init__(self, problems: Sequence[Phrase], recipe: str = "") -> None:
        super().__init__(tuple(problems), recipe)
        self.problems = tuple(problems)
        self.recipe = recipe

    def __str__(self) -> str:
        which = f"The recipe {self.recipe}" if self.recipe else "The recipe"
        listed = "".join(f"\n  - {problem}" for problem in self.problems)
        return f"{which} cannot be used; change these and try again:{listed}"


class CorpusError(TrainingError):
    """Training text cannot be used; `line` counts from 1 and is None for the whole file."""

    kind = "corpus"

    def __init__(self, path: Path, line: int | None, reason: Phrase) -> None:
        super().__init__(path, line, reason)
        self.path = path
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        where = str(self.path) if self.line is None else f"{self.path}, line {self.line}"
        return f"The training text in {where} cannot be used: {self.reason}."


class FetchError(TrainingError):
    """A file of training text could not be downloaded from any address; each has its reason."""

    kind = "fetch"

    def __init__(self, name: str, reasons: Sequence[Phrase]) -> None:
        super().__init__(name, tuple(reasons))
        self.name = name
        self.reasons = tuple(reasons)

    def __str__(self) -> str:
        return (
            f"{self.name} could not be downloaded: {'; '.join(map(str, self.reasons))}. Check your "
            "connection and try again, or get the files some other way and choose their folder or "
            "zip (in a terminal: --from)."
        )


class CheckpointError(TrainingError):
    """The state of a run cannot be saved or loaded."""

    kind = "checkpoint"

    def __init__(self, path: Path, reason: Phrase) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"The run in {self.path} cannot be used: {self.reason}."


class RunError(TrainingError):
    """Training started and could not continue; everything saved before is still there."""

    kind = "run"


class LossDivergedError(RunError):
    """The loss is infinite or NaN."""

    kind = "loss_diverged"

    def __init__(self, step: int) -> None:
        super().__init__(step)
        self.step = step

    def __str__(self) -> str:
        return (
            f"Training diverged: at step {self.step} the loss was no longer a number. "
            "Lower training.learning_rate (or training.noam_factor), or raise "
            "training.warmup_steps, and start again; the last checkpoint was kept."
        )


class DeviceMemoryError(RunError):
    """Even the smallest share of a batch does not fit on the device."""

    kind = "device_memory"

    def __init__(self, tokens_per_batch: int) -> None:
        super().__init__(tokens_per_batch)
        self.tokens_per_batch = tokens_per_batch

    def __str__(self) -> str:
        return (
            f"The device's memory is too small: batches of {self.tokens_per_batch:,} tokens do "
            "not fit. Close other programs, choose a smaller model or a smaller "
            "corpus.max_length, or train on the CPU; the last checkpoint was kept."
        )


class DiskFullError(RunError):
    """The disk the run writes to is full."""

    kind = "disk_full"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return (
            f"There is no space left on the disk for {self.path}. Free some space and resume the "
            "run; everything saved before is still there."
        )
