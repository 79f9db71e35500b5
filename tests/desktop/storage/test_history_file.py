"""A killed, damaged or foreign file costs no start, and nothing of a history that is whole."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from copy import copy
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.storage import history_file
from desktop.storage.history import History
from desktop.storage.history_file import SCHEMA_VERSION, HistoryNotKeptError, HistoryTooNewError
from engine.files.atomic_folders import name_lock
from tests.support.histories import keep, sources

ROOT = Path(__file__).parents[3]


# --- what may stand at its place ---


def whole_file(path: Path) -> bytes:
    with closing(History(path)) as history:
        for number in range(40):
            keep(history, f"text {number} " * 30)
    return path.read_bytes()


def assert_begun_anew(path: Path) -> Path:
    """A new history works, and tells where the old file is; give that place."""
    with closing(History(path)) as history:
        aside = history.was_damaged
        assert aside is not None
        assert aside.parent == path.parent
        assert aside.name.startswith("history.damaged-")
        assert aside.suffix == ".sqlite3"
        assert history.problem is None
        assert history.search() == []
        keep(history, "new")
    with closing(History(path)) as history:
        assert history.was_damaged is None
        assert sources(history) == ["new"]
    return aside


@pytest.mark.parametrize(
    "content",
    [b"\0", b"garbage" * 1000, b"SQLite format 3\0", b"SQLite format 3\0" + b"\xff" * 5000],
    ids=["one byte", "garbage", "header", "bad header"],
)
def test_what_is_no_database_is_set_aside(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert assert_begun_anew(path).read_bytes() == content


def test_an_empty_file_is_begun(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with closing(History(path)) as history:
        assert history.was_damaged is None
        keep(history, "text")
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_truncated_database_is_set_aside(path: Path) -> None:
    content = whole_file(path)
    for share in (0.001, 0.01, 0.1, 0.3, 0.5, 0.9, 0.999):
        part = content[: int(share * len(content))]
        path.write_bytes(part)
        assert assert_begun_anew(path).read_bytes() == part


def test_a_database_with_a_damaged_page_is_set_aside(path: Path) -> None:
    content = bytearray(whole_file(path))
    content[4096 * 2 : 4096 * 5] = os.urandom(4096 * 3)
    path.write_bytes(content)
    assert_begun_anew(path)


@given(data=st.data())
def test_whatever_bytes_are_damaged_there_is_a_history(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("history") / "history.sqlite3"
    content = bytearray(whole_file(path))
    start = data.draw(st.integers(0, len(content) - 1))
    damage = data.draw(st.binary(min_size=1, max_size=200))
    content[start : start + len(damage)] = damage
    path.write_bytes(content)
    with closing(History(path)) as history:
        assert history.was_damaged or history.problem or len(history.search()) <= 40
        if not history.problem:
            keep(history, "new")
            assert sources(history)[0] == "new"


def test_a_folder_at_its_place_is_set_aside(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "file").write_bytes(b"mine")
    assert (assert_begun_anew(path) / "file").read_bytes() == b"mine"


def test_a_foreign_database_is_set_aside_whole(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute("CREATE TABLE entries (id, text)")
        foreign.execute("INSERT INTO entries VALUES (1, 'mine')")
        foreign.commit()
    with closing(sqlite3.connect(assert_begun_anew(path))) as foreign:
        assert foreign.execute("SELECT * FROM entries").fetchall() == [(1, "mine")]


def test_what_belongs_to_a_damaged_database_goes_with_it(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"garbage")
    for companion in ("-wal", "-shm"):
        path.with_name(path.name + companion).write_bytes(b"part")
    aside = assert_begun_anew(path)
    for companion in ("-wal", "-shm"):
        assert aside.with_name(aside.name + companion).read_bytes() == b"part"


def test_what_a_lost_database_left_is_not_mixed_into_the_new(path: Path) -> None:
    script = "keep(history, 'lost'); os._exit(0)"
    run_beside(path, script)
    assert path.with_name(path.name + "-wal").exists()
    path.unlink()
    with closing(History(path)) as history:
        assert history.search() == []
        assert history.was_damaged is None


def test_a_history_of_a_later_version_is_left_as_it_is(path: Path) -> None:
    whole_file(path)
    with closing(sqlite3.connect(path)) as later:
        later.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    content = path.read_bytes()

    with closing(History(path)) as history:
        problem = history.problem
        assert isinstance(problem, HistoryTooNewError)
        assert (problem.found, problem.supported) == (SCHEMA_VERSION + 1, SCHEMA_VERSION)
        assert f"has version {SCHEMA_VERSION + 1}; this program reads up to" in str(problem)
        assert str(copy(problem)) == str(problem)
        assert history.was_damaged is None
        keep(history, "in memory")
        assert sources(history) == ["in memory"]
    assert path.read_bytes() == content


def test_where_nothing_can_be_written_it_lives_in_memory(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"no folder")
    with closing(History(tmp_path / "data" / "history.sqlite3")) as history:
        assert isinstance(history.problem, HistoryNotKeptError)
        assert "cannot be saved in" in str(history.problem)
        assert "it lasts until the window is closed" in str(history.problem)
        assert str(copy(history.problem)) == str(history.problem)
        number = keep(history, "text")
        history.set_favourite(number, is_favourite=True)
        assert sources(history, "TEXT", favourites=True) == ["text"]
        history.clear()
        assert history.search() == []


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="needs users and modes of files")
def test_a_read_only_folder_is_said(path: Path) -> None:
    whole_file(path)
    script = (
        "print(type(history.problem).__name__, history.problem.reason)\n"
        "keep(history, 'text'); print(sources(history))"
    )
    path.chmod(0o444)
    path.parent.chmod(0o555)
    for folder in (path.parent, path.parent.parent, path.parent.parent.parent):
        folder.chmod(folder.stat().st_mode | 0o055)
    before = path.read_bytes()
    become_nobody = "'' .encode('utf-16-le')\nif os.geteuid() == 0: os.setuid(65534)"
    try:
        output = run_beside(path, script, before=become_nobody)
    finally:
        path.parent.chmod(0o755)
    kind, texts = output.splitlines()
    assert kind.startswith("HistoryNotKeptError ")
    assert texts == "['text']"
    assert path.read_bytes() == before


# --- other processes, and sudden ends ---

_PROGRAM = """
import os, sys
from pathlib import Path
from tests.desktop.test_history import keep, sources
from desktop.storage.history import History
{before}
history = History(Path(sys.argv[1]))
{script}
"""


def command(script: str, path: Path, before: str = "") -> list[str]:
    # `tests` is no package: the helpers are loaded from this file.
    program = _PROGRAM.replace(
        "from tests.desktop.test_history import keep, sources",
        "import importlib.util as util\n"
        f"spec = util.spec_from_file_location('helpers', {str(Path(__file__))!r})\n"
        "helpers = util.module_from_spec(spec); spec.loader.exec_module(helpers)\n"
        "keep, sources = helpers.keep, helpers.sources",
    ).format(before=before, script=script)
    return [sys.executable, "-c", program, str(path)]


def run_beside(path: Path, script: str, before: str = "") -> str:
    """What a process of its own prints that runs `script` on the history."""
    result = subprocess.run(
        command(script, path, before), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9")
@pytest.mark.parametrize("lines", [1, 2, 30, 200])
def test_a_process_killed_while_writing_leaves_a_whole_history(path: Path, lines: int) -> None:
    script = """
for number in range(10**9):
    keep(history, f"text {number} " * 200)
    print(number, flush=True)
"""
    with subprocess.Popen(
        command(script, path), cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for _ in range(lines):
            written = int(process.stdout.readline())
        process.kill()
        written += len(process.stdout.readlines())
    with closing(History(path)) as history:
        assert history.was_damaged is None
        assert history.problem is None
        numbers = [int(entry.source.split()[1]) for entry in history.search(limit=10**9)]
    assert numbers == list(range(len(numbers)))[::-1]
    assert len(numbers) >= written


def test_two_windows_write_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_file, "BUSY_SECONDS", 60)  # nobody types as fast as this
    before = "import desktop.storage.history_file; desktop.storage.history_file.BUSY_SECONDS = 60"
    script = "for number in range(200): keep(history, f'theirs {number}')"
    with closing(History(path)) as history:
        with subprocess.Popen(command(script, path, before), cwd=ROOT) as other:
            while not sources(history, "theirs") and other.poll() is None:
                keep(history, "mine first")
            for number in range(200):
                keep(history, f"mine {number}")
        assert other.returncode == 0
        found = [entry.source for entry in history.search(limit=10**6)]
    for whose in ("mine", "theirs"):
        expected = [f"{whose} {number}" for number in reversed(range(200))]
        assert [source for source in found if source in expected] == expected


@pytest.mark.parametrize("content", [None, b"", b"garbage"], ids=["none", "empty", "garbage"])
def test_windows_opened_at_once_share_one_history(path: Path, content: bytes | None) -> None:
    path.parent.mkdir()
    if content is not None:
        path.write_bytes(content)
    script = "keep(history, f'text of {os.getpid()}'); print(history.problem)"
    processes = [
        subprocess.Popen(command(script, path), cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for process in processes:
        assert process.communicate()[0] == "None\n"
        assert process.returncode == 0
    with closing(History(path)) as history:
        texts = {f"text of {process.pid}" for process in processes}
        assert set(sources(history)) == texts
    aside = list(path.parent.glob("*damaged*"))
    assert len(aside) == (1 if content else 0)


def test_what_another_window_sets_aside_is_looked_at_again(path: Path) -> None:
    with closing(History(path)) as history:
        keep(history, "text")
    whole = path.read_bytes()
    path.write_bytes(b"garbage")
    opened: list[History] = []

    def open_window() -> None:
        with closing(History(path)) as history:
            opened.append(history)

    with name_lock(path):
        window = Thread(target=open_window)
        window.start()
        window.join(0.2)  # it may see the damage, and waits
        path.write_bytes(whole)
    window.join()
    assert opened[0].problem is None
    assert opened[0].was_damaged is None
    with closing(History(path)) as history:
        assert sources(history) == ["text"]


def test_a_history_that_another_window_holds_says_so(
    history: History, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_file, "BUSY_SECONDS", 0.01)
    keep(history, "theirs")
    with closing(History(path)) as mine:
        history._connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            keep(mine, "mine")
        assert sources(mine) == ["theirs"]
        with closing(History(path)) as third:
            assert "another window is writing to it" in str(third.problem)
        history._connection.execute("ROLLBACK")
        keep(mine, "mine")
        assert sources(history) == ["mine", "theirs"]
