from itertools import pairwise
from typing import get_args

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from engine.attention.figure import (
    DIFFERENCE_COLOURS,
    LONGEST_LABEL,
    Colours,
    MapFigure,
    draw_difference,
    draw_grid,
    draw_map,
    scaled,
)
from engine.attention.labels import FigureWords
from engine.attention.maps import Weights

WORDS = ("<bos>", "▁A", "▁boy", "▁is", "▁attempting", "▁to", "▁avoid", "out", ".", "<eos>")


def some_weights(*shape: int) -> Weights:
    random = np.random.default_rng(7).random(shape).astype(np.float32) ** 4
    weights: Weights = random / random.sum(axis=-1, keepdims=True)
    return weights


def some_labels(count: int) -> list[str]:
    return [WORDS[index % len(WORDS)] for index in range(count)]


def on_canvas(width: float = 7.0, height: float = 5.0) -> tuple[MapFigure, FigureCanvasAgg]:
    figure = MapFigure(figsize=(width, height), dpi=100)
    return figure, FigureCanvasAgg(figure)


def draw(canvas: FigureCanvasAgg) -> None:
    canvas.draw()  # type: ignore[no-untyped-call]  # matplotlib's


def boxes(texts: list[Text]) -> list[Bbox]:
    return [text.get_window_extent() for text in texts if text.get_visible()]


def test_map_shows_every_weight_from_0_to_1_with_its_labels() -> None:
    figure, canvas = on_canvas()
    weights = some_weights(5, 7)
    image = draw_map(figure, weights, some_labels(5), some_labels(7), title="Layer 2, head 1")
    draw(canvas)
    shown = image.get_array()
    assert shown is not None
    assert np.array_equal(np.asarray(shown), weights)
    assert image.get_clim() == (0.0, 1.0)
    texts = [text.get_text() for text in image.axes.texts]
    assert texts == [*some_labels(5), *some_labels(7)]
    assert [text.get_text() for text in figure.texts] == ["Layer 2, head 1"]


def test_the_scale_is_written_as_the_language_does() -> None:
    figure, canvas = on_canvas()
    figure.words = FigureWords(decimal_mark=",")
    draw_map(figure, some_weights(2, 2), some_labels(2), some_labels(2))
    draw(canvas)
    assert figure.parts is not None
    labels = [label.get_text() for label in figure.parts.bar.get_yticklabels()]
    assert labels == ["0,0", "0,5", "1,0"]


def test_what_is_drawn_is_not_blank() -> None:
    figure, canvas = on_canvas()
    draw_grid(figure, some_weights(2, 2, 9, 9))
    draw(canvas)
    pixels = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]  # matplotlib's
    colours = np.unique(pixels.reshape(-1, 4), axis=0)
    assert len(colours) > 50


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (15, 17), (40, 40), (90, 100), (3, 60)])
@pytest.mark.parametrize(("width", "height"), [(7.0, 5.0), (4.0, 3.0), (16.0, 5.0)])
def test_labels_stay_inside_the_figure_and_apart(
    rows: int, columns: int, width: float, height: float
) -> None:
    figure, canvas = on_canvas(width, height)
    image = draw_map(figure, some_weights(rows, columns), some_labels(rows), some_labels(columns))
    draw(canvas)
    row_boxes = boxes(image.axes.texts[:rows])
    column_boxes = boxes(image.axes.texts[rows:])
    assert row_boxes
    assert column_boxes
    cells = image.get_window_extent()
    assert cells.width / columns == pytest.approx(cells.height / rows)  # they are square
    for box in (*row_boxes, *column_boxes, cells):
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= 100 * width + 1
        assert box.y1 <= 100 * height + 1
    assert all(box.x1 <= cells.x0 for box in row_boxes)
    assert all(upper.y0 + upper.y1 > lower.y0 + lower.y1 for upper, lower in pairwise(row_boxes))
    line = 0.7 * min(box.height for box in row_boxes)
    for upper, lower in pairwise(row_boxes):
        assert (upper.y0 + upper.y1 - lower.y0 - lower.y1) / 2 >= line


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (8, 12), (15, 17), (40, 40), (3, 60)])
@pytest.mark.parametrize(("width", "height"), [(12.0, 2.0), (4.0, 7.0), (7.0, 5.0)])
def test_cells_that_may_be_longer_fill_the_figure(
    rows: int, columns: int, width: float, height: float
) -> None:
    figure, canvas = on_canvas(width, height)
    image = draw_map(figure, some_weights(rows, columns), some_labels(rows), some_labels(columns))
    draw(canvas)
    square = image.get_window_extent()
    figure.longest_cell = 3.0
    image = draw_map(figure, some_weights(rows, columns), some_labels(rows), some_labels(columns))
    draw(canvas)
    cells = image.get_window_extent()
    assert cells.width * cells.height >= 0.99 * square.width * square.height
    column_boxes = boxes(image.axes.texts[rows:])
    for box in (*boxes(list(image.axes.texts)), cells):
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= 100 * width + 1
        assert box.y1 <= 100 * height + 1
    across, down = cells.width / columns, cells.height / rows
    assert down <= 3.01 * across
    if figure.column_tilt == 0:  # names that lie flat are worth any width, and stand apart
        assert all(left.x1 <= right.x0 for left, right in pairwise(column_boxes))
    else:
        assert across <= 3.01 * down


def test_labels_are_thinned_evenly_where_they_would_not_fit() -> None:
    figure, canvas = on_canvas(4, 4)
    image = draw_map(figure, some_weights(90, 90), some_labels(90), some_labels(90))
    draw(canvas)
    for texts in (image.axes.texts[:90], image.axes.texts[90:]):
        shown = [index for index, text in enumerate(texts) if text.get_visible()]
        steps = {after - before for before, after in pairwise(shown)}
        assert shown[0] == 0
        assert len(steps) == 1
        assert steps.pop() > 1
    figure.set_size_inches(30, 30)
    draw(canvas)
    assert all(text.get_visible() for text in image.axes.texts)


def test_row_scale_shows_shares_of_each_row_and_leaves_empty_rows_empty() -> None:
    weights = np.array([[0.2, 0.4], [0.0, 0.0]], dtype=np.float32)
    assert scaled(weights, "row").tolist() == [[0.5, 1.0], [0.0, 0.0]]
    assert scaled(weights, "fixed") is weights
    figure, _ = on_canvas()
    image = draw_map(figure, weights, ["a", "b"], ["c", "d"], scale="row")
    assert np.asarray(image.get_array()).max() == 1.0
    assert figure.axes[1].get_ylabel() == "share of row maximum"


def test_grid_is_one_image_with_layers_down_and_heads_across() -> None:
    figure, canvas = on_canvas()
    maps = some_weights(3, 2, 6, 5)
    drawn = draw_grid(figure, maps, title="Cross-attention")
    draw(canvas)
    assert len(figure.axes) == 2  # the cells, and the bar of colours
    names = [text.get_text() for text in drawn.image.axes.texts]
    assert names == ["layer 1", "layer 2", "layer 3", "head 1", "head 2"]
    _, y = drawn.image.axes.texts[1].get_position()
    cell = drawn.mosaic.cell_at(0, y)
    assert cell is not None
    assert cell.layer == 1
    cells = drawn.image.get_window_extent()
    rows, columns = drawn.image.get_size()
    assert cells.width / columns == pytest.approx(cells.height / rows)


def test_grid_shows_other_maps_without_being_drawn_anew() -> None:
    figure, canvas = on_canvas()
    drawn = draw_grid(figure, some_weights(2, 2, 4, 4))
    others = some_weights(2, 2, 4, 4)[::-1]
    drawn.image.set_data(drawn.mosaic.compose(others))
    draw(canvas)
    shown = np.asarray(drawn.image.get_array())
    assert shown[2, 1] == others[0, 0, 2, 1]


def test_drawing_again_leaves_nothing_of_what_was_there() -> None:
    figure, canvas = on_canvas()
    draw_grid(figure, some_weights(2, 2, 4, 4), title="before")
    draw_map(figure, some_weights(2, 2), ["a", "b"], ["c", "d"], title="after")
    draw(canvas)
    assert len(figure.axes) == 2
    assert [text.get_text() for text in figure.texts] == ["after"]


@pytest.mark.parametrize(
    "label",
    ["$x_1$", "\\alpha", "$", "مرحبا", "你好", "नमस्ते", "😀", "▁Haus", "\x00\ud800", "", "%"],
)
def test_any_label_is_drawn_without_a_warning(label: str) -> None:
    figure, canvas = on_canvas()
    image = draw_map(figure, some_weights(1, 2), [label], [label, "end"], title=label)
    draw(canvas)
    assert not any(text.get_parse_math() for text in (*image.axes.texts, *figure.texts))


def test_long_labels_are_shortened() -> None:
    figure, _ = on_canvas()
    image = draw_map(figure, some_weights(1, 1), ["Donaudampfschiff" * 9], ["a" * LONGEST_LABEL])
    first, second = [text.get_text() for text in image.axes.texts]
    assert len(first) == LONGEST_LABEL
    assert first.endswith("…")
    assert second == "a" * LONGEST_LABEL


def test_labels_must_fit_the_weights() -> None:
    figure, _ = on_canvas()
    with pytest.raises(ValueError, match="2 by 3, but there are 2 target and 2 source labels"):
        draw_map(figure, some_weights(2, 3), ["a", "b"], ["c", "d"])
    with pytest.raises(ValueError, match="there are no weights to show"):
        draw_map(figure, np.zeros((0, 2), np.float32), [], ["c", "d"])


def test_difference_is_coloured_from_less_to_more_and_not_where_nothing_is() -> None:
    figure, canvas = on_canvas()
    weights = np.array([[-1.0, 0.0, 1.0, np.nan]], dtype=np.float32)
    image = draw_difference(figure, weights, ["a"], ["b", "c", "d", "e"])
    draw(canvas)
    less, none, more, absent = image.to_rgba(weights)[0]
    assert image.get_clim() == (-1.0, 1.0)
    assert absent[3] == 0
    assert none[:3].min() > 0.9  # no difference is nearly white, both ends are dark
    assert max(less[:3].mean(), more[:3].mean()) < 0.5
    ticks = [label.get_text() for label in figure.axes[1].get_yticklabels()]
    assert ticks == ["-1", "0", "+1"]


def test_difference_is_told_apart_without_seeing_red_or_green() -> None:
    """Less is bluer than more, however small the difference."""
    red, green, blue, _ = matplotlib.colormaps[DIFFERENCE_COLOURS](np.linspace(0, 1, 65)).T
    yellowness = (red + green) / 2 - blue
    assert (yellowness[:30] < -0.01).all()
    assert (yellowness[35:] > 0.01).all()


def test_text_has_the_ink_of_the_figure() -> None:
    figure, canvas = on_canvas()
    figure.ink = "#abcdef"
    image = draw_map(figure, some_weights(2, 2), ["a", "b"], ["c", "d"], title="Title")
    draw(canvas)
    bar = figure.axes[1]
    texts = [*image.axes.texts, *figure.texts, bar.yaxis.label, *bar.get_yticklabels()]
    assert {text.get_color() for text in texts} == {"#abcdef"}


def test_cells_can_be_left_out_and_drawn_over_the_rest() -> None:
    figure, canvas = on_canvas()
    draw_map(figure, some_weights(9, 9), some_labels(9), some_labels(9))
    draw(canvas)
    whole = np.array(canvas.buffer_rgba())  # type: ignore[no-untyped-call]  # matplotlib's
    cells = figure.part_cells()
    draw(canvas)
    rest = np.array(canvas.buffer_rgba())  # type: ignore[no-untyped-call]  # matplotlib's
    assert not np.array_equal(rest, whole)
    for artist in cells:
        figure.draw_artist(artist)
    both = np.array(canvas.buffer_rgba())  # type: ignore[no-untyped-call]  # matplotlib's
    # But for a few pixels where a label reaches the frame, which is now drawn after it.
    assert (both != whole).any(axis=-1).mean() < 1e-4


def test_an_empty_figure_has_no_cells_and_no_labels() -> None:
    figure = MapFigure()
    assert figure.part_cells() == ()
    assert figure.column_tilt == 0
    assert figure.label_corner == (0, 0)


@pytest.mark.parametrize("count", [3, 12, 60])
def test_labels_begin_where_the_figure_says(count: int) -> None:
    figure, canvas = on_canvas()
    image = draw_map(figure, some_weights(count, count), some_labels(count), some_labels(count))
    draw(canvas)
    texts = image.axes.texts
    left, top = figure.label_corner
    assert left == min(box.x0 for box in boxes(texts[:count]))
    assert top == max(box.y1 for box in boxes(texts[count:]))
    assert {text.get_rotation() for text in texts[count:]} == {figure.column_tilt}


@pytest.mark.parametrize("colours", get_args(Colours))
def test_lightness_alone_tells_the_order_of_weights(colours: Colours) -> None:
    """So the maps can be read without seeing colours."""
    red, green, blue, _ = matplotlib.colormaps[colours](np.linspace(0, 1, 64)).T
    lightness = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    steps = np.diff(lightness)
    assert (steps > 0).all() or (steps < 0).all()
