import math
import re
from functools import partial

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from desktop.values.attention_drawing import Drawing
from desktop.views.attention.map import AttentionMap
from desktop.workers.map_drawer import MapDrawer
from engine.attention.maps import MapChoice
from tests.support.drawings import colour_at, colour_of, draw_now, is_blank, request, sentence

Pixels = npt.NDArray[np.uint32]
HINT = "Hover or use the arrow keys."


@pytest.fixture
def view(qtbot: QtBot) -> AttentionMap:
    return shown(qtbot, 8)


def shown(qtbot: QtBot, num_words: int) -> AttentionMap:
    """Return a map that draws whatever it wishes at once."""
    view = AttentionMap()
    view.show_hint(HINT, "All of it.")
    qtbot.addWidget(view)
    drawer, attention = MapDrawer(), sentence(num_words)

    def draw() -> None:
        view.show_drawing(draw_now(drawer, request(attention, paper=view.paper())))

    view.drawing_requested.connect(draw)
    view.resize(560, 480)
    view.show()
    assert view.picture.drawing is not None
    return view


def drawing_of(view: AttentionMap) -> Drawing:
    assert view.picture.drawing is not None
    return view.picture.drawing


def middle(view: AttentionMap, row: int, column: int) -> QPoint:
    return view.picture.rect_of(row, column).center().toPoint()


def noted(view: AttentionMap) -> list[tuple[int, ...]]:
    """Follow hovering and leaving: (row, column), and () for leaving."""
    cells: list[tuple[int, ...]] = []
    view.cell_hovered.connect(lambda row, column: cells.append((row, column)))
    view.cell_left.connect(lambda: cells.append(()))
    return cells


def test_every_cell_is_found_where_it_is_painted(view: AttentionMap) -> None:
    picture = view.picture.grab().toImage()
    assert not is_blank(picture)
    for (row, column), weight in np.ndenumerate(drawing_of(view).weights):
        cell = view.picture.rect_of(row, column)
        assert colour_at(picture, cell.center()) == colour_of(float(weight))
        for corner in (cell.topLeft() + QPointF(1, 1), cell.bottomRight() - QPointF(1, 1)):
            assert view.picture.cell_at(corner) == (row, column)


def test_pointer_tells_the_weight_in_words(qtbot: QtBot, view: AttentionMap) -> None:
    cells = noted(view)
    assert view.words == HINT
    QTest.mouseMove(view.picture.viewport(), middle(view, 2, 5))
    weight = drawing_of(view).weights[2, 5]
    qtbot.waitUntil(lambda: view.words == f"W2 looks at w5: {weight:.2f}")
    assert view.picture.accessibleDescription() == view.words
    QTest.mouseMove(view.picture.viewport(), QPoint(1, 1))
    qtbot.waitUntil(lambda: view.words == HINT)
    assert view.picture.accessibleDescription() == ""
    assert cells == [(2, 5), ()]


def test_leaving_the_widget_leaves_the_cell(qtbot: QtBot, view: AttentionMap) -> None:
    cells = noted(view)
    QTest.mouseMove(view.picture.viewport(), middle(view, 2, 5))
    qtbot.waitUntil(lambda: cells == [(2, 5)])
    QApplication.sendEvent(view.picture.viewport(), QEvent(QEvent.Type.Leave))
    assert cells == [(2, 5), ()]


def test_click_is_told_with_its_cell(qtbot: QtBot, view: AttentionMap) -> None:
    with qtbot.waitSignal(view.cell_clicked) as clicked:
        QTest.mouseClick(view.picture.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 3, 1))
    assert clicked.args == [3, 1]
    with qtbot.assertNotEmitted(view.cell_clicked):
        QTest.mouseClick(view.picture.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
        QTest.mouseClick(
            view.picture.viewport(), Qt.MouseButton.RightButton, pos=middle(view, 3, 1)
        )


def test_keys_walk_cell_by_cell_and_pin(view: AttentionMap) -> None:
    cells, pinned = noted(view), list[tuple[int, int]]()
    view.cell_clicked.connect(lambda row, column: pinned.append((row, column)))
    key = Qt.Key
    for pressed in (
        *(key.Key_Right, key.Key_Right, key.Key_Down, key.Key_End, key.Key_PageDown),
        *(key.Key_Left, key.Key_Up, key.Key_Return, key.Key_Home, key.Key_Space),
        *(key.Key_PageUp, key.Key_Up, key.Key_Escape),
    ):
        QTest.keyClick(view.picture, pressed)
    assert cells == [
        *((0, 0), (0, 1), (1, 1), (1, 8), (8, 8), (8, 7), (7, 7), (7, 0), (0, 0), ()),
    ]
    assert pinned == [(7, 7), (7, 0)]


def test_escape_is_left_to_the_window_where_there_is_nothing_to_leave(view: AttentionMap) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(view.picture, event)
    assert not event.isAccepted()


def test_losing_the_keyboard_leaves_the_cell(qtbot: QtBot, view: AttentionMap) -> None:
    view.activateWindow()
    view.picture.setFocus()
    qtbot.waitUntil(view.picture.hasFocus)
    cells = noted(view)
    QTest.keyClick(view.picture, Qt.Key.Key_Right)
    view.picture.clearFocus()
    assert cells == [(0, 0), ()]


def changed(view: AttentionMap, before: Pixels) -> QRectF:
    """Return the rectangle around all pixels that differ."""
    rows, columns = np.nonzero(pixels(view) != before)
    return QRectF(QPointF(columns.min(), rows.min()), QPointF(columns.max() + 1, rows.max() + 1))


def pixels(view: AttentionMap) -> Pixels:
    image = view.picture.grab().toImage()
    values = [[image.pixel(x, y) for x in range(image.width())] for y in range(image.height())]
    return np.array(values, dtype=np.uint32)


def test_marked_cells_are_outlined_where_rows_and_columns_meet(view: AttentionMap) -> None:
    before = pixels(view)
    view.mark_cells({2}, {5}, is_pinned=False)
    picture = view.picture
    box = changed(view, before)
    # From the names of row and column to the cell.
    names = drawing_of(view).names
    assert box.left() <= names.x()
    assert box.top() <= names.y()
    assert abs(box.bottom() - picture.rect_of(2, 5).bottom()) < 5
    view.mark_cells(set(), set(), is_pinned=False)
    assert np.array_equal(pixels(view), before)


def test_a_row_alone_is_outlined_whole(view: AttentionMap) -> None:
    before = pixels(view)
    view.mark_cells({4}, set(), is_pinned=False)
    box, row = changed(view, before), view.picture.rect_of(4, 0, 1, 9)
    assert abs(box.right() - row.right()) < 5
    assert abs(box.top() - row.top()) < 5
    assert abs(box.bottom() - row.bottom()) < 5


def test_what_is_pinned_is_outlined_more_strongly(view: AttentionMap) -> None:
    """And so it is told apart without colours."""
    before = pixels(view)
    view.mark_cells({4}, {4}, is_pinned=False)
    thin = int((pixels(view) != before).sum())
    view.mark_cells({4}, {4}, is_pinned=True)
    assert int((pixels(view) != before).sum()) > thin


def test_marks_of_a_longer_sentence_are_not_painted(view: AttentionMap) -> None:
    before = pixels(view)
    view.mark_cells({40}, {50}, is_pinned=False)
    assert np.array_equal(pixels(view), before)


def test_weights_are_written_as_the_language_of_the_window_does(view: AttentionMap) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        QTest.keyClick(view.picture, Qt.Key.Key_Right)
        assert re.fullmatch(r"W0 looks at w0: \d,\d\d", view.words)
    finally:
        QLocale.setDefault(before)


def test_a_shorter_sentence_forgets_the_cell(view: AttentionMap) -> None:
    QTest.keyClick(view.picture, Qt.Key.Key_Right)
    QTest.keyClick(view.picture, Qt.Key.Key_End)
    assert view.words.startswith("W0 looks at </s>: ")
    view.show_drawing(draw_now(MapDrawer(), request(sentence(3), paper=view.paper())))
    assert view.words == HINT


def test_a_new_drawing_tells_its_own_weight(view: AttentionMap) -> None:
    QTest.keyClick(view.picture, Qt.Key.Key_Right)
    drawing = draw_now(
        MapDrawer(), request(sentence(8), choice=MapChoice("head", 1, 3), paper=view.paper())
    )
    view.show_drawing(drawing)
    assert view.words == f"W0 looks at w0: {drawing.weights[0, 0]:.2f}"


def tells(view: AttentionMap, words: str) -> bool:
    return view.words == words


def test_a_difference_is_told_with_its_sign(qtbot: QtBot, view: AttentionMap) -> None:
    first, second = sentence(5, seed=1), sentence(4, seed=2)
    drawing = draw_now(
        MapDrawer(), request(first, "difference", subtracted=second, paper=view.paper())
    )
    view.show_drawing(drawing)
    told = set()
    for (row, column), weight in np.ndenumerate(drawing.weights):
        QTest.mouseMove(view.picture.viewport(), middle(view, row, column))
        names = drawing.rows[row].label.strip("▁"), drawing.columns[column].label.strip("▁")
        if math.isnan(weight):
            words = f"{names[0]} and {names[1]}: not in both translations"
        else:
            words = f"{names[0]} looks at {names[1]}: {weight:+.2f} compared"
        qtbot.waitUntil(partial(tells, view, words))
        told.add(math.isnan(weight))
    assert told == {True, False}


# --- zoom ---


def test_zoom_keeps_what_lies_under_the_pointer(qtbot: QtBot) -> None:
    view = shown(qtbot, 16)
    picture = view.picture
    at = QPointF(middle(view, 12, 10))
    for _ in range(5):
        wheel = QWheelEvent(
            at, picture.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(picture.viewport(), wheel)
    assert picture.zoom > 2
    cell = picture.cell_at(at)
    assert cell is not None
    assert max(abs(cell[0] - 12), abs(cell[1] - 10)) <= 1


def test_wheel_alone_scrolls_and_does_not_zoom(qtbot: QtBot) -> None:
    view = shown(qtbot, 16)
    picture = view.picture
    for _ in range(4):
        picture.zoom_in()
    picture.verticalScrollBar().setValue(0)
    at = QPointF(200, 200)
    wheel = QWheelEvent(
        at, picture.mapToGlobal(at), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    zoom = picture.zoom
    QApplication.sendEvent(picture.viewport(), wheel)
    assert picture.zoom == zoom
    assert picture.verticalScrollBar().value() > 0


def test_keys_and_buttons_zoom_and_fit(view: AttentionMap) -> None:
    picture, control = view.picture, Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(picture, Qt.Key.Key_Plus, control)
    QTest.keyClick(picture, Qt.Key.Key_Equal, control)
    assert picture.zoom == pytest.approx(1.25**2)
    assert picture.horizontalScrollBar().maximum() > 0
    QTest.keyClick(picture, Qt.Key.Key_Minus, control)
    assert picture.zoom == pytest.approx(1.25)
    QTest.keyClick(picture, Qt.Key.Key_0, control)
    assert picture.zoom == 1
    assert picture.horizontalScrollBar().maximum() == 0
    buttons = {button.accessibleName(): button for button in view.findChildren(QToolButton)}
    assert set(buttons) == {"Smaller", "Fit", "Larger"}
    assert not buttons["Smaller"].isEnabled()
    QTest.mouseClick(buttons["Larger"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(buttons["Larger"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(buttons["Smaller"], Qt.MouseButton.LeftButton)
    assert picture.zoom == pytest.approx(1.25)
    QTest.mouseClick(buttons["Fit"], Qt.MouseButton.LeftButton)
    assert picture.zoom == 1


def test_the_window_does_not_take_the_keys_of_zooming(view: AttentionMap) -> None:
    for key, is_taken in ((Qt.Key.Key_Plus, True), (Qt.Key.Key_S, False)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.ControlModifier)
        event.ignore()
        QApplication.sendEvent(view.picture, event)
        assert event.isAccepted() == is_taken


def test_zoomed_cells_are_found_and_names_stay_in_view(qtbot: QtBot) -> None:
    view = shown(qtbot, 16)
    picture = view.picture
    for _ in range(4):
        picture.zoom_in()
    for bar in (picture.horizontalScrollBar(), picture.verticalScrollBar()):
        bar.setValue(bar.maximum() // 2)
    image = picture.grab().toImage()
    weights, seen = drawing_of(view).weights, 0
    cells_begin = picture.cells_shown().topLeft()
    for (row, column), weight in np.ndenumerate(weights):
        cell = picture.rect_of(row, column)
        if picture.cells_shown().contains(cell) and image.rect().contains(cell.toRect()):
            assert colour_at(image, cell.center()) == colour_of(float(weight))
            assert picture.cell_at(cell.center()) == (row, column)
            seen += 1
    assert seen > 20
    # Names are painted left of the cells, though the picture is scrolled.
    ink = [
        image.pixelColor(x, y).lightness()
        for x in range(3, int(cells_begin.x()))
        for y in range(int(cells_begin.y()), image.height() - 30)
    ]
    assert min(ink) < 100


def test_walking_scrolls_to_the_cell(qtbot: QtBot) -> None:
    view = shown(qtbot, 16)
    for _ in range(4):
        view.picture.zoom_in()
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_Home):
        QTest.keyClick(view.picture, key)
        assert view.picture.current is not None
        cell = view.picture.rect_of(*view.picture.current)
        assert view.picture.cells_shown().adjusted(-1, -1, 1, 1).contains(cell)


def test_the_largest_picture_is_bounded(qtbot: QtBot) -> None:
    view = shown(qtbot, 3)
    view.drawing_requested.disconnect()  # it is large enough to take long
    for _ in range(30):
        view.picture.zoom_in()
    paper = view.paper()
    assert paper.width * paper.height < 17_000_000


def test_a_copied_picture_has_a_background(view: AttentionMap) -> None:
    picture = view.picture.picture()
    assert picture is not None
    assert picture.size() == drawing_of(view).image.size()
    assert picture.pixelColor(1, 1).alpha() == 255
    assert not is_blank(picture)
