"""Attention weights as pictures: one labelled map, or a grid of every layer and head.

The command and the window share this drawing code; it knows neither torch nor Qt, and never
`pyplot`. A grid is one array in one Axes, because dozens of Axes with their ticks take seconds;
labels are plain texts for the same reason. `MapFigure` lays itself out whenever it is drawn, so
a window that is resized stays in order.

Shapes: L layers, H heads, T rows (target tokens), S columns (source tokens).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

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

from engine.attention.figure_layout import (
    FONT_SIZE,
    LABEL_GAP,
    SMALL_FONT_SIZE,
    FigureParts,
)
from engine.attention.fonts import (
    font_families,
    missing_glyphs_ignored,
    printable,
    use_shipped_font,
)
from engine.attention.labels import FigureWords
from engine.attention.maps import Weights
from engine.attention.mosaic import Mosaic

Scale = Literal["fixed", "row"]
Colours = Literal["viridis", "cividis", "Blues"]

LONGEST_LABEL = 28
DIFFERENCE_COLOURS = "PuOr_r"
"""Purple is less and orange is more: told apart by all kinds of colour-blind eyes."""


class MapFigure(Figure):
    """A figure that `draw_map`, `draw_grid` or `draw_difference` fills; labels in any script.

    Characters that no installed font has are drawn as boxes, without a warning for each.
    """

    ink: str = "black"
    """The colour of text. Set it before drawing, for a figure whose background is dark."""
    longest_cell: float = 1.0
    """How many times wider than high, or higher than wide, cells may be to fill the figure."""
    words: FigureWords = FigureWords()
    """What is written beside the maps. Set it before drawing, for another language."""
    parts: FigureParts | None = None
    """What it shows."""

    def __init__(self, **appearance: Any) -> None:
        use_shipped_font()
        super().__init__(**appearance)

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
    figure.parts = FigureParts(
        figure=figure,
        image=image,
        bar=_draw_bar(figure, image, _caption(figure.words, scale)),
        title=_draw_title(figure, title),
        rows=_draw_labels(figure, image.axes, target_labels, range(len(target_labels)), "rows"),
        columns=_draw_labels(
            figure, image.axes, source_labels, range(len(source_labels)), "columns"
        ),
        borders=_draw_cell_borders(image.axes, *shown.shape),
        shape=(shown.shape[0], shown.shape[1]),
        step=(1, 1),
        longest_cell=figure.longest_cell,
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
    figure.parts = FigureParts(
        figure=figure,
        image=image,
        bar=_draw_bar(figure, image, _caption(figure.words, scale)),
        title=_draw_title(figure, title),
        rows=_draw_labels(figure, image.axes, layers, layer_middles, "rows"),
        columns=_draw_labels(figure, image.axes, heads, head_middles, "columns"),
        borders=None,
        shape=mosaic.shape,
        step=(num_rows + mosaic.gutter, num_columns + mosaic.gutter),
        longest_cell=figure.longest_cell,
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
    axes.tick_params(length=0, labelsize=SMALL_FONT_SIZE, pad=3, labelcolor=figure.ink)
    axes.set_ylabel(caption, fontsize=SMALL_FONT_SIZE, labelpad=3, color=figure.ink)
    return axes


def _draw_title(figure: MapFigure, title: str) -> Text:
    return figure.text(
        0,
        1,
        printable(title),
        fontsize=FONT_SIZE + 2,
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
    side: Literal["rows", "columns"],
) -> list[Text]:
    """Write labels left of the rows, or above the columns."""
    families = font_families("".join(labels))
    gap = LABEL_GAP / 72
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
            ha="right",
            va="center_baseline",
            clip_on=False,
        )
        texts.append(text)
    return texts


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
