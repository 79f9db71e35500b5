"""Ctrl+C keeps what is done; a second one ends the program at once."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

INTERRUPTED = 130
"""The exit status of a program that Ctrl+C stopped."""


@contextmanager
def interruptible(cancelled: Event) -> Iterator[None]:
    """Let Ctrl+C ask for an end, once."""
    before = signal.getsignal(signal.SIGINT)

    def stop(*_: object) -> None:
        cancelled.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
