from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from desktop.values.attention_drawing import Drawing
from desktop.views.attention.grid import AttentionGrid
from desktop.workers.map_drawer import MapDrawer
from tests.support.drawings import colour_at, colour_of, draw_now, is_blank, request, sentence


@pytest.fixture
def grid(qtbot: QtBot) -> AttentionGrid:
    grid = AttentionGrid()
    qtbot.addWidget(grid)
    grid.resize(620, 420)
    grid.show()
    grid.show_drawing(drawing_for(grid))
    return grid


def drawing_for(grid: AttentionGrid, num_words: int = 6) -> Drawing:
    wish = request(sentence(num_words, layers=3, heads=4), "grid", paper=grid.paper())
    return draw_now(MapDrawer(), wish)


def chosen_by(grid: AttentionGrid) -> list[tuple[int, int]]:
    """Follow what is chosen, showing it as the panel does."""
    chosen: list[tuple[int, int]] = []

    def note(layer: int, head: int) -> None:
        chosen.append((layer, head))
        grid.show_chosen(layer, head)

    grid.head_chosen.connect(note)
    return chosen


def middle(grid: AttentionGrid, layer: int, head: int) -> QPoint:
    return grid.rect_of_head(layer, head).center().toPoint()


def test_what_lies_under_the_pointer_has_its_colour(grid: AttentionGrid) -> None:
    picture = grid.grab().toImage()
    assert not is_blank(picture)
    drawing = grid.drawing
    assert drawing is not None
    found = set()
    for x in range(0, 620, 7):
        for y in range(0, 420, 7):
            cell = grid.cell_at(QPointF(x + 0.5, y + 0.5))
            if cell is None:
                continue
            place = (cell.layer, cell.head, cell.row, cell.column)
            column, row = corner(grid, cell.layer, cell.head)
            middle_of_cell = grid.rect_of(row + cell.row, column + cell.column).center()
            weight = float(drawing.weights[place])
            assert colour_at(picture, middle_of_cell) == colour_of(weight)
            found.add((cell.layer, cell.head))
    assert found == set(np.ndindex(3, 4))


def corner(grid: AttentionGrid, layer: int, head: int) -> tuple[int, int]:
    assert grid._mosaic is not None
    return grid._mosaic.corner_of(layer, head)


def test_a_click_chooses_a_head(grid: AttentionGrid) -> None:
    chosen = chosen_by(grid)
    for head in np.ndindex(3, 4):
        QTest.mouseClick(
            grid.viewport(), Qt.MouseButton.LeftButton, pos=middle(grid, head[0], head[1])
        )
    assert chosen == list(np.ndindex(3, 4))


def test_a_click_beside_the_heads_or_by_another_button_chooses_none(grid: AttentionGrid) -> None:
    chosen = chosen_by(grid)
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.RightButton, pos=middle(grid, 1, 1))
    assert chosen == []


def test_arrow_keys_walk_and_stop_at_the_edges(grid: AttentionGrid) -> None:
    chosen = chosen_by(grid)
    key = Qt.Key
    for pressed in (
        *(key.Key_Right, key.Key_Right, key.Key_Down, key.Key_Down, key.Key_Down),
        *(key.Key_Left, key.Key_Up, key.Key_End, key.Key_Right, key.Key_Home),
    ):
        QTest.keyClick(grid, pressed)
    assert chosen == [
        *((0, 0), (0, 1), (1, 1), (2, 1), (2, 1)),
        *((2, 0), (1, 0), (1, 3), (1, 3), (1, 0)),
    ]


def test_keys_begin_in_the_layer_that_is_outlined(grid: AttentionGrid) -> None:
    chosen = chosen_by(grid)
    grid.show_chosen(2, None)
    QTest.keyClick(grid, Qt.Key.Key_Right)
    assert chosen == [(2, 0)]


def test_the_chosen_head_is_outlined_and_said(grid: AttentionGrid) -> None:
    def around(layer: int, head: int, image: QImage) -> int:
        """Count the pixels left of a head that differ from when nothing was chosen."""
        box = grid.rect_of_head(layer, head).toRect()
        return sum(
            image.pixel(box.left() - 1, y) != plain.pixel(box.left() - 1, y)
            for y in range(box.top(), box.bottom())
        )

    plain = grid.grab().toImage()
    assert grid.accessibleDescription() == ""
    grid.show_chosen(1, 2)
    picture = grid.grab().toImage()
    height = grid.rect_of_head(1, 2).toRect().height()
    assert around(1, 2, picture) > height - 4
    assert around(1, 1, picture) == 0
    assert grid.accessibleDescription() == "layer 2, head 3"
    grid.show_chosen(0, None)
    assert grid.accessibleDescription() == "layer 1, all heads"
    picture = grid.grab().toImage()
    assert around(0, 0, picture) > height - 4
    grid.show_chosen(None, None)
    assert grid.accessibleDescription() == "no head selected"
    assert grid.grab().toImage() == plain
    grid.show_chosen(7, 7)  # the last model had more of them
    assert grid.grab().toImage() == plain


def test_the_pointer_outlines_a_head_and_leaves_no_trace(qtbot: QtBot, grid: AttentionGrid) -> None:
    plain = grid.grab().toImage()
    QTest.mouseMove(grid.viewport(), middle(grid, 1, 1))
    qtbot.waitUntil(lambda: grid._hovered == (1, 1))
    assert grid.grab().toImage() != plain
    QTest.mouseMove(grid.viewport(), QPoint(1, 1))
    qtbot.waitUntil(lambda: grid._hovered is None)
    assert grid.grab().toImage() == plain


def test_the_tip_names_head_and_tokens_and_weight(qtbot: QtBot, grid: AttentionGrid) -> None:
    drawing = grid.drawing
    assert drawing is not None
    column, row = corner(grid, 2, 3)
    at = grid.rect_of(row + 1, column + 4).center()
    QToolTip.showText(QPoint(), "before", grid.viewport())
    QTest.mouseMove(grid.viewport(), at.toPoint())
    weight = drawing.weights[2, 3, 1, 4]
    words = f"layer 3, head 4 · “w4” ← “W1” {weight:.2f}"
    qtbot.waitUntil(lambda: QToolTip.text() == words)
    QToolTip.hideText()


def test_the_tip_shows_a_token_as_it_stands(qtbot: QtBot, grid: AttentionGrid) -> None:
    drawing = grid.drawing
    assert drawing is not None
    columns = tuple(replace(item, label="<b>bold</b>") for item in drawing.columns)
    grid.show_drawing(replace(drawing, columns=columns))
    QToolTip.showText(QPoint(), "before", grid.viewport())
    QTest.mouseMove(grid.viewport(), middle(grid, 2, 3))
    qtbot.waitUntil(lambda: QToolTip.text() != "before")
    assert "<b>bold</b>" in QTextDocumentFragment.fromHtml(QToolTip.text()).toPlainText()
    QToolTip.hideText()


def test_a_stale_grid_is_dim(grid: AttentionGrid) -> None:
    fresh = grid.grab().toImage()
    grid.set_stale(True)
    stale = grid.grab().toImage()
    at = grid.rect_of_head(0, 0).center().toPoint()
    assert stale.pixelColor(at).lightness() > fresh.pixelColor(at).lightness()
    grid.set_stale(False)
    assert grid.grab().toImage() == fresh


def test_nothing_shown_has_no_cells(grid: AttentionGrid) -> None:
    chosen = chosen_by(grid)
    grid.show_drawing(None)
    assert grid.cell_at(QPointF(300, 200)) is None
    QTest.keyClick(grid, Qt.Key.Key_Right)
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, 200))
    assert chosen == []
    assert grid.picture() is None
