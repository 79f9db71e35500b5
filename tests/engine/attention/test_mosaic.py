import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.attention.maps import Weights
from engine.attention.mosaic import GridCell, Mosaic, pooled

sizes = st.tuples(*[st.integers(1, 4)] * 2, *[st.integers(1, 40)] * 2)


def numbered(shape: tuple[int, int, int, int]) -> Weights:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


@given(shape=sizes)
def test_every_weight_lies_where_it_is_found(shape: tuple[int, int, int, int]) -> None:
    maps, mosaic = numbered(shape), Mosaic(*shape)
    array = mosaic.compose(maps)
    seen = 0
    for (y, x), weight in np.ndenumerate(array):
        cell = mosaic.cell_at(x, y)
        if cell is None:
            assert np.isnan(weight)
        else:
            assert weight == maps[cell.layer, cell.head, cell.row, cell.column]
            seen += 1
    assert seen == maps.size


@given(shape=sizes)
def test_corners_are_first_weights(shape: tuple[int, int, int, int]) -> None:
    mosaic = Mosaic(*shape)
    for layer, head in np.ndindex(shape[:2]):
        assert mosaic.cell_at(*mosaic.corner_of(layer, head)) == GridCell(layer, head, 0, 0)


def test_a_cell_reaches_half_its_width_around_its_middle() -> None:
    mosaic = Mosaic(2, 3, 15, 17)
    x, y = mosaic.corner_of(1, 2)
    assert mosaic.cell_at(x - 0.49, y + 14.49) == GridCell(1, 2, 14, 0)
    assert mosaic.cell_at(x - 0.51, y) is None  # the gutter
    assert mosaic.cell_at(x, y + 14.51) is None  # below the last row
    assert mosaic.cell_at(-0.51, 0) is None
    assert mosaic.cell_at(0, -0.51) is None
    assert mosaic.cell_at(1e9, 0) is None


def test_array_ends_with_its_last_map() -> None:
    mosaic = Mosaic(6, 8, 40, 30)
    array = mosaic.compose(numbered((6, 8, 40, 30)))
    assert array.shape == (6 * 40 + 5 * mosaic.gutter, 8 * 30 + 7 * mosaic.gutter)
    assert np.isfinite(array[0, 0])
    assert np.isfinite(array[-1, -1])


@given(shape=sizes)
def test_the_array_has_the_shape_that_was_told(shape: tuple[int, int, int, int]) -> None:
    mosaic = Mosaic(*shape)
    assert mosaic.compose(numbered(shape)).shape == mosaic.shape


@given(
    size=st.tuples(st.integers(1, 60), st.integers(1, 60)),
    wanted=st.tuples(st.integers(1, 70), st.integers(1, 70)),
    seed=st.integers(0, 9),
)
def test_fewer_cells_hide_no_weight(
    size: tuple[int, int], wanted: tuple[int, int], seed: int
) -> None:
    array = np.random.default_rng(seed).random(size, dtype=np.float32)
    fewer = pooled(array, *wanted)
    assert fewer.shape == (min(size[0], wanted[0]), min(size[1], wanted[1]))
    assert fewer.max() == array.max()
    assert np.isin(fewer, array).all()
    for (row, column), weight in np.ndenumerate(array):  # each stays where it was, or is outdone
        place = (
            ((row + 1) * fewer.shape[0] - 1) // size[0],
            ((column + 1) * fewer.shape[1] - 1) // size[1],
        )
        assert fewer[place] >= weight


def test_fewer_cells_are_empty_only_where_all_are() -> None:
    array = np.array([[np.nan, 0.5, np.nan, np.nan]], dtype=np.float32)
    fewer = pooled(array, 1, 2)
    assert fewer[0, 0] == 0.5
    assert np.isnan(fewer[0, 1])
