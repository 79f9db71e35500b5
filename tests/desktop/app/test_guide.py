"""The whole window at its first start, and the way from it to the guide and the facts."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from desktop.storage import paths
from desktop.views.windows.guide_window import GuideWindow
from tests.support.windows import open_window


def test_the_first_start_welcomes_and_translates_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        manifest = window.program.models.entries[0].manifest
        assert manifest is not None
        assert manifest.limits
        assert manifest.limits in window.target.placeholderText()
        assert window.source.text_now() == ""
        assert window.target.text_now() == ""
        assert [translation for translation in window.translations if translation.source] == []
        assert window.program.window.notice_line.notices() == ()


def test_keys_open_the_guide_and_the_facts(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        dialogs = window.program.dialogs
        window.press(Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
        assert dialogs.guide_window is not None
        assert dialogs.guide_window.isVisible()
        dialogs.guide_window.close()
        window.press(Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
        assert dialogs.about_window is not None
        assert dialogs.about_window.isVisible()
        dialogs.about_window.close()


def test_a_link_of_the_guide_is_opened_by_the_browser(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    with open_window(qtbot, tmp_path) as window:
        window.program.dialogs.open_guide()
        guide = window.program.dialogs.guide_window
        assert isinstance(guide, GuideWindow)
        assert opened == []
        guide.link_requested.emit("https://example.org/a")
    assert opened == [QUrl("https://example.org/a")]


def test_a_missing_guide_is_told_in_the_window(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "guide", lambda _language: tmp_path / "gone.md")
    with open_window(qtbot, tmp_path) as window:
        window.program.dialogs.open_guide()
        (notice,) = window.program.window.notice_line.notices()
        assert str(tmp_path / "gone.md") in notice.text
        assert "reinstall the program" in notice.text
