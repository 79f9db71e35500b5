"""Programs that do the same thing to the same place at once, again and again, each at another time.

Free of torch, so that the processes start at once.
"""

import multiprocessing
import os
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from unittest import mock

from engine.errors import EngineError
from engine.files.atomic_folders import new_folder, remove_folder, rename_folder, set_aside
from engine.interchange.importing import import_model

Act = Callable[[Path, int], None]
"""What a program does in the folder of a round; it is told its number."""

_SECONDS = 60
_STAGGER_S = 0.03
"""About as long as what the programs do."""


def race(folder: Path, acts: Sequence[Act], rounds: int) -> list[tuple[str, ...]]:
    """Let each act happen in a program of its own, all at once, in a new folder each round.

    Returns:
        For each round, in the order of the acts, the kind of the error it ended with, or "".
    """
    context = multiprocessing.get_context("spawn")
    turn, outcomes = context.Barrier(len(acts)), context.Queue()
    programs = [
        context.Process(target=_take_part, args=(folder, act, number, rounds, turn, outcomes))
        for number, act in enumerate(acts)
    ]
    for round_ in range(rounds):
        (folder / str(round_)).mkdir(exist_ok=True)
    for program in programs:
        program.start()
    kinds = {}
    for _ in range(rounds * len(acts)):
        place, kind = outcomes.get(timeout=_SECONDS)
        kinds[place] = kind
    for program in programs:
        program.join(_SECONDS)
        assert program.exitcode == 0
    return [tuple(kinds[round_, number] for number in range(len(acts))) for round_ in range(rounds)]


def _take_part(
    folder: Path, act: Act, number: int, rounds: int, turn: Barrier, outcomes: "Queue[object]"
) -> None:
    delays = random.Random(number)
    for round_ in range(rounds):
        turn.wait(_SECONDS)
        time.sleep(delays.uniform(0, _STAGGER_S))
        try:
            with mock.patch.object(os, "fsync"):
                act(folder / str(round_), number)
        except EngineError as error:
            outcomes.put(((round_, number), error.kind))
        else:
            outcomes.put(((round_, number), ""))


def import_here(place: Path, number: int) -> None:
    """Import the model NUMBER.translucent of the folder above."""
    import_model(place.parent / f"{number}.translucent", place)


def replace_here(place: Path, number: int) -> None:
    """Write the folder "m", whatever is there, with files that tell who wrote them."""
    with new_folder(place / "m", replace=True) as folder:
        for name in "abcdefgh":
            (folder / name).write_bytes(b"%d" % number)


def remove_here(place: Path, _number: int) -> None:
    """Remove the folder "m" if there is one."""
    with suppress(FileNotFoundError):
        remove_folder(place / "m")


def set_aside_here(place: Path, _number: int) -> None:
    """Set the folder "m" aside, if there is one, and bring it back."""
    with suppress(FileNotFoundError):
        set_aside(place / "m").bring_back()


def rename_here(place: Path, _number: int) -> None:
    """Rename the folder "n" to "m", if it is there."""
    with suppress(FileNotFoundError):
        rename_folder(place / "n", place / "m")
