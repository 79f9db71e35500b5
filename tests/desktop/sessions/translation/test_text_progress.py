import time

import pytest

from desktop.sessions.translation.text_progress import LONG_SECONDS, Progress, ProgressMeter


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_what_is_soon_over_is_not_told(now: list[float]) -> None:
    meter = ProgressMeter()
    now[0] = LONG_SECONDS / 2
    assert meter.measure(50, 100) is None


def test_the_time_left_follows_the_speed_of_what_is_new(now: list[float]) -> None:
    meter = ProgressMeter()
    now[0] = 1.0
    meter.measure(50, 100)  # known from before
    now[0] = 5.0
    assert meter.measure(75, 100) == Progress(0.75, 4.0)
    meter.begin()
    now[0] += LONG_SECONDS
    assert meter.measure(10, 100) == Progress(0.1, None)
