"""The language of the typed text: asked while one types, told of the present text alone."""

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.language_session import LanguageSession
from desktop.values.requests import LanguageRequest


class Asked:
    """A session that has begun with an English model, what it asked for and what it told."""

    def __init__(self) -> None:
        self.session = LanguageSession()
        self.requests: list[LanguageRequest] = []
        self.told: list[str] = []
        self.session.work_requested.connect(self.requests.append)
        self.session.told.connect(self.told.append)
        self.session.set_direction("en", "de")
        self.session.begin()
        self.told.clear()

    def type(self, text: str) -> None:
        """Type a text, and pause."""
        self.session.edit(text)
        self.pause()

    def pause(self) -> None:
        """Let the time between two detections be over."""
        if self.session._timer.isActive():
            self.session._timer.timeout.emit()

    def answer(self, language: str | None) -> None:
        self.session.on_answered(self.requests[-1], language)


@pytest.fixture
def asked(qtbot: QtBot) -> Asked:
    assert qtbot is not None
    return Asked()


def test_a_text_is_asked_about_after_a_pause(asked: Asked) -> None:
    asked.session.edit("Wo ist")
    asked.session.edit("Wo ist es?")
    assert asked.requests == []
    asked.pause()
    (request,) = asked.requests
    assert (request.text, request.source, request.target) == ("Wo ist es?", "en", "de")
    asked.answer("de")
    assert asked.told == ["de"]
    assert (asked.session.text, asked.session.language) == ("Wo ist es?", "de")


def test_a_text_typed_without_a_pause_is_asked_about_too(qtbot: QtBot, asked: Asked) -> None:
    asked.session._timer.setInterval(50)
    text = "Wo ist es?"

    def is_asked_about_while_it_grows() -> bool:
        nonlocal text
        text += " Da."
        asked.session.edit(text)
        return asked.requests != []

    qtbot.waitUntil(is_asked_about_while_it_grows)
    asked.session.close()


def test_what_was_told_holds_while_one_types_on(asked: Asked) -> None:
    asked.type("Wo ist es?")
    asked.answer("de")
    asked.session.edit("Wo ist es? I")
    assert asked.told == ["de"]
    asked.pause()
    asked.answer(None)
    assert asked.told == ["de", ""]


def test_what_was_detected_holds_for_a_text_too_short_to_tell(asked: Asked) -> None:
    detected: list[str] = []
    asked.session.detected.connect(detected.append)
    for text, answer in (("Where is it?", "en"), ("Hand", None), ("Wo ist es?", "de")):
        asked.type(text)
        asked.answer(answer)
    asked.type("")
    assert detected == ["en", "de", ""]
    assert asked.told == ["", "", "de", ""]  # of another language than the model's alone


def test_an_answer_about_an_earlier_text_is_not_heard(asked: Asked) -> None:
    asked.type("Wo ist es?")
    first = asked.requests[0]
    asked.session.edit("Where")
    asked.session.on_answered(first, "de")
    assert asked.told == []
    asked.pause()
    assert [request.text for request in asked.requests] == ["Wo ist es?", "Where"]
    assert first.cancelled.is_set()


@pytest.mark.parametrize("blank", ["", " \n"])
def test_an_emptied_text_is_in_no_language_at_once(asked: Asked, blank: str) -> None:
    asked.type("Wo ist es?")
    asked.answer("de")
    asked.session.edit(blank)
    assert asked.told == ["de", ""]
    asked.pause()
    assert len(asked.requests) == 1


def test_another_direction_asks_again(asked: Asked) -> None:
    asked.type("Wo ist es?")
    asked.answer("de")
    asked.session.set_direction("de", "en")
    assert asked.told == ["de", ""]
    assert (asked.requests[-1].source, asked.requests[-1].target) == ("de", "en")
    asked.session.set_direction("de", "en")
    assert len(asked.requests) == 2


def test_nothing_is_asked_before_a_model_is_there_nor_after_the_end(qtbot: QtBot) -> None:
    assert qtbot is not None
    session = LanguageSession()
    requests: list[LanguageRequest] = []
    session.work_requested.connect(requests.append)
    session.edit("Wo ist es?")
    session._timer.timeout.emit()
    session.begin()
    session.set_direction("en", "")
    assert requests == []
    session.set_direction("en", "de")
    (request,) = requests
    session.close()
    assert request.cancelled.is_set()
    session.on_answered(request, "de")
    session.set_direction("de", "en")
    assert session.language == ""
    assert len(requests) == 1


def test_a_new_window_hears_what_was_told(asked: Asked) -> None:
    asked.type("Wo ist es?")
    asked.answer("de")
    asked.session.repeat()
    assert asked.told == ["de", "de"]
