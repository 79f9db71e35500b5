"""A file appears whole or not at all, wherever its writer is killed."""

import errno
import os
import stat
from pathlib import Path

import pytest

from engine.files.atomic_files import clear_parts, new_file, write_file
from tests.support.killed_writer import MOST_EVENTS, run_killed
from tests.support.model_folders import tree
from tests.support.virus_scanner import VirusScanner


def test_a_file_that_is_killed_while_it_is_written_is_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    for events in range(MOST_EVENTS):
        target.write_bytes(b"old")
        was_killed = run_killed("file", target, events)
        assert target.read_bytes() in ((b"old", b"new") if was_killed else (b"new",))
        clear_parts(tmp_path)
        assert list(tmp_path.iterdir()) == [target]
        if not was_killed:
            break
    assert 0 < events < MOST_EVENTS - 1


def test_a_new_file_is_whole_or_absent_wherever_its_writer_is_killed(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    for events in range(MOST_EVENTS):
        was_killed = run_killed("new file", target, events)
        if target.exists():
            assert target.read_bytes() == b"new"
            target.unlink()
        clear_parts(tmp_path)
        if not was_killed:
            break
    assert 0 < events < MOST_EVENTS - 1


def test_a_disk_without_hard_links_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_source: Path, _target: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    write_file(tmp_path / "a.txt", b"one", replace=False)
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "a.txt", b"two", replace=False)
    assert tree(tmp_path) == {"a.txt": b"one"}


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
@pytest.mark.parametrize("replace", [False, True])
def test_an_exception_leaves_the_former_file(
    tmp_path: Path, error: type[BaseException], *, replace: bool
) -> None:
    target = tmp_path / "a.txt"
    if replace:
        target.write_bytes(b"old")
    before = tree(tmp_path)
    with pytest.raises(error), new_file(target, replace=replace) as file:  # noqa: PT012 - what is written before the error is the point
        file.write(b"half")
        raise error
    assert tree(tmp_path) == before


def test_no_file_is_overwritten_unasked(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    with pytest.raises(FileExistsError, match=r"a\.txt"):
        write_file(target, b"new", replace=False)
    assert tree(tmp_path) == {"a.txt": b"old"}


def test_a_virus_scanner_does_not_hinder_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    VirusScanner(monkeypatch)
    for content in (b"one", b"two"):
        write_file(tmp_path / "a.txt", content)
    write_file(tmp_path / "b.txt", b"three", replace=False)
    assert tree(tmp_path) == {"a.txt": b"two", "b.txt": b"three"}


def test_a_free_name_that_cannot_be_taken_stays_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    VirusScanner(monkeypatch).never_ends(monkeypatch)
    with pytest.raises(PermissionError):
        write_file(tmp_path / "a.txt", b"new", replace=False)
    assert tree(tmp_path) == {}


@pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX")
def test_a_replaced_file_keeps_its_permissions_and_its_links(tmp_path: Path) -> None:
    target, link = tmp_path / "a.txt", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o600)
    link.symlink_to(target)
    write_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="folders are synced on POSIX systems only")
def test_a_file_is_written_where_folders_cannot_be_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(os, "fsync", refuse_folders)
    write_file(tmp_path / "a.txt", b"new")
    assert tree(tmp_path) == {"a.txt": b"new"}


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_a_new_file_is_as_private_as_its_folder(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        for mode, expected in ((0o700, 0o600), (0o755, 0o644)):
            folder = tmp_path / f"{mode:o}"
            folder.mkdir()
            folder.chmod(mode)
            write_file(folder / "file", b"")
            assert stat.S_IMODE((folder / "file").stat().st_mode) == expected
    finally:
        os.umask(before)
