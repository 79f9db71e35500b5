"""The position of a run, its speed, and the time left: plain numbers, no tensors."""

import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from training.model_settings import Precision, TrainingSettings
from training.progress import Stepped

REPORT_SECONDS = 1.0
"""A step is reported when this much time has passed since the last report."""


@dataclass(slots=True)
class Place:
    """The position of a run, as a checkpoint stores it."""

    step: int = 0
    epoch: int = 0
    """Epochs done."""
    shard: int = 0
    """Shards of this epoch done."""
    group: int = 0
    """Steps done in this shard; each takes a group of batches."""
    epoch_share: float = 0.0
    """The finished share of this epoch."""
    best: float | None = None
    best_step: int = 0
    best_epoch: int = 0
    worse: int = 0
    """Validations since the best."""
    validated_step: int = 0
    seconds: float = 0.0
    epoch_loss: float = 0.0
    epoch_tokens: int = 0
    rate_factor: float = 1.0
    """The factor on the schedule's learning rate; halved at each divergence."""
    setbacks: int = 0
    """How many times the run went back since it last got beyond `diverged_at`."""
    diverged_at: int = 0
    parts: int = 1
    """The number of parts a batch is cut into to fit the memory."""
    validation_seconds: float = 0.0
    """The duration of the last validation."""
    precision: Precision | None = None
    """The number format chosen when the run began; None before that."""
    is_finishing: bool = False
    """Whether the user asked to end here with the best weights so far."""

    @property
    def epochs(self) -> float:
        """The number of epochs done, with the finished share of the current one."""
        return self.epoch + self.epoch_share

    def put(self, values: Mapping[str, Any]) -> None:
        """Set all fields; those left out take their initial values.

        Raises:
            TypeError: If there is no such field.
        """
        target = Place(**values)
        for field in fields(self):
            setattr(self, field.name, getattr(target, field.name))

    def advance(self, num_steps: int, num_shards: int) -> None:
        """Count a step of a shard that has `num_steps`, in an epoch that has `num_shards`."""
        self.step += 1
        self.group += 1
        self.epoch_share = (self.shard + self.group / num_steps) / num_shards
        if self.group == num_steps:
            self.shard, self.group = self.shard + 1, 0

    def end_epoch(self) -> None:
        """Count an epoch, and move to the beginning of the next."""
        self.epoch += 1
        self.shard, self.group, self.epoch_share = 0, 0, 0.0
        self.epoch_loss, self.epoch_tokens = 0.0, 0

    def is_at_end(self, settings: TrainingSettings) -> bool:
        """Return whether the run ends here, apart from its time limit."""
        return bool(
            self.is_finishing
            or (settings.max_steps and self.step >= settings.max_steps)
            or (settings.max_epochs and self.epoch >= settings.max_epochs)
            or (settings.patience and self.worse >= settings.patience)
        )

    def progress(self, settings: TrainingSettings, seconds: float) -> float:
        """Return the share of the longest possible run that is done; 0 if nothing limits it.

        Args:
            settings: The limits.
            seconds: How long the run has trained.
        """
        shares = [self.step / settings.max_steps] if settings.max_steps else []
        if settings.max_epochs:
            shares.append(self.epochs / settings.max_epochs)
        if settings.max_minutes:
            shares.append(seconds / (60 * settings.max_minutes))
        return min(1.0, max(shares, default=0.0))


class StepResult(NamedTuple):
    """The result of a step."""

    nll: float
    """The negative log-likelihood of all its target tokens."""
    tokens: int
    gradient_norm: float
    """Before clipping."""
    learning_rate: float


class Throughput:
    """The clock of a run, which counts steps and validations but not pauses."""

    def __init__(self, place: Place, settings: TrainingSettings) -> None:
        self.place = place
        self.settings = settings
        self.begin()

    def begin(self) -> None:
        """Start the clock, at first and after the run went back to an earlier step."""
        self._began = self._reported = self._counted = time.monotonic()
        self._steps = 0
        self._nll, self._tokens = 0.0, 0

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Exclude the time of the block."""
        started = time.monotonic()
        yield
        self._counted += self._leave_out(started)

    @contextmanager
    def validating(self) -> Iterator[None]:
        """Count the time of the block as a validation."""
        started = time.monotonic()
        yield
        self.place.validation_seconds = self._leave_out(started)

    def _leave_out(self, started: float) -> float:
        """Exclude the time since `started` from the steps, and return it."""
        seconds = time.monotonic() - started
        self._began += seconds
        self._reported += seconds
        return seconds

    def seconds(self) -> float:
        """Return how long the run has trained, in all its processes, validations included."""
        return self.place.seconds + time.monotonic() - self._counted

    def count_seconds(self) -> None:
        """Add the seconds since the last call to those of the place."""
        before, self._counted = self._counted, time.monotonic()
        self.place.seconds += self._counted - before

    def report(self, step: int, result: StepResult) -> Stepped | None:
        """Count a step; return the figures since the last report, if a report is due."""
        self._steps += 1
        self._nll += result.nll
        self._tokens += result.tokens
        elapsed = time.monotonic() - self._reported
        if elapsed < REPORT_SECONDS:
            return None
        self._reported += elapsed
        progress = self.place.progress(self.settings, self.seconds())
        stepped = Stepped(
            step=step,
            epoch=self.place.epoch,
            progress=progress,
            loss=self._nll / self._tokens,
            learning_rate=result.learning_rate,
            tokens_per_second=self._tokens / elapsed,
            eta_seconds=self._seconds_left(progress) if progress else None,
            gradient_norm=result.gradient_norm,
        )
        self._nll, self._tokens = 0.0, 0
        return stepped

    def _seconds_left(self, progress: float) -> float:
        """Estimate the time to the end, from the steps and the last validation seen."""
        place = self.place
        steps = place.step / progress - place.step
        every = self.settings.validate_every or place.step / place.epochs
        validations = math.ceil(round(steps / every, 6))
        seconds_a_step = (self._reported - self._began) / self._steps
        return steps * seconds_a_step + validations * place.validation_seconds
