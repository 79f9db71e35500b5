"""Settings and help: made once, in step with what is kept, gone with the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from desktop.platform import about, opening
from desktop.presenters.dialogs import Dialogs
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.history_session import HistorySession
from desktop.sessions.interface_session import InterfaceSession
from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.sessions.models.model_library import ModelLibrary
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.storage import paths
from desktop.storage.glossary_file import GlossaryFile
from desktop.storage.history import History
from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.views.windows.guide_window import GuideWindow
from desktop.views.windows.help_window import HelpWindow
from desktop.views.windows.settings_dialog import SettingsDialog
from engine.models.manifest import Calibration
from engine.models.registry import ModelEntry, ModelOrigin
from tests.support.model_folders import toy_manifest
from tests.support.published_models import FakeSource
from tests.support.windows import home_folders


class Opened:
    """The windows beside a window."""

    def __init__(self, folder: Path) -> None:
        self.window = QWidget()
        self.settings = Settings(folder / SETTINGS_FILE)
        folders = home_folders(folder)
        self.library = ModelLibrary(folders, self.window)
        models = ModelList(folders, self.window)
        self.selection = ModelSelection(models, self.window)
        self.interface = InterfaceSession(self.window)
        self.history = HistorySession(History(folder / "history.sqlite3"), self.window)
        self.dialogs = Dialogs(
            self.window,
            self.settings,
            self.library,
            models,
            self.selection,
            self.interface,
            GlossarySession(GlossaryFile(folder / "glossary.json"), self.window),
            ModelDownloads(FakeSource(), self.window),
            self.history,
        )
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
    opened.library.close()
    assert opened.library.wait(QDeadlineTimer(20_000))


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


def test_the_history_can_be_erased(opened: Opened, qtbot: QtBot) -> None:
    opened.dialogs.open_settings()
    opened.history.set_listening(True)
    with qtbot.waitSignal(opened.history.entries_changed):
        opened.shown.erase_requested.emit()


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


def test_the_help_tells_the_figures_of_the_model_that_is_chosen(opened: Opened) -> None:
    opened.dialogs.open_help()
    window = opened.dialogs.help_window
    assert window is not None
    window.show_chapter("marks")
    page = window.findChild(QTextBrowser)
    assert isinstance(page, QTextBrowser)
    assert "calibrated" not in page.toPlainText()
    calibration = Calibration(temperature=1.5, words=321, ece_before=0.061, ece_after=0.027)
    for told, is_told in ((calibration, True), (None, False)):
        manifest = toy_manifest(calibration=told)
        opened.selection.entry = ModelEntry("toy", Path("toy"), ModelOrigin.OWN, manifest, None, 1)
        opened.dialogs.open_help()
        assert ("321 words" in page.toPlainText()) == is_told
        assert ("2.7 percentage points" in page.toPlainText()) == is_told
        assert ("not calibrated" in page.toPlainText()) != is_told


def test_the_models_are_opened_once_and_close_with_the_window(opened: Opened) -> None:
    opened.dialogs.open_models()
    window = opened.dialogs.models_window
    assert window is not None
    assert opened.dialogs.are_models_open()
    opened.dialogs.open_models()
    assert opened.dialogs.models_window is window
    opened.dialogs.close_all()
    assert not opened.dialogs.are_models_open()


def test_the_guide_is_opened_from_the_help_and_from_the_facts(opened: Opened) -> None:
    opened.dialogs.open_help()
    opened.dialogs.open_about()
    help_window, about_window = opened.dialogs.help_window, opened.dialogs.about_window
    assert help_window is not None
    assert about_window is not None
    for button in (help_window.guide_button, about_window.guide_button):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        (guide,) = opened.window.findChildren(GuideWindow)
        assert guide.isVisible()
        guide.close()


def test_facts_are_copied_as_the_terminal_prints_them(opened: Opened) -> None:
    opened.dialogs.open_about()
    shown = opened.dialogs.about_window
    assert shown is not None
    QTest.mouseClick(shown.copy_button, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == str(about.facts())
    assert shown.copy_button.text() == "Copied"


@pytest.mark.parametrize("begins", [True, False])
def test_licences_are_opened_outside(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, begins: bool
) -> None:
    asked: list[Path] = []
    failed: list[Path] = []

    def open_outside(path: Path) -> bool:
        asked.append(path)
        return begins

    monkeypatch.setattr(opening, "open_outside", open_outside)
    opened.dialogs.opening_failed.connect(failed.append)
    opened.dialogs.open_about()
    shown = opened.dialogs.about_window
    assert shown is not None
    QTest.mouseClick(shown.licences_button, Qt.MouseButton.LeftButton)
    assert asked == [paths.licences()]
    assert failed == ([] if begins else asked)


def test_a_missing_guide_is_told_and_tried_again(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    failed: list[Path] = []
    opened.dialogs.opening_failed.connect(failed.append)
    guide = tmp_path / "guide.md"
    monkeypatch.setattr(paths, "guide", lambda _language: guide)
    opened.dialogs.open_guide()
    assert failed == [guide]
    guide.write_text("# There", encoding="utf-8")
    opened.dialogs.open_guide()
    assert opened.dialogs.guide_window is not None
    assert opened.dialogs.guide_window.isVisible()


def test_a_chosen_word_opens_the_glossary_with_it(opened: Opened) -> None:
    opened.dialogs.open_glossary("bank")
    window = opened.dialogs.glossary_window
    assert window is not None
    assert window.isVisible()
    assert window.term_line.text() == "bank"
    opened.dialogs.open_glossary()
    assert opened.dialogs.glossary_window is window
