"""Every window opens within the screen, so that no button is out of reach."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.storage import paths
from desktop.views.main_window import MainWindow
from desktop.views.models.window import ModelsWindow
from desktop.views.widgets.window_size import FRAME, open_as_large
from desktop.views.windows.guide_window import GuideWindow
from desktop.views.windows.help_window import HelpWindow
from desktop.views.windows.settings_dialog import SettingsDialog
from desktop.wizard.wizard import Wizard


@pytest.mark.parametrize(
    "build",
    [
        MainWindow,
        Wizard,
        ModelsWindow,
        HelpWindow,
        SettingsDialog,
        pytest.param(partial(GuideWindow, paths.guide()), id="GuideWindow"),
    ],
)
def test_a_window_and_its_frame_fit_on_the_screen(
    qtbot: QtBot, build: Callable[[], QWidget]
) -> None:
    window = build()
    qtbot.addWidget(window)
    window.show()
    room = QGuiApplication.primaryScreen().availableSize()
    assert (window.size() + FRAME).boundedTo(room) == window.size() + FRAME


def test_a_window_is_as_large_as_it_wishes_where_there_is_room(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableSize() - FRAME
    open_as_large(window, room.width() - 10, 1 << 14)
    assert (window.width(), window.height()) == (room.width() - 10, room.height())
