"""The facts: all there, to be read, selected and copied."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.platform.about import Facts
from desktop.views.windows.about_window import AboutWindow

FACTS = Facts("1.2.3", "abc (2026-11-21)", "full", "2.0+cpu", "6.0", "3.11", "<b>OS</b>", "Chip")


@pytest.fixture
def shown(qtbot: QtBot) -> AboutWindow:
    window = AboutWindow(FACTS)
    qtbot.addWidget(window)
    window.show()
    return window


def texts(window: AboutWindow) -> str:
    return "\n".join(label.text() for label in window.findChildren(QLabel))


def test_every_fact_is_shown_as_it_is(shown: AboutWindow) -> None:
    assert FACTS.version in texts(shown)
    for _, value in FACTS.rows():
        (label,) = [label for label in shown.findChildren(QLabel) if label.text() == value]
        assert label.textFormat() == Qt.TextFormat.PlainText
        assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard


def test_an_unknown_commit_is_said(qtbot: QtBot) -> None:
    window = AboutWindow(Facts("1", "", "small", "2", "6", "3", "OS", "Chip"))
    qtbot.addWidget(window)
    assert "unknown" in texts(window)


def test_its_buttons_ask(qtbot: QtBot, shown: AboutWindow) -> None:
    for button, signal in (
        (shown.copy_button, shown.copy_requested),
        (shown.guide_button, shown.guide_requested),
        (shown.licences_button, shown.licences_requested),
    ):
        with qtbot.waitSignal(signal):
            QTest.keyClick(button, Qt.Key.Key_Space)


def test_copied_is_said_for_a_moment(qtbot: QtBot, shown: AboutWindow) -> None:
    before = shown.copy_button.text()
    shown.show_copied()
    assert shown.copy_button.text() == "Copied"
    qtbot.waitUntil(lambda: shown.copy_button.text() == before)


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_it_closes(qtbot: QtBot, shown: AboutWindow, key: Qt.Key) -> None:
    QTest.keyClick(shown, key)
    qtbot.waitUntil(lambda: not shown.isVisible())
