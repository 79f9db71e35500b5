"""What the start found out: said in the window, with a button where there is something to do."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop.presenters.notices import start_notices
from tests.support.windows import OpenWindow, open_window


def notices(window: OpenWindow) -> list[str]:
    return [notice.text for notice in window.program.window.notice_line.notices()]


def press(window: OpenWindow, kind: type[QPushButton] | type[QToolButton], text: str) -> None:
    bar = window.program.window.notice_line
    (button,) = (
        button
        for button in bar.findChildren(kind)
        if button.isVisible() and text in (button.text(), button.accessibleName())
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("can_open", [True, False])
def test_the_folder_of_a_crash_report_is_opened(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_open: bool
) -> None:
    opened: list[Path] = []

    def open_outside(path: Path) -> bool:
        opened.append(path)
        return can_open

    monkeypatch.setattr(start_notices, "open_outside", open_outside)
    report = tmp_path / "log" / "crash-report-1.txt"
    with open_window(qtbot, tmp_path) as window:
        window.program.start_notices.tell_of_crash(report)
        assert notices(window)[0].startswith("Translucent stopped unexpectedly last time. ")
        press(window, QPushButton, "Open folder")
        assert opened == [report.parent]
        told = f"The folder could not be opened. The report is {report}."
        assert notices(window) == ([] if can_open else [told])


def test_a_crash_can_be_dismissed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(start_notices, "open_outside", opened.append)
    with open_window(qtbot, tmp_path) as window:
        window.program.start_notices.tell_of_crash(tmp_path / "crash-report-1.txt")
        press(window, QToolButton, "Close")
        assert notices(window) == []
        assert opened == []
