from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from desktop.views.widgets.elided_label import ElidedLabel
from tests.support.drawings import is_blank


def painted(qtbot: QtBot, text: str, width: int) -> QImage:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.show_text(text)
    label.resize(width, label.sizeHint().height())
    return label.grab().toImage()


def test_texts_that_begin_and_end_alike_look_alike_where_there_is_little_room(
    qtbot: QtBot,
) -> None:
    long, longer, other = (
        f"Mean of {heads} heads · {end}"
        for heads, end in (("all", "shown"), ("all the many", "shown"), ("all", "compared"))
    )
    assert painted(qtbot, long, 90) == painted(qtbot, longer, 90)
    assert painted(qtbot, long, 90) != painted(qtbot, other, 90)
    assert painted(qtbot, long, 600) != painted(qtbot, longer, 600)
    assert not is_blank(painted(qtbot, long, 90))


def test_it_asks_for_its_room_and_needs_none(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.show_text("Mean of all heads")
    assert label.minimumSizeHint().width() == 0
    assert label.sizeHint().width() >= label.fontMetrics().horizontalAdvance(label.text())
    assert label.toolTip() == "Mean of all heads"
