"""The small edition's window: without PyTorch it says what it cannot do, where it would do it."""

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop.views.windows.settings_dialog import SettingsDialog
from engine.models.registry import list_models
from tests.support.runs import tiny_recipe
from tests.support.windows import OpenWindow, open_window
from training.runs.run_folder import create_run


@pytest.fixture(autouse=True)
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)


def explained(window: OpenWindow) -> str:
    """Return what a box says, and close it."""
    (box,) = window.program.window.findChildren(QMessageBox)
    told = f"{box.text()} {box.informativeText()}"
    box.deleteLater()
    window.qtbot.waitUntil(lambda: not window.program.window.findChildren(QMessageBox))
    return told


def test_training_and_improving_explain_the_edition(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        window.program.window.actions_by_id["train"].trigger()
        assert "Training needs the full edition of Translucent" in explained(window)
        (entry, *_) = list_models(window.program.folders)
        window.program.dialogs.improve_requested.emit(entry)
        assert "install the full edition" in explained(window)
        assert window.program.wizard.wizard is None


def test_an_unfinished_training_is_not_offered(qtbot: QtBot, tmp_path: Path) -> None:
    create_run(tmp_path / "runs" / "tiny", tiny_recipe(), [], "cpu")
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        with qtbot.waitSignal(window.program.training.listed):
            window.program.training.list_all()
        assert window.program.window.notice_line.notices() == ()


def test_there_is_no_card_to_choose(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.program.dialogs.open_settings()
        (dialog,) = window.program.window.findChildren(SettingsDialog)
        devices = dialog._choices["device"]
        assert [devices.itemData(row) for row in range(devices.count())] == ["auto", "cpu"]


def test_only_files_of_our_own_are_exported(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.program.dialogs.open_models()
        models = window.program.dialogs.models_window
        assert models is not None
        menu = models.export_button.menu()
        usable = [action.text() for action in menu.actions() if action.isEnabled()]
        assert [text for text in usable if text] == ["Translucent &file…"]
        assert menu.actions()[-1].text() == "Other programs need the full edition"
