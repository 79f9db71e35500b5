"""The menu of a word: what can be done with it, and what the dictionary has for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.views.panes.alternatives_popup import AlternativesPopup
from desktop.views.text.editor import Editor
from tests.support.engines import FakeEngine, fake_open
from tests.support.windows import OpenWindow, middle_of, open_window

WORDS = {"two houses": "zwei Häuser Qzorb"}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenWindow]:
    engine = FakeEngine("en", "de", write=lambda text: WORDS.get(text, text))
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.type("two houses")
        window.wait_for_translation("two houses")
        yield window


def menu_at(editor: Editor, word: str) -> QMenu:
    """Open the menu of a word with the right mouse button."""
    start = editor.text_now().index(word)
    place = middle_of(editor, start, start + len(word))
    view = editor.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.mapToGlobal(place))
    QApplication.sendEvent(view, event)
    return opened(editor)


def opened(editor: Editor) -> QMenu:
    menus = [menu for menu in editor.findChildren(QMenu) if menu.isVisible()]
    return menus[-1]


def action_of(menu: QMenu, text: str) -> QAction:
    """Return the action of a text, which its keys may follow."""
    return next(one for one in menu.actions() if one.text().split("\t")[0] == text)


def take(menu: QMenu, text: str) -> None:
    menu.setActiveAction(action_of(menu, text))
    QTest.keyClick(menu, Qt.Key.Key_Return)


def entries(menu: QMenu) -> list[str]:
    dictionary = action_of(menu, "Dictionary").menu()
    assert isinstance(dictionary, QMenu)
    return [one.text() for one in dictionary.actions()]


def test_a_word_of_the_translation_has_what_can_be_done_with_it(window: OpenWindow) -> None:
    menu = menu_at(window.target, "Häuser")
    names = [one.text().split("\t")[0] for one in menu.actions() if not one.isSeparator()]
    assert names[:4] == ["Other words…", "Edit", "Dictionary", "Copy"]
    assert "Pin linked words" in names
    found = entries(menu)
    assert "house" in found  # by its lemma
    assert 1 < len(found) <= 8
    dictionary = action_of(menu, "Dictionary").menu()
    assert isinstance(dictionary, QMenu)
    dictionary.actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == found[0]
    assert window.target.text_now() == WORDS["two houses"]
    menu.close()


def test_a_word_that_the_dictionary_lacks_says_so(window: OpenWindow) -> None:
    menu = menu_at(window.target, "Qzorb")
    assert not action_of(menu, "Dictionary").isEnabled()
    menu.close()


def test_a_word_is_copied_and_edited_where_it_stands(window: OpenWindow) -> None:
    take(menu_at(window.target, "Häuser"), "Copy")
    assert QGuiApplication.clipboard().text() == "Häuser"
    take(menu_at(window.target, "Häuser"), "Edit")
    assert window.program.window.target_pane.is_editing
    place = WORDS["two houses"].index("Häuser")
    assert place <= window.target.caret() <= place + len("Häuser")
    menu = menu_at(window.target, "Häuser")
    assert "Paste" in [one.text().split("\t")[0] for one in menu.actions()]
    menu.close()


def test_other_words_open_from_the_menu(window: OpenWindow) -> None:
    take(menu_at(window.target, "zwei"), "Other words…")
    (popup,) = window.program.window.findChildren(AlternativesPopup)
    window.qtbot.waitUntil(popup.isVisible)
    assert "zwei" in popup.windowTitle()
    popup.close_quietly()


def test_by_keys_the_menu_is_of_the_word_at_the_caret(window: OpenWindow) -> None:
    window.target.setFocus()
    window.target.set_caret(WORDS["two houses"].index("Häuser") + 2)
    reason = QContextMenuEvent.Reason.Keyboard
    corner = window.target.rect().topLeft()
    event = QContextMenuEvent(reason, corner, window.target.mapToGlobal(corner))
    QApplication.sendEvent(window.target, event)
    menu = opened(window.target)
    assert "house" in entries(menu)
    menu.close()


def test_a_word_of_the_text_is_looked_up_the_other_way(window: OpenWindow) -> None:
    menu = menu_at(window.source, "houses")
    assert "Häuser" in entries(menu)
    assert action_of(menu, "Add to glossary…").isEnabled()
    menu.close()
