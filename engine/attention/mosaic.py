"""Many attention maps in one array, and which weight lies where in it.

Shapes: L layers, H heads, T rows (target tokens), S columns (source tokens).
"""

import math
from dataclasses import dataclass

from engine.attention.maps import Weights


@dataclass(frozen=True, slots=True)
class GridCell:
    """One weight of a grid; all indices count from 0."""

    layer: int
    head: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Mosaic:
    """Where each map of a grid lies in the one array they share, with gutters between them."""

    num_layers: int
    num_heads: int
    num_rows: int
    num_columns: int

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns the array has."""
        return (
            self.num_layers * (self.num_rows + self.gutter) - self.gutter,
            self.num_heads * (self.num_columns + self.gutter) - self.gutter,
        )

    @property
    def gutter(self) -> int:
        """How many empty cells stand between two maps."""
        return max(1, round(max(self.num_rows, self.num_columns) / 16))

    def compose(self, maps: Weights) -> Weights:
        """Return the maps (L, H, T, S) as one array, NaN in the gutters."""
        import numpy as np  # here, and not above: the window is painted without it

        down, right = self.num_rows + self.gutter, self.num_columns + self.gutter
        array = np.full((self.num_layers * down, self.num_heads * right), np.nan, np.float32)
        blocks = array.reshape(self.num_layers, down, self.num_heads, right)
        blocks[:, : self.num_rows, :, : self.num_columns] = maps.transpose(0, 2, 1, 3)
        return array[: -self.gutter, : -self.gutter]

    def cell_at(self, x: float, y: float) -> GridCell | None:
        """Return the weight at a place in data coordinates; None in a gutter and outside."""
        column, row = math.floor(x + 0.5), math.floor(y + 0.5)  # cells are centred on integers
        layer, row = divmod(row, self.num_rows + self.gutter)
        head, column = divmod(column, self.num_columns + self.gutter)
        is_inside = 0 <= layer < self.num_layers and 0 <= head < self.num_heads
        if not is_inside or row >= self.num_rows or column >= self.num_columns:
            return None
        return GridCell(layer, head, row, column)

    def corner_of(self, layer: int, head: int) -> tuple[int, int]:
        """Return x and y of the first weight of a map, in data coordinates."""
        return head * (self.num_columns + self.gutter), layer * (self.num_rows + self.gutter)


def pooled(array: Weights, num_rows: int, num_columns: int) -> Weights:
    """Return an array of at most this size, each cell the largest of those it stands for.

    For a picture of fewer pixels than there are weights: leaving some out, or taking their mean,
    would hide the few large ones. NaN counts only where nothing else is.
    """
    import numpy as np

    for axis, wanted in enumerate((num_rows, num_columns)):
        size = array.shape[axis]
        if size > wanted:
            begins = np.arange(wanted) * size // wanted
            array = np.fmax.reduceat(array, begins, axis=axis)
    return array
