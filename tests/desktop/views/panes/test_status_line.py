import pytest
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
    line.show_ready()
    assert line.isHidden()
    assert line.state_label.isHidden()
    assert not line.busy_line.is_running


def test_a_long_translation_tells_how_far_it_is_and_can_be_stopped(
    qtbot: QtBot, line: StatusLine
) -> None:
    line.show_ready()
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
    line.show_ready()
    assert line.sign_label.isHidden()
