import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.values.word_links import HintMark
from desktop.views.panes.source_pane import SourcePane
from desktop.views.text.highlighter import Style
from engine.translation import Misspelling, Word

_CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pane(qtbot: QtBot) -> SourcePane:
    made = SourcePane()
    qtbot.addWidget(made)
    made.resize(500, 300)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.take_focus()
    return made


def _edits(pane: SourcePane) -> list[str]:
    edits: list[str] = []
    pane.text_edited.connect(edits.append)
    return edits


def test_every_key_tells_the_whole_text_once(pane: SourcePane) -> None:
    edits = _edits(pane)
    QTest.keyClicks(pane.editor, "hi")
    QTest.keyClick(pane.editor, Qt.Key.Key_Return)
    assert edits == ["h", "hi", "hi\n"]
    assert pane.plain_text() == "hi\n"


def test_marks_and_links_are_no_edits(pane: SourcePane) -> None:
    pane.set_plain_text("a Zyrtec logo")
    edits = _edits(pane)
    pane.show_marks([(2, 8)])
    pane.show_link([(9, 13)], True)
    assert edits == []
    assert pane.editor.marks() == [(2, 8, Style.UNKNOWN)]
    assert pane.editor.links() == [(9, 13)]


def test_missing_words_are_underlined_and_explained(pane: SourcePane) -> None:
    pane.set_plain_text("Dear Zyrtec, hello")
    pane.show_marks([(5, 11)], [(5, 11), (13, 18)])
    assert pane.editor.marks() == [(5, 11, Style.UNKNOWN), (13, 18, Style.UNMATCHED)]
    assert "know" in pane._tip_at(6)
    assert "missing" in pane._tip_at(14)
    assert pane._tip_at(0) == ""


def test_words_of_the_dictionary_are_marked_and_explained(pane: SourcePane) -> None:
    pane.set_plain_text("Spargel und Schwarzwurzeln")
    hints = [
        HintMark(0, 7, "Spargel", "asparagus", "dictionary"),
        HintMark(12, 26, "Schwarzwurzeln", "salsifies", "unused"),
    ]
    pane.show_marks([], [(12, 26)], hints)
    assert pane.editor.marks() == [
        (0, 7, Style.DICTIONARY),
        (12, 26, Style.UNMATCHED),
        (12, 26, Style.DICTIONARY),
    ]
    assert pane._tip_at(3) == "From the dictionary: Spargel → asparagus"
    unused, missing = pane._tip_at(12).splitlines()
    assert unused == "In the dictionary, but not used: Schwarzwurzeln → salsifies"
    assert "missing" in missing
    pane.show_marks(())
    assert (pane.editor.marks(), pane._tip_at(3)) == ([], "")


def _menu_at(pane: SourcePane, place: int) -> QMenu:
    """Open the context menu by its key."""
    pane.editor.set_caret(place)
    reason = QContextMenuEvent.Reason.Keyboard
    at = pane.editor.cursorRect().center()
    QApplication.sendEvent(
        pane.editor.viewport(), QContextMenuEvent(reason, at, pane.editor.mapToGlobal(at))
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_the_menu_of_a_misspelled_word_replaces_it_and_undo_brings_it_back(
    pane: SourcePane,
) -> None:
    pane.set_plain_text("🙂 I recieve it")
    word = Word("recieve", 4, 11)
    pane.show_marks([(4, 11)], misspellings=[Misspelling(word, ("receive", "relieve"))])
    assert pane._tip_at(5) == "Unknown word. Did you mean: receive, relieve?"
    menu = _menu_at(pane, 2)
    assert "receive" not in [action.text() for action in menu.actions()]
    menu.close()
    menu = _menu_at(pane, 8)
    assert [action.text() for action in menu.actions()[:2]] == ["receive", "relieve"]
    menu.setActiveAction(menu.actions()[0])
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert pane.plain_text() == "🙂 I receive it"
    menu = _menu_at(pane, 8)  # another word stands there now
    assert "relieve" not in [action.text() for action in menu.actions()]
    menu.close()
    pane.undo()
    assert pane.plain_text() == "🙂 I recieve it"


def test_text_set_is_told_once_and_can_be_undone(pane: SourcePane) -> None:
    QTest.keyClicks(pane.editor, "typed")
    edits = _edits(pane)
    pane.set_plain_text("one\ntwo\nthree")
    assert edits == ["one\ntwo\nthree"]
    QTest.keyClick(pane.editor, Qt.Key.Key_Z, _CTRL)
    assert pane.plain_text() == "typed"


@pytest.mark.parametrize("text", ["\ufeffA dog", "\ufeff", "a\r\nb", "😀\ud800"])
def test_one_types_on_at_the_end_of_a_text_set_whatever_qt_makes_of_it(
    pane: SourcePane, text: str
) -> None:
    pane.set_plain_text(text)
    assert pane.editor.caret() == len(pane.plain_text())


def test_a_paste_tells_the_whole_text_after_the_edit(pane: SourcePane) -> None:
    pane.set_plain_text("before ")
    QTest.keyClick(pane.editor, Qt.Key.Key_End, _CTRL)
    told: list[tuple[str, str]] = []
    pane.text_edited.connect(lambda text: told.append(("edited", text)))
    pane.text_pasted.connect(lambda text: told.append(("pasted", text)))
    QGuiApplication.clipboard().setText("after")
    QTest.keyClick(pane.editor, Qt.Key.Key_V, _CTRL)
    assert told == [("edited", "before after"), ("pasted", "before after")]
    QTest.mouseClick(pane.paste_button, Qt.MouseButton.LeftButton)
    assert told[-1] == ("pasted", "before afterafter")


def test_clearing_is_told_and_ctrl_z_brings_the_text_back(qtbot: QtBot, pane: SourcePane) -> None:
    assert pane.clear_button.isHidden()
    pane.set_plain_text("a dog\nruns")
    assert pane.clear_button.isVisible()
    edits = _edits(pane)
    with qtbot.waitSignal(pane.cleared):
        QTest.mouseClick(pane.clear_button, Qt.MouseButton.LeftButton)
    assert edits == [""]
    assert pane.clear_button.isHidden()
    QTest.keyClick(pane.editor, Qt.Key.Key_Z, _CTRL)
    assert pane.plain_text() == "a dog\nruns"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", "0 characters"),
        ("a", "1 character"),
        ("😀e\u0301", "3 characters"),
        ("x" * 1234, "1,234 characters"),
    ],
)
def test_characters_are_counted(pane: SourcePane, text: str, count: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    pane.set_plain_text("another")
    pane.set_plain_text(text)
    assert pane.count_label.text() == count
    QLocale.setDefault(before)


def test_joining_is_offered_and_requested(qtbot: QtBot, pane: SourcePane) -> None:
    pane.set_plain_text("hard\nwrapped")
    assert pane.join_strip.isHidden()
    pane.offer_join(True)
    assert pane.join_strip.isVisible()
    with qtbot.waitSignal(pane.join_requested):
        QTest.mouseClick(pane.join_button, Qt.MouseButton.LeftButton)
    assert pane.join_strip.isHidden()
    pane.offer_join(True)
    pane.clear_text()
    assert pane.join_strip.isHidden()


def test_opening_a_file_is_requested(qtbot: QtBot, pane: SourcePane) -> None:
    with qtbot.waitSignal(pane.open_requested):
        QTest.mouseClick(pane.open_button, Qt.MouseButton.LeftButton)


def test_what_is_typed_elsewhere_arrives(pane: SourcePane) -> None:
    pane.open_button.setFocus()
    pane.type_text("x")
    assert pane.plain_text() == "x"
    assert pane.editor.hasFocus()


def test_hover_and_click_speak_of_the_same_word(qtbot: QtBot, pane: SourcePane) -> None:
    pane.set_plain_text("😀 e\u0301 dog runs")
    spot = pane.editor.span_rectangle(5, 8).center()
    viewport = pane.editor.viewport()
    with qtbot.waitSignal(pane.editor.hovered, check_params_cb=lambda at: at in (5, 6, 7)):
        QTest.mouseMove(viewport, QPoint(2, 2))
        QTest.mouseMove(viewport, spot)
    with qtbot.waitSignal(pane.editor.clicked_at, check_params_cb=lambda at: at in (5, 6, 7)):
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=spot)


def test_tab_walks_through_the_pane(pane: SourcePane) -> None:
    pane.set_plain_text("text")
    order = [pane.editor, pane.paste_button, pane.open_button, pane.clear_button]
    for widget in order:
        assert widget.hasFocus()
        QTest.keyClick(widget, Qt.Key.Key_Tab)


def test_a_place_in_the_text_is_shown(pane: SourcePane) -> None:
    pane.set_plain_text("😀 one.\n" * 99)
    pane.show_place(0)
    assert pane.editor.caret() == 0
    assert pane.editor.is_in_view((0, 5))


def test_an_empty_pane_introduces_the_program_in_three_lines(pane: SourcePane) -> None:
    lines = pane.editor.placeholderText().split("\n")
    for line, word in zip(lines, ("drop a file", "Click a word", "look inside"), strict=True):
        assert word in line
    assert pane.editor.accessibleDescription() == " ".join(lines)
    pane.editor.selectAll()
    assert not pane.editor.textCursor().hasSelection()
    assert (pane.plain_text(), pane.count_label.text()) == ("", "0 characters")
    shown = pane.editor.grab().toImage()
    pane.editor.setPlaceholderText("")
    without = pane.editor.grab().toImage()
    assert shown != without
    QTest.keyClicks(pane.editor, "h")
    typed = pane.editor.grab().toImage()
    pane.editor.setPlaceholderText("\n".join(lines))
    assert pane.editor.grab().toImage() == typed
