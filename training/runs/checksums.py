"""Checksums of what a run began with, each in a file of its own, so that a change is noticed."""

import re
from pathlib import Path

from engine.translatable import Phrase, translatable
from training.errors import CheckpointError
from training.system.disk import write_whole

_CHECKSUM = re.compile(rb"[0-9a-f]{64}")


def is_as_before(file: Path, checksum: str) -> bool:
    """Return whether a SHA-256 is the one that was recorded in `file`; if there is none, record it.

    Raises:
        CheckpointError: If what was recorded is damaged, or it cannot be recorded.
        DiskFullError: If there is no room for it.
    """
    try:
        with file.open("rb") as content:
            recorded = content.read(65)
    except FileNotFoundError:
        write_whole(file, checksum.encode())
        return True
    except OSError as error:
        raise _damaged(file, str(error)) from error
    if _CHECKSUM.fullmatch(recorded) is None:
        raise _damaged(file, "it is not a SHA-256")
    return recorded == checksum.encode()


def _damaged(file: Path, problem: str) -> CheckpointError:
    reason = Phrase.of(
        translatable(
            "Phrase",
            "{name} is damaged ({problem}); if nothing else in the run was changed, delete this "
            "file and resume the run",
        ),
        name=file.name,
        problem=problem,
    )
    return CheckpointError(file.parent, reason)
