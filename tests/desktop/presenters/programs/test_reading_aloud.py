"""Reading aloud: which text in which language, and what is said where no voice can."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.platform.speech import Speech, SpeechProblem
from desktop.presenters.programs.reading_aloud import PROBLEM, ReadingAloud
from tests.support.windows import OpenWindow, open_window


class FakeSpeech(Speech):
    """Reads into a list, for the languages it has a voice for."""

    def __init__(self, *voices: str) -> None:
        super().__init__()
        self.voices = voices
        self.read_texts: list[tuple[str, str]] = []
        self.is_busy = False

    @property
    def is_reading(self) -> bool:
        return self.is_busy

    def read(self, text: str, language: str) -> None:
        if language in self.voices:
            self.read_texts.append((text, language))
            self.is_busy = True
        else:
            self.failed.emit(SpeechProblem.NO_VOICE, language, "")

    def stop(self) -> None:
        self.is_busy = False


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenWindow]:
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        window.type("two dogs")
        window.wait_for_translation("two dogs")
        yield window


def reading(window: OpenWindow, speech: Speech) -> ReadingAloud:
    program = window.program
    return ReadingAloud(program.window, program.presenter, program.selection, speech)


def test_the_text_with_the_keyboard_is_read_in_its_language(window: OpenWindow) -> None:
    speech = FakeSpeech("en", "de")
    aloud = reading(window, speech)
    aloud.toggle()
    speech.stop()
    window.target.setFocus()
    aloud.toggle()
    assert speech.read_texts == [("two dogs", "en"), ("TWO DOGS", "de")]


def test_a_selection_is_read_alone(window: OpenWindow) -> None:
    speech = FakeSpeech("en")
    cursor = window.source.textCursor()
    cursor.setPosition(4)
    cursor.movePosition(cursor.MoveOperation.End, cursor.MoveMode.KeepAnchor)
    window.source.setTextCursor(cursor)
    reading(window, speech).toggle()
    assert speech.read_texts == [("dogs", "en")]


def test_once_more_stops(window: OpenWindow) -> None:
    speech = FakeSpeech("en")
    aloud = reading(window, speech)
    aloud.toggle()
    aloud.toggle()
    assert not speech.is_reading
    assert len(speech.read_texts) == 1


def test_a_missing_voice_is_said_until_one_reads(window: OpenWindow) -> None:
    speech = FakeSpeech("en")
    aloud = reading(window, speech)
    window.target.setFocus()
    aloud.toggle()
    notices = window.program.presenter._of_program
    assert "German" in notices[PROBLEM].text
    window.source.setFocus()
    aloud.toggle()
    assert PROBLEM not in notices


def test_what_to_install_is_said_where_nothing_reads(
    window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems come with a command")
    monkeypatch.setenv("PATH", "")
    window.program.window.actions_by_id["read_aloud"].trigger()
    said = window.program.presenter._of_program[PROBLEM].text
    assert "speech-dispatcher or espeak-ng" in said


def test_what_the_command_said_is_shown(window: OpenWindow) -> None:
    speech = FakeSpeech()
    reading(window, speech)
    speech.failed.emit(SpeechProblem.COMMAND_FAILED, "en", "no sound\x1b[2J device")
    said = window.program.presenter._of_program[PROBLEM].text
    assert "no sound\\x1b[2J device" in said
