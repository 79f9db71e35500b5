"""The texts own the window: nothing that is opened takes the room in which they are read."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.attention.panel import AttentionPanel
from desktop.views.main_window import MainWindow
from desktop.views.notices.notice_card import NoticeText
from desktop.views.panes.learning_bar import LearningBar
from desktop.views.panes.text_panes import Orientation

_WARNINGS = [NoticeText(f"w{number}", "warning", f"Warning {number}.") for number in range(9)]


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window = MainWindow()
    qtbot.addWidget(window)
    window.set_attention_panel(AttentionPanel())
    window.attention_dock.hide()
    with qtbot.waitExposed(window):
        window.show()
    yield window
    window.hide()


def _give(window: MainWindow, width: int, height: int) -> None:
    window.resize(width, height)
    for _ in range(5):  # who was turned or moved asks for another share
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def _lines(window: MainWindow) -> list[int]:
    editors = [window.source_pane.editor, window.target_pane.editor]
    return [editor.viewport().height() // editor.fontMetrics().lineSpacing() for editor in editors]


def _open_everything(window: MainWindow) -> None:
    bar = LearningBar()
    window.set_learning_bar(bar)
    bar.show_snapshots([(1, 100), (2, 200)])
    bar.show()
    window.notice_line.show_notices([NoticeText("a", "error", "An error."), *_WARNINGS])
    window.notice_line.count_button.setChecked(True)
    for number in range(5):
        window.file_panel.add_file(str(number), f"{number}.txt")
    window.source_pane.offer_join(True)
    for name in ("attention", "history", "files"):
        window.actions_by_id[name].setChecked(True)


@pytest.mark.parametrize("size", [(1024, 700), (1180, 840), (2800, 1800)])
def test_six_lines_of_both_texts_are_in_sight_whatever_is_open(
    window: MainWindow, size: tuple[int, int]
) -> None:
    _open_everything(window)
    _give(window, *size)
    assert min(_lines(window)) >= 6
    assert window.height() == size[1]


@pytest.mark.parametrize("orientation", [Orientation.SIDE_BY_SIDE, Orientation.STACKED])
def test_a_dock_leaves_the_texts_their_share_of_the_height(
    window: MainWindow, orientation: Orientation
) -> None:
    window.panes.arrange(orientation)
    window.actions_by_id["attention"].setChecked(True)
    _give(window, 1024, 700)
    window.resizeDocks([window.attention_dock], [2000], Qt.Orientation.Vertical)
    _give(window, 1024, 700)
    assert window.panes.height() >= 0.45 * window.height()
    assert min(_lines(window)) >= 6
    state, geometry = window.saveState(), window.saveGeometry()
    window.restore(geometry, state, "")
    assert window.panes.height() >= 0.45 * window.height()


def test_a_window_that_was_large_for_a_while_has_its_dock_as_before(window: MainWindow) -> None:
    window.actions_by_id["attention"].setChecked(True)
    _give(window, 1024, 700)
    before = window.attention_dock.height()
    _give(window, 2800, 1800)
    _give(window, 1024, 700)
    assert window.attention_dock.height() == before


@pytest.mark.parametrize("wished", Orientation)
def test_below_700_pixels_the_texts_are_stacked_whatever_was_chosen(
    window: MainWindow, wished: Orientation
) -> None:
    window.panes.arrange(wished)
    for width in (380, 500, 699):
        _give(window, width, 500)
        assert window.panes.orientation() is Qt.Orientation.Vertical
    _give(window, 1024, 500)
    is_stacked = window.panes.orientation() is Qt.Orientation.Vertical
    assert is_stacked is (wished is Orientation.STACKED)


def test_a_small_window_shows_all_it_has_within_its_edges(window: MainWindow) -> None:
    _give(window, 380, 420)
    assert (window.width(), window.height()) == (380, 420)
    assert min(_lines(window)) >= 2
    window.actions_by_id["history"].setChecked(True)
    _give(window, 380, 700)
    edges = window.rect()
    for widget in window.findChildren(QWidget):
        is_button = widget.isVisible() and widget.focusPolicy() is not Qt.FocusPolicy.NoFocus
        if is_button and widget.parent() in (window.language_bar, window.history_panel):
            place = widget.rect().translated(widget.mapTo(window, widget.rect().topLeft()))
            assert edges.contains(place)


def test_docks_are_beside_the_texts_where_there_is_room(window: MainWindow) -> None:
    beside, below = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
    window.actions_by_id["history"].setChecked(True)
    window.addDockWidget(beside, window.attention_dock)
    docks = (window.attention_dock, window.history_dock, window.files_dock)
    for width, area in ((1024, beside), (500, below), (1024, beside)):
        _give(window, width, 800)
        assert [window.dockWidgetArea(dock) for dock in docks] == [area] * 3
        assert not window.history_dock.isHidden()
        assert window.files_dock.isHidden()


def test_each_language_follows_its_text(window: MainWindow) -> None:
    bar, panes = window.language_bar, window.panes

    def lefts() -> tuple[int, int]:
        boxes = bar.source_box, bar.target_box
        first, second = (box.mapTo(window, box.rect().topLeft()).x() for box in boxes)
        return first, second

    _give(window, 1180, 700)
    for sizes in ([1, 1], [700, 400]):
        panes.setSizes(sizes)
        _give(window, 1180, 700)
        edges = [pane.mapTo(window, QPoint()).x() for pane in (panes.source, panes.target)]
        assert [*lefts()] == edges
    window.actions_by_id["history"].setChecked(True)
    _give(window, 1400, 700)
    assert lefts()[1] == panes.target.mapTo(window, QPoint()).x()
    panes.arrange(Orientation.STACKED)
    _give(window, 1400, 700)
    assert lefts()[0] == panes.source.mapTo(window, QPoint()).x()
    assert lefts()[1] < 400


def test_the_last_line_takes_room_only_while_it_says_something(window: MainWindow) -> None:
    for width in (1180, 500):
        _give(window, width, 700)
        whole = window.panes.height()
        window.notice_line.show_notices(_WARNINGS)
        _give(window, width, 700)
        with_notes = window.panes.height()
        assert with_notes < whole
        window.foot.hold(True)  # the next translation may have notes as well
        window.notice_line.show_notices(())
        _give(window, width, 700)
        assert window.panes.height() == with_notes
        window.foot.hold(False)
        _give(window, width, 700)
        assert window.panes.height() == whole
        window.foot.hold(True)
        _give(window, width, 700)
        assert window.panes.height() == whole
        window.foot.hold(False)
        window.status_line.show_loading("captions")
        _give(window, width, 700)
        assert window.panes.height() < whole
        window.status_line.show_ready()
        _give(window, width, 700)
        assert window.panes.height() == whole


def test_attention_is_named_where_there_is_room(window: MainWindow) -> None:
    (button,) = [
        one
        for one in window.language_bar.findChildren(QToolButton)
        if one.defaultAction() is window.actions_by_id["attention"]
    ]
    window.language_bar.show_directions([("en", "de"), ("de", "en")])
    _give(window, 1180, 700)
    assert (button.text(), button.accessibleName()) == ("Attention", "Attention panel")
    assert button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    _give(window, 380, 700)
    assert not button.isVisible()
