"""Measure a run's speed and remaining time with a clock that only counts training."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

REPORT_SECONDS = 1.0
"""A step is reported when this much time has passed since the last report."""


class Report(NamedTuple):
    """Totals of the steps since the last report."""

    loss: float
    """Per token."""
    tokens_per_second: float


class Throughput:
    """The clock of a run, which counts steps and validations but not pauses."""

    def __init__(self) -> None:
        self.validation_seconds = 0.0
        """The duration of the last validation; 0 before the first."""
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
        self.validation_seconds = self._leave_out(started)

    def _leave_out(self, started: float) -> float:
        """Exclude the time since then from the steps, and return it."""
        seconds = time.monotonic() - started
        self._began += seconds
        self._reported += seconds
        return seconds

    def count_seconds(self) -> float:
        """Return the seconds since the last call, validations included."""
        before, self._counted = self._counted, time.monotonic()
        return self._counted - before

    def uncounted_seconds(self) -> float:
        """Return the seconds that `count_seconds` would return now."""
        return time.monotonic() - self._counted

    def step(self, nll: float, tokens: int) -> Report | None:
        """Count one more step; return a report if one is due."""
        self._steps += 1
        self._nll += nll
        self._tokens += tokens
        elapsed = time.monotonic() - self._reported
        if elapsed < REPORT_SECONDS:
            return None
        report = Report(self._nll / self._tokens, self._tokens / elapsed)
        self._reported += elapsed
        self._nll, self._tokens = 0.0, 0
        return report

    def seconds_for(self, steps: float, validations: int) -> float:
        """Estimate the time for this much more, from the steps and the last validation seen."""
        seconds_a_step = (self._reported - self._began) / self._steps
        return steps * seconds_a_step + validations * self.validation_seconds
