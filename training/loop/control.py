"""Orders to a running training: from a program by standard input, from a user by Ctrl+C."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from queue import SimpleQueue

from training.progress import Order

_log = logging.getLogger(__name__)


class Action(StrEnum):
    """What a run does next."""

    STEP = "step"
    """Take a training step."""
    PAUSE = "pause"
    """Save a checkpoint, then ask again, which waits for the next order."""
    RESUME = "resume"
    """Continue after a pause."""
    TRY = "try"
    """Write the best weights so far for the user to try, then ask again."""
    FINISH = "finish"
    """Stop training and continue as at the end of the recipe."""
    STOP = "stop"
    """Save a checkpoint and end; the run can be resumed."""


class Orders:
    """A queue of orders; given on any thread, carried out between two steps."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Order | None] = SimpleQueue()  # None ends a pause to stop
        self._is_paused = False
        self._stopped = threading.Event()

    def give(self, order: Order) -> None:
        """Add an order."""
        self._waiting.put(order)

    def stop(self) -> None:
        """Ask the run to save and end, before all other orders."""
        self._stopped.set()
        self._waiting.put(None)

    def is_stopped(self) -> bool:
        """Return whether the run should save and end."""
        return self._stopped.is_set()

    def next_action(self) -> Action:
        """Return what the run does next; while it is paused, wait for an order."""
        while not self._stopped.is_set():
            if not self._is_paused and self._waiting.empty():
                return Action.STEP
            match self._waiting.get():
                case Order.PAUSE if not self._is_paused:
                    self._is_paused = True
                    return Action.PAUSE
                case Order.RESUME if self._is_paused:
                    self._is_paused = False
                    return Action.RESUME
                case Order.TRY:
                    return Action.TRY
                case Order.FINISH:
                    self._is_paused = False
                    return Action.FINISH
                case _:
                    pass
        return Action.STOP


@contextmanager
def given(*, by_program: bool) -> Iterator[Orders]:
    """Collect the orders of the user or program that started this process.

    SIGINT (Ctrl+C) and SIGTERM stop the run; a second SIGINT interrupts at once, which loses the
    steps since the last checkpoint. A program writes an order per line to standard input; the end
    of the input stops the run.
    """
    orders = Orders()

    def on_signal(number: int, _: object) -> None:
        if orders.is_stopped() and number == signal.SIGINT:
            raise KeyboardInterrupt
        orders.stop()

    before = {
        number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)
    }
    if by_program:
        read_aside(lambda descriptor: _read(orders, descriptor), name="orders")
    try:
        yield orders
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def read_aside(read: Callable[[int], None], *, name: str) -> None:
    """Read standard input, by its descriptor, on a thread of this name.

    NumPy is imported first: on Windows it cannot be imported while a thread waits for input from
    a pipe (its issue 24290), and the work would wait for the first order.
    """
    import numpy  # noqa: F401 - see above

    arguments = (sys.stdin.fileno(),)
    threading.Thread(target=read, args=arguments, name=name, daemon=True).start()


def _read(orders: Orders, descriptor: int) -> None:
    """Read orders until their end.

    Not with sys.stdin: a thread inside it at exit would hold its lock, and crash the program.
    """
    rest = b""
    while data := _read_bytes(descriptor):
        *words, rest = (rest + data).split(b"\n")
        for word in words:
            try:
                orders.give(Order(word.decode("ascii", "replace").strip()))
            except ValueError:
                _log.warning("there is no order %r", word)
    orders.stop()


def _read_bytes(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1024)
    except OSError:  # closed by the program itself
        return b""
