"""The table of keys: nothing twice, every key reaches its action past an editor with the focus."""

from itertools import groupby

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.views.shortcuts import SHORTCUTS, Shortcut, group_text, keys_text, shortcut_text


@pytest.mark.usefixtures("qapp")
def test_nothing_is_there_twice() -> None:
    sequences = [QKeySequence(keys).toString() for entry in SHORTCUTS for keys in entry.keys]
    assert len(set(sequences)) == len(sequences)
    assert len({entry.id for entry in SHORTCUTS}) == len(SHORTCUTS)
    assert len({entry.text for entry in SHORTCUTS}) == len(SHORTCUTS)


@pytest.mark.usefixtures("qapp")
def test_every_key_is_one_that_qt_knows() -> None:
    for entry in SHORTCUTS:
        assert entry.keys
        for keys in entry.keys:
            assert QKeySequence(keys).toString() == keys
            assert keys_text(keys)


@pytest.mark.usefixtures("qapp")
def test_groups_stand_together() -> None:
    groups = [group for group, _ in groupby(SHORTCUTS, key=group_text)]
    assert len(groups) == len(set(groups)) > 1
    assert all(shortcut_text(entry) == entry.text for entry in SHORTCUTS)


@pytest.mark.parametrize("entry", SHORTCUTS, ids=lambda entry: entry.id)
def test_an_editor_with_the_focus_keeps_no_key_for_itself(entry: Shortcut, qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    editor = QPlainTextEdit("one two", window)
    editor.setTabChangesFocus(True)
    window.setCentralWidget(editor)
    action = QAction("act", window)
    action.setShortcuts([QKeySequence(keys) for keys in entry.keys])
    window.addAction(action)
    window.show()
    window.activateWindow()
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)
    for keys in entry.keys:
        with qtbot.waitSignal(action.triggered):
            QTest.keySequence(editor, QKeySequence(keys))
    assert editor.toPlainText() == "one two"
    assert editor.focusPolicy() & Qt.FocusPolicy.TabFocus
