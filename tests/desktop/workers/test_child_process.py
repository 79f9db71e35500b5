"""A child program is heard to its end, whatever it says, and ends in exactly one way."""

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QDeadlineTimer, QElapsedTimer, QTimer
from pytestqt.qtbot import QtBot

from desktop.storage import paths
from desktop.values.outcome import Outcome
from desktop.workers.child_process import LINE_LIMIT, ChildProcess, LineBuffer
from training.event_lines import to_line
from training.preflight import Done
from training.progress import Event, Failed, Finished, Message, Order, Stopped

FAILED = to_line(Failed(kind="disk_full", message="No room."))
FINISHED = to_line(Finished(step=3, seconds=1.0))


class Heard:
    """A child and all that was heard of it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.child = ChildProcess()
        self.events: list[Event] = []
        self.log: list[str] = []
        self.ends: list[Outcome] = []
        self.child.told.connect(self.events.append)
        self.child.logged.connect(self.log.append)
        self.child.ended.connect(self.ends.append)

    def run(self, *arguments: str) -> Outcome:
        """Run a child to its end."""
        self.child.start(arguments)
        self.qtbot.waitUntil(lambda: bool(self.ends))
        return self.end()

    def end(self) -> Outcome:
        """Return the one end it had."""
        assert not self.child.is_running
        (end,) = self.ends
        return end


@pytest.fixture
def heard(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    monkeypatch.setattr(
        paths, "command_line", lambda: [sys.executable, "-m", "tests.support.child"]
    )
    heard = Heard(qtbot)
    yield heard
    heard.child.kill()
    heard.child.wait(QDeadlineTimer(10_000))


@pytest.mark.parametrize(
    ("last", "code", "outcome"),
    [
        (FINISHED, 0, Outcome("finished")),
        (to_line(Done()), 0, Outcome("finished")),
        (to_line(Stopped(step=3, seconds=1.0)), 0, Outcome("stopped")),
        (
            to_line(Failed(kind="disk_full", message="No room.")),
            1,
            Outcome("failed", failure=Failed(kind="disk_full", message="No room.")),
        ),
    ],
)
def test_its_last_word_says_how_it_ended(
    heard: Heard, last: str, code: int, outcome: Outcome
) -> None:
    assert (
        heard.run("say", to_line(Message(text="größer")), "say", last, "exit", str(code)) == outcome
    )
    assert heard.events[0] == Message(text="größer")
    assert len(heard.events) == 2


@pytest.mark.parametrize(
    ("how", "known"),
    [
        (("exit", "0"), "it exited without an error message (exit code 0)"),
        (("exit", "3"), "it exited without an error message (exit code 3)"),
        (("kill",), "it was killed or crashed (signal 9)"),
        (("log", "MemoryError: no", "log", "  ", "exit", "1"), "(exit code 1): MemoryError: no"),
    ],
)
def test_without_a_last_word_it_crashed(heard: Heard, how: tuple[str, ...], known: str) -> None:
    outcome = heard.run("say", to_line(Message(text="a")), *how)
    assert outcome.kind == "crashed"
    assert known in outcome.crash


def test_a_program_that_cannot_be_started_crashed(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "command_line", lambda: ["/nowhere/no-such-program"])
    outcome = heard.run()
    assert outcome.kind == "crashed"
    assert outcome.crash


def test_what_is_no_event_is_passed_over_and_half_lines_are_waited_for(heard: Heard) -> None:
    line = to_line(Message(text="whole"))
    outcome = heard.run(
        "say", "no JSON", "say", '{"event": "of a later version"}', "say", "", "raw", line[:9],
        "raw", line[9:], "raw", "\n", "log", "größer", "say", FINISHED,
    )  # fmt: skip
    assert outcome == Outcome("finished")
    assert heard.events[0] == Message(text="whole")
    assert len(heard.events) == 2
    assert heard.log == ["größer"]


def test_orders_reach_it_and_stopping_ends_its_input(heard: Heard) -> None:
    heard.child.start(["orders", "say", to_line(Stopped(step=1, seconds=1.0))])
    for order in Order:
        heard.child.order(order)
    heard.qtbot.waitUntil(lambda: len(heard.events) == len(Order))
    assert heard.events == [Message(text=order.value) for order in Order]
    heard.child.stop()
    heard.child.order(Order.PAUSE)  # too late, and no error
    heard.qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.end() == Outcome("stopped")


def test_a_flood_is_told_whole_and_in_order_and_holds_nothing_up(heard: Heard) -> None:
    ticks: list[int] = []
    clock = QElapsedTimer()
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(clock.restart()))
    clock.start()
    timer.start(0)
    heard.child.start(["flood", "20000", "say", FINISHED])
    heard.qtbot.waitUntil(lambda: bool(heard.ends))
    timer.stop()
    assert [e.text for e in heard.events if isinstance(e, Message)] == [
        str(n) for n in range(20_000)
    ]
    assert heard.end() == Outcome("finished")
    assert len(ticks) > 20_000 / 200 / 2  # the window had its turns in between


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=8))
def test_lines_do_not_depend_on_how_the_bytes_come(data: bytes, cuts: list[int]) -> None:
    whole = LineBuffer().take(data + b"\n")
    parts = LineBuffer()
    places = sorted({0, *(min(cut, len(data)) for cut in cuts), len(data)})
    lines = [line for start, end in pairwise(places) for line in parts.take(data[start:end])]
    assert [*lines, *parts.take(b"\n")] == whole


def test_an_endless_line_takes_no_memory_and_hides_nothing_after_it() -> None:
    lines = LineBuffer()
    for _ in range(12):
        assert lines.take(b"x" * (LINE_LIMIT // 2)) == []
        assert len(lines._rest) <= LINE_LIMIT
    assert lines.take(b"xx\nnext\n") == ["next"]


def test_from_source_the_command_runs_in_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    heard = Heard(qtbot)
    outcome = heard.run("recipes", "list")
    assert outcome.crash == "it exited without an error message (exit code 0)"  # it tells no events


@pytest.mark.parametrize(
    ("platform", "name"),
    [("linux", "translucent"), ("win32", "translucent-cli.exe"), ("darwin", "translucent-cli")],
)
def test_frozen_it_is_the_program_for_the_terminal(
    platform: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "executable", str(Path("opt", "Translucent", "Translucent")))
    (program,) = paths.command_line()
    assert Path(program) == Path("opt", "Translucent", name)
    assert paths.command_environment() == {}
