"""Which words belong together: by pointer, caret, click, and cells of the map."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.attention.map import Cell
from desktop.views.text.editor import Editor
from tests.support.windows import OpenWindow, click_word, move_to, open_window, point_at

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
TEXT = "A small dog. Two men run."

pytestmark = pytest.mark.display


def translate(window: OpenWindow, text: str = TEXT) -> None:
    """Type a text and have it translated at once."""
    window.type(text)
    window.press(Qt.Key.Key_Return, CTRL)
    window.wait_for_translation(text)


def linked(editor: Editor) -> list[str]:
    """Return the words that are marked in a text, whatever Qt counts."""
    return [editor.text_now()[start:end] for start, end in editor.links()]


def wait_for_links(window: OpenWindow, source: list[str], target: list[str]) -> None:
    """Wait until these words are marked: a real pointer takes its time."""
    expected = (source, target)
    window.qtbot.waitUntil(lambda: (linked(window.source), linked(window.target)) == expected)


def point_at_word(editor: Editor, word: str) -> None:
    start = editor.text_now().index(word)
    point_at(editor, start, start + len(word))


def click_on_word(
    editor: Editor, word: str, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    start = editor.text_now().index(word)
    click_word(editor, start, start + len(word), modifiers)


def marked_cells(window: OpenWindow) -> tuple[set[str], set[str]]:
    """Return the names of the rows and columns that are outlined in the map."""
    picture = window.program.translating.panel.maps["map"].picture
    drawing = picture.drawing
    assert drawing is not None
    return (
        {drawing.rows[row].label for row in picture._rows},
        {drawing.columns[column].label for column in picture._columns},
    )


def place_of_cell(window: OpenWindow, cell: Cell) -> QPoint:
    return window.program.translating.panel.maps["map"].picture.rect_of(*cell).center().toPoint()


def is_pinned(window: OpenWindow) -> bool:
    return window.program.translating.link_tracker.is_pinned


def cell_of(window: OpenWindow, row: str, column: str) -> Cell:
    drawing = window.program.translating.panel.maps["map"].picture.drawing
    assert drawing is not None
    rows = [item.label for item in drawing.rows]
    columns = [item.label for item in drawing.columns]
    return rows.index(row), columns.index(column)


def test_pointing_at_a_word_marks_its_partner_and_its_cells(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window)
        window.wait_for_map()
        point_at_word(window.source, "small")
        wait_for_links(window, ["small"], ["SMALL"])
        assert marked_cells(window) == ({"SMALL"}, {"small"})
        point_at_word(window.target, "DOG")
        wait_for_links(window, ["dog"], ["DOG"])
        assert marked_cells(window) == ({"DOG"}, {"dog"})
        QTest.mouseMove(window.program.window.language_bar)
        wait_for_links(window, [], [])
        assert marked_cells(window) == (set(), set())


def test_a_caret_marks_as_the_pointer_does(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        window.press(Qt.Key.Key_Home)
        window.press(Qt.Key.Key_Right, CTRL)
        wait_for_links(window, ["small"], ["SMALL"])
        QTest.keyClick(window.source, Qt.Key.Key_Tab)
        window.target.setFocus()
        for _ in range(9):
            QTest.keyClick(window.target, Qt.Key.Key_Right)
        wait_for_links(window, ["dog"], ["DOG"])
        assert marked_cells(window) == ({"DOG"}, {"dog"})


def test_a_cell_marks_its_words_and_a_click_pins_them(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        main = window.program.window
        main.resize(1180, 1100)
        main.resizeDocks([main.attention_dock], [600], Qt.Orientation.Vertical)  # all of a map
        translate(window, "A small dog.")
        window.wait_for_map()
        view = window.program.translating.panel.maps["map"]
        place = place_of_cell(window, cell_of(window, "DOG", "small"))
        move_to(view.picture.viewport(), place)
        wait_for_links(window, ["small"], ["DOG"])
        assert view.words.startswith("DOG looks at small: ")
        QTest.mouseClick(view.picture.viewport(), LEFT, pos=place)
        assert is_pinned(window)
        point_at_word(window.source, "A")
        wait_for_links(window, ["A"], ["A"])
        QTest.mouseMove(window.program.window.language_bar)
        wait_for_links(window, ["small"], ["DOG"])
        window.press(Qt.Key.Key_Escape)
        assert not is_pinned(window)


def test_a_key_pins_the_word_at_the_caret(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        keys = Qt.Key.Key_L, CTRL | Qt.KeyboardModifier.ShiftModifier
        window.press(Qt.Key.Key_Home)
        window.press(*keys)
        assert is_pinned(window)
        window.press(*keys)
        assert not is_pinned(window)


@pytest.mark.parametrize("before", ["👩‍👩‍👧 ", "𝔄𝔅 e\u0301 🇩🇪 "], ids=["joined", "mixed"])
def test_emoji_and_combining_marks_shift_no_mark(qtbot: QtBot, tmp_path: Path, before: str) -> None:
    with open_window(qtbot, tmp_path) as window:
        text = before + "small dog"
        translate(window, text)
        assert window.target.text_now() == text.upper()
        window.wait_for_map()
        for source, target in (("small", "SMALL"), ("dog", "DOG")):
            point_at_word(window.source, source)
            wait_for_links(window, [source], [target])
            point_at_word(window.target, target)
            wait_for_links(window, [source], [target])
        assert marked_cells(window) == ({"DOG"}, {"dog"})


def test_the_map_follows_the_sentence_one_is_in(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window)
        window.wait_for_map()
        assert window.program.translating.inspection.sentence_index == 0
        point_at_word(window.source, "men")
        click_on_word(window.source, "men")
        assert window.program.translating.inspection.sentence_index == 1
        assert not is_pinned(window)
        window.wait_for_map()
        assert marked_cells(window) == ({"MEN"}, {"men"})
