"""A small attention map: colours are weights, and the pointer reads them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.wizard.run.sample_map import SampleMap, colour_of
from tests.support.drawings import colour_of as colour_of_matplotlib
from tests.support.stories import sample
from training.progress import Sampled

SAMPLE = sample("A dog runs .", 1)


@pytest.fixture
def view(qtbot: QtBot) -> SampleMap:
    view = SampleMap()
    qtbot.addWidget(view)
    view.show_sample(SAMPLE)
    view.resize(view.sizeHint())
    view.show()
    return view


def middle(view: SampleMap, row: int, column: int) -> QPoint:
    return view.cell_rect(row, column).center().toPoint()


def test_colours_are_those_of_the_large_maps() -> None:
    for number in range(256):
        weight = number / 255
        ours = colour_of(weight).getRgb()
        theirs = colour_of_matplotlib(weight)
        assert ours == pytest.approx(theirs, abs=6)
    assert colour_of(-1.0) == colour_of(0.0)
    assert colour_of(2.0) == colour_of(1.0)


def test_every_cell_has_the_colour_of_its_weight(view: SampleMap) -> None:
    image = view.grab().toImage()
    for row, weights in enumerate(SAMPLE.weights):
        for column, weight in enumerate(weights):
            colour = image.pixelColor(middle(view, row, column)).getRgb()
            assert colour == pytest.approx(colour_of(weight).getRgb(), abs=3)


def test_what_is_no_number_is_no_weight(view: SampleMap) -> None:
    row = (float("nan"), 1e308, -float("inf"), 0.5)
    view.show_sample(replace(SAMPLE, weights=(row,) * 4))
    image = view.grab().toImage()
    found = [image.pixelColor(middle(view, 0, column)).name() for column in range(4)]
    assert found == [colour_of(weight).name() for weight in (0.0, 1.0, 0.0, round(0.5 * 255) / 255)]


def test_the_pointer_reads_a_weight(view: SampleMap) -> None:
    QTest.mouseMove(view, middle(view, 0, 3))
    assert view.words == ". looks at .: 0.90"
    QTest.mouseMove(view, middle(view, 2, 0))
    assert view.words == "DOG looks at A: 0.10"
    QTest.mouseMove(view, QPoint(1, view.height() - 2))
    assert view.words == ""
    QTest.mouseMove(view, middle(view, 2, 0))
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert view.words == ""


def test_keys_walk_over_the_cells(view: SampleMap) -> None:
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.words == ". looks at A: 0.10"
    for _ in range(5):
        QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.words == ". looks at .: 0.90"
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.words == "RUNS looks at .: 0.10"
    assert view.accessibleDescription() == view.words


def test_a_shorter_translation_leaves_nothing_pointed_at(view: SampleMap) -> None:
    QTest.mouseMove(view, middle(view, 3, 3))
    view.show_sample(sample("Two men .", 2))
    assert view.words == ""
    QTest.mouseMove(view, middle(view, 1, 1))
    view.show_sample(sample("Two men sit .", 3))
    assert view.words == "SIT looks at men: 0.10"


@pytest.mark.parametrize(
    "broken",
    [
        replace(SAMPLE, weights=()),
        replace(SAMPLE, source_words=()),
        replace(SAMPLE, target_words=(), weights=()),
        replace(SAMPLE, weights=SAMPLE.weights[:-1]),
        replace(SAMPLE, weights=((0.5,), *SAMPLE.weights[1:])),
    ],
)
def test_without_whole_weights_there_is_no_map(view: SampleMap, broken: Sampled) -> None:
    view.show_sample(broken)
    assert view.isHidden()
    view.show_sample(SAMPLE)
    assert view.isVisible()


@pytest.mark.parametrize("num_words", [1, 5, 40, 200])
def test_all_cells_are_inside_however_many_there_are(view: SampleMap, num_words: int) -> None:
    words = " ".join(f"Wort{number}" for number in range(num_words)) + " " + "W" * 60
    view.show_sample(sample(words, 1))
    first, last = view.cell_rect(0, 0), view.cell_rect(num_words, num_words)
    assert QRectF(view.rect()).contains(first.topLeft())
    assert QRectF(view.rect()).contains(last.bottomRight() - QPointF(0.5, 0.5))
    assert first.width() > 0
    view.grab()
