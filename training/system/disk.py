"""Write files of a run completely or not at all, and report a full disk."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.files.atomic_files import write_file
from engine.files.private_folders import make_folder
from engine.translatable import Phrase, translatable
from training.errors import CheckpointError, DiskFullError


@contextmanager
def saving(folder: Path) -> Iterator[None]:
    """Raise disk errors of the block as errors of the run.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If something cannot be written for another reason.
    """
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(folder) from error
        reason = Phrase.of(
            translatable("Phrase", "it cannot be written ({error})"), error=str(error)
        )
        raise CheckpointError(folder, reason) from error


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that at any moment is complete or unchanged.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    with saving(path.parent):
        make_folder(path.parent)
        write_file(path, data)
