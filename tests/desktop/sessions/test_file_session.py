"""Files under translation: each is told of by its own key, and ends once."""

from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.file_session import FileSession
from engine.documents.file_translation import FileProgress, FileRequest, FileResult
from engine.errors import EngineError
from engine.translation import Formality


class Heard:
    """What a session says, in order."""

    def __init__(self, session: FileSession) -> None:
        self.work: list[FileRequest] = []
        self.said: list[tuple[Any, ...]] = []
        session.work_requested.connect(self.work.append)
        session.refused.connect(lambda path: self.said.append(("refused", path)))
        session.added.connect(lambda *values: self.said.append(("added", *values)))
        session.progressed.connect(lambda *values: self.said.append(("progressed", *values)))
        session.finished.connect(lambda *values: self.said.append(("finished", *values)))
        session.failed.connect(lambda *values: self.said.append(("failed", *values)))
        session.withdrawn.connect(lambda key: self.said.append(("withdrawn", key)))


@pytest.fixture
def session(qtbot: QtBot) -> FileSession:
    assert qtbot is not None
    return FileSession()


@pytest.fixture
def heard(session: FileSession) -> Heard:
    return Heard(session)


def test_each_file_becomes_a_request_with_the_settings(session: FileSession, heard: Heard) -> None:
    session.set_search(3, 0.6)
    session.set_formality(Formality.FORMAL)
    session.add([Path("a.txt"), Path("b.MD")])
    assert {request.wish().formality for request in heard.work} == {Formality.FORMAL}
    assert [request.source for request in heard.work] == [Path("a.txt"), Path("b.MD")]
    assert {(request.beam_size, request.length_penalty) for request in heard.work} == {(3, 0.6)}
    assert [said[0] for said in heard.said] == ["added", "added"]
    assert heard.said[0][1] != heard.said[1][1]
    assert session.is_busy


def test_a_file_of_another_kind_is_refused_and_the_others_go_on(
    session: FileSession, heard: Heard
) -> None:
    session.add([Path("a.docx"), Path("b.srt")])
    assert heard.said[0] == ("refused", Path("a.docx"))
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
