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

from training.loop.control import Orders, Wish, given
from training.progress import Event, Order, Paused, Resumed


class Asked:
    """A run that asks, and what it is told to do."""

    def __init__(self) -> None:
        self.orders = Orders()
        self.events: list[Event] = []
        self.lent = 0

    def ask(self) -> Wish:
        """Ask as after step 7."""
        return self.orders.next_wish(7, self.events.append, self._lend)

    def _lend(self) -> None:
        self.lent += 1


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_without_orders_it_goes_on(asked: Asked) -> None:
    assert asked.ask() is Wish.GO_ON
    assert asked.events == []


def test_a_pause_saves_then_waits_for_the_next_order(asked: Asked) -> None:
    asked.orders.give(Order.PAUSE)
    assert asked.ask() is Wish.SAVE
    answers: list[Wish] = []
    waiting = threading.Thread(target=lambda: answers.append(asked.ask()))
    waiting.start()
    asked.orders.give(Order.TRY)
    asked.orders.give(Order.PAUSE)  # it is paused already
    asked.orders.give(Order.RESUME)
    waiting.join(30)
    assert answers == [Wish.GO_ON]
    assert asked.events == [Paused(step=7), Resumed(step=7)]
    assert asked.lent == 1


@pytest.mark.parametrize(
    ("end", "wish"),
    [(lambda orders: orders.give(Order.FINISH), Wish.FINISH), (Orders.stop, Wish.STOP)],
)
def test_a_pause_can_be_the_end(asked: Asked, end: Callable[[Orders], None], wish: Wish) -> None:
    asked.orders.give(Order.PAUSE)
    assert asked.ask() is Wish.SAVE
    end(asked.orders)
    assert asked.ask() is wish
    assert asked.events == [Paused(step=7)]


def test_stopping_comes_before_all_that_waits(asked: Asked) -> None:
    for order in Order:
        asked.orders.give(order)
    asked.orders.stop()
    assert asked.orders.is_stopped()
    assert asked.ask() is Wish.STOP
    assert asked.ask() is Wish.STOP
    assert asked.events == []
    assert asked.lent == 0


def test_resuming_what_is_not_paused_does_nothing(asked: Asked) -> None:
    asked.orders.give(Order.RESUME)
    assert asked.ask() is Wish.GO_ON
    assert asked.events == []


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
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    with standard_input(monkeypatch) as writing, given(by_program=True) as orders:
        asked.orders = orders
        os.write(writing, b"nonsense \xff\npau")
        os.write(writing, b"se\r\n")
        while (wish := asked.ask()) is Wish.GO_ON:
            pass
        assert wish is Wish.SAVE
        os.close(writing)
        assert asked.ask() is Wish.STOP
    assert asked.events == [Paused(step=7)]


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
