"""Watch it learn: one epoch after the other, by hand or by itself."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.panes import learning_bar
from desktop.views.panes.learning_bar import LearningBar

SNAPSHOTS = [(1, 275), (2, 550), (3, 825), (30, 8250)]


@pytest.fixture
def bar(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[LearningBar]:
    monkeypatch.setattr(learning_bar, "REST_MS", 0)
    monkeypatch.setattr(learning_bar, "PLAY_MS", 0)
    bar = LearningBar()
    qtbot.addWidget(bar)
    bar.resize(900, 44)
    bar.show_snapshots(SNAPSHOTS)
    bar.show()
    yield bar
    bar.hide()


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_it_begins_at_the_last_epoch_and_wishes_for_nothing(bar: LearningBar, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(bar.epoch_requested, wait=20):
        bar.show_snapshots(SNAPSHOTS)
    assert bar.label.text() == "Epoch 30 of 30 (step 8250)"
    assert not bar.epochs.next_button.isEnabled()
    assert bar.epochs.count == 4


def test_buttons_and_arrow_keys_go_from_epoch_to_epoch(bar: LearningBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.epoch_requested) as wished:
        click(bar.epochs.previous_button)
    assert wished.args == [2]
    assert bar.label.text() == "Epoch 3 of 30 (step 825)"
    with qtbot.waitSignal(bar.epoch_requested) as wished:
        QTest.keyClick(bar.epochs.slider, Qt.Key.Key_Left)
    assert wished.args == [1]
    with qtbot.waitSignal(bar.epoch_requested) as wished:
        click(bar.epochs.next_button)
    assert wished.args == [2]
    with qtbot.waitSignal(bar.epoch_requested) as wished:
        QTest.keyClick(bar.epochs.slider, Qt.Key.Key_Home)
    assert wished.args == [0]
    assert not bar.epochs.previous_button.isEnabled()


def test_only_where_the_slider_rests_is_wished_for(bar: LearningBar, qtbot: QtBot) -> None:
    wished: list[int] = []
    bar.epoch_requested.connect(wished.append)
    for place in (0, 2, 1):
        bar.epochs.go_to(place)
    qtbot.waitUntil(lambda: bool(wished))
    assert wished == [1]


def test_playing_shows_all_in_order_and_ends_at_the_last(bar: LearningBar, qtbot: QtBot) -> None:
    labels: list[str] = []
    bar.epochs.moved.connect(lambda _: labels.append(bar.label.text()))
    click(bar.play_button)
    assert (bar.is_playing, bar.play_button.accessibleName()) == (True, "Pause")
    qtbot.waitUntil(lambda: not bar.is_playing)
    assert labels == [
        "Epoch 1 of 30 (step 275)",
        "Epoch 2 of 30 (step 550)",
        "Epoch 3 of 30 (step 825)",
        "Epoch 30 of 30 (step 8250)",
    ]
    assert bar.play_button.accessibleName() == "Play"


def test_a_second_press_stays_at_the_epoch(bar: LearningBar) -> None:
    bar.epochs.go_to(1)
    click(bar.play_button)
    assert bar.epochs.place == 2
    click(bar.play_button)
    assert (bar.is_playing, bar.epochs.place) == (False, 2)


def test_nothing_plays_and_nothing_is_wished_for_once_it_is_hidden(
    bar: LearningBar, qtbot: QtBot
) -> None:
    click(bar.play_button)
    bar.hide()
    assert not bar.is_playing
    with qtbot.assertNotEmitted(bar.epoch_requested, wait=20):
        pass


def test_epochs_are_announced(
    bar: LearningBar, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def announce(event: QAccessibleEvent) -> None:
        said.append(event.message())  # type: ignore[attr-defined]  # it is an announcement

    monkeypatch.setattr(QAccessible, "updateAccessibility", announce)
    bar.epochs.go_to(0)
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["Epoch 1 of 30 (step 275)"]
    assert bar.epochs.slider.accessibleDescription() == said[0]


def test_close_is_wished_for(bar: LearningBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.closing_requested):
        click(bar.close_button)


def test_with_less_than_two_there_is_nothing_to_play(bar: LearningBar) -> None:
    bar.show_snapshots([(1, 275)])
    assert not bar.play_button.isEnabled()
    assert bar.label.text() == "Epoch 1 of 1 (step 275)"
    bar.show_snapshots([])
    assert (bar.epochs.isEnabled(), bar.label.text()) == (False, "")
    assert bar.epochs.count == 0


def test_a_narrow_bar_still_says_which_epoch(bar: LearningBar) -> None:
    bar.show_snapshots(((1, 400), (2, 800)))
    bar.resize(352, bar.height())
    assert bar.label.text() == "Epoch 2 of 2"
    assert bar.title.isHidden()
    bar.resize(900, bar.height())
    assert "800" in bar.label.text()
    assert not bar.title.isHidden()


@pytest.mark.parametrize("points", [9, 12])
@pytest.mark.parametrize("last", [(30, 8250), (300, 1_234_567)])
def test_nothing_is_cut_off_and_a_window_can_become_narrow(
    qtbot: QtBot, last: tuple[int, int], points: int
) -> None:
    around, bar = QWidget(), LearningBar()
    font = around.font()
    font.setPointSize(points)
    around.setFont(font)
    qtbot.addWidget(around)
    column = QVBoxLayout(around)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(bar)
    around.show()
    bar.show_snapshots([*SNAPSHOTS, last])

    def is_whole() -> bool:
        shown = (bar.title, bar.play_button, bar.epochs, bar.label, bar.close_button)
        return bar.width() == around.width() and all(
            widget.width() >= widget.minimumSizeHint().width()
            and bar.rect().contains(widget.geometry())
            for widget in filter(QWidget.isVisible, shown)
        )

    for width in (900, 600, 560, 540, 460, 352):
        around.resize(width, 44)
        qtbot.waitUntil(is_whole)
        assert bar.width() == width
