"""`translucent unfinished`: what is kept of stopped files is seen, and goes when it is told to."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.documents.file_translation import FileRequest, translate_file
from tests.support.commands import Run, runner
from tests.support.text_translators import FakeTranslator, eight_at_once


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home" / "data" / "unfinished"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path / "home")


@pytest.fixture
def stopped(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file whose translation was stopped."""
    eight_at_once(monkeypatch)
    source = tmp_path / "notes.txt"
    source.write_text("".join(f"A dog number {number}.\n" for number in range(40)))
    request = FileRequest(source, journals=folder)
    for progress in translate_file(FakeTranslator(), request):
        if progress.done:
            request.cancelled.set()
    return source


def test_stopped_files_are_listed(run: Run, stopped: Path) -> None:
    heading, row = run("unfinished", "list").out.splitlines()
    assert heading.split() == ["kept", "as", "translated", "file"]
    assert "of 40 sentences" in row
    assert row.endswith(str(stopped))


def test_what_is_kept_is_removed(run: Run, stopped: Path, folder: Path) -> None:
    ended = run("unfinished", "remove", stopped, "--yes")
    assert ended == (0, "Removed 1.\n", "")
    assert list(folder.iterdir()) == []
    assert stopped.exists()
    assert "No translation of a file was stopped." in run("unfinished", "list").err


def test_what_cannot_be_read_goes_too_and_all_go_at_once(
    run: Run, stopped: Path, folder: Path
) -> None:
    assert stopped.exists()
    (folder / "one.journal").write_bytes(b"a text that is no database" * 9)
    (folder / "two.journal-journal").write_bytes(b"left alone")
    assert run("unfinished", "list").out.count("damaged") == 2
    assert not (folder / "two.journal").exists()
    assert run("unfinished", "remove", "one", "--yes").out == "Removed 1.\n"
    assert run("unfinished", "remove", "--all", "--yes").out == "Removed 2.\n"
    assert list(folder.iterdir()) == []
    assert run("unfinished", "remove", "--all").out == "Nothing is kept.\n"


def test_what_a_program_writes_stays(run: Run, stopped: Path, folder: Path) -> None:
    (journal,) = folder.iterdir()
    with closing(sqlite3.connect(journal)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        assert "being translated" in run("unfinished", "list").out
        ended = run("unfinished", "remove", "--all", "--yes")
        assert ended.status == 2
        assert "is being translated; stop that first" in ended.err
    assert stopped.exists()
    assert journal.exists()


def test_wrong_use_is_said(run: Run, stopped: Path) -> None:
    assert "give either names or --all" in run("unfinished", "remove").err
    assert "give either names or --all" in run("unfinished", "remove", "a", "--all").err
    assert "nothing is kept of other.txt" in run("unfinished", "remove", "other.txt").err
    assert "40 sentences" in run("unfinished", "list").out
    assert stopped.exists()
