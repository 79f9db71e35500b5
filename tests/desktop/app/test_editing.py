"""Editing the translation in place, with real keys: what was written stays, or is taken back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.text.highlighter import Style
from tests.support.windows import OpenWindow, click_word, open_window

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier

pytestmark = pytest.mark.display


def begin(window: OpenWindow, text: str = "A small dog.\n\nTwo men run.") -> None:
    window.type(text)
    window.press(Qt.Key.Key_Return, CTRL)
    window.wait_for_translation(text)
    window.press(Qt.Key.Key_F2)
    assert window.target.hasFocus()


def edited(window: OpenWindow) -> list[str]:
    """Return the sentences that are marked as edited."""
    text = window.target.text_now()
    return [text[a:b] for a, b, style in window.target.marks() if style is Style.EDITED]


def test_an_edited_sentence_stays_while_the_rest_is_translated(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path) as window:
        begin(window)
        QTest.keyClick(window.target, Qt.Key.Key_Home, CTRL)
        QTest.keyClicks(window.target, "Hm: ")
        assert window.target.text_now() == "Hm: A SMALL DOG.\n\nTWO MEN RUN."
        assert edited(window) == ["Hm: A SMALL DOG."]
        assert "Hm: A SMALL DOG." in window.target.accessibleDescription()
        window.source.setFocus()
        window.press(Qt.Key.Key_End, CTRL)
        window.type(" Yes.")
        window.wait_for_translation("A small dog.\n\nTwo men run. Yes.")
        assert window.target.text_now() == "Hm: A SMALL DOG.\n\nTWO MEN RUN. YES."
        assert window.target.isReadOnly()  # the source was typed into
        window.press(Qt.Key.Key_C, CTRL | SHIFT)
        assert QGuiApplication.clipboard().text() == window.target.text_now()
        window.program.translating.history.settle()
        assert window.program.translating.past.search("")[0].target == window.target.text_now()


def test_the_edit_goes_with_its_source_and_comes_back_with_it(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        begin(window, "A small dog.")
        QTest.keyClick(window.target, Qt.Key.Key_End)
        QTest.keyClick(window.target, Qt.Key.Key_Backspace)
        assert edited(window) == ["A SMALL DOG"]
        window.source.setFocus()
        window.press(Qt.Key.Key_Home)
        window.press(Qt.Key.Key_Delete)
        window.wait_for_translation(" small dog.")
        assert edited(window) == []
        window.press(Qt.Key.Key_Z, CTRL)
        window.wait_for_translation("A small dog.")
        assert window.target.text_now() == "A SMALL DOG"


def test_the_models_translation_can_be_taken_instead(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        begin(window)
        QTest.keyClicks(window.target, "x")
        tools = window.program.window.target_pane.bar.edit_tools
        qtbot.waitUntil(lambda: tools.edited_button.text() == "1 edited")  # once there is room
        tools.menu.aboutToShow.emit()
        tools.menu.actions()[0].trigger()
        assert window.target.text_now() == "A SMALL DOG.\n\nTWO MEN RUN."
        assert edited(window) == []
        assert not tools.edited_button.isVisible()


def test_undo_takes_an_edit_back_and_escape_ends_editing(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        begin(window)
        QTest.keyClicks(window.target, "x")
        assert len(edited(window)) == 1
        QTest.keyClick(window.target, Qt.Key.Key_Z, CTRL)
        assert edited(window) == []
        QTest.keyClick(window.target, Qt.Key.Key_Escape)
        assert window.target.isReadOnly()
        window.press(Qt.Key.Key_F2)
        window.program.window.source_pane.clear_text()
        assert window.target.isReadOnly()  # there is nothing to edit
        assert not window.program.window.target_pane.bar.edit_tools.edit_button.isChecked()


def test_while_one_edits_a_click_offers_no_other_words(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        begin(window)
        click_word(window.target, 2, 7)
        qtbot.waitUntil(lambda: not window.program.window.target_pane._click.isActive())
        assert not window.program.translating.actions._popup.isVisible()
        window.press(Qt.Key.Key_F2)
        click_word(window.target, 2, 7)
        qtbot.waitUntil(window.program.translating.actions._popup.isVisible)
        window.program.translating.actions._popup.hide()


def test_edited_sentences_become_training_text_only_if_asked(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        begin(window)
        QTest.keyClicks(window.target, "x")
        folder = tmp_path / "corrections"
        assert not folder.exists()
        tools = window.program.window.target_pane.bar.edit_tools
        tools.menu.aboutToShow.emit()
        tools.menu.actions()[-1].trigger()
        written = (folder / "en-de.tsv").read_text(encoding="utf-8")
        assert written == "en\tde\nA small dog.\txA SMALL DOG.\n"
        (notice,) = window.program.window.notice_line.notices()
        assert "from English to German: 1 (1 new)" in notice.text


def test_what_was_written_is_offered_for_the_changed_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        begin(window)
        QTest.keyClicks(window.target, "x")
        window.source.setFocus()
        window.press(Qt.Key.Key_Home, CTRL)
        window.type("Oh ")
        window.wait_for_translation("Oh A small dog.\n\nTwo men run.")
        assert edited(window) == []
        presenter = window.program.presenter
        (notice,) = window.program.window.notice_line.notices()
        assert notice.text == "You changed a sentence whose translation you had edited."
        window.program.window.notice_line.action_requested.emit(notice.key)
        assert edited(window) == ["xA SMALL DOG."]
        assert window.program.window.notice_line.notices() == ()
        window.press(Qt.Key.Key_A, CTRL)
        window.type("Another text")
        window.wait_for_translation("Another text")
        assert not presenter._of_program  # the sentence is gone, not changed
