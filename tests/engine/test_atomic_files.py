"""A file or folder appears whole or not at all, wherever its writer is killed."""

import errno
import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from engine.atomic_files import (
    bring_back,
    clear_parts,
    former_name,
    new_file,
    new_folder,
    remove_folder,
    scratch_folder,
    set_aside,
    write_file,
)
from engine.errors import ModelFolderExistsError
from tests.support.model_folders import tree
from tests.support.virus_scanner import VirusScanner

pytestmark = pytest.mark.usefixtures("instant_disk")

OLD = {"a": b"old a", "b": b"old b"}
NEW = {"a": b"new a", "c": b"new c"}
MOST_EVENTS = 60

KILLED = """
    import os, sys
    os.fsync = lambda descriptor: None
    from pathlib import Path
    from engine.atomic_files import new_file, new_folder, remove_folder

    verb, parent, name, events_left = sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])

    def count_down(event, arguments):
        global events_left
        if event.startswith(("open", "os.", "shutil.")) and str(parent) in repr(arguments):
            events_left -= 1
            if events_left < 0:
                os._exit(9)

    sys.addaudithook(count_down)
    if verb == "remove":
        remove_folder(parent / name)
    elif verb == "file":
        with new_file(parent / name) as file:
            file.write(b"new")
    else:
        with new_folder(parent / name, replace=True) as folder:
            (folder / "a").write_bytes(b"new a")
            (folder / "c").write_bytes(b"new c")
"""
"""Does its work and is dead before the n-th time it touches a file."""


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


def run_killed(verb: str, target: Path, events: int) -> bool:
    """Work in another process that dies at an event; tell whether it came so far."""
    code = textwrap.dedent(KILLED)
    arguments = [sys.executable, "-c", code, verb, str(target.parent), target.name, str(events)]
    outcome = subprocess.run(arguments, check=False, cwd=Path(__file__).parents[2])
    assert outcome.returncode in (0, 9)
    return outcome.returncode == 9


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
    assert bring_back(set_aside(tmp_path / "m", "m")) == tmp_path / "m"
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


def test_others_being_written_are_left_alone_until_they_are_old(tmp_path: Path) -> None:
    fresh, abandoned = tmp_path / ".new~0~fresh", tmp_path / ".new~0~abandoned"
    for path in (fresh, abandoned):
        path.mkdir()
    os.utime(abandoned, (0, 0))
    (tmp_path / ".hidden").mkdir()
    write(tmp_path / "m", OLD)
    assert {path.name for path in tmp_path.iterdir()} == {".new~0~fresh", ".hidden", "m"}


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
    os.utime(scratch, (0, 0))
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


# --- files ---


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
