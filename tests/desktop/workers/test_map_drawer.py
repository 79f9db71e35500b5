import csv
import gc
import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPointF, QRectF, QThread, Signal
from pytestqt.qtbot import QtBot

from desktop.values.attention_drawing import (
    Colours,
    Drawing,
    DrawRequest,
    ExportRequest,
    Place,
    Scale,
    ViewChoice,
)
from desktop.values.worker_fault import WorkerFault
from desktop.workers.map_drawer import MapDrawer
from engine.attention.figure import MapFigure, scaled
from engine.attention.maps import MapChoice
from engine.attention.mosaic import Mosaic
from engine.attention.views import choose, difference, make_view
from tests.support.drawings import (
    PAPER,
    colour_at,
    colour_of,
    draw_now,
    is_blank,
    request,
    sentence,
)


@pytest.fixture
def drawer(qtbot: QtBot) -> MapDrawer:
    del qtbot
    return MapDrawer()


def middle_of(frame: QRectF, shape: tuple[int, int], row: int, column: int) -> QPointF:
    return QPointF(
        frame.x() + (column + 0.5) * frame.width() / shape[1],
        frame.y() + (row + 0.5) * frame.height() / shape[0],
    )


@pytest.mark.parametrize("colours", get_args(Colours))
@pytest.mark.parametrize("scale", get_args(Scale))
@pytest.mark.parametrize("ratio", [1.0, 2.0, 1.5])
def test_every_cell_of_a_map_has_the_colour_of_its_weight(
    drawer: MapDrawer, colours: Colours, scale: Scale, ratio: float
) -> None:
    paper = replace(
        PAPER,
        width=round(PAPER.width * ratio),
        height=round(PAPER.height * ratio),
        ratio=ratio,
        dots_per_inch=96 * ratio,
    )
    attention = sentence(9)
    drawing = draw_now(drawer, request(attention, colours=colours, scale=scale, paper=paper))
    view = make_view(attention, "cross")
    assert np.array_equal(drawing.weights, view.weights[0, 0])
    assert (drawing.rows, drawing.columns) == (view.rows, view.columns)
    assert drawing.image.devicePixelRatio() == ratio
    assert drawing.image.size().toTuple() == (paper.width, paper.height)
    for (row, column), weight in np.ndenumerate(scaled(drawing.weights, scale)):
        at = middle_of(drawing.frame, (10, 10), row, column)
        assert colour_at(drawing.image, at) == colour_of(float(weight), colours)


def test_every_cell_of_a_grid_has_the_colour_of_its_weight(drawer: MapDrawer) -> None:
    drawing = draw_now(drawer, request(sentence(5), "grid"))
    mosaic = Mosaic(*drawing.weights.shape)
    for (layer, head, row, column), weight in np.ndenumerate(drawing.weights):
        x, y = mosaic.corner_of(layer, head)
        at = middle_of(drawing.frame, mosaic.shape, y + row, x + column)
        assert colour_at(drawing.image, at) == colour_of(float(weight))


def test_all_around_the_cells_is_clear_for_any_background(drawer: MapDrawer) -> None:
    for place in ("map", "grid"):
        image = draw_now(drawer, request(sentence(9), place)).image
        assert colour_at(image, QPointF(1, image.height() - 2)) == (0, 0, 0, 0)


def test_text_is_written_in_the_ink(drawer: MapDrawer) -> None:
    drawing = draw_now(drawer, request(sentence(4), paper=replace(PAPER, ink="#ff0000")))
    names = [
        drawing.image.pixelColor(x, y)
        for x in range(round(drawing.names.x()), round(drawing.frame.x()) - 3)
        for y in range(round(drawing.frame.top()), round(drawing.frame.bottom()))
    ]
    inked = [colour for colour in names if colour.alpha() > 200]
    assert inked
    assert all(colour.red() > 240 and colour.green() < 15 for colour in inked)


@pytest.mark.parametrize("num_words", [1, 8, 40, 256])
def test_names_and_cells_lie_within_the_picture(drawer: MapDrawer, num_words: int) -> None:
    for place in ("map", "grid"):
        drawing = draw_now(drawer, request(sentence(num_words), place))
        assert not is_blank(drawing.image)
        assert QRectF(0, 0, PAPER.width, PAPER.height).contains(drawing.frame)
        assert 0 <= drawing.names.x() <= drawing.frame.x()
        assert 0 <= drawing.names.y() <= drawing.frame.y()


def test_what_is_drawn_again_is_as_if_drawn_first(drawer: MapDrawer) -> None:
    """Only the cells are drawn again, and nothing of the previous ones shines through."""
    for place in ("map", "grid"):
        first, second = (request(sentence(9, seed=seed), place) for seed in (1, 2))
        draw_now(drawer, first)
        again = draw_now(drawer, second).image
        assert again == draw_now(MapDrawer(), second).image
        assert draw_now(drawer, first).image == draw_now(MapDrawer(), first).image


def test_only_weights_differ_so_only_cells_are_drawn(
    drawer: MapDrawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out: list[MapFigure] = []
    draw = MapFigure.draw

    def counted(figure: MapFigure, renderer: object) -> None:
        laid_out.append(figure)
        draw(figure, renderer)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(MapFigure, "draw", counted)
    attention = sentence(9)
    for head in range(4):
        draw_now(drawer, request(attention, choice=MapChoice("head", 1, head)))
        draw_now(drawer, request(sentence(9, seed=head), "grid"))
    assert len(laid_out) == 2
    draw_now(drawer, request(sentence(8)))
    assert len(laid_out) == 3
    assert len(set(map(id, laid_out))) == 2  # one figure for the map and one for the grid


def test_fewer_pixels_than_weights_hide_no_large_weight(drawer: MapDrawer) -> None:
    attention = sentence(255)
    maps = attention.maps
    maps.cross[:] = 0
    maps.cross[1, 2, 100, 50] = 1
    drawing = draw_now(drawer, request(attention, "grid"))
    brightest = colour_of(1.0)
    frame = drawing.frame.toRect()
    found = [
        (x, y)
        for x in range(frame.left(), frame.right() + 1)
        for y in range(frame.top(), frame.bottom() + 1)
        if colour_at(drawing.image, QPointF(x, y)) == brightest
    ]
    assert found


def test_difference_is_between_the_two_and_clear_where_one_has_nothing(drawer: MapDrawer) -> None:
    first, second = sentence(5, seed=1), sentence(4, seed=2)
    choice = MapChoice("mean")
    drawing = draw_now(drawer, request(first, "difference", choice=choice, subtracted=second))
    views = make_view(first, "cross"), make_view(second, "cross")
    wanted = difference(*views, choice)
    assert np.array_equal(drawing.weights, wanted.weights, equal_nan=True)
    assert np.isnan(drawing.weights).any()
    for (row, column), weight in np.ndenumerate(drawing.weights):
        at = middle_of(drawing.frame, wanted.weights.shape, row, column)
        colour = colour_at(drawing.image, at)
        share = (float(weight) + 1) / 2
        assert colour == ((0, 0, 0, 0) if np.isnan(weight) else colour_of(share, "PuOr_r"))


@pytest.mark.parametrize(
    "view",
    [
        ViewChoice(kind="encoder"),
        ViewChoice(kind="decoder", unit="words"),
        ViewChoice(shifted=True, hide_sinks=True),
        ViewChoice(by_value=True),
    ],
)
def test_the_view_that_was_asked_for_is_drawn(drawer: MapDrawer, view: ViewChoice) -> None:
    attention, choice = sentence(6), MapChoice("rollout")
    wanted = make_view(
        attention,
        view.kind,
        unit=view.unit,
        shifted=view.shifted,
        hide_sinks=view.hide_sinks,
        by_value=view.by_value,
    )
    drawing = draw_now(drawer, request(attention, view=view, choice=choice))
    assert np.array_equal(drawing.weights, choose(wanted, choice))
    assert drawing.rows == wanted.rows
    assert drawing.sink_mass == wanted.sink_mass


# --- on its own thread ---


class Wisher(QObject):
    wished = Signal(object)


@pytest.fixture
def threaded(qtbot: QtBot) -> Iterator[MapDrawer]:
    del qtbot
    drawer, thread = MapDrawer(), QThread()
    drawer.moveToThread(thread)
    thread.start()
    yield drawer
    thread.quit()
    assert thread.wait(30_000)


def test_newest_of_each_place_wins(qtbot: QtBot, threaded: MapDrawer) -> None:
    wisher, drawn = Wisher(), list[Drawing]()
    wisher.wished.connect(threaded.draw)
    threaded.drawn.connect(drawn.append)
    attention = sentence(6)
    serials = itertools.count()
    last: dict[Place, DrawRequest] = {}
    for place in ("map", "grid") * 50:
        wish = request(attention, place, choice=MapChoice("head", 0, 1), serial=next(serials))
        last[place] = wish
        wisher.wished.emit(wish)
    qtbot.waitUntil(
        lambda: {id(drawing.request) for drawing in drawn} >= set(map(id, last.values()))
    )
    for place in last:
        serials_drawn = [d.request.serial for d in drawn if d.request.place == place]
        assert serials_drawn == sorted(set(serials_drawn))
    assert len(drawn) < 100


# --- faults and files ---


def test_a_fault_ends_one_request_and_not_the_drawer(
    drawer: MapDrawer, caplog: pytest.LogCaptureFixture
) -> None:
    failures: list[tuple[DrawRequest, WorkerFault]] = []
    drawer.draw_failed.connect(lambda wish, fault: failures.append((wish, fault)))
    bad = request(sentence(3), choice=MapChoice("head"))
    drawer.draw(bad)
    drawer._draw_next()
    assert [wish for wish, _ in failures] == [bad]
    assert str(failures[0][1]) == "ValueError: one head needs a layer and a head"
    assert "attention could not be drawn" in caplog.text
    assert not is_blank(draw_now(drawer, request(sentence(3))).image)


def test_libraries_that_memory_has_no_room_for_are_missed_only_when_something_is_drawn(
    drawer: MapDrawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[WorkerFault] = []
    drawer.draw_failed.connect(lambda _, fault: failures.append(fault))
    with monkeypatch.context() as full:
        full.setitem(sys.modules, "engine.attention.export", None)
        drawer.prepare()

        def show(_: DrawRequest) -> None:
            raise ImportError("a.so: failed to map segment from shared object")

        full.setattr(drawer, "_show", show)
        drawer.draw(request(sentence(3)))
        drawer._draw_next()
    assert [fault.kind for fault in failures] == ["MemoryError"]
    assert not is_blank(draw_now(drawer, request(sentence(3))).image)


@pytest.mark.parametrize("place", get_args(Place))
@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf", ".csv", ".json"])
def test_what_is_shown_is_exported(
    drawer: MapDrawer, tmp_path: Path, place: Place, suffix: str
) -> None:
    attention = sentence(4, layers=1, heads=2)
    other = sentence(3, layers=1, heads=2) if place == "difference" else None
    shown = request(attention, place, subtracted=other)
    export = ExportRequest(tmp_path / f"map{suffix}", shown)
    ends: list[object] = []
    drawer.exported.connect(ends.append)
    drawer.export_failed.connect(lambda _, error: ends.append(error))
    drawer.export(export)
    assert ends == [export]
    assert export.path.stat().st_size > 0
    drawing = draw_now(drawer, shown)
    if suffix == ".json":
        values = json.loads(export.path.read_text(encoding="utf-8"))
        assert values["title"] == "A title"
        weights = np.array(values["weights"], dtype=np.float32)
        assert np.array_equal(weights, drawing.weights, equal_nan=True)
    if suffix == ".csv" and place != "grid":
        with export.path.open(encoding="utf-8", newline="") as file:
            header, *lines = csv.reader(file)
        assert header == ["", *(item.label for item in drawing.columns)]
        fields = [[float(field or "nan") for field in line[1:]] for line in lines]
        assert np.array_equal(np.array(fields, np.float32), drawing.weights, equal_nan=True)


def test_a_file_that_cannot_be_written_is_said(drawer: MapDrawer, tmp_path: Path) -> None:
    export = ExportRequest(tmp_path / "absent" / "map.csv", request(sentence(3)))
    failures: list[tuple[ExportRequest, Exception]] = []
    drawer.export_failed.connect(lambda wish, error: failures.append((wish, error)))
    drawer.export(export)
    ((wish, error),) = failures
    assert wish is export
    assert isinstance(error, FileNotFoundError)


def test_an_unforeseen_fault_of_an_export_is_said(
    drawer: MapDrawer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    failures: list[Exception] = []
    drawer.export_failed.connect(lambda _, error: failures.append(error))
    drawer.export(ExportRequest(tmp_path / "map.gif", request(sentence(3))))
    assert isinstance(failures[0], WorkerFault)
    assert "attention is saved as .png" in str(failures[0])
    assert "attention could not be exported" in caplog.text


def test_what_is_imported_is_not_looked_through_for_garbage(drawer: MapDrawer) -> None:
    gc.unfreeze()
    drawer.prepare()
    assert "matplotlib" in sys.modules
    assert gc.get_freeze_count() > 0
    gc.unfreeze()


# --- memory ---


def _resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
def test_memory_is_flat_over_sentences_of_all_lengths(drawer: MapDrawer) -> None:
    paper = replace(PAPER, width=240, height=200)

    def draw_some(count: int) -> tuple[int, int]:
        for number in range(count):
            attention = sentence(2 + number % 13, seed=number)
            draw_now(drawer, request(attention, paper=paper))
            if number % 5 == 0:
                draw_now(drawer, request(attention, "grid", paper=paper))
        gc.collect()
        return _resident_bytes(), len(gc.get_objects())

    draw_some(60)
    bytes_before, objects_before = draw_some(10)
    bytes_after, objects_after = draw_some(200)
    assert objects_after < 1.05 * objects_before
    assert bytes_after < 1.05 * bytes_before
