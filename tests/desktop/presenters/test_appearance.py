"""Preferences are applied to the window, and only those that changed."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.presenters.appearance import Appearance
from desktop.storage.settings import Settings
from desktop.views import theme
from desktop.views.main_window import MainWindow


def test_the_window_is_drawn_in_another_theme_only_when_another_is_chosen(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del qapp
    window = MainWindow()
    qtbot.addWidget(window)
    settings = Settings(tmp_path / "settings.ini")
    Appearance(window, settings)
    applied: list[theme.Theme] = []
    monkeypatch.setattr(theme, "apply", applied.append)
    settings.change(keep_history=False, beam_size=3)
    assert not applied
    settings.change(theme="dark")
    settings.change(show_confidence=False)
    assert applied == ["dark"]
