"""Attention weights as pictures: one labelled map, or a grid of every layer and head.

The command and the window share this drawing code; it knows neither torch nor Qt, and never
`pyplot`. A grid is one array in one Axes, because dozens of Axes with their ticks take seconds;
labels are plain texts for the same reason. `MapFigure` lays itself out whenever it is drawn, so
a window that is resized stays in order.

Shapes: L layers, H heads, T rows (target tokens), S columns (source tokens).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.text import Text
from matplotlib.transforms import ScaledTranslation

from engine.attention.fonts import font_families, missing_glyphs_ignored, printable
from engine.attention.labels import FigureWords
from engine.attention.mosaic import Mosaic, Weights

Scale = Literal["fixed", "row"]
Colours = Literal["viridis", "cividis", "Blues"]

LONGEST_LABEL = 28
DIFFERENCE_COLOURS = "PuOr_r"
"""Purple is less and orange is more: told apart by all kinds of colour-blind eyes."""

# Lengths are points, 1/72 of an inch.
_FONT_SIZE = 9.0
_SMALL_FONT_SIZE = 7.0
_LINE = 1.2  # room that a line of text takes, in font sizes
_TILTED_LINE = 1.5
_GAP = 6.0
_LABEL_GAP = 4.0
_BAR_WIDTH = 8.0
_BAR_HEIGHT = 110.0
_SHORTEST_BAR = 72.0
_BAR_ROOM = 56.0
_SMALLEST_BORDERED = 8.0  # cells


class MapFigure(Figure):
    """A figure that `draw_map`, `draw_grid` or `draw_difference` fills; labels in any script.

    Characters that no installed font has are drawn as boxes, without a warning for each.
    """

    ink: str = "black"
    """The colour of text. Set it before drawing, for a figure whose background is dark."""
    words: FigureWords = FigureWords()
    """What is written beside the maps. Set it before drawing, for another language."""
    parts: "_Parts | None" = None
    """What it shows."""

    @property
    def column_tilt(self) -> float:
        """How many degrees the labels of columns rise, as last drawn."""
        return 0.0 if self.parts is None else self.parts.columns[0].get_rotation()

    @property
    def label_corner(self) -> tuple[float, float]:
        """The left end of the labels of rows and the upper one of those of columns, in pixels.

        As last drawn, and from the lower left corner of the figure.
        """
        if self.parts is None:
            return 0.0, 0.0
        lefts = [t.get_window_extent().x0 for t in self.parts.rows if t.get_visible()]
        tops = [t.get_window_extent().y1 for t in self.parts.columns if t.get_visible()]
        return min(lefts), max(tops)

    def part_cells(self) -> tuple[Artist, ...]:
        """Leave cells and lines out of what `draw` draws; give them, to be drawn over the rest.

        So that other weights can be shown while title, labels and bar stay as they are drawn.
        """
        if self.parts is None:
            return ()
        axes = self.parts.image.axes
        cells = (self.parts.image, *axes.collections)
        for artist in cells:
            artist.set_animated(True)
        return cells

    def draw(self, renderer: RendererBase) -> None:
        """Lay out and draw."""
        with missing_glyphs_ignored():
            if self.parts is not None:
                self.parts.arrange(renderer)
            super().draw(renderer)

    def fit(self, cell: float) -> None:
        """Make a figure without a window as large as it wants to be for cells of so many points."""
        canvas = FigureCanvasAgg(self)
        renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]  # matplotlib's
        with missing_glyphs_ignored():
            if self.parts is not None:
                self.parts.fit(cell, renderer)


@dataclass(frozen=True, slots=True)
class DrawnGrid:
    """A grid on a figure: `image.set_data(mosaic.compose(maps))` shows other maps of its size."""

    image: AxesImage
    mosaic: Mosaic


def draw_map(
    figure: MapFigure,
    weights: Weights,
    target_labels: Sequence[str],
    source_labels: Sequence[str],
    *,
    title: str = "",
    scale: Scale = "fixed",
    colours: Colours = "viridis",
) -> AxesImage:
    """Draw one map with a label at every row and column, fewer where they would not fit.

    Args:
        figure: What to draw on; what it showed before is gone.
        weights: One row a target token, (T, S).
        target_labels: T readable tokens.
        source_labels: S readable tokens.
        title: What is shown.
        scale: `fixed` colours weights from 0 to 1; `row` from 0 to the largest of each row.
        colours: The name of a colour map whose lightness tells the order.

    Raises:
        ValueError: If there are not as many labels as rows and columns.
    """
    check_labels(weights, target_labels, source_labels)
    shown = scaled(weights, scale)
    image = _draw_image(figure, shown, colours)
    _draw_frames(image.axes, Mosaic(1, 1, *shown.shape))
    figure.parts = _Parts(
        figure=figure,
        image=image,
        bar=_draw_bar(figure, image, _caption(figure.words, scale)),
        title=_draw_title(figure, title),
        rows=_draw_labels(figure, image.axes, target_labels, range(len(target_labels)), "rows"),
        columns=_draw_labels(
            figure, image.axes, source_labels, range(len(source_labels)), "tokens"
        ),
        borders=_draw_cell_borders(image.axes, *shown.shape),
        shape=(shown.shape[0], shown.shape[1]),
        step=(1, 1),
    )
    return image


def draw_difference(
    figure: MapFigure,
    weights: Weights,
    target_labels: Sequence[str],
    source_labels: Sequence[str],
    *,
    title: str = "",
) -> AxesImage:
    """Draw how two maps differ, from -1 to 1; nothing is drawn where a weight is NaN.

    Args:
        figure: What to draw on; what it showed before is gone.
        weights: Weights less other weights, (T, S).
        target_labels: T readable tokens.
        source_labels: S readable tokens.
        title: What is shown.

    Raises:
        ValueError: If there are not as many labels as rows and columns.
    """
    image = draw_map(figure, weights, target_labels, source_labels, title=title)
    assert figure.parts is not None
    image.set_cmap(_colour_map(DIFFERENCE_COLOURS))
    image.set_clim(-1.0, 1.0)
    bar = figure.parts.bar
    bar.set_yticks([-1.0, 0.0, 1.0], labels=["-1", "0", "+1"])
    bar.set_ylabel(figure.words.difference)
    return image


def draw_grid(
    figure: MapFigure,
    maps: Weights,
    *,
    title: str = "",
    scale: Scale = "fixed",
    colours: Colours = "viridis",
) -> DrawnGrid:
    """Draw every layer and head as one picture: a row a layer, a column a head.

    Args:
        figure: What to draw on; what it showed before is gone.
        maps: The weights, (L, H, T, S).
        title: What is shown.
        scale: `fixed` colours weights from 0 to 1; `row` from 0 to the largest of each row.
        colours: The name of a colour map whose lightness tells the order.
    """
    num_layers, num_heads, num_rows, num_columns = maps.shape
    mosaic = Mosaic(num_layers, num_heads, num_rows, num_columns)
    image = _draw_image(figure, mosaic.compose(scaled(maps, scale)), colours)
    _draw_frames(image.axes, mosaic)
    corners = [mosaic.corner_of(index, index) for index in range(max(num_layers, num_heads))]
    layer_middles = [y + (num_rows - 1) / 2 for _, y in corners[:num_layers]]
    head_middles = [x + (num_columns - 1) / 2 for x, _ in corners[:num_heads]]
    layers = [figure.words.layer.format(number=n + 1) for n in range(num_layers)]
    heads = [figure.words.head.format(number=n + 1) for n in range(num_heads)]
    figure.parts = _Parts(
        figure=figure,
        image=image,
        bar=_draw_bar(figure, image, _caption(figure.words, scale)),
        title=_draw_title(figure, title),
        rows=_draw_labels(figure, image.axes, layers, layer_middles, "rows"),
        columns=_draw_labels(figure, image.axes, heads, head_middles, "heads"),
        borders=None,
        shape=mosaic.shape,
        step=(num_rows + mosaic.gutter, num_columns + mosaic.gutter),
    )
    return DrawnGrid(image, mosaic)


def scaled(weights: Weights, scale: Scale) -> Weights:
    """Return weights as they are coloured: as they are, or as shares of each row's largest."""
    if scale == "fixed":
        return weights
    largest = weights.max(axis=-1, keepdims=True)
    shares: Weights = weights / np.where(largest > 0, largest, 1)
    return shares


def _caption(words: FigureWords, scale: Scale) -> str:
    return words.weight if scale == "fixed" else words.share


# --- parts of a figure ---


def _draw_image(figure: MapFigure, array: Weights, colours: Colours) -> AxesImage:
    figure.clear()
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    num_rows, num_columns = array.shape
    return axes.imshow(
        array,
        cmap=_colour_map(colours),
        vmin=0.0,
        vmax=1.0,
        aspect="auto",
        extent=(-0.5, num_columns - 0.5, num_rows - 0.5, -0.5),  # also of fewer, pooled cells
    )


def _colour_map(name: str) -> Colormap:
    """Return a colour map that draws nothing where there is no weight."""
    return matplotlib.colormaps[name].with_extremes(bad=(0, 0, 0, 0))


def _draw_cell_borders(axes: Axes, num_rows: int, num_columns: int) -> LineCollection:
    """Part the cells by thin lines."""
    right, bottom = num_columns - 0.5, num_rows - 0.5
    lines = [((-0.5, y - 0.5), (right, y - 0.5)) for y in range(1, num_rows)]
    lines += [((x - 0.5, -0.5), (x - 0.5, bottom)) for x in range(1, num_columns)]
    borders = LineCollection(lines, colors="white", linewidths=0.4, alpha=0.6)
    axes.add_collection(borders)
    return borders


def _draw_frames(axes: Axes, mosaic: Mosaic) -> None:
    """Draw a thin frame around each map: pale colours would not tell where it ends."""
    frames = []
    for layer, head in np.ndindex(mosaic.num_layers, mosaic.num_heads):
        x, y = mosaic.corner_of(layer, head)
        left, top = x - 0.5, y - 0.5
        right, bottom = left + mosaic.num_columns, top + mosaic.num_rows
        frames.append([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)])
    axes.add_collection(
        LineCollection(frames, colors="gray", linewidths=0.5, alpha=0.8, clip_on=False)
    )


def _draw_bar(figure: MapFigure, image: AxesImage, caption: str) -> Axes:
    axes = figure.add_axes((0, 0, 0.1, 1))
    bar = figure.colorbar(image, cax=axes)
    ticks = [0.0, 0.5, 1.0]
    mark = figure.words.decimal_mark
    bar.set_ticks(ticks, labels=[str(tick).replace(".", mark) for tick in ticks])
    bar.outline.set_visible(False)
    axes.tick_params(length=0, labelsize=_SMALL_FONT_SIZE, pad=3, labelcolor=figure.ink)
    axes.set_ylabel(caption, fontsize=_SMALL_FONT_SIZE, labelpad=3, color=figure.ink)
    return axes


def _draw_title(figure: MapFigure, title: str) -> Text:
    return figure.text(
        0,
        1,
        printable(title),
        fontsize=_FONT_SIZE + 2,
        fontweight="bold",
        fontfamily=font_families(title),
        va="top",
        color=figure.ink,
        parse_math=False,
    )


def _draw_labels(
    figure: MapFigure,
    axes: Axes,
    labels: Sequence[str],
    places: Sequence[float],
    side: Literal["rows", "tokens", "heads"],
) -> list[Text]:
    """Write labels left of the rows, or above the columns: tokens beginning there, or centred."""
    families = font_families("".join(labels))
    gap = _LABEL_GAP / 72
    away = (-gap, 0.0) if side == "rows" else (0.0, gap)
    points = ScaledTranslation(*away, figure.dpi_scale_trans)
    texts = []
    for label, place in zip(labels, places, strict=True):
        x, y = (-0.5, place) if side == "rows" else (place, -0.5)
        text = axes.text(
            x,
            y,
            _shortened(label),
            transform=axes.transData + points,
            fontfamily=families,
            rotation_mode="anchor",
            color=figure.ink,
            parse_math=False,
            ha={"rows": "right", "tokens": "left", "heads": "center"}[side],
            va="baseline" if side == "heads" else "center_baseline",
            clip_on=False,
        )
        texts.append(text)
    return texts


class _Margins(NamedTuple):
    """Points around the cells."""

    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class _Parts:
    """What stands on a figure, and where it must stand. All lengths are points."""

    figure: MapFigure
    image: AxesImage
    bar: Axes
    title: Text
    rows: list[Text]
    columns: list[Text]
    borders: LineCollection | None
    """Between the cells of a map; a grid has none."""
    shape: tuple[int, int]
    """Rows and columns of cells, however many of them the image holds."""
    step: tuple[int, int]
    """Cells from one label to the next, down and to the right."""

    @property
    def has_tokens(self) -> bool:
        """Column labels are tokens, which are tilted; names of heads are not."""
        return self.borders is not None

    def arrange(self, renderer: RendererBase) -> None:
        """Put everything where it belongs: square cells, as large as the figure lets them be."""
        width, height = self.figure.get_size_inches() * 72
        num_rows, num_columns = self.shape
        size, tilt = self._style_labels(0.8 * min(width / num_columns, height / num_rows))
        cell = min(width / num_columns, height / num_rows)
        for is_last in (False, True):  # labels reach out to the right, as cells allow
            around = self._margins(cell, renderer)
            across = (width - around.left - around.right) / num_columns
            down = (height - around.top - around.bottom) / num_rows
            cell = max(0.1, min(across, down))
            if not is_last:  # the first guess was without margins
                size, tilt = self._style_labels(cell)
        self._thin_labels(cell, size, tilt, renderer)
        if self.borders is not None:
            self.borders.set_visible(cell >= _SMALLEST_BORDERED)
        cells_width, cells_height = cell * num_columns, cell * num_rows
        spare = max(0.0, width - around.left - cells_width - around.right)
        left = spare / 2 + around.left
        top = height - around.top
        self._place(self.image.axes, left, top - cells_height, cells_width, cells_height)
        bar_height = min(_bar_height(cells_height), top - around.bottom)
        bar_left = left + cells_width + 2 * _GAP
        caption = self.bar.yaxis.label
        caption.set_visible(_extent(caption, renderer)[1] <= bar_height)
        self._place(self.bar, bar_left, top - bar_height, _BAR_WIDTH, bar_height)
        self.title.set_position(((spare / 2 + _GAP) / width, 1 - _GAP / height))

    def fit(self, cell: float, renderer: RendererBase) -> None:
        """Make the figure as large as its parts want to be when cells have this size."""
        self._style_labels(cell)
        num_rows, num_columns = self.shape
        around = self._margins(cell, renderer)
        width = around.left + cell * num_columns + around.right
        cells_height = cell * num_rows
        height = around.top + max(cells_height, _bar_height(cells_height)) + around.bottom
        width = max(width, _extent(self.title, renderer)[0] + 2 * _GAP)
        self.figure.set_size_inches(width / 72, height / 72)

    def _place(self, axes: Axes, left: float, bottom: float, width: float, height: float) -> None:
        across, up = self.figure.get_size_inches() * 72
        axes.set_position((left / across, bottom / up, width / across, height / up))

    def _margins(self, cell: float, renderer: RendererBase) -> _Margins:
        num_columns = self.shape[1]
        shown = [text for text in self.columns if text.get_visible()]
        reach = max(
            (text.get_position()[0] + 0.5) * cell + _extent(text, renderer)[0] * self._share_right()
            for text in shown
        )
        title = _extent(self.title, renderer)[1] + 2 * _GAP if self.title.get_text() else 0.0
        return _Margins(
            left=max(_extent(text, renderer)[0] for text in self.rows) + _LABEL_GAP + _GAP,
            right=max(_BAR_ROOM, reach - cell * num_columns + _GAP),
            top=max(_extent(text, renderer)[1] for text in shown) + _LABEL_GAP + _GAP + title,
            bottom=_GAP,
        )

    def _share_right(self) -> float:
        """How much of a column's label lies right of the place it labels."""
        return 1.0 if self.has_tokens else 0.5

    def _style_labels(self, cell: float) -> tuple[float, int]:
        """Choose size and tilt of the labels for about this size of cells."""
        down, right = (cell * step for step in self.step)
        is_roomy = min(down, right) >= _FONT_SIZE * _LINE
        size = _FONT_SIZE if is_roomy or not self.has_tokens else _SMALL_FONT_SIZE
        tilt = 0 if not self.has_tokens else 45 if right >= size * _TILTED_LINE else 90
        for text in (*self.rows, *self.columns):
            if text.get_fontsize() != size:
                text.set_fontsize(size)
        for text in self.columns:
            if text.get_rotation() != tilt:
                text.set_rotation(tilt)
        return size, tilt

    def _thin_labels(self, cell: float, size: float, tilt: int, renderer: RendererBase) -> None:
        """Show as many labels as fit side by side: all, every second, every third and so on."""
        down, right = (cell * step for step in self.step)
        match tilt:
            case 0:
                needed = max(_extent(text, renderer)[0] for text in self.columns) + _LABEL_GAP
            case 45:
                needed = size * _TILTED_LINE
            case _:
                needed = size * _LINE
        for texts, room, need in (
            (self.rows, down, size * _LINE),
            (self.columns, right, needed),
        ):
            every = math.ceil(need / room - 0.01)
            for index, text in enumerate(texts):
                text.set_visible(index % max(1, every) == 0)


def _bar_height(cells_height: float) -> float:
    return min(_BAR_HEIGHT, max(_SHORTEST_BAR, cells_height))


def _extent(text: Text, renderer: RendererBase) -> tuple[float, float]:
    """Return width and height of a text as it is turned, in points."""
    assert text.figure is not None
    box = text.get_window_extent(renderer)
    points = 72 / text.figure.dpi
    return box.width * points, box.height * points


def _shortened(label: str) -> str:
    """Return a label that leaves room for the weights."""
    shown = printable(label)
    return shown if len(shown) <= LONGEST_LABEL else shown[: LONGEST_LABEL - 1] + "…"


def check_labels(
    weights: Weights, target_labels: Sequence[str], source_labels: Sequence[str]
) -> None:
    """Refuse weights (..., T, S) that are none or have another number of labels.

    Raises:
        ValueError: In these cases.
    """
    num_rows, num_columns = weights.shape[-2:]
    if (num_rows, num_columns) != (len(target_labels), len(source_labels)):
        raise ValueError(
            f"weights are {num_rows} by {num_columns}, but there are {len(target_labels)} target "
            f"and {len(source_labels)} source labels"
        )
    if not weights.size:
        raise ValueError("there are no weights to show")
