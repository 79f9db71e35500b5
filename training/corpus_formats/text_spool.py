"""Much text outside of memory: written to a temporary file that has no name, then mapped."""

import mmap
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import IO

from training.system.disk import saving

TextBuffer = mmap.mmap | bytes
"""UTF-8 text; a slice of either is bytes."""

SMALL = 1 << 20
"""Bytes that are kept in memory, for a file would be more work."""


class TextSpool:
    """Takes text bit by bit; what becomes large goes to the disk, and is gone with the program."""

    def __init__(self) -> None:
        self.size = 0
        self._parts: list[bytes] = []
        self._waiting = 0
        self._file: IO[bytes] | None = None

    def write(self, data: bytes) -> None:
        """Append some bytes.

        Raises:
            DiskFullError: If the disk of the system's temporary files is full.
            CheckpointError: If nothing can be written there for another reason.
        """
        self.size += len(data)
        self._parts.append(data)
        self._waiting += len(data)
        if self._waiting > SMALL:
            self._flush()

    def finish(self) -> TextBuffer:
        """Return all that was written; nothing more may be.

        Raises:
            DiskFullError: If the disk of the system's temporary files is full.
            CheckpointError: If nothing can be written there for another reason.
        """
        if self._file is None:
            return b"".join(self._parts)
        self._flush()
        with self._file as file, saving(Path(gettempdir())):
            file.flush()
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def _flush(self) -> None:
        with saving(Path(gettempdir())):
            if self._file is None:
                self._file = TemporaryFile()  # noqa: SIM115  closed when it has been mapped
            self._file.write(b"".join(self._parts))
        self._parts, self._waiting = [], 0
