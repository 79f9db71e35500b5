"""The same sentences after each epoch: the newest, until one looks back."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.wizard.run.sample_list import SampleList
from tests.support.stories import SOURCES, sample
from training.progress import Sampled

Samples = list[tuple[int, tuple[Sampled, ...]]]


@pytest.fixture
def view(qtbot: QtBot) -> SampleList:
    view = SampleList()
    qtbot.addWidget(view)
    view.show()
    return view


def samples(*epochs: int) -> Samples:
    return [(epoch, tuple(sample(source, epoch) for source in SOURCES)) for epoch in epochs]


def test_before_the_first_epoch_it_says_so(view: SampleList) -> None:
    for nothing in ([], [(1, ())]):
        view.show_samples(nothing)
        assert view.nothing.isVisible()
        assert view.nothing.text() == "The first translations appear after the first epoch."
        assert not view.epochs.isVisible()


def test_the_newest_epoch_is_followed(view: SampleList) -> None:
    for last in (1, 2, 3):
        view.show_samples(samples(*range(1, last + 1)))
        assert view.label.text() == f"after epoch {last}, the latest"
        assert [card.target.text() for card in view.cards] == [
            f"MEN. TWO {last}",
            f"RUNS. DOG A {last}",
        ]
    first = view.cards[0]
    assert (first.source.text(), first.reference.text()) == ("Two men.", "TWO MEN.")
    assert first.map.isVisible()


def test_who_looks_back_is_left_there(view: SampleList) -> None:
    view.show_samples(samples(1, 2, 3))
    QTest.keyClick(view.epochs.slider, Qt.Key.Key_Home)
    assert view.label.text() == "after epoch 1"
    assert view.cards[0].target.text() == "MEN. TWO 1"
    view.show_samples(samples(1, 2, 3, 4))
    assert view.label.text() == "after epoch 1"
    QTest.keyClick(view.epochs.slider, Qt.Key.Key_End)
    view.show_samples(samples(1, 2, 3, 4, 5))
    assert view.label.text() == "after epoch 5, the latest"


def test_a_run_that_went_back_has_fewer(view: SampleList) -> None:
    view.show_samples(samples(1, 2, 3))
    view.show_samples(samples(1))
    assert view.label.text() == "after epoch 1, the latest"
    view.show_samples([(1, samples(1)[0][1][:1])])
    assert [card.isVisible() for card in view.cards] == [True, False]


def test_no_translation_is_said_to_be_none(view: SampleList) -> None:
    view.show_samples([(1, (replace(sample("Two men.", 1), target="", weights=()),))])
    assert view.cards[0].target.text() == "(nothing)"
    assert not view.cards[0].map.isVisible()
