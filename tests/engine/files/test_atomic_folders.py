"""A folder appears whole or not at all, wherever its writer is killed, beside other writers."""

import errno
import os
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from engine.errors import ModelFolderBusyError, ModelFolderExistsError
from engine.files import atomic_folders
from engine.files.atomic_folders import (
    former_name,
    new_folder,
    remove_folder,
    rename_folder,
    scratch_folder,
    set_aside,
    take_over,
)
from tests.support.killed_writer import MOST_EVENTS, run_killed
from tests.support.model_folders import tree
from tests.support.virus_scanner import VirusScanner

OLD = {"a": b"old a", "b": b"old b"}
NEW = {"a": b"new a", "c": b"new c"}


def write(target: Path, files: dict[str, bytes], *, replace: bool = False) -> None:
    with new_folder(target, replace=replace) as folder:
        for name, data in files.items():
            (folder / name).write_bytes(data)


def valid(target: Path) -> Path:
    """Return the folder that counts as the target after a kill."""
    if target.exists():
        return target
    former = [path for path in target.parent.iterdir() if former_name(path) == target.name]
    assert len(former) == 1
    return former[0]


def test_a_folder_appears_with_all_its_files(tmp_path: Path) -> None:
    write(tmp_path / "deep" / "модель", OLD)
    assert tree(tmp_path / "deep") == {"модель": None, "модель/a": b"old a", "модель/b": b"old b"}


@pytest.mark.skipif(os.name != "posix", reason="folders are synced on POSIX systems only")
@pytest.mark.parametrize("replace", [False, True])
def test_everything_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: bool
) -> None:
    synced: list[int] = []
    renamed: list[list[int]] = []
    rename = Path.rename

    def record(path: Path, target: Path) -> Path:
        if path.name.startswith(".new"):
            assert {file.stat().st_ino for file in (path, *path.iterdir())} == set(synced)
            renamed.append(synced.copy())
        return rename(path, target)

    if replace:
        write(tmp_path / "m", OLD)
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    monkeypatch.setattr(Path, "rename", record)
    write(tmp_path / "m", NEW, replace=replace)
    assert len(renamed) == 1
    assert synced[len(renamed[0]) :] == [tmp_path.stat().st_ino]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
@pytest.mark.parametrize("replace", [False, True])
def test_an_exception_leaves_what_was_there(
    tmp_path: Path, error: type[BaseException], replace: bool
) -> None:
    if replace:
        write(tmp_path / "m", OLD)
    before = tree(tmp_path)
    with pytest.raises(error), new_folder(tmp_path / "m", replace=replace) as folder:  # noqa: PT012 - what is written before the error is the point
        (folder / "a").write_bytes(b"half")
        raise error
    assert tree(tmp_path) == before


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    write(tmp_path / "m", OLD)
    with pytest.raises(ModelFolderExistsError, match=r"m already exists\. Choose another name"):
        write(tmp_path / "m", NEW)
    assert tree(tmp_path / "m") == OLD


def test_a_folder_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    writer = new_folder(tmp_path / "m")
    writer.__enter__()
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "a").write_bytes(b"theirs")
    with pytest.raises(ModelFolderExistsError, match="already exists"):
        writer.__exit__(None, None, None)
    assert tree(tmp_path) == {"m": None, "m/a": b"theirs"}


def test_replacing_leaves_only_the_new(tmp_path: Path) -> None:
    write(tmp_path / "m", OLD)
    write(tmp_path / "m", NEW, replace=True)
    assert tree(tmp_path) == {"m": None, "m/a": b"new a", "m/c": b"new c"}


def test_when_the_swap_fails_the_old_folder_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "m", OLD)
    rename = Path.rename

    def fail_on_new(path: Path, target: Path) -> Path:
        if path.name.startswith(".new"):
            raise PermissionError(13, "Permission denied")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_on_new)
    with pytest.raises(PermissionError):
        write(tmp_path / "m", NEW, replace=True)
    assert tree(tmp_path) == {"m": None, "m/a": b"old a", "m/b": b"old b"}


def test_who_looks_at_what_is_new_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    VirusScanner(monkeypatch)
    write(tmp_path / "m", OLD)
    write(tmp_path / "m", NEW, replace=True)
    assert tree(tmp_path) == {"m": None, "m/a": b"new a", "m/c": b"new c"}
    assert set_aside(tmp_path / "m").bring_back() == tmp_path / "m"
    remove_folder(tmp_path / "m")
    assert tree(tmp_path) == {}


def test_who_never_ends_to_look_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "m", OLD)
    VirusScanner(monkeypatch).never_ends(monkeypatch)
    with pytest.raises(PermissionError, match="cannot access the file"):
        write(tmp_path / "m", NEW, replace=True)
    assert tree(tmp_path / "m") == OLD


def test_a_refusal_of_another_system_is_final(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanner = VirusScanner(monkeypatch)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(PermissionError, match="cannot access the file"):
        write(tmp_path / "m", NEW)
    assert list(scanner.refused.values()) == [1]


def test_a_killed_replacement_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    outcomes = []
    for events in range(MOST_EVENTS):
        target = tmp_path / str(events) / "m"
        write(target, OLD)
        if not run_killed("replace", target, events):
            break
        outcomes.append(tree(valid(target)))
        write(target, NEW, replace=True)
        assert tree(target.parent) == {"m": None, "m/a": b"new a", "m/c": b"new c"}
    assert OLD in outcomes
    assert NEW in outcomes
    assert all(outcome in (OLD, NEW) for outcome in outcomes)
    assert len(outcomes) < MOST_EVENTS


def test_a_killed_removal_leaves_all_or_nothing(tmp_path: Path) -> None:
    was_there = []
    for events in range(MOST_EVENTS):
        target = tmp_path / str(events) / "m"
        write(target, OLD)
        if not run_killed("remove", target, events):
            break
        was_there.append(target.exists())
        assert not was_there[-1] or tree(target) == OLD
        assert not any(former_name(path) for path in target.parent.iterdir())
        write(target, NEW, replace=True)
        assert tree(target.parent) == {"m": None, "m/a": b"new a", "m/c": b"new c"}
    assert set(was_there) == {True, False}
    assert len(was_there) < MOST_EVENTS


def test_a_former_folder_is_put_back_before_its_name_is_given_away(tmp_path: Path) -> None:
    write(tmp_path / "m", OLD)
    (tmp_path / "m").rename(tmp_path / ".old~0~m")
    with pytest.raises(ModelFolderExistsError):
        write(tmp_path / "m", NEW)
    assert tree(tmp_path / "m") == OLD


def test_whoever_comes_second_is_refused_until_the_first_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic_folders, "GLANCE_SECONDS", 0.05)
    write(tmp_path / "n", OLD)
    with new_folder(tmp_path / "m") as folder:
        (folder / "a").write_bytes(b"ours")
        for replace in (False, True):
            with pytest.raises(ModelFolderBusyError, match="m is being imported or changed"):
                write(tmp_path / "m", NEW, replace=replace)
        with pytest.raises(ModelFolderBusyError):
            remove_folder(tmp_path / "m")
        with pytest.raises(ModelFolderBusyError):
            set_aside(tmp_path / "m")
        with pytest.raises(ModelFolderBusyError):
            rename_folder(tmp_path / "n", tmp_path / "m")
        remove_folder(tmp_path / "n")
        write(tmp_path / "other", OLD)
    assert tree(tmp_path / "m") == {"a": b"ours"}
    assert {path.name for path in tmp_path.iterdir()} == {"m", "other"}


def test_what_a_killed_writer_left_is_cleared_by_the_next_one_of_any_name(tmp_path: Path) -> None:
    for name in (".new~0~fresh", ".gone~0~gone", ".scratch~0~", ".new~0~", ".hidden"):
        (tmp_path / name).mkdir()
    for name in (".lock~fresh", ".lock~long ago"):
        (tmp_path / name).touch()
    for name in (".old~0~kept", ".old~0~lost", "kept"):
        (tmp_path / name).mkdir()
    write(tmp_path / "m", OLD)
    assert {path.name for path in tmp_path.iterdir()} == {".hidden", "m", "kept", "lost"}


def test_without_locks_folders_are_written_and_nothing_is_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_named: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    (tmp_path / ".new~0~m").mkdir()
    write(tmp_path / "m", OLD)
    write(tmp_path / "m", NEW, replace=True)
    assert set_aside(tmp_path / "m").bring_back() == tmp_path / "m"
    rename_folder(tmp_path / "m", tmp_path / "n")
    assert tree(tmp_path / "n") == NEW
    remove_folder(tmp_path / "n")
    assert [path.name for path in tmp_path.iterdir()] == [".new~0~m"]


def test_the_longest_names_of_a_disk_are_written_removed_and_brought_back(tmp_path: Path) -> None:
    for name in ("a" * 255, "\N{GRINNING FACE}" * 63):
        write(tmp_path / name, OLD)
        assert set_aside(tmp_path / name).bring_back() == tmp_path / name
        assert tree(tmp_path / name) == OLD
        with pytest.raises(OSError, match="too long"):  # under no hidden name would it be found
            write(tmp_path / name, NEW, replace=True)
        assert tree(tmp_path / name) == OLD
        rename_folder(tmp_path / name, tmp_path / "m")
        rename_folder(tmp_path / "m", tmp_path / name)
        set_aside(tmp_path / name).delete()
        write(tmp_path / name, OLD)
        remove_folder(tmp_path / name)
        assert tree(tmp_path) == {}


def test_what_is_set_aside_is_its_owners_until_that_is_killed(tmp_path: Path) -> None:
    write(tmp_path / "m", OLD)
    removed = set_aside(tmp_path / "m")
    assert take_over(tmp_path) == []
    write(tmp_path / "m", NEW)  # which clears what killed writers left, but not this
    assert removed.bring_back() == tmp_path / "m 2"
    assert tree(tmp_path / "m 2") == OLD


def test_what_was_brought_back_a_moment_ago_is_not_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "m", OLD)
    removed = set_aside(tmp_path / "m")
    acquire = FileLock.acquire

    def bring_back_first(lock: FileLock, timeout: float, poll_interval: float) -> object:
        monkeypatch.undo()
        removed.bring_back()
        return acquire(lock, timeout, poll_interval)

    monkeypatch.setattr(FileLock, "acquire", bring_back_first)
    assert take_over(tmp_path) == []
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


def test_what_a_killed_program_has_set_aside_is_taken_over_whole(tmp_path: Path) -> None:
    was_set_aside = []
    for events in range(MOST_EVENTS):
        target = tmp_path / str(events) / "m"
        write(target, OLD)
        was_killed = run_killed("set aside", target, events)
        orphans = take_over(target.parent)
        assert take_over(target.parent) == []
        was_set_aside.append(len(orphans))
        assert [orphan.bring_back() for orphan in orphans] == [target] * len(orphans)
        assert tree(target) == OLD
        if not was_killed:  # it ended without a word
            break
    assert set(was_set_aside) == {0, 1}
    assert was_set_aside[-1] == 1
    write(target.parent / "n", NEW)
    assert {path.name for path in target.parent.iterdir()} == {"m", "n"}


def test_a_former_folder_keeps_its_name(tmp_path: Path) -> None:
    """While a killed writer has left it aside, nothing else is brought or renamed to its name."""
    write(tmp_path / "m", NEW)
    write(tmp_path / "n", NEW)
    removed = set_aside(tmp_path / "m")
    write(tmp_path / ".old~0~m", OLD)
    assert removed.bring_back() == tmp_path / "m 2"
    (tmp_path / "m").rename(tmp_path / ".old~0~m")
    with pytest.raises(ModelFolderExistsError):
        rename_folder(tmp_path / "n", tmp_path / "m")
    for place in (tmp_path / ".old~0~m", tmp_path / "m"):
        (tmp_path / "m").rename(tmp_path / ".old~0~m")
        assert set_aside(place).bring_back() == tmp_path / "m"
    assert tree(tmp_path / "m") == OLD


def test_a_scratch_folder_is_gone_in_any_case(tmp_path: Path) -> None:
    """No writer takes it for its own meanwhile, and the next one clears what a killed one left."""
    with scratch_folder(tmp_path / "models") as scratch:
        (scratch / "inside").mkdir()
        write(tmp_path / "models" / "m", OLD)
        assert (scratch / "inside").is_dir()
    with pytest.raises(KeyboardInterrupt), scratch_folder(tmp_path / "models"):
        raise KeyboardInterrupt
    assert {path.name for path in (tmp_path / "models").iterdir()} == {"m"}
    scratch.mkdir()
    write(tmp_path / "models" / "n", OLD)
    assert {path.name for path in (tmp_path / "models").iterdir()} == {"m", "n"}


def test_removing_a_link_leaves_what_it_leads_to(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", OLD)
    try:
        (tmp_path / "m").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    except OSError:
        pytest.skip("this system lets us make no links")
    remove_folder(tmp_path / "m")
    assert tree(tmp_path) == {"elsewhere": None, "elsewhere/a": b"old a", "elsewhere/b": b"old b"}


def test_removing_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        remove_folder(tmp_path / "m")
