"""Where the parts of an attention picture stand in a figure of any size: cells, labels, bar, title.

Lengths are points, 1/72 of an inch.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.text import Text

FONT_SIZE = 9.0
SMALL_FONT_SIZE = 7.0
LABEL_GAP = 4.0
_LINE = 1.2  # room that a line of text takes, in font sizes
_TILTED_LINE = 1.5
_GAP = 6.0
_BAR_WIDTH = 8.0
_BAR_HEIGHT = 110.0
_SHORTEST_BAR = 72.0
_BAR_ROOM = 56.0
_SMALLEST_BORDERED = 8.0  # cells


class _Cell(NamedTuple):
    """The size of a cell."""

    width: float
    height: float


class _Margins(NamedTuple):
    """Points around the cells."""

    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class FigureParts:
    """What stands on a figure, and where it must stand."""

    figure: Figure
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
    longest_cell: float
    """How many times wider than high, or higher than wide, cells may be to fill the figure."""

    @property
    def has_tokens(self) -> bool:
        """Column labels are tokens, which are tilted; names of heads are not."""
        return self.borders is not None

    def arrange(self, renderer: RendererBase) -> None:
        """Put everything where it belongs, with cells as large as the figure lets them be."""
        width, height = self.figure.get_size_inches() * 72
        num_rows, num_columns = self.shape
        flat = self._width_of_labels(width / num_columns, renderer)
        guess = self._cell(0.8 * width / num_columns, 0.8 * height / num_rows, flat)
        size, tilt = self._style_labels(guess, flat)
        cell = self._cell(width / num_columns, height / num_rows, flat)
        for is_last in (False, True):  # labels reach out to the right, as cells allow
            around = self._margins(cell, renderer)
            across = (width - around.left - around.right) / num_columns
            down = (height - around.top - around.bottom) / num_rows
            cell = self._cell(across, down, flat)
            if not is_last:  # the first guess was without margins
                size, tilt = self._style_labels(cell, flat)
        self._thin_labels(cell, size, tilt, renderer)
        if self.borders is not None:
            self.borders.set_visible(min(cell) >= _SMALLEST_BORDERED)
        cells_width, cells_height = cell.width * num_columns, cell.height * num_rows
        spare = max(0.0, width - around.left - cells_width - around.right)
        left = spare / 2 + around.left
        room = height - around.top - around.bottom
        bar_height = min(_bar_height(cells_height), room)
        top = height - around.top - max(0.0, room - max(cells_height, bar_height)) / 2
        self._place(self.image.axes, left, top - cells_height, cells_width, cells_height)
        bar_left = left + cells_width + 2 * _GAP
        caption = self.bar.yaxis.label
        caption.set_visible(_extent(caption, renderer)[1] <= bar_height)
        self._place(self.bar, bar_left, top - bar_height, _BAR_WIDTH, bar_height)
        self.title.set_position(((spare / 2 + _GAP) / width, 1 - _GAP / height))

    def fit(self, cell: float, renderer: RendererBase) -> None:
        """Make the figure as large as its parts want to be when cells have this size."""
        square = _Cell(cell, cell)
        self._style_labels(square, self._width_of_labels(cell, renderer))
        num_rows, num_columns = self.shape
        around = self._margins(square, renderer)
        width = around.left + cell * num_columns + around.right
        cells_height = cell * num_rows
        height = around.top + max(cells_height, _bar_height(cells_height)) + around.bottom
        width = max(width, _extent(self.title, renderer)[0] + 2 * _GAP)
        self.figure.set_size_inches(width / 72, height / 72)

    def _place(self, axes: Axes, left: float, bottom: float, width: float, height: float) -> None:
        across, up = self.figure.get_size_inches() * 72
        axes.set_position((left / across, bottom / up, width / across, height / up))

    def _cell(self, across: float, down: float, flat: float) -> _Cell:
        """Return a cell for this much room: square, or longer in one direction to fill it.

        Where cells need not be square, names that lie flat are worth any width.
        """
        longest = self.longest_cell
        widest = down * longest
        if longest > 1 and across >= flat:
            widest = max(widest, flat)
        return _Cell(max(0.1, min(across, widest)), max(0.1, min(down, across * longest)))

    def _width_of_labels(self, room: float, renderer: RendererBase) -> float:
        """Return how wide columns of tokens must be for labels to stand side by side, untilted.

        Infinite where columns have too little room for it: measuring takes time.
        """
        if not self.has_tokens or room < FONT_SIZE * _TILTED_LINE:
            return math.inf
        for text in self.columns:
            text.set_rotation(0)
            text.set_fontsize(FONT_SIZE)
        return max(_extent(text, renderer)[0] for text in self.columns) + LABEL_GAP

    def _margins(self, cell: _Cell, renderer: RendererBase) -> _Margins:
        num_columns = self.shape[1]
        shown = [text for text in self.columns if text.get_visible()]
        reach = max(
            (text.get_position()[0] + 0.5) * cell.width
            + _extent(text, renderer)[0] * (1.0 if text.get_rotation() else 0.5)
            for text in shown
        )
        title = _extent(self.title, renderer)[1] + 2 * _GAP if self.title.get_text() else 0.0
        return _Margins(
            left=max(_extent(text, renderer)[0] for text in self.rows) + LABEL_GAP + _GAP,
            right=max(_BAR_ROOM, reach - cell.width * num_columns + _GAP),
            top=max(_extent(text, renderer)[1] for text in shown) + LABEL_GAP + _GAP + title,
            bottom=_GAP,
        )

    def _style_labels(self, cell: _Cell, flat: float) -> tuple[float, int]:
        """Choose size and tilt of the labels for about this size of cells."""
        down, right = cell.height * self.step[0], cell.width * self.step[1]
        is_roomy = min(down, right) >= FONT_SIZE * _LINE
        size = FONT_SIZE if is_roomy or not self.has_tokens else SMALL_FONT_SIZE
        if not self.has_tokens or right >= flat:
            tilt = 0
        else:
            tilt = 45 if right >= size * _TILTED_LINE else 90
        for text in (*self.rows, *self.columns):
            text.set_fontsize(size)
        for text in self.columns:
            text.set_rotation(tilt)
            text.set_horizontalalignment(
                "left" if tilt else "center"
            )  # tilted, a name begins at its column
            text.set_verticalalignment("center_baseline" if tilt else "baseline")
        return size, tilt

    def _thin_labels(self, cell: _Cell, size: float, tilt: int, renderer: RendererBase) -> None:
        """Show as many labels as fit side by side: all, every second, every third and so on."""
        down, right = cell.height * self.step[0], cell.width * self.step[1]
        match tilt:
            case 0:
                needed = max(_extent(text, renderer)[0] for text in self.columns) + LABEL_GAP
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
