import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QFont, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.text.text_offsets import as_qt_shows, plain_text
from desktop.views.text.edit_menu import build_edit_menu
from desktop.views.text.editor import Editor
from desktop.views.text.highlighter import Style

_TRICKY = st.text(st.sampled_from("ab \n\u00a0\u2028é\u0301😀👨\u200d👩מש1."), max_size=40)
_TEXTS = st.one_of(st.text(max_size=40), _TRICKY)
_LAW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def editor(qtbot: QtBot) -> Editor:
    made = Editor()
    qtbot.addWidget(made)
    made.resize(500, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def _middle(editor: Editor, start: int, end: int) -> QPoint:
    return editor.span_rectangle(start, end).center()


_TYPED = st.text("ab ", min_size=1, max_size=5)


@_LAW
@given(typed=_TYPED, new=_TEXTS, more=_TYPED)
def test_undo_parts_what_was_typed_from_what_was_put_there(
    editor: Editor, typed: str, new: str, more: str
) -> None:
    put = as_qt_shows(new)
    assume(put != typed)
    editor.setPlainText("")
    QTest.keyClicks(editor, typed)
    editor.replace_text(new)
    editor.set_caret(len(put))
    QTest.keyClicks(editor, more)
    editor.undo()
    assert editor.text_now() == put
    editor.undo()
    assert editor.text_now() == typed


@_LAW
@given(old=_TEXTS, new=_TEXTS)
def test_text_is_replaced_in_one_step_that_can_be_undone(
    editor: Editor, old: str, new: str
) -> None:
    editor.setPlainText("")
    editor.replace_text(old)
    old, new = as_qt_shows(old), as_qt_shows(new)
    assert editor.text_now() == old
    editor.replace_text(new)
    assert editor.text_now() == new
    if old != new:
        editor.undo()
        assert editor.text_now() == old
        editor.redo()
        assert editor.text_now() == new


@_LAW
@given(old=_TRICKY, new=_TRICKY, data=st.data())
def test_the_caret_stays_at_its_characters(
    editor: Editor, old: str, new: str, data: st.DataObject
) -> None:
    old, new = as_qt_shows(old), as_qt_shows(new)
    editor.setPlainText(old)
    place = data.draw(st.integers(0, len(old)))
    editor.set_caret(place)
    editor.replace_text(new)
    if place <= _shared(old, new):
        assert editor.caret() == place
    elif len(old) - place <= _shared(old[::-1], new[::-1]):
        assert len(new) - editor.caret() <= len(old) - place
    else:
        assert 0 <= editor.caret() <= len(new)


def _shared(one: str, other: str) -> int:
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )


@_LAW
@given(old=_TEXTS, new=_TEXTS, start=st.integers(0, 60), end=st.integers(0, 60))
def test_a_part_is_replaced_without_reading_the_rest(
    editor: Editor, old: str, new: str, start: int, end: int
) -> None:
    editor.replace_text(old)
    shown, start, end = editor.text_now(), *sorted((start, end))
    done = editor.replace_span(start, end, new)
    assert editor.text_now() == plain_text(editor.document())
    assert editor.text_now() == shown[:start] + as_qt_shows(new) + shown[end:]
    assert editor.text_now()[done:] == shown[end:]


def test_only_what_differs_is_touched(editor: Editor) -> None:
    editor.setPlainText("one 😀 two\nthree four")
    changes: list[tuple[int, int, int]] = []
    editor.document().contentsChange.connect(lambda *change: changes.append(change))
    editor.replace_text("one 😀 2\nthree four")
    assert changes == [(7, 3, 1)]  # UTF-16: the emoji is two units


def test_the_scrolled_place_stays(editor: Editor) -> None:
    lines = [f"line {number}" for number in range(200)]
    editor.setPlainText("\n".join(lines))
    editor.verticalScrollBar().setValue(90)
    lines[100] = "another"
    editor.replace_text("\n".join(lines))
    assert editor.verticalScrollBar().value() == 90


@pytest.mark.parametrize(
    "before", ["", "😀 ", "e\u0301e\u0301 ", "👨\u200d👩\u200d👧 ", "😀\n\n🇩🇪 "]
)
def test_the_pointer_is_over_the_code_point_it_points_at(
    qtbot: QtBot, editor: Editor, before: str
) -> None:
    editor.setPlainText(before + "dog runs")
    start = len(before)
    spot = editor.span_rectangle(start, start + 1).center()
    with qtbot.waitSignal(editor.hovered, check_params_cb=lambda offset: offset == start):
        QTest.mouseMove(editor.viewport(), QPoint(1, 1))
        QTest.mouseMove(editor.viewport(), spot)


def test_beside_the_text_the_pointer_is_over_nothing(qtbot: QtBot, editor: Editor) -> None:
    editor.setPlainText("short\n\nlines")
    spot = _middle(editor, 0, 5)
    assert editor.offset_at(spot) in range(5)
    assert editor.offset_at(QPoint(spot.x() + 300, spot.y())) == -1
    assert editor.offset_at(QPoint(spot.x(), 280)) == -1
    seen: list[int] = []
    editor.hovered.connect(seen.append)
    QTest.mouseMove(editor.viewport(), spot)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] in range(5))
    QTest.mouseMove(editor.viewport(), QPoint(spot.x(), 280))
    qtbot.waitUntil(lambda: seen[-1] == -1)


def test_a_click_is_told_but_a_selection_is_none(editor: Editor) -> None:
    editor.setPlainText("😀 a dog runs")
    clicked: list[int] = []
    editor.clicked_at.connect(clicked.append)
    spot = _middle(editor, 4, 7)
    QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert clicked
    assert clicked[0] in (4, 5, 6)
    far = QPoint(spot.x() + 60, spot.y())
    QTest.mousePress(editor.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseMove(editor.viewport(), far)
    QTest.mouseRelease(editor.viewport(), Qt.MouseButton.LeftButton, pos=far)
    QTest.mouseClick(editor.viewport(), Qt.MouseButton.RightButton, pos=spot)
    assert len(clicked) == 1


def test_a_click_with_ctrl_asks_for_a_pin_and_the_mouse_walks_no_words(editor: Editor) -> None:
    editor.setPlainText("a dog runs")
    told: list[tuple[str, int]] = []
    editor.clicked_at.connect(lambda at: told.append(("clicked", at)))
    editor.pin_requested.connect(lambda at: told.append(("pin", at)))
    editor.caret_moved.connect(lambda at: told.append(("caret", at)))
    left, ctrl = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
    QTest.mouseClick(editor.viewport(), left, ctrl, _middle(editor, 3, 4))
    assert told == [("caret", -1), ("pin", 3)]
    QTest.keyClick(editor, Qt.Key.Key_Home)
    assert told[2:] == [("caret", 0)]


def test_the_caret_is_told_in_code_points(editor: Editor) -> None:
    editor.setPlainText("😀😀 dog")
    seen: list[int] = []
    editor.caret_moved.connect(seen.append)
    QTest.keyClick(editor, Qt.Key.Key_End)
    QTest.keyClick(editor, Qt.Key.Key_Left)
    QTest.keyClick(editor, Qt.Key.Key_Home)
    assert seen == [6, 5, 0]


def test_tab_leaves_and_types_nothing(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    first, second = Editor(), Editor()
    column.addWidget(first)
    column.addWidget(second)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()
    assert first.text_now() == ""
    QTest.keyClick(second, Qt.Key.Key_Backtab)
    assert first.hasFocus()


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("hello", Qt.AlignmentFlag.AlignLeft),
        ("مرحبا بالعالم", Qt.AlignmentFlag.AlignRight),
        ("123 … שלום", Qt.AlignmentFlag.AlignRight),
        ("«hello» مرحبا", Qt.AlignmentFlag.AlignLeft),
        ("", Qt.AlignmentFlag.AlignLeft),
    ],
)
def test_a_text_stands_at_the_side_where_it_begins(
    editor: Editor, text: str, side: Qt.AlignmentFlag
) -> None:
    editor.setPlainText("مرحبا" if side == Qt.AlignmentFlag.AlignLeft else "hello")
    editor.replace_text(text)
    assert editor.document().defaultTextOption().alignment() == side
    if text:
        where = editor.span_rectangle(0, 1).center().x()
        is_left = where < editor.viewport().width() / 2
        assert is_left == (side == Qt.AlignmentFlag.AlignLeft)


def test_files_are_left_to_the_window_but_text_may_be_dropped(editor: Editor) -> None:
    files, text = QMimeData(), QMimeData()
    files.setUrls([QUrl.fromLocalFile("/tmp/a.txt")])
    text.setText("dropped")
    for data, is_taken in ((files, False), (text, True)):
        event = QDragEnterEvent(
            QPoint(20, 20),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(editor.viewport(), event)
        assert event.isAccepted() == is_taken


def test_a_paste_is_plain_text_and_told(qtbot: QtBot, editor: Editor) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b> words")
    data.setText("bold\r\nwords\u00a0here")
    QGuiApplication.clipboard().setMimeData(data)
    with qtbot.waitSignal(editor.inserted):
        QTest.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert editor.text_now() == "bold\nwords\u00a0here"


def test_of_a_long_paste_the_beginning_is_seen_and_the_end_if_it_goes_on_a_text(
    editor: Editor,
) -> None:
    pasted = QMimeData()
    pasted.setText("The dog did not want to leave the house. " * 40)
    editor.insertFromMimeData(pasted)
    QApplication.processEvents()  # the scroll bar appears, and the lines break elsewhere
    assert editor.is_in_view((0, 1))
    editor.insertFromMimeData(pasted)
    QApplication.processEvents()
    assert editor.viewport().rect().contains(editor.cursorRect())
    editor.selectAll()
    editor.insertFromMimeData(pasted)
    QApplication.processEvents()
    assert editor.is_in_view((0, 1))


def test_undo_takes_a_paste_away_and_leaves_what_was_typed(editor: Editor) -> None:
    QTest.keyClicks(editor, "A dog. ")
    QGuiApplication.clipboard().setText("A cat.")
    editor.paste()
    QTest.keyClicks(editor, " More")
    for left in ("A dog. A cat.", "A dog. "):
        QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert editor.text_now() == left


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_shift_and_enter_end_a_paragraph_as_enter_does(editor: Editor, key: Qt.Key) -> None:
    QTest.keyClicks(editor, "ab")
    editor.set_caret(1)
    QTest.keyClick(editor, key, Qt.KeyboardModifier.ShiftModifier)
    assert editor.text_now() == "a\nb"
    editor.undo()
    assert editor.text_now() == "ab"
    editor.setReadOnly(True)
    QTest.keyClick(editor, key, Qt.KeyboardModifier.ShiftModifier)
    assert editor.text_now() == "ab"


def test_copying_keeps_every_character(editor: Editor) -> None:
    editor.setPlainText("a\u00a0b\n😀")
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "a\u00a0b\n😀"


def test_marks_and_links_outside_the_text_are_left_out(editor: Editor) -> None:
    editor.setPlainText("😀 dog")
    editor.set_marks([(2, 5, Style.UNSURE), (3, 9, Style.DOUBTFUL), (2, 2, Style.UNKNOWN)])
    editor.show_links([(0, 1), (4, 6)], is_pinned=False, colour=QColor("yellow"))
    assert editor.marks() == [(2, 5, Style.UNSURE)]
    assert editor.links() == [(0, 1)]
    editor.grab()


def test_marks_stay_with_their_words_while_something_is_typed(editor: Editor) -> None:
    editor.setPlainText("a dog runs")
    editor.set_marks([(0, 1, Style.UNSURE), (2, 5, Style.UNKNOWN), (6, 10, Style.DOUBTFUL)])
    editor.set_caret(4)
    QTest.keyClicks(editor, "xx")
    assert editor.marks() == [(0, 1, Style.UNSURE), (8, 12, Style.DOUBTFUL)]


def test_dimming_reaches_from_an_offset_to_the_end(editor: Editor) -> None:
    editor.setPlainText("😀 one two")
    editor.dim_from(2)
    (dimmed,) = editor.extraSelections()
    assert dimmed.cursor.selectedText() == "one two"
    editor.dim_from(None)
    assert not editor.extraSelections()


def test_zoom_is_bounded(editor: Editor) -> None:
    font = QFont()
    font.setPointSizeF(12)
    editor.write_in(font)
    for steps, size in ((3, 15), (-100, 7), (1, 8), (100, 60)):
        editor.zoom_by(steps)
        assert editor.font().pointSizeF() == size


@pytest.mark.parametrize(("turned", "steps"), [(120, 1), (-120, -1)])
def test_ctrl_and_the_wheel_wish_to_zoom(
    qtbot: QtBot, editor: Editor, turned: int, steps: int
) -> None:
    event = QWheelEvent(
        QPointF(10, 10),
        QPointF(10, 10),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    with qtbot.waitSignal(editor.zoom_requested) as wished:
        QApplication.sendEvent(editor.viewport(), event)
    assert wished.args == [steps]


def test_the_menu_offers_what_applies(editor: Editor) -> None:
    def offered() -> dict[str, bool]:
        actions = build_edit_menu(editor).actions()
        return {a.text().split("\t")[0]: a.isEnabled() for a in actions if a.text()}

    assert list(offered()) == ["Undo", "Redo", "Cut", "Copy", "Paste", "Select all"]
    assert not offered()["Undo"]
    assert not offered()["Select all"]
    editor.insertPlainText("text")
    editor.selectAll()
    assert offered()["Undo"]
    assert offered()["Cut"]
    editor.setReadOnly(True)
    assert list(offered()) == ["Copy", "Select all"]


@pytest.mark.parametrize(
    ("text", "direction", "side"),
    [
        ("", Qt.LayoutDirection.RightToLeft, Qt.AlignmentFlag.AlignRight),
        ("WhatsApp هو اسم\nOK", Qt.LayoutDirection.RightToLeft, Qt.AlignmentFlag.AlignRight),
        ("Hello", Qt.LayoutDirection.LayoutDirectionAuto, Qt.AlignmentFlag.AlignLeft),
    ],
)
def test_a_language_from_the_right_has_its_text_there(
    editor: Editor, text: str, direction: Qt.LayoutDirection, side: Qt.AlignmentFlag
) -> None:
    editor.set_right_to_left(True)
    editor.replace_text(text)
    option = editor.document().defaultTextOption()
    assert (option.textDirection(), option.alignment()) == (direction, side)
    editor.set_right_to_left(False)
    option = editor.document().defaultTextOption()
    assert option.textDirection() == Qt.LayoutDirection.LayoutDirectionAuto
    assert option.alignment() == Qt.AlignmentFlag.AlignLeft


def test_marks_are_where_words_from_the_right_are(editor: Editor) -> None:
    editor.set_right_to_left(True)
    editor.replace_text("WhatsApp هو اسم")
    first, last = (editor.span_rectangle(start, end) for start, end in ((0, 8), (12, 15)))
    assert first.left() > last.right()
    assert editor.offset_at(first.center()) in range(8)
    assert editor.offset_at(last.center()) in range(12, 15)
