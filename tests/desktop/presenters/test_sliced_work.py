from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.presenters import sliced_work
from desktop.presenters.sliced_work import SlicedWork


def counting(done: list[int], steps: int) -> Iterator[None]:
    for step in range(steps):
        done.append(step)
        yield


def test_short_work_is_done_at_once() -> None:
    done: list[int] = []
    SlicedWork(QObject()).begin(counting(done, 5))
    assert done == list(range(5))


def test_long_work_lets_others_have_their_turn_and_ends(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sliced_work, "SLICE_SECONDS", 0.0)
    owner = QObject()
    work, done = SlicedWork(owner), list[int]()
    work.begin(counting(done, 5))
    assert done == [0]
    qtbot.waitUntil(lambda: done == list(range(5)))


def test_work_that_is_not_wanted_any_more_is_left(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sliced_work, "SLICE_SECONDS", 0.0)
    owner = QObject()
    work, first, second = SlicedWork(owner), list[int](), list[int]()
    work.begin(counting(first, 5))
    work.begin(counting(second, 3))
    qtbot.waitUntil(lambda: second == list(range(3)))
    work.begin(counting(second, 9))
    work.stop()
    qtbot.wait(20)
    assert (first, second) == ([0], [0, 1, 2, 0])
