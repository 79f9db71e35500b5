"""Choosing where to save a file: nothing is replaced without asking."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.widgets.save_dialog import ask_where_to_save
from tests.support.save_dialogs import save_as, save_dialog


class Asked:
    """A window that asks, and what came of it."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.saved: list[Path] = []
        proposed = str(folder / "proposed.txt")
        ask_where_to_save(self.window, "Save", proposed, "Texts (*.txt)", self.saved.append)

    def name(self) -> str:
        """What stands in the dialog."""
        field = save_dialog(self.qtbot).findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        return field.text()


@pytest.fixture
def asked(qtbot: QtBot, tmp_path: Path) -> Asked:
    return Asked(qtbot, tmp_path)


@pytest.fixture
def questions() -> Iterator[list[str]]:
    """Whether a file may be replaced: no; gives what was asked."""
    asked: list[str] = []

    def refuse() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            asked.append(box.text())
            box.reject()

    timer = QTimer()
    timer.timeout.connect(refuse)
    timer.start(20)
    yield asked
    timer.stop()


@pytest.mark.parametrize(
    ("typed", "saved"),
    [("letter", "letter.txt"), ("letter.TXT", "letter.TXT"), ("letter.v2", "letter.v2.txt")],
)
def test_a_name_gets_its_suffix(asked: Asked, tmp_path: Path, typed: str, saved: str) -> None:
    assert asked.name() == "proposed.txt"
    save_as(asked.qtbot, tmp_path / typed)
    assert asked.saved == [tmp_path / saved]


def test_given_up_it_saves_nothing(asked: Asked) -> None:
    save_dialog(asked.qtbot).reject()
    assert asked.saved == []


@pytest.mark.parametrize("typed", ["letter", "letter.txt"])
def test_a_file_is_not_replaced_without_a_question(
    asked: Asked, questions: list[str], tmp_path: Path, typed: str
) -> None:
    (tmp_path / "letter.txt").touch()
    save_as(asked.qtbot, tmp_path / typed)
    assert len(questions) == 1
    assert "letter.txt" in questions[0]
    assert asked.saved == []
    save_dialog(asked.qtbot).reject()


def test_nor_is_one_whose_name_was_only_begun(
    asked: Asked, questions: list[str], tmp_path: Path
) -> None:
    (tmp_path / "letter.v2.txt").touch()
    save_as(asked.qtbot, tmp_path / "letter.v2")
    asked.qtbot.waitUntil(lambda: asked.name() == "letter.v2.txt")  # the whole name, to be seen
    assert (questions, asked.saved) == ([], [])
    save_dialog(asked.qtbot).accept()
    assert "letter.v2.txt" in questions[0]
    assert asked.saved == []
    save_dialog(asked.qtbot).reject()
