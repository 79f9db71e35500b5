"""The faster number format is found on a busy computer too."""

import pytest

from training.loop.precision import speed_of_bfloat16
from training.model_settings import Precision


class Computer:
    """A clock, and steps that take the given seconds, one after another."""

    def __init__(self, float32: list[float], bf16: list[float]) -> None:
        self.now = 0.0
        self.left: dict[Precision, list[float]] = {"float32": float32, "bf16": bf16}

    def step(self, precision: Precision) -> None:
        self.now += self.left[precision].pop(0)


@pytest.mark.parametrize(
    ("float32", "bf16", "factor"),
    [
        ([9, 2, 2], [9, 1, 1], 2),
        ([1, 2, 2], [90, 1, 1], 2),  # the first is slow: kernels are compiled
        ([9, 8, 2], [9, 1, 70], 2),  # the computer does something else meanwhile
        ([9, 1, 1], [9, 4, 4], 0.25),
    ],
)
def test_the_fastest_of_several_steps_counts(
    monkeypatch: pytest.MonkeyPatch, float32: list[float], bf16: list[float], factor: float
) -> None:
    computer = Computer(float32, bf16)
    monkeypatch.setattr("training.loop.precision.time.perf_counter", lambda: computer.now)
    assert speed_of_bfloat16(computer.step) == factor
