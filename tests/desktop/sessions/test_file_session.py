"""Files under translation: each is told of by its own key, and ends once."""

from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.file_session import FileSession
from engine.documents.file_translation import (
    FileProgress,
    FileRequest,
    FileResult,
    translate_file,
)
from engine.errors import EngineError
from engine.translation import Formality, SearchOptions
from tests.support.text_translators import FakeTranslator, eight_at_once, shouted


class Heard:
    """What a session says, in order."""

    def __init__(self, session: FileSession) -> None:
        self.work: list[FileRequest] = []
        self.said: list[tuple[Any, ...]] = []
        session.work_requested.connect(self.work.append)
        session.refused.connect(lambda paths: self.said.append(("refused", *paths)))
        session.added.connect(lambda *values: self.said.append(("added", *values)))
        session.progressed.connect(lambda *values: self.said.append(("progressed", *values)))
        session.offered.connect(lambda *values: self.said.append(("offered", *values)))
        session.finished.connect(lambda *values: self.said.append(("finished", *values)))
        session.failed.connect(lambda *values: self.said.append(("failed", *values)))
        session.withdrawn.connect(lambda key: self.said.append(("withdrawn", key)))


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path) -> FileSession:
    assert qtbot is not None
    return FileSession(tmp_path / "unfinished")


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    eight_at_once(monkeypatch)


@pytest.fixture
def heard(session: FileSession) -> Heard:
    return Heard(session)


def test_each_file_becomes_a_request_with_the_settings(session: FileSession, heard: Heard) -> None:
    options = SearchOptions(3, 0.6, Formality.FORMAL)
    session.set_options(options)
    session.add([Path("a.txt"), Path("b.MD")])
    assert [request.source for request in heard.work] == [Path("a.txt"), Path("b.MD")]
    assert {request.wish().options for request in heard.work} == {options}
    assert [said[0] for said in heard.said] == ["added", "added"]
    assert heard.said[0][1] != heard.said[1][1]
    assert session.is_busy


def test_a_file_of_another_kind_is_refused_and_the_others_go_on(
    session: FileSession, heard: Heard
) -> None:
    session.add([Path("a.jpg"), Path("b.srt")])
    assert heard.said[0] == ("refused", Path("a.jpg"))
    assert [request.source for request in heard.work] == [Path("b.srt")]


def test_the_whole_way_of_a_file(session: FileSession, heard: Heard) -> None:
    session.add([Path("a.txt")])
    request, key = heard.work[0], heard.said[0][1]
    progress = FileProgress(Path("a.txt"), 3, 9, 1.0, 2.0)
    session.on_progressed(request, progress)
    result = FileResult(Path("a.txt"), Path("a.de.txt"), 9, 9, 0, 3.0)
    session.on_answered(request, result)
    assert heard.said[1:] == [("progressed", key, progress), ("finished", key, result)]
    assert session.results == {key: Path("a.de.txt")}
    assert not session.is_busy


def test_what_is_not_its_own_is_nobodys_business(session: FileSession, heard: Heard) -> None:
    other = FileRequest(Path("a.txt"))
    session.add([Path("a.txt")])
    session.on_answered(other, FileResult(Path("a.txt"), Path("x"), 1, 1, 0, 1.0))
    session.on_failed(other, EngineError("no"))
    session.on_cancelled(object())
    assert len(heard.said) == 1
    assert session.is_busy


def test_a_failure_is_passed_on_once(session: FileSession, heard: Heard) -> None:
    session.add([Path("a.txt")])
    error = EngineError("no")
    session.on_failed(heard.work[0], error)
    session.on_failed(heard.work[0], error)
    assert heard.said[1:] == [("failed", heard.said[0][1], error)]


def test_cancelling_stops_one_file_and_closing_all(session: FileSession, heard: Heard) -> None:
    session.add([Path("a.txt"), Path("b.txt")])
    first, second = heard.work
    session.cancel(heard.said[0][1])
    assert first.cancelled.is_set()
    assert not second.cancelled.is_set()
    session.on_cancelled(first)
    assert heard.said[-1] == ("withdrawn", heard.said[0][1])
    session.close()
    assert second.cancelled.is_set()


# --- stopped, and resumed ---


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text("".join(f"Dog number {number}.\n" for number in range(40)))
    return path


def carry_out(
    session: FileSession,
    request: FileRequest,
    stop_after: int | None = None,
    translator: FakeTranslator | None = None,
) -> None:
    """Do the worker's part, or stop it once so many sentences are done."""
    steps = translate_file(translator or FakeTranslator(shouted), request)
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            session.on_answered(request, end.value)
            return
        except EngineError as error:
            session.on_failed(request, error)
            return
        session.on_progressed(request, progress)
        if stop_after is not None and progress.done >= stop_after:
            request.cancelled.set()


def test_a_stopped_file_is_resumed_under_its_key(
    session: FileSession, heard: Heard, source: Path
) -> None:
    session.add([source])
    key = heard.said[0][1]
    carry_out(session, heard.work[0], stop_after=16)
    assert session.can_resume(key)
    session.resume(key)
    assert heard.said[-1] == ("added", key, "a.txt")
    assert not session.can_resume(key)
    carry_out(session, heard.work[1])
    assert session.results[key].read_text() == source.read_text().upper()
    assert not session.can_resume(key)


def test_a_stopped_file_that_is_added_again_is_resumed(
    session: FileSession, heard: Heard, source: Path
) -> None:
    session.add([source])
    carry_out(session, heard.work[0], stop_after=16)
    session.add([source])
    key = heard.said[0][1]
    assert heard.said[-1] == ("added", key, "a.txt")
    translator = FakeTranslator(shouted)
    carry_out(session, heard.work[1], translator=translator)
    assert sum(text.count("\n") + 1 for text in translator.asked) == 24
    assert list(session.results) == [key]


def test_a_file_of_an_earlier_start_is_offered_until_it_is_removed(
    session: FileSession, heard: Heard, source: Path, tmp_path: Path
) -> None:
    session.add([source])
    steps = translate_file(FakeTranslator(), heard.work[0])
    for _ in range(3):
        next(steps)
    steps.close()  # the program was killed
    later = FileSession(tmp_path / "unfinished")
    offers = Heard(later)
    later.offer_unfinished()
    ((_, key, unfinished),) = offers.said
    assert (unfinished.source, unfinished.done, unfinished.total) == (source, 16, 40)
    later.resume(key)
    assert offers.work[0].resumed == unfinished.journal
    later.on_cancelled(offers.work[0])  # before its turn came
    assert offers.said[-1] == ("offered", key, unfinished)
    later.forget(key)
    last = FileSession(tmp_path / "unfinished")
    heard_last = Heard(last)
    last.offer_unfinished()
    assert heard_last.said == []


def test_a_resumed_file_that_is_gone_can_be_resumed_once_it_is_back(
    session: FileSession, heard: Heard, source: Path
) -> None:
    session.add([source])
    key = heard.said[0][1]
    carry_out(session, heard.work[0], stop_after=16)
    text = source.read_text()
    source.unlink()
    session.resume(key)
    carry_out(session, heard.work[1])
    assert heard.said[-1][0] == "failed"
    source.write_text(text)
    session.resume(key)
    carry_out(session, heard.work[2])
    assert session.results[key].read_text() == text.upper()


def test_the_doubts_of_a_file_are_those_of_its_last_run(
    session: FileSession, heard: Heard, source: Path
) -> None:
    source.write_text("".join(f"An odd dog, {number}.\n" for number in range(40)))
    session.add([source])
    key = heard.said[0][1]
    carry_out(session, heard.work[0], stop_after=16)
    assert len(session.doubts(key)) == 16
    session.resume(key)
    carry_out(session, heard.work[1])
    assert [doubt.place.value for doubt in session.doubts(key)] == [
        str(number) for number in range(1, 41)
    ]
    session.forget(key)
    assert session.doubts(key) == ()
