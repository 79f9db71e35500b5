"""A program that changes the models of a folder at random until it is killed or its time is over.

    python -m tests.support.killed_programs FOLDER SEED SECONDS

Free of torch, so that it starts at once.
"""

import os
import random
import sys
import time
from contextlib import suppress
from pathlib import Path
from unittest import mock

from engine.errors import EngineError
from engine.files import atomic_folders
from engine.files.atomic_folders import (
    SetAside,
    new_folder,
    remove_folder,
    rename_folder,
    scratch_folder,
    set_aside,
    take_over,
)

FILES = "abcdefgh"


def write_files(folder: Path, content: bytes) -> None:
    """Write files of one content, so that a folder of several writers would be known."""
    for name in FILES:
        (folder / name).write_bytes(content)


def _change(place: Path, chance: random.Random, removed: list[SetAside]) -> None:
    """Do one of the things that programs do to models; nobody removes "kept" for good."""
    names = [place / f"model {number}" for number in range(3)]
    match chance.randrange(8):
        case 0 | 1:
            with new_folder(place / "kept", replace=True) as folder:
                write_files(folder, chance.randbytes(8))
        case 2:
            removed.append(set_aside(place / "kept"))
        case 3:
            removed += take_over(place)
            if removed:
                removed.pop().bring_back()
        case 4:
            with new_folder(chance.choice(names)) as folder:
                write_files(folder, chance.randbytes(8))
        case 5:
            remove_folder(chance.choice(names))
        case 6:
            rename_folder(*chance.sample(names, 2))
        case _:
            with scratch_folder(place) as folder:
                write_files(folder, b"scratch")


def main(place: Path, seed: int, seconds: float) -> None:
    """Change models until the time is over, then bring back what is set aside."""
    chance, removed, end = random.Random(seed), list[SetAside](), time.monotonic() + seconds
    with mock.patch.object(os, "fsync"), mock.patch.object(atomic_folders, "GLANCE_SECONDS", 0.1):
        while time.monotonic() < end:
            with suppress(EngineError):
                try:
                    _change(place, chance, removed)
                except FileNotFoundError as error:
                    if any(part.startswith(".") for part in Path(error.filename).parts):
                        raise  # another program has taken what is hidden, and this one's
    for one in removed:
        one.bring_back()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
