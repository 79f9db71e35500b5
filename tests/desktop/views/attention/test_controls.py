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
    QMenu,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.attention.maps import AlignmentMap, MapChoice
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
    ("entry", "choice"),
    [
        ("Layer 2, head 4", MapChoice("head", 1, 3)),
        ("Layer 1, mean of heads", MapChoice("mean", 0)),
        ("Mean of all heads", MapChoice("mean")),
        ("Maximum of all heads", MapChoice("maximum")),
        ("Rollout through all layers", MapChoice("rollout")),
    ],
)
def test_what_is_shown_can_be_chosen(desk: Desk, entry: str, choice: MapChoice) -> None:
    desk.choose("Map", entry)
    assert desk.drawing().request.choice == choice
    name = desk.panel.maps["map"].picture.accessibleName()
    assert name == f"Attention map: {entry}"


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
    desk.panel.set_best_map(AlignmentMap(1, 3, shifted=True, is_measured=True))
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("head", 1, 3)
    assert desk.drawing().request.view.shifted
    assert desk.combo("Map").currentText() == "Best for alignment · Layer 2, head 4"
    assert desk.action("Shift by one step").isChecked()
    assert any("Shifted by one step, which aligns" in tip for tip in desk.tips())
    desk.panel.set_best_map(AlignmentMap(0, None, shifted=False, is_measured=True))
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("mean", 0)
    assert not desk.drawing().request.view.shifted
    desk.panel.grid.head_chosen.emit(1, 2)
    desk.take("Shift by one step")
    desk.panel.set_best_map(AlignmentMap(1, 0, shifted=False, is_measured=True))
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("head", 1, 2)
    assert desk.drawing().request.view.shifted
    desk.choose("Map", "Best for alignment · Layer 2, head 1")
    assert desk.drawing().request.choice == MapChoice("head", 1, 0)
    desk.panel.set_best_map(None)
    desk.settle()
    assert desk.drawing().request.choice == MapChoice("mean")


def test_a_smaller_model_has_no_head_that_is_too_large(desk: Desk) -> None:
    desk.panel.grid.head_chosen.emit(1, 3)
    desk.show(make_attention(SOURCE, TARGET, layers=1, heads=2))
    assert desk.drawing().request.choice == MapChoice("head", 0, 1)
    desk.show(make_attention(SOURCE, TARGET))
    assert desk.drawing().request.choice == MapChoice("head", 1, 3)


def test_views_and_colours_can_be_chosen(desk: Desk) -> None:
    assert desk.drawing().request.view.unit == "words"
    desk.show_all_heads()
    for entry in ("Show tokens", "Weight by value-vector norm", "Hide punctuation and end token"):
        desk.take(entry)
    desk.take("Scale each row")
    desk.take("Cividis")
    for place in ("map", "grid"):
        request = desk.drawing(place).request
        assert (request.view.unit, request.view.by_value) == ("tokens", True)
        assert request.view.hide_sinks
        assert (request.scale, request.colours) == ("row", "cividis")


def test_what_sinks_take_is_said(desk: Desk) -> None:
    share = round(100 * desk.drawing().sink_mass)
    assert share > 0
    tip = desk.action("Hide punctuation and end token").toolTip()
    assert tip.endswith(f": {share} % of the attention in this sentence")


def test_sentences_can_be_chosen(qtbot: QtBot, desk: Desk) -> None:
    assert not desk.combo("Sentence").isEnabled()
    desk.panel.show_sentences(["One.", "Two " * 40, "Three."], 1)
    desk.settle()
    combo = desk.combo("Sentence")
    assert combo.isEnabled()
    assert combo.currentText().endswith("…")
    assert combo.itemData(1, Qt.ItemDataRole.ToolTipRole) == "Two " * 40
    with qtbot.waitSignal(desk.panel.controls.sentence_chosen) as chosen:
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert chosen.args == [2]
    with qtbot.assertNotEmitted(desk.panel.controls.sentence_chosen):
        desk.panel.show_sentences(["One."], 0)
    assert not combo.isEnabled()


def entries(menu: QMenu) -> dict[str, bool]:
    """Return what a menu offers, and whether it is chosen."""
    return {action.text(): action.isChecked() for action in menu.actions()}


def test_hypotheses_can_be_chosen_and_compared_with_the_others_alone(
    qtbot: QtBot, desk: Desk
) -> None:
    shown, compared = (desk.menu(name) for name in ("Translation", "Compare with"))
    assert not shown.isEnabled()
    desk.panel.show_hypotheses(HYPOTHESES, 1, None)
    first, second, third = (
        f"1 of 3 · best · {TARGET}", "2 of 3 · EIN MANN LÄUFT HEIM.", "3 of 3 · MANN RENNT."
    )  # fmt: skip
    assert entries(shown) == {first: False, second: True, third: False}
    assert entries(compared) == {"Nothing": True, first: False, third: False}
    more = desk.panel.controls.more
    for menu, chosen, index in ((shown, more.hypothesis_chosen, 0),
                                (compared, more.comparison_chosen, 0),
                                (compared, more.comparison_chosen, -1)):  # fmt: skip
        entry = "Nothing" if index < 0 else first
        with qtbot.waitSignal(chosen) as emitted:
            next(action for action in menu.actions() if action.text() == entry).trigger()
        assert emitted.args == [index]


def test_choices_survive_as_json(qtbot: QtBot, desk: Desk) -> None:
    for entry in ("Show tokens", "Shift by one step", "Cividis", "Hide punctuation and end token"):
        desk.take(entry)
    desk.show_all_heads()
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
        {"kind": "elsewhere", "maps": 3, "shifted": "yes", "tokens": 7, "scale": None},
        {"maps": {"cross": ["head", -1, 0], "encoder": ["aligned", 0, 0], "x": ["head", 0, 0]}},
        {"maps": {"cross": ["nothing", 0, 0], "decoder": [1, 2], "encoder": None}},
        {"by_value": "no", "hide_sinks": 1, "colours": ["viridis"], "all_heads": "no"},
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


@pytest.mark.parametrize("width", [380, 640, 1180, 2800])
def test_the_row_of_choices_stays_as_it_is_from_tab_to_tab(desk: Desk, width: int) -> None:
    desk.panel.set_best_map(AlignmentMap(1, 3, shifted=True, is_measured=True))
    desk.panel.show_sentences(["One.", "Two."], 0)
    desk.panel.resize(width, 300)
    tabs = desk.panel.findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    rows = []
    for index in range(tabs.count()):
        tabs.setCurrentIndex(index)
        desk.settle()
        row = desk.panel.controls
        rows.append(
            [
                row.geometry(),
                *(w.geometry() for w in row.children() if isinstance(w, QWidget) and w.isVisible()),
            ]
        )
    assert rows[0] == rows[1] == rows[2]
    assert rows[0][0].width() <= width
    assert rows[0][0].height() < 50
