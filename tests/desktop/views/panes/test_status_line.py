import pytest
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot

from desktop.views.panes.status_line import StatusLine


@pytest.fixture
def line(qtbot: QtBot) -> StatusLine:
    made = StatusLine()
    qtbot.addWidget(made)
    return made


def test_loading_then_ready(qtbot: QtBot, line: StatusLine) -> None:
    line.show_loading("captions")
    assert line.state_label.text() == "Loading…"
    qtbot.waitUntil(lambda: line.busy_line.is_running)
    line.show_ready("captions", "CPU")
    assert line.model_label.text() == "captions  ·  CPU"
    assert line.state_label.text() == "Ready"
    assert not line.busy_line.is_running


@pytest.mark.parametrize(
    ("seconds", "words", "said"),
    [
        (0.038, 12, "38 ms  ·  316 words/s"),
        (2.5, 5000, "2.5 s  ·  2,000 words/s"),
        (0.0, 3, "0 ms  ·  3,000 words/s"),
        (0.1, 0, "Ready"),
    ],
)
def test_speed_is_said_after_a_translation(
    line: StatusLine, seconds: float, words: int, said: str
) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    line.show_ready("captions", "CPU")
    line.show_busy(True)
    assert line.state_label.text() == "Translating…"
    line.show_speed(seconds, words)
    line.show_busy(False)
    assert line.state_label.text() == said
    QLocale.setDefault(before)


def test_a_failure_is_said_and_no_translating_after_it(line: StatusLine) -> None:
    line.show_loading("captions")
    line.show_failed("The model is damaged.")
    line.show_busy(True)
    assert line.model_label.text() == "The model is damaged."
    assert line.state_label.text() == "No model"
    assert not line.sign_label.isHidden()
    line.show_ready("captions", "CPU")
    assert line.sign_label.isHidden()
