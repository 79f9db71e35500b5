"""A file is whole or as it was; what the disk refuses is said in the words of a run."""

import errno
import os
from pathlib import Path

import pytest

from tests.support.model_folders import tree
from tests.support.virus_scanner import VirusScanner
from training.errors import CheckpointError, DiskFullError
from training.system.disk import saving, write_whole


def fail_writing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the disk refuse what was written."""

    def refuse(_descriptor: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", refuse)


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "модель" / "b" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert tree(tmp_path / "модель") == {"b": None, "b/file": b"two"}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_leaves_the_former_file_and_nothing_half_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    write_whole(tmp_path / "file", b"former")
    fail_writing(monkeypatch, OSError(number, os.strerror(number)))
    with pytest.raises(DiskFullError, match="There is no space left on the disk for") as caught:
        write_whole(tmp_path / "file", b"later")
    assert caught.value.path == tmp_path
    assert tree(tmp_path) == {"file": b"former"}


def test_who_is_interrupted_leaves_the_former_file_and_nothing_half_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole(tmp_path / "file", b"former")
    fail_writing(monkeypatch, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", b"later")
    assert tree(tmp_path) == {"file": b"former"}


def test_a_virus_scanner_does_not_end_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    VirusScanner(monkeypatch)
    write_whole(tmp_path / "file", b"one")
    write_whole(tmp_path / "file", b"two")
    assert tree(tmp_path) == {"file": b"two"}


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(b"no folder")
    with pytest.raises(CheckpointError, match=r"The run in .*run cannot be used: it cannot be wri"):
        write_whole(tmp_path / "run" / "file", b"text")


def test_errors_of_other_kinds_pass() -> None:
    with pytest.raises(ValueError, match="mine"), saving(Path()):
        raise ValueError("mine")
