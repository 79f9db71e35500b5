import itertools

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.widgets.flow_layout import FlowLayout


class Block(QWidget):
    """A widget of a given size."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._size = QSize(width, height)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self._size

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self._size


def flowing(sizes: list[tuple[int, int]], width: int) -> tuple[QWidget, list[Block], FlowLayout]:
    box = QWidget()
    layout = FlowLayout(box, gap=5)
    blocks = [Block(*size) for size in sizes]
    for block in blocks:
        layout.addWidget(block)
    box.resize(width, layout.heightForWidth(width))
    layout.activate()
    layout.setGeometry(QRect(0, 0, width, box.height()))
    return box, blocks, layout


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sizes=st.lists(st.tuples(st.integers(1, 90), st.integers(1, 40)), min_size=1, max_size=12),
    width=st.integers(90, 400),
)
def test_items_lie_inside_apart_and_in_order(
    qapp: QApplication, sizes: list[tuple[int, int]], width: int
) -> None:
    del qapp
    box, blocks, layout = flowing(sizes, width)
    places = [block.geometry() for block in blocks]
    for place, size in zip(places, sizes, strict=True):
        assert place.size() == QSize(*size)
        assert box.rect().contains(place)
    assert not any(a.intersects(b) for a, b in itertools.combinations(places, 2))
    for before, after in itertools.pairwise(places):
        is_same_line = after.left() > before.left()
        assert is_same_line or after.center().y() > before.center().y()
    assert layout.heightForWidth(width) == box.height()


def test_hidden_items_take_no_room(qtbot: QtBot) -> None:
    box, blocks, layout = flowing([(50, 20)] * 3, 100)
    qtbot.addWidget(box)
    height = layout.heightForWidth(100)
    blocks[0].hide()
    blocks[1].hide()
    assert layout.heightForWidth(100) == 20 < height
    assert blocks[2].isHidden() is False


def test_items_can_be_counted_and_taken(qtbot: QtBot) -> None:
    box, blocks, layout = flowing([(50, 20)] * 2, 100)
    qtbot.addWidget(box)
    assert layout.count() == 2
    item = layout.takeAt(0)
    assert item is not None
    assert item.widget() is blocks[0]
    assert layout.count() == 1
    assert layout.itemAt(7) is None
    assert layout.takeAt(7) is None
    assert layout.sizeHint() == QSize(50, 20)
