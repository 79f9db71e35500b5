from pytestqt.qtbot import QtBot

from desktop.views.widgets.busy_line import BusyLine


def test_light_runs_after_a_moment_and_stops_at_once(qtbot: QtBot) -> None:
    line = BusyLine()
    qtbot.addWidget(line)
    line.show()
    line.set_busy(True)
    assert not line.is_running
    qtbot.waitUntil(lambda: line.is_running)
    line.grab()
    line.set_busy(False)
    assert not line.is_running


def test_what_is_soon_done_shows_nothing(qtbot: QtBot) -> None:
    line = BusyLine()
    qtbot.addWidget(line)
    line.set_busy(True)
    line.set_busy(False)
    assert not line._wait.isActive()
    assert not line.is_running
