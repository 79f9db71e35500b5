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
    assert line.state_label.text() == "Loading captions…"
    qtbot.waitUntil(lambda: line.busy_line.is_running)
    line.show_ready("captions", "CPU")
    assert line.model_label.text() == "captions"
    assert line.state_label.isHidden()
    assert not line.busy_line.is_running


def test_device_and_speed_are_in_the_tip_as_long_as_there_is_a_translation(
    line: StatusLine,
) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    line.show_ready("captions", "CPU")
    line.show_speed(2.5, 5000)
    tip = "Runs on: CPU\nLast translation: 2.50 s\n2,000 words per second"
    assert line.model_label.toolTip() == tip
    assert line.model_label.text() == "captions"
    line.show_speed(0, 0)  # the text was cleared
    assert line.model_label.toolTip() == "Runs on: CPU"
    QLocale.setDefault(before)


def test_a_long_translation_tells_how_far_it_is_and_can_be_stopped(
    qtbot: QtBot, line: StatusLine
) -> None:
    line.show_ready("captions", "CPU")
    line.show_progress(0.43, 25)
    assert line.state_label.text() == "43 %  ·  less than a minute left"
    with qtbot.waitSignal(line.stop_requested):
        line.stop_button.click()
    line.end_progress()
    assert line.state_label.isHidden()
    assert line.stop_button.isHidden()


def test_no_progress_ends_what_is_said_of_a_model(line: StatusLine) -> None:
    line.show_failed("The model is damaged.")
    line.end_progress()
    assert line.state_label.text() == "No model"
    assert line.state_label.toolTip() == "The model is damaged."
    assert not line.sign_label.isHidden()
    line.show_ready("captions", "CPU")
    assert line.sign_label.isHidden()
