"""Files of a run on the disk: whole or as they were, and plain words where there is no room."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.atomic_folder import rename_patiently, sync_folder
from training.errors import CheckpointError, DiskFullError


@contextmanager
def saving(folder: Path) -> Iterator[None]:
    """Say in a run's own errors what the disk refuses while the block writes into its folder.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If something cannot be written for another reason.
    """
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(folder) from error
        raise CheckpointError(folder, f"it cannot be written ({error})") from error


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that at any moment is whole, or as it was before.

    Raises:
        DiskFullError: If the disk is full.
        CheckpointError: If it cannot be written for another reason.
    """
    aside = path.with_name(f".{path.name}.part")
    with saving(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with aside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            rename_patiently(aside.replace, path)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
