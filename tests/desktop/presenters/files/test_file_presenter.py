"""What is told of files reaches the panel, and what is pressed there the files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from desktop.presenters.files.file_presenter import FilePresenter
from desktop.sessions.file_session import FileSession
from desktop.views.files.panel import FilePanel
from engine.documents.doubts import Doubt
from engine.documents.file_translation import FileProgress, FileRequest, FileResult
from engine.documents.journal import Unfinished
from engine.markup.extraction import Place
from engine.translation import Notice, NoticeKind


class Shown:
    """A panel over a session, and what the session asked for."""

    def __init__(self, folder: Path) -> None:
        self.panel = FilePanel()
        self.files = FileSession(folder)
        self.presenter = FilePresenter(self.panel, self.files)
        self.requests: list[FileRequest] = []
        self.files.work_requested.connect(self.requests.append)

    def add(self, path: Path) -> FileRequest:
        self.files.add([path])
        return self.requests[-1]

    def finish(self, request: FileRequest, done: int, total: int) -> Path:
        target = request.source.with_name("done.txt")
        result = FileResult(request.source, target, done=done, total=total, doubts=0, seconds=1.0)
        self.files.on_answered(request, result)
        return target

    def words(self) -> str:
        return " / ".join(
            label.text()
            for label in self.panel.findChildren(QLabel)
            if label.text() and label.isVisible()
        )

    def press(self, name: str) -> None:
        for button in self.panel.findChildren(QAbstractButton):
            names = (button.accessibleName(), button.text())
            if button.isVisible() and any(one.startswith(name) for one in names):
                button.click()
                return
        raise AssertionError(f"no button {name}")


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[Shown]:
    shown = Shown(tmp_path / "unfinished")
    qtbot.addWidget(shown.panel)
    shown.panel.show()
    yield shown  # not returned: the panel has to live as long
    shown.panel.hide()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What was opened with other programs."""
    opened: list[Path] = []

    def open_url(url: QUrl) -> bool:
        opened.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return opened


def test_a_file_waits_runs_and_is_done(shown: Shown) -> None:
    request = shown.add(Path("captions.txt"))
    assert "captions.txt" in shown.words()
    assert "Waiting" in shown.words()
    progress = FileProgress(request.source, done=3, total=8, seconds=1.0, seconds_left=None)
    shown.files.on_progressed(request, progress)
    assert "3 of 8" in shown.words()
    shown.finish(request, 8, 8)
    assert "Saved as done.txt" in shown.words()
    assert "Stopped" not in shown.words()


def test_what_is_said_of_the_whole_file_stays_with_its_result(shown: Shown) -> None:
    request = shown.add(Path("notizen.txt"))
    remark = Notice(NoticeKind.LANGUAGE, details=("de", "en"))
    progress = FileProgress(request.source, 0, 8, seconds=0.0, seconds_left=None, remarks=(remark,))
    told = "This looks like German, but the model translates from English."
    assert told not in shown.words()
    shown.files.on_progressed(request, progress)
    assert told in shown.words()
    shown.finish(request, 8, 8)
    assert told in shown.words()


def test_stopping_asks_for_an_end_and_keeps_what_is_done(shown: Shown) -> None:
    request = shown.add(Path("captions.txt"))
    shown.press("Stop translating")
    assert request.cancelled.is_set()
    shown.finish(request, 3, 8)
    assert "Stopped at 37 %: 3 of 8" in shown.words()


def test_a_file_of_which_nothing_is_done_leaves_no_row(shown: Shown) -> None:
    shown.finish(shown.add(Path("one.txt")), 0, 8)
    shown.files.on_cancelled(shown.add(Path("two.txt")))
    assert shown.words() == ""
    assert shown.panel.count() == 0


def test_an_empty_file_is_done(shown: Shown) -> None:
    shown.finish(shown.add(Path("empty.txt")), 0, 0)
    assert "Saved as done.txt" in shown.words()


def test_a_failure_is_told_with_its_reason(shown: Shown) -> None:
    request = shown.add(Path("captions.txt"))
    shown.files.on_failed(request, PermissionError(13, "Permission denied", "captions.txt"))
    assert "captions.txt was not translated" in shown.words()
    assert "You don't have permission to access" in shown.words()


def test_the_result_and_its_folder_are_opened(
    shown: Shown, opened: list[Path], tmp_path: Path
) -> None:
    target = shown.finish(shown.add(tmp_path / "captions.txt"), 8, 8)
    shown.press("Open the translation")
    shown.press("Show the translation")
    assert opened == [target, target.parent]


def test_a_removed_row_is_forgotten(shown: Shown) -> None:
    shown.finish(shown.add(Path("captions.txt")), 8, 8)
    assert len(shown.files.results) == 1
    shown.press("Remove captions.txt")
    assert shown.files.results == {}


def test_a_stopped_file_can_be_resumed(shown: Shown, tmp_path: Path) -> None:
    source = tmp_path / "captions.txt"
    request = shown.add(source)
    journal = tmp_path / "one.journal"
    target = tmp_path / "done.txt"
    result = FileResult(source, target, done=3, total=8, doubts=0, seconds=1.0, journal=journal)
    shown.files.on_answered(request, result)
    shown.press("Resume translating captions.txt")
    assert shown.requests[-1].resumed == journal
    assert "Waiting" in shown.words()
    progress = FileProgress(source, 0, 8, seconds=0.0, seconds_left=None, is_restarted=True)
    shown.files.on_progressed(shown.requests[-1], progress)
    assert "it is translated from the beginning" in shown.words()


def test_what_an_earlier_start_left_is_offered(shown: Shown, tmp_path: Path) -> None:
    unfinished = Unfinished(tmp_path / "x.journal", tmp_path / "report.txt", done=43, total=100)
    shown.files.offered.emit("1", unfinished)
    assert "report.txt" in shown.words()
    assert "43 %" in shown.words()
    shown.press("Resume translating report.txt")


def test_doubtful_sentences_are_listed_taken_and_copied(shown: Shown, qtbot: QtBot) -> None:
    request = shown.add(Path("captions.txt"))
    notice = Notice(NoticeKind.UNFAMILIAR, 0, 3)
    doubts = tuple(
        Doubt(f"Dog {line}.", f"Hund {line}.", (notice,), Place("line", str(line)))
        for line in (4, 7)
    )
    progress = FileProgress(request.source, 8, 9, 1.0, seconds_left=None, doubts=doubts)
    shown.files.on_progressed(request, progress)
    shown.press("captions.txt: 2 need checking")
    assert "1 of 2  ·  line 4" in shown.words()
    shown.press("Copy")
    assert QGuiApplication.clipboard().text() == "Dog 4.\nHund 4."
    shown.press("Next sentence")
    with qtbot.waitSignal(shown.panel.doubt_list.text_taken) as taken:
        shown.press("Open in the window")
    assert taken.args == ["Dog 7."]
    shown.finish(request, 9, 9)
    assert "2 of 2  ·  line 7" in shown.words()
    shown.press("Back to the files")
    shown.press("captions.txt: 2 need checking")
