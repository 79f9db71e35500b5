"""One program for one user's folders: which it is, what it is handed, what stands in the way."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from desktop.platform import single_instance
from desktop.platform.single_instance import STALE_S, Instance, Standing, Start, claim


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Jürgen Ünal" / "window"


@pytest.fixture
def first(folder: Path) -> Iterator[Instance]:
    """Be the program that is there already."""
    instance = claim(folder)
    assert instance is not None
    assert instance.standing is Standing.ONLY
    yield instance
    instance.leave()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_instance, "PATIENCE_S", 0.0)


@contextmanager
def answering(instance: Instance) -> Iterator[list[Start]]:
    """Take what comes on another thread, as a running window does."""
    taken: list[Start] = []
    is_over = threading.Event()

    def answer() -> None:
        while not is_over.wait(0.001):
            taken.extend(instance.later_starts())

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield taken
    finally:
        is_over.set()
        thread.join()


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "lock")


def test_of_two_starts_at_once_one_is_the_first_and_gets_both_a_hundred_times(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_instance, "PATIENCE_S", 60.0)
    for number in range(100):
        at_once = threading.Barrier(2)
        answers: list[Instance | None] = []

        def begin(file: Path, at_once: threading.Barrier, answers: list[Instance | None]) -> None:
            at_once.wait()
            instance = claim(folder, [file])
            while instance is not None and not (starts := list(instance.later_starts())):
                pass
            answers.append(instance)
            if instance is not None:
                instance.leave()
                assert len(starts) == 1

        files = [folder / f"{number} {name}.txt" for name in ("a", "b")]
        threads = [threading.Thread(target=begin, args=(one, at_once, answers)) for one in files]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers.count(None) == 1
        assert left_in(folder) == []


def test_files_are_handed_over_with_whole_paths(
    first: Instance, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "right to the front")
    odd = os.fsdecode(b"not \xff UTF-8.txt")
    names = ["a.txt", "日本 ü.srt", odd, str(tmp_path / "b.translucent")]
    with answering(first) as taken:
        assert claim(folder, [Path(name) for name in names]) is None
    assert taken == [Start(tuple(tmp_path / name for name in names), "right to the front")]
    assert left_in(folder) == []


def test_a_quick_translation_is_handed_over(
    first: Instance, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    with answering(first) as taken:
        assert claim(folder, is_quick=True) is None
    assert taken == [Start(is_quick=True)]


def test_a_start_without_files_asks_to_be_seen(
    first: Instance, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    with answering(first) as taken:
        assert claim(folder) is None
    assert taken == [Start()]


@pytest.mark.usefixtures("first")
def test_other_folders_are_another_program(tmp_path: Path) -> None:
    other = claim(tmp_path / "elsewhere")
    assert other is not None
    assert other.standing is Standing.ONLY
    other.leave()


def test_once_the_first_has_left_the_next_is_the_first(first: Instance, folder: Path) -> None:
    first.leave()
    first.leave()  # twice is no harm
    following = claim(folder)
    assert following is not None
    assert following.standing is Standing.ONLY
    following.leave()


@pytest.mark.usefixtures("impatient")
def test_who_gets_no_answer_takes_the_request_back(first: Instance, folder: Path) -> None:
    alone = claim(folder, [Path("a.txt")])
    assert alone is not None
    assert alone.standing is Standing.UNANSWERED
    assert left_in(folder) == []
    assert list(first.later_starts()) == []
    assert list(alone.later_starts()) == []
    alone.leave()
    assert first.standing is Standing.ONLY


def test_who_waits_while_the_first_leaves_is_the_first(
    first: Instance, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acquire = single_instance._acquire
    tries: list[float] = []

    def acquire_late(lock: FileLock, seconds: float) -> bool:
        tries.append(seconds)
        if len(tries) == 2:
            first.leave()
        return acquire(lock, seconds)

    monkeypatch.setattr(single_instance, "_acquire", acquire_late)
    following = claim(folder, [Path("a.txt")])
    assert following is not None
    assert following.standing is Standing.ONLY
    assert left_in(folder) == []
    following.leave()


def test_a_folder_that_cannot_be_made_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    alone = claim(tmp_path / "file" / "window", [Path("a.txt")])
    assert alone is not None
    assert alone.standing is Standing.UNKNOWN
    assert list(alone.later_starts()) == []
    alone.leave()


@pytest.mark.usefixtures("first")
def test_a_request_that_cannot_be_written_is_no_obstacle(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_disk(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fill_disk)
    alone = claim(folder, [Path("a.txt")])
    assert alone is not None
    assert alone.standing is Standing.UNKNOWN
    assert left_in(folder) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "[" * 100_000,
        "{}",
        '{"files": 3, "token": ""}',
        '{"files": null}',
        "\udcff",
    ],
    ids=lambda text: text[:20],
)
def test_what_nobody_understands_asks_to_be_seen(first: Instance, folder: Path, text: str) -> None:
    (folder / "1.request").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert list(first.later_starts()) == [Start()]
    assert left_in(folder) == []


def test_what_was_left_by_a_killed_start_is_removed_not_opened(
    first: Instance, folder: Path
) -> None:
    old = folder / "1.request"
    old.write_text(json.dumps({"files": ["/home/somebody/last-week.txt"], "token": ""}))
    past = old.stat().st_mtime - 2 * STALE_S
    os.utime(old, (past, past))
    assert list(first.later_starts()) == []
    assert left_in(folder) == []
