"""The panel of attention: what is drawn of a sentence, linked, compared and taken out of it."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QScrollArea,
    QTabBar,
)
from pytestqt.qtbot import QtBot

from desktop.values.attention_drawing import Place
from engine.attention.maps import MapChoice, SentenceAttention
from tests.support.attention_panels import HYPOTHESES, SOURCE, TARGET, Desk
from tests.support.drawings import is_blank
from tests.support.engines import make_attention


def span_of(text: str, word: str) -> tuple[int, int]:
    start = text.index(word)
    return start, start + len(word)


# --- what is shown ---


def test_without_a_sentence_a_friendly_one_stands_there(qtbot: QtBot) -> None:
    desk = Desk(qtbot)
    desk.settle()
    assert "Translate a sentence to see its attention here." in desk.labels()
    assert desk.wishes == []
    assert desk.panel.picture() is None
    assert desk.panel.table() == ""
    assert desk.panel.export_request(Path("map.png"), "map") is None
    assert not desk.action("Copy map as picture").isEnabled()
    assert not desk.menu("Export map").menuAction().isEnabled()


def test_one_map_in_words_is_shown_at_first(desk: Desk) -> None:
    assert {wish.place for wish in desk.wishes} == {"map"}
    assert [item.label for item in desk.drawing().columns[:2]] == ["A", "man"]


def test_grid_and_map_are_drawn_within_one_window(desk: Desk) -> None:
    desk.show_all_heads()
    assert {wish.place for wish in desk.wishes} == {"grid", "map"}
    assert not is_blank(desk.panel.grid.grab().toImage())
    assert not is_blank(desk.panel.maps["map"].picture.grab().toImage())
    assert [w for w in QApplication.topLevelWidgets() if w.isVisible()] == [desk.panel]


def test_what_is_hidden_is_not_drawn_until_it_is_seen(qtbot: QtBot) -> None:
    desk = Desk(qtbot)
    desk.panel.hide()
    desk.show(make_attention(SOURCE, TARGET))
    assert desk.wishes == []
    desk.panel.show()
    desk.settle()
    assert {wish.place for wish in desk.wishes} == {"map"}


@pytest.mark.parametrize(
    ("index", "kind", "words"),
    [
        (0, "cross", "Each row is a word of the translation"),
        (1, "encoder", "Each row is a source word"),
        (2, "decoder", "Each row is a step of writing"),
    ],
)
def test_each_tab_shows_its_kind_and_says_what_it_is(
    desk: Desk, index: int, kind: str, words: str
) -> None:
    desk.show_all_heads()
    tabs = desk.panel.findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    place = tabs.tabRect(index).center()
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=place)
    desk.settle()
    assert desk.drawing().request.view.kind == kind
    assert desk.drawing("grid").request.view.kind == kind
    assert any(f"Click to pin. {words}" in text for text in desk.labels())
    (tip,) = (text for text in desk.tips() if "not why it chose a word" in text)
    assert tip.startswith(words)
    assert desk.action("Shift by one step").isEnabled() == (kind == "cross")


def test_a_click_in_the_grid_shows_that_head_and_draws_the_map_alone(desk: Desk) -> None:
    desk.show_all_heads()
    grid = desk.panel.grid
    desk.wishes.clear()
    at = grid.rect_of_head(1, 2).center().toPoint()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    desk.settle()
    assert [wish.place for wish in desk.wishes] == ["map"]
    assert desk.drawing().request.choice == MapChoice("head", 1, 2)
    assert np.array_equal(desk.drawing().weights, desk.drawing("grid").weights[1, 2])
    assert grid.accessibleDescription() == "layer 2, head 3"
    assert desk.combo("Map").currentText() == "Layer 2, head 3"


# --- nothing to show ---


def test_a_sentence_whose_words_were_copied_has_no_alignment_and_says_so(desk: Desk) -> None:
    desk.take("Shift by one step")
    before = desk.drawing()
    desk.wishes.clear()
    desk.show(make_attention("Привет.", ""))
    desk.panel.show_drawing(before)
    panel, view = desk.panel, desk.panel.maps["map"]
    assert desk.wishes == []
    assert (panel.grid.drawing, view.picture.drawing) == (None, None)
    assert (panel.picture(), panel.table()) == (None, "")
    assert panel.export_request(Path("map.csv"), "map") is None
    assert not desk.action("Copy map as table").isEnabled()
    assert not desk.menu("Export all heads").menuAction().isEnabled()
    assert view.words == ""
    assert view.picture.accessibleDescription().startswith("The model did not write these words")
    assert not is_blank(view.picture.grab().toImage())
    assert "%" not in desk.action("Hide punctuation and end token").toolTip()


def test_what_the_model_did_do_with_copied_words_can_be_seen(desk: Desk) -> None:
    desk.take("Shift by one step")
    desk.show(make_attention("Привет.", ""))
    tabs = desk.panel.findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    for index in (1, 2):
        tabs.setCurrentIndex(index)
        desk.settle()
        assert desk.drawing().request.attention.source == "Привет."
        assert desk.action("Copy map as table").isEnabled()
    tabs.setCurrentIndex(0)
    assert desk.panel.maps["map"].picture.drawing is None
    desk.take("Shift by one step")
    assert [item.label for item in desk.drawing().rows] == ["</s>"]
    desk.take("Shift by one step")
    assert desk.panel.maps["map"].picture.drawing is None
    desk.show(make_attention(SOURCE, TARGET))
    assert desk.drawing().request.attention.source == SOURCE


def test_an_alignment_is_compared_with_none(desk: Desk) -> None:
    compare(desk)
    desk.take("Shift by one step")
    desk.panel.show_comparison(make_attention(SOURCE, ""))
    desk.settle()
    assert desk.drawing().request.attention.target == TARGET
    for place in ("compared", "difference"):
        assert desk.panel.maps[place].picture.drawing is None
    assert desk.panel.export_request(Path("map.csv"), "difference") is None


@pytest.mark.parametrize("place", ["grid", "map"])
def test_what_could_not_be_drawn_leaves_no_former_map(desk: Desk, place: Place) -> None:
    desk.show_all_heads()
    desk.panel.show_failure(desk.drawing(place).request)
    view = desk.panel.grid if place == "grid" else desk.panel.maps[place].picture
    assert view.drawing is None
    assert desk.panel.table() == "" or place == "grid"


# --- linking ---


def test_words_are_marked_on_both_axes(desk: Desk) -> None:
    desk.panel.mark_words((span_of(SOURCE, "runs"),), (span_of(TARGET, "HEIM"),), False)
    picture = desk.panel.maps["map"].picture
    assert (picture._rows, picture._columns) == ({3}, {2})
    desk.panel.mark_words((), (), False)
    assert (picture._rows, picture._columns) == (set(), set())


def test_self_attention_marks_the_rows_of_its_side(desk: Desk) -> None:
    tabs = desk.panel.findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    desk.panel.mark_words((span_of(SOURCE, "runs"),), (span_of(TARGET, "HEIM"),), True)
    picture = desk.panel.maps["map"].picture
    tabs.setCurrentIndex(1)
    desk.settle()
    assert (picture._rows, picture._columns, picture._is_pinned) == ({2}, set(), True)
    tabs.setCurrentIndex(2)
    desk.settle()
    assert (picture._rows, picture._columns) == ({4}, set())  # behind <s>


def test_all_tokens_of_a_word_are_marked(qtbot: QtBot) -> None:
    desk = Desk(qtbot)
    desk.take("Show tokens")
    source, target = "A skateboarder 👩‍🚒 jumps.", "EIN SKATEBOARDER 👩‍🚒 JUMPS."
    desk.show(make_attention(source, target))
    desk.panel.mark_words((span_of(source, "skateboarder"),), (span_of(target, "JUMPS"),), False)
    drawing, picture = desk.drawing(), desk.panel.maps["map"].picture
    assert "".join(drawing.columns[c].label for c in sorted(picture._columns)) == "▁skateboarder"
    assert "".join(drawing.rows[r].label for r in sorted(picture._rows)) == "▁JUMPS"


def test_a_cell_tells_its_words(qtbot: QtBot, desk: Desk) -> None:
    picture = desk.panel.maps["map"].picture
    hovered: list[object] = []
    desk.panel.words_hovered.connect(hovered.append)
    words = ((span_of(SOURCE, "runs"),), (span_of(TARGET, "MANN"),))
    at = picture.rect_of(1, 2).center().toPoint()
    QTest.mouseMove(picture.viewport(), at)
    qtbot.waitUntil(lambda: hovered == [words])
    QTest.mouseMove(picture.viewport(), QPoint(1, 1))
    qtbot.waitUntil(lambda: hovered == [words, None])
    with qtbot.waitSignal(desk.panel.words_pinned) as pinned:
        QTest.mouseClick(picture.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert pinned.args == [words]


def test_the_end_mark_is_no_word(qtbot: QtBot, desk: Desk) -> None:
    view = desk.panel.maps["map"]
    last = len(desk.drawing().rows) - 1, len(desk.drawing().columns) - 1
    with qtbot.waitSignal(desk.panel.words_hovered) as hovered:
        view.cell_hovered.emit(*last)
    assert hovered.args == [None]
    with qtbot.assertNotEmitted(desk.panel.words_pinned):
        view.cell_clicked.emit(*last)


# --- comparing ---


def compare(desk: Desk) -> SentenceAttention:
    other = make_attention(SOURCE, "MANN RENNT.", seed=1)
    desk.panel.show_hypotheses(HYPOTHESES, 0, 2)
    desk.panel.show_comparison(other)
    desk.settle()
    return other


def test_two_translations_are_compared_side_by_side(desk: Desk) -> None:
    other = compare(desk)
    assert desk.drawing("compared").request.attention is other
    difference = desk.drawing("difference")
    assert difference.request.subtracted is other
    assert difference.request.attention is desk.drawing().request.attention
    assert not desk.panel.grid.isVisible()
    names = [f"Shown: {TARGET}", "Compared: MANN RENNT.", "Difference (shown − compared)"]
    assert set(names) <= set(desk.labels())
    hints = [text for text in desk.labels() if text.startswith("Hover")]
    assert len(hints) == 1


def test_a_comparison_follows_what_is_chosen_and_ends(desk: Desk) -> None:
    desk.show_all_heads()
    compare(desk)
    desk.choose("Map", "Layer 1, head 1")
    places: tuple[Place, ...] = ("map", "compared", "difference")
    assert {desk.drawing(place).request.choice for place in places} == {MapChoice("head", 0, 0)}
    desk.panel.show_comparison(None)
    desk.settle()
    assert desk.panel.grid.isVisible()
    assert not desk.panel.maps["difference"].isVisible()
    assert desk.panel.maps["difference"].picture.drawing is None
    assert desk.panel.export_request(Path("map.csv"), "difference") is None


def test_cells_of_the_other_translation_tell_source_words_only(qtbot: QtBot, desk: Desk) -> None:
    """Its target words are no places in the text on show."""
    compare(desk)
    with qtbot.waitSignal(desk.panel.words_hovered) as hovered:
        desk.panel.maps["compared"].cell_hovered.emit(0, 2)
    assert hovered.args == [((span_of(SOURCE, "runs"),), ())]
    desk.panel.mark_words((span_of(SOURCE, "runs"),), (span_of(TARGET, "MANN"),), False)
    compared, shown = (desk.panel.maps[place].picture for place in ("compared", "map"))
    assert (compared._rows, compared._columns) == (set(), {2})
    assert (shown._rows, shown._columns) == ({1}, {2})


# --- newest wins ---


def test_a_drawing_of_an_earlier_sentence_is_not_shown(desk: Desk) -> None:
    late = desk.drawing()
    desk.show(make_attention("Two dogs.", "ZWEI DOGS."))
    now = desk.drawing()
    desk.panel.show_drawing(late)
    assert desk.drawing() is now
    desk.show(None)
    desk.panel.show_drawing(now)
    assert desk.panel.maps["map"].picture.drawing is None


def test_stale_maps_are_dim_until_the_next_sentence(desk: Desk) -> None:
    desk.show_all_heads()
    fresh = desk.panel.grid.grab().toImage()
    desk.panel.set_stale(True)
    assert desk.panel.grid.grab().toImage() != fresh
    desk.show(make_attention(SOURCE, TARGET))
    assert desk.panel.grid.grab().toImage() == fresh


# --- copied, exported ---


@pytest.mark.parametrize("what", ["map", "grid", "difference"])
def test_every_kind_of_file_is_offered(qtbot: QtBot, desk: Desk, what: Place) -> None:
    compare(desk)
    for suffix in ("PNG", "SVG", "PDF", "CSV", "JSON"):
        with qtbot.waitSignal(desk.panel.controls.more.export_requested) as wished:
            desk.action(what, suffix).trigger()
        assert wished.args == [what, f".{suffix.lower()}"]


def test_what_is_exported_is_what_is_shown(desk: Desk) -> None:
    desk.panel.grid.head_chosen.emit(1, 2)
    request = desk.panel.export_request(Path("map.svg"), "map")
    assert request is not None
    assert request.path == Path("map.svg")
    assert request.shown.choice == MapChoice("head", 1, 2)
    assert request.shown.title == "Cross-attention: Layer 2, head 3"
    grid = desk.panel.export_request(Path("grid.svg"), "grid")
    assert grid is not None
    assert grid.shown.title == "Cross-attention"


# --- for everyone ---


def test_grid_and_map_stand_as_the_shape_of_the_panel_allows(qtbot: QtBot) -> None:
    desk = Desk(qtbot)
    desk.show(make_attention(SOURCE, TARGET))
    desk.show_all_heads()
    for width, height, is_wide in ((1000, 460, True), (560, 800, False), (1000, 460, True)):
        desk.panel.resize(width, height)
        desk.settle()
        grid, view = desk.panel.grid, desk.panel.maps["map"]
        left_of = grid.mapTo(desk.panel, QPoint()).x() < view.mapTo(desk.panel, QPoint()).x()
        assert left_of == is_wide
        paper = view.paper()
        assert desk.drawing().image.size().toTuple() == (paper.width, paper.height)


@pytest.mark.parametrize("size", [(1000, 200), (380, 200)])
def test_one_map_needs_little_room(desk: Desk, size: tuple[int, int]) -> None:
    desk.panel.resize(*size)
    desk.settle()
    assert desk.panel.size().toTuple() == size
    area = desk.panel.findChild(QScrollArea)
    assert isinstance(area, QScrollArea)
    assert (area.horizontalScrollBar().maximum(), area.verticalScrollBar().maximum()) == (0, 0)


@pytest.mark.parametrize("size", [(1000, 460), (640, 240), (420, 300), (420, 700)])
def test_no_map_of_a_comparison_is_cut_off(desk: Desk, size: tuple[int, int]) -> None:
    compare(desk)
    for view in desk.panel.maps.values():
        view.show_name("Mean of all heads", "Compared: " + "a long sentence " * 9)
    desk.panel.resize(*size)
    desk.settle()
    area = desk.panel.findChild(QScrollArea)
    assert isinstance(area, QScrollArea)
    inside, bar = area.widget(), area.horizontalScrollBar()
    assert inside is not None
    assert area.viewport().width() + bar.maximum() == inside.width()
    for view in desk.panel.maps.values():
        assert inside.rect().contains(QRect(view.mapTo(inside, QPoint()), view.size()))
    assert bar.maximum() == 0 or size[0] < 600
