"""Other words for a word of the translation, other whole sentences, and taking them back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.panes.alternatives_popup import AlternativesPopup, ChoiceList
from desktop.workers import engine_loader
from tests.support.engines import FakeEngine, fake_open
from tests.support.windows import OpenWindow, click_word, middle_of, open_window

ALT = Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton

pytestmark = pytest.mark.display


def translate(window: OpenWindow, text: str) -> None:
    window.type(text)
    window.press(Qt.Key.Key_Return, CTRL)
    window.wait_for_translation(text)


def popup_of(window: OpenWindow) -> AlternativesPopup:
    found = window.program.window.findChild(AlternativesPopup)
    assert isinstance(found, AlternativesPopup)
    return found


def click_target(window: OpenWindow, word: str) -> AlternativesPopup:
    """Click a word of the translation, and wait until words and sentences are listed."""
    start = window.target.text_now().index(word)
    click_word(window.target, start, start + len(word))
    return wait_for_choices(window)


def wait_for_second_click(window: OpenWindow) -> None:
    """Wait as long as a click might become a double one."""
    window.qtbot.waitUntil(lambda: not window.program.window.target_pane._click.isActive())


def wait_for_choices(window: OpenWindow) -> AlternativesPopup:
    popup = popup_of(window)
    window.qtbot.waitUntil(
        lambda: (
            popup.isVisible() and popup.words_list.count() > 0 and popup.sentences_list.count() > 1
        )
    )
    return popup


def click_choice(choices: ChoiceList, words: str) -> None:
    for row in range(choices.count()):
        if words in choices.item(row).text():
            place = choices.visualItemRect(choices.item(row)).center()
            QTest.mouseClick(choices.viewport(), LEFT, pos=place)
            return
    raise AssertionError(f"{words} is not offered")


def wait_for_target(window: OpenWindow, text: str) -> None:
    window.qtbot.waitUntil(
        lambda: window.target.text_now() == text and not window.program.window.target_pane.is_stale
    )


def test_a_click_offers_words_and_sentences(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog. Two men.")
        popup = click_target(window, "SMALL")
        assert popup.isVisible()
        assert popup.title_label.text() == "Other words for “SMALL”"
        assert popup.words_list.item(0).text() == "EIN, 50 %"
        assert popup.preview_label.text() == "A EIN DOG."
        sentences = [
            popup.sentences_list.item(row).text() for row in range(popup.sentences_list.count())
        ]
        assert sentences[0].startswith("A SMALL DOG., ")
        assert sentences[0].endswith(", current")
        QTest.keyClick(popup.words_list, Qt.Key.Key_Escape)
        assert popup.isHidden()
        assert window.target.text_now() == "A SMALL DOG. TWO MEN."


def test_a_double_click_selects_a_word_and_offers_none(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        place = middle_of(window.target, 2, 7)
        QTest.mouseClick(window.target.viewport(), LEFT, pos=place)
        QTest.mouseDClick(window.target.viewport(), LEFT, pos=place)
        assert window.target.textCursor().selectedText() == "SMALL"
        wait_for_second_click(window)
        assert popup_of(window).isHidden()
        click_target(window, "SMALL")


def test_a_chosen_word_keeps_what_stands_before_it(qtbot: QtBot, tmp_path: Path) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        translate(window, "Hm 😀. A small dog. Two men.")
        undo = window.program.window.target_pane.bar.undo_button
        assert undo.isHidden()
        popup = click_target(window, "SMALL")
        click_choice(popup.words_list, "DREI")
        wait_for_target(window, "HM 😀. A DREI DOG. TWO MEN.")
        assert popup.isHidden()
        assert undo.isVisible()
        popup = click_target(window, "DOG")
        click_choice(popup.words_list, "SECHS")
        wait_for_target(window, "HM 😀. A DREI SECHS. TWO MEN.")
        window.press(Qt.Key.Key_Up, ALT)
        wait_for_target(window, "HM 😀. A DREI DOG. TWO MEN.")
        QTest.mouseClick(undo, LEFT)
        wait_for_target(window, "HM 😀. A SMALL DOG. TWO MEN.")
        assert undo.isHidden()


def test_a_whole_sentence_is_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog. Two men.")
        popup = click_target(window, "SMALL")
        click_choice(popup.sentences_list, "A small DOG.")
        wait_for_target(window, "A small DOG. TWO MEN.")
        window.press(Qt.Key.Key_Up, ALT)
        wait_for_target(window, "A SMALL DOG. TWO MEN.")


def test_the_keyboard_alone_chooses_a_word(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        QTest.keyClick(window.source, Qt.Key.Key_Tab)
        window.target.setFocus()
        QTest.keyClick(window.target, Qt.Key.Key_Home)
        QTest.keyClick(window.target, Qt.Key.Key_Right, CTRL)
        QTest.keyClick(window.target, Qt.Key.Key_Down, ALT)
        popup = wait_for_choices(window)
        assert popup.title_label.text() == "Other words for “SMALL”"
        QTest.keyClick(popup.words_list, Qt.Key.Key_Down)
        QTest.keyClick(popup.words_list, Qt.Key.Key_Return)
        wait_for_target(window, "A ZWEI DOG.")


def test_the_caret_is_where_it_is_seen(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        window.target.setFocus()
        QTest.keyClick(window.target, Qt.Key.Key_End)
        window.source.setFocus()
        window.press(Qt.Key.Key_Home)
        window.type("Two. ")
        wait_for_target(window, "TWO. A SMALL DOG.")
        QTest.keyClick(window.target, Qt.Key.Key_Left)
        QTest.keyClick(window.target, Qt.Key.Key_Left)
        window.program.window.source_pane.set_plain_text("Dog. A man.")
        wait_for_target(window, "DOG. A MAN.")
        caret = window.target.caret()
        QTest.keyClick(window.target, Qt.Key.Key_Down, ALT)
        popup = wait_for_choices(window)
        word = popup.title_label.text().removeprefix("Other words for “").removesuffix("”")
        around = window.target.text_now()[caret - len(word) : caret + len(word)]
        assert word in around
        popup.close_quietly()


def test_a_click_offers_nothing_while_the_translation_is_old(qtbot: QtBot, tmp_path: Path) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        translate(window, "A small dog.")
        with engine.held():
            window.type(" More")
            start = window.target.text_now().index("SMALL")
            click_word(window.target, start, start + 5)
            wait_for_second_click(window)
            assert popup_of(window).isHidden()
        window.wait_for_translation("A small dog. More")


def test_a_closed_popup_is_not_opened_by_a_late_answer(qtbot: QtBot, tmp_path: Path) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        popup = popup_of(window)
        with engine.held():
            click_word(window.target, 2, 2 + len("SMALL"))
            qtbot.waitUntil(popup.isVisible)
            assert popup.preview_label.text() == "Finding other words…"
            QTest.keyClick(popup.words_list, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not window.program.translating.inspection._alternatives.is_busy)
        assert popup.isHidden()


def test_the_popup_does_not_wait_for_what_failed(qtbot: QtBot, tmp_path: Path) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        engine.error = MemoryError()
        click_word(window.target, 2, 2 + len("SMALL"))
        qtbot.waitUntil(lambda: bool(window.program.window.notice_line.notices()))
        assert popup_of(window).isHidden()


@pytest.mark.slow
def test_the_shipped_model_goes_on_from_a_chosen_word(qtbot: QtBot, tmp_path: Path) -> None:
    text = "Two young men are playing soccer in the snow."
    with open_window(qtbot, tmp_path, engine_loader.open_engine) as window:
        translate(window, text)
        whole = window.target.text_now()
        popup = click_target(window, "junge")
        assert popup.words_list.item(0).text().startswith("junge, ")
        assert popup.words_list.item(0).text().endswith(", current")
        QTest.keyClick(popup.words_list, Qt.Key.Key_Up)
        QTest.keyClick(popup.words_list, Qt.Key.Key_Return)
        assert window.program.window.target_pane.bar.undo_button.isHidden()  # nothing was chosen
        popup = click_target(window, "junge")
        click_choice(popup.words_list, "kleine")
        qtbot.waitUntil(lambda: window.target.text_now() != whole)
        assert window.target.text_now().startswith("Zwei kleine")
        window.press(Qt.Key.Key_Up, ALT)
        wait_for_target(window, whole)
