"""Settings and help: made once, in step with what is kept, gone with the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.dialogs import CALIBRATION, Dialogs
from desktop.model_choice import ModelChoice
from desktop.model_keeper import ModelKeeper
from desktop.model_list import ModelList
from desktop.settings import SETTINGS_FILE, Settings
from desktop.views.help_window import HelpWindow
from desktop.views.settings_dialog import SettingsDialog
from tests.support.windows import home_folders


class Opened:
    """The windows beside a window."""

    def __init__(self, folder: Path) -> None:
        self.window = QWidget()
        self.settings = Settings(folder / SETTINGS_FILE)
        folders = home_folders(folder)
        self.keeper = ModelKeeper(folders, self.window)
        models = ModelList(folders, self.window)
        choice = ModelChoice(models, self.window)
        self.dialogs = Dialogs(self.window, self.settings, self.keeper, models, choice)
        self.window.show()

    @property
    def shown(self) -> SettingsDialog:
        assert self.dialogs.settings_dialog is not None
        return self.dialogs.settings_dialog


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> Iterator[Opened]:
    opened = Opened(tmp_path)
    qtbot.addWidget(opened.window)
    yield opened  # not returned: the window has to live as long
    opened.window.hide()
    opened.dialogs.close_all()
    assert opened.keeper.close(20_000)


def test_what_is_kept_is_shown_and_what_is_chosen_is_kept(opened: Opened) -> None:
    opened.settings.change(show_confidence=False)
    opened.dialogs.open_settings()
    assert opened.shown.isVisible()
    fields = opened.shown._switches
    assert not fields["show_confidence"].isChecked()
    opened.shown.show_page(1)
    QTest.keyClick(fields["show_confidence"], Qt.Key.Key_Space)
    assert opened.settings.preferences.show_confidence
    opened.settings.change(show_confidence=False)  # elsewhere, as by the button below the text
    assert not fields["show_confidence"].isChecked()


def test_it_is_made_once_and_opened_again_where_it_was(opened: Opened) -> None:
    assert opened.dialogs.settings_page() is None
    opened.dialogs.open_settings_at(1)
    assert opened.dialogs.settings_page() == 1
    first = opened.shown
    first.close()
    assert opened.dialogs.settings_page() is None
    opened.dialogs.open_settings()
    assert opened.shown is first
    assert opened.dialogs.settings_page() == 1
    assert opened.window.findChildren(SettingsDialog) == [first]


def test_erasing_the_history_is_passed_on(opened: Opened, qtbot: QtBot) -> None:
    opened.dialogs.open_settings()
    with qtbot.waitSignal(opened.dialogs.erase_wished):
        opened.shown.erase_wished.emit()


def test_help_is_made_once(opened: Opened) -> None:
    opened.dialogs.open_help()
    opened.dialogs.open_help()
    (shown,) = opened.window.findChildren(HelpWindow)
    assert shown is opened.dialogs.help_window
    assert shown.isVisible()


def test_both_belong_to_the_window(opened: Opened) -> None:
    opened.dialogs.open_settings()
    opened.dialogs.open_help()
    assert opened.dialogs.help_window is not None
    for beside in (opened.shown, opened.dialogs.help_window):
        assert beside.parentWidget() is opened.window
        assert beside.isWindow()


def test_a_surer_word_is_right_more_often() -> None:
    assert CALIBRATION.sure_right > CALIBRATION.unsure_right > CALIBRATION.doubtful_right
    assert CALIBRATION.unsure_below > CALIBRATION.doubtful_below


def test_the_models_are_opened_once_and_close_with_the_window(opened: Opened) -> None:
    opened.dialogs.open_models()
    window = opened.dialogs.models_window
    assert window is not None
    assert opened.dialogs.are_models_open()
    opened.dialogs.open_models()
    assert opened.dialogs.models_window is window
    opened.dialogs.close_all()
    assert not opened.dialogs.are_models_open()
