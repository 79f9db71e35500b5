"""Pairs side by side: as high as they need, each side in its own direction of writing."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.views import theme
from desktop.wizard.corpus.pairs_table import PairsTable

PAIRS = [("A dog runs.", "Ein Hund rennt."), ("word " * 40, "Wort"), ("A cat.", "Eine Katze.")]


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[PairsTable]:
    window = QWidget()
    qtbot.addWidget(window)
    table = PairsTable(window)
    column = QVBoxLayout(window)
    column.addWidget(table)
    column.addStretch(1)
    table.show_pairs(PAIRS, ("en", "de"))
    window.resize(600, 500)
    window.show()
    QApplication.processEvents()
    yield table  # not returned: the window has to live as long
    window.hide()


def test_a_hairline_is_between_any_two_rows(table: PairsTable) -> None:
    cells = [label.geometry() for label in table.findChildren(QLabel)][::2]
    picture = table.grab().toImage()
    for above, below in pairwise(cells):
        between = range(above.bottom() + 1, below.top())
        colours = [picture.pixelColor(300, y) for y in between]
        assert colours.count(theme.colours().line) == 1


def test_long_sentences_wrap_and_nothing_is_cut(table: PairsTable) -> None:
    for label in table.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width())


def test_each_side_is_written_in_its_direction(table: PairsTable) -> None:
    table.show_pairs(PAIRS, ("en", "ar"))
    directions = [label.layoutDirection() for label in table.findChildren(QLabel)][-2:]
    assert directions == [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]


def test_new_pairs_take_the_place_of_the_old(table: PairsTable) -> None:
    table.show_pairs([("Un chien.", "A dog.")], ("fr", "en"))
    assert table.sentences() == ["French", "English", "Un chien.", "A dog."]
    assert table.accessibleName() == "Sentence pairs, French and English"
