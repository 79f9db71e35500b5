"""Who may read what is in a folder."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

needs_modes = pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """Let new files have all rights but these for a while."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def open_to_others(folder: Path) -> list[Path]:
    """Return what anybody but the owner could read, write or enter, links apart."""
    return [
        path
        for path in (folder, *folder.rglob("*"))
        if not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077
    ]
