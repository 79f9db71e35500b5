"""Measure a run's speed and remaining time with a clock that only counts training."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from training.loop.place import Place
from training.loop.step_result import StepResult
from training.model_settings import TrainingSettings
from training.progress import Stepped

REPORT_SECONDS = 1.0
"""A step is reported when this much time has passed since the last report."""


class Throughput:
    """The clock of a run, which counts steps and validations but not pauses."""

    def __init__(self, place: Place, settings: TrainingSettings) -> None:
        self.place = place
        self.settings = settings
        self.begin()

    def begin(self) -> None:
        """Start the clock: here, or after the run went back to an earlier step."""
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
        """Count the time of the block as one validation."""
        started = time.monotonic()
        yield
        self.place.validation_seconds = self._leave_out(started)

    def _leave_out(self, started: float) -> float:
        """Exclude the time since then from the steps, and return it."""
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
        """Count one more step; return what was learned since the last report, if one is due."""
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
