"""What a person chooses about the maps is shown, drawn and kept."""

import json
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.attention.views import MapChoice
from tests.support.attention_panels import HYPOTHESES, SOURCE, TARGET, Desk
from tests.support.engines import make_attention


def turn_wheel(widget: QWidget) -> None:
    """Turn the wheel over a widget, towards oneself."""
    at = QPointF(5, 5)
    wheel = QWheelEvent(
        at, widget.mapToGlobal(at), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, wheel)


@pytest.mark.parametrize(
    ("entry", "choice", "name"),
    [
        ("One head", MapChoice("head", 0, 0), "Layer 1, head 1"),
        ("Mean of a layer", MapChoice("mean", 0), "Layer 1, mean of heads"),
        ("Mean of all heads", MapChoice("mean"), "Mean of all heads"),
        ("Maximum of all heads", MapChoice("maximum"), "Maximum of all heads"),
        ("Rollout through all layers", MapChoice("rollout"), "Rollout through all layers"),
    ],
)
def test_what_is_shown_can_be_chosen(desk: Desk, entry: str, choice: MapChoice, name: str) -> None:
    desk.choose("Show", entry)
    assert desk.drawing().request.choice == choice
    assert name in desk.labels()
    assert desk.combo("Layer").isVisible() == (choice.layer is not None)
    assert desk.combo("Head").isVisible() == (choice.head is not None)


def test_layer_and_head_can_be_chosen_by_number(desk: Desk) -> None:
    desk.choose("Show", "One head")
    desk.choose("Layer", "2")
    desk.choose("Head", "4")
    assert desk.drawing().request.choice == MapChoice("head", 1, 3)


def test_each_kind_keeps_its_own_map(desk: Desk) -> None:
    tabs = desk.panel.findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    desk.panel.grid.head_chosen.emit(1, 1)
    tabs.setCurrentIndex(1)
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("mean")
    desk.panel.grid.head_chosen.emit(0, 2)
    tabs.setCurrentIndex(0)
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("head", 1, 1)


def test_the_alignment_head_is_shown_until_another_is_chosen(desk: Desk) -> None:
    desk.panel.set_best_head(1, 3, shifted=True)
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("head", 1, 3)
    assert desk.drawing().request.view.shifted
    assert desk.combo("Reading").currentText() == "Word alignment"
    assert any("which source words it comes from" in text for text in desk.labels())
    desk.panel.set_best_head(0, None, shifted=False)
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("mean", 0)
    assert not desk.drawing().request.view.shifted
    desk.panel.grid.head_chosen.emit(1, 2)
    desk.choose("Reading", "Word alignment")
    desk.panel.set_best_head(1, 0, shifted=False)
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("head", 1, 2)
    assert desk.drawing().request.view.shifted
    desk.choose("Show", "Best for alignment")
    assert desk.drawing().request.choice == MapChoice("head", 1, 0)
    desk.panel.set_best_head(None, None, shifted=False)
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("mean")


def test_a_smaller_model_has_no_head_that_is_too_large(desk: Desk) -> None:
    desk.panel.grid.head_chosen.emit(1, 3)
    desk.show(make_attention(SOURCE, TARGET, layers=1, heads=2))
    assert desk.drawing().request.choice == MapChoice("head", 0, 1)
    desk.show(make_attention(SOURCE, TARGET))
    assert desk.drawing().request.choice == MapChoice("head", 1, 3)


def test_views_and_colours_can_be_chosen(desk: Desk) -> None:
    desk.choose("Units", "Words")
    desk.check("Weighted by values").click()
    desk.check("Hide end mark").click()
    desk.action("Each row by its largest").trigger()
    desk.action("Cividis").trigger()
    desk.settle()
    for place in ("map", "grid"):
        request = desk.drawing(place).request
        assert (request.view.unit, request.view.by_value) == ("words", True)
        assert request.view.hide_sinks
        assert (request.scale, request.colours) == ("row", "cividis")


def test_what_sinks_take_is_said(desk: Desk) -> None:
    share = round(100 * desk.drawing("grid").sink_mass)
    assert share > 0
    assert desk.check("Hide end").text() == f"Hide end mark and punctuation ({share} %)"


def test_sentences_can_be_chosen(qtbot: QtBot, desk: Desk) -> None:
    assert not desk.combo("Sentence").isVisible()
    desk.panel.show_sentences(["One.", "Two " * 40, "Three."], 1)
    desk.settle()
    combo = desk.combo("Sentence")
    assert combo.isVisible()
    assert combo.currentText().endswith("…")
    assert combo.itemData(1, Qt.ItemDataRole.ToolTipRole) == "Two " * 40
    with qtbot.waitSignal(desk.panel.sentence_chosen) as chosen:
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert chosen.args == [2]
    with qtbot.assertNotEmitted(desk.panel.sentence_chosen):
        desk.panel.show_sentences(["One."], 0)
    assert not combo.isVisible()


def test_hypotheses_can_be_chosen_and_compared(qtbot: QtBot, desk: Desk) -> None:
    desk.panel.show_hypotheses(HYPOTHESES, 0, None)
    shown, compared = desk.combo("Translation"), desk.combo("Compare with")
    assert shown.currentText() == f"1 of 3 · best · {TARGET}"
    assert compared.currentText() == "nothing"
    with qtbot.waitSignal(desk.panel.hypothesis_chosen) as chosen:
        QTest.keyClick(shown, Qt.Key.Key_Down)
    assert chosen.args == [1]
    with qtbot.waitSignal(desk.panel.comparison_chosen) as other:
        QTest.keyClick(compared, Qt.Key.Key_End)
    assert other.args == [2]
    with qtbot.waitSignal(desk.panel.comparison_chosen) as nothing:
        QTest.keyClick(compared, Qt.Key.Key_Home)
    assert nothing.args == [-1]


def test_choices_survive_as_json(qtbot: QtBot, desk: Desk) -> None:
    desk.choose("Units", "Words")
    desk.choose("Reading", "Word alignment")
    desk.action("Cividis").trigger()
    desk.check("Hide end").click()
    desk.panel.grid.head_chosen.emit(1, 2)
    tabs = desk.panel.findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    tabs.setCurrentIndex(1)
    state = json.loads(json.dumps(desk.panel.state()))
    other = Desk(qtbot)
    other.panel.restore(state)
    assert other.panel.state() == desk.panel.state()
    other.show(make_attention(SOURCE, TARGET))
    assert other.drawing().request.view == desk.panel.controls.view_choice
    tabs = other.panel.findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    tabs.setCurrentIndex(0)
    other.settle()
    assert other.drawing().request.choice == MapChoice("head", 1, 2)


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"kind": "elsewhere", "maps": 3, "shifted": "yes", "unit": 7, "scale": None},
        {"maps": {"cross": ["head", -1, 0], "encoder": ["aligned", 0, 0], "x": ["head", 0, 0]}},
        {"maps": {"cross": ["nothing", 0, 0], "decoder": [1, 2], "encoder": None}},
        {"by_value": "no", "hide_sinks": 1, "colours": ["viridis"]},
    ],
)
def test_damaged_choices_are_the_usual_ones(
    qtbot: QtBot, desk: Desk, state: dict[str, Any]
) -> None:
    usual = Desk(qtbot).panel.state()
    desk.panel.restore(state)
    desk.settle()
    assert desk.panel.state() == usual
    assert desk.drawing().request.choice == MapChoice("mean")


def test_the_wheel_scrolls_and_chooses_nothing(desk: Desk) -> None:
    before = desk.panel.state()
    for combo in desk.panel.findChildren(QComboBox):
        turn_wheel(combo)
    assert desk.panel.state() == before
