"""Report a verb's progress: to people as text, to programs as JSON lines."""

import _thread
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from engine.cli.terminal import Terminal, say
from engine.errors import EngineError
from training.cli.display import RunDisplay
from training.errors import TrainingError
from training.event_lines import to_line
from training.loop.control import read_aside
from training.progress import Event, Failed

Tell = Callable[[Event], None]


@contextmanager
def telling(
    *, events: bool, on_unheard: Callable[[], None] = _thread.interrupt_main
) -> Iterator[Tell]:
    """Yield the function that reports events; an error of ours is the last, with exit status 1.

    Args:
        events: Whether a program listens.
        on_unheard: Called when it stops listening: by default the work is interrupted.
    """
    if not events:
        with RunDisplay(Terminal(stderr=True)) as display:
            yield display.show
        return

    def tell(event: Event) -> None:
        try:
            sys.stdout.write(to_line(event) + "\n")
            sys.stdout.flush()
        except OSError:  # Windows reports a broken pipe differently
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            on_unheard()

    try:
        yield tell
    except (TrainingError, EngineError) as error:
        tell(Failed.of(error))
        raise typer.Exit(1) from error


def say_encoding(path: Path, encoding: str) -> None:
    """Tell the user which encoding was guessed for a text file that is not UTF-8."""
    if encoding != "utf-8":
        say(f"{path.name} is not UTF-8; it is read as {encoding}", err=True)


def interrupt_at_end_of_input() -> None:
    """Interrupt the work, as Ctrl+C would, when the program that listens closes our input."""

    def wait_for_end(descriptor: int) -> None:
        while os.read(descriptor, 1024):
            pass
        _thread.interrupt_main()

    read_aside(wait_for_end, name="end of input")
