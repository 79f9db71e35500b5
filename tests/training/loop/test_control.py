"""Orders are carried out between steps, in their order; stopping comes before all others."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from training.loop.control import Action, Orders, given
from training.progress import Order


def test_without_orders_it_takes_steps() -> None:
    assert Orders().next_action() is Action.STEP


def test_a_paused_run_waits_for_the_next_order() -> None:
    orders = Orders()
    orders.give(Order.PAUSE)
    assert orders.next_action() is Action.PAUSE
    actions: list[Action] = []
    waiting = threading.Thread(target=lambda: actions.extend(orders.next_action() for _ in "123"))
    waiting.start()
    orders.give(Order.TRY)
    orders.give(Order.PAUSE)  # it is paused already
    orders.give(Order.RESUME)
    waiting.join(30)
    assert actions == [Action.TRY, Action.RESUME, Action.STEP]


@pytest.mark.parametrize(
    ("end", "action"),
    [(lambda orders: orders.give(Order.FINISH), Action.FINISH), (Orders.stop, Action.STOP)],
)
def test_a_pause_can_be_the_end(end: Callable[[Orders], None], action: Action) -> None:
    orders = Orders()
    orders.give(Order.PAUSE)
    assert orders.next_action() is Action.PAUSE
    end(orders)
    assert orders.next_action() is action


def test_stopping_comes_before_all_that_waits() -> None:
    orders = Orders()
    for order in Order:
        orders.give(order)
    orders.stop()
    assert orders.is_stopped()
    assert [orders.next_action() for _ in "12"] == [Action.STOP] * 2


def test_resuming_a_run_that_is_not_paused_does_nothing() -> None:
    orders = Orders()
    orders.give(Order.RESUME)
    assert orders.next_action() is Action.STEP


@contextmanager
def standard_input(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Put a pipe in the place of standard input, and give its other end."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        try:
            yield writing
        finally:
            monkeypatch.undo()


def test_a_program_writes_one_order_a_line_and_the_end_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with standard_input(monkeypatch) as writing, given(by_program=True) as orders:
        os.write(writing, b"nonsense \xff\npau")
        os.write(writing, b"se\r\n")
        while (action := orders.next_action()) is Action.STEP:
            pass
        assert action is Action.PAUSE
        os.close(writing)
        assert orders.next_action() is Action.STOP


@pytest.mark.parametrize(
    ("module", "start"),
    [
        ("training.loop.control", "given(by_program=True).__enter__()"),
        ("training.cli.output", "interrupt_at_end_of_input()"),
    ],
)
def test_numpy_is_there_before_a_thread_reads(module: str, start: str) -> None:
    program = f"""
import sys, threading
from {module} import *
assert "numpy" not in sys.modules
threading.Thread.start = lambda thread: print(thread.name, "numpy" in sys.modules)
{start}
"""
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[3],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout in ("orders True\n", "end of input True\n"), ended.stderr


def test_ctrl_c_stops_and_a_second_one_interrupts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with given(by_program=False) as orders:
        signal.raise_signal(signal.SIGINT)
        assert orders.is_stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
