from itertools import product
from typing import Literal

import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from desktop.platform.interface_language import install_translators
from desktop.values.word_links import HintMark, Mark
from desktop.views.panes import translation_bar
from desktop.views.panes.choice_button import Choice
from desktop.views.panes.target_pane import TargetPane
from desktop.views.text.highlighter import Style
from desktop.views.widgets.card import MINIMUM_WIDTH

_TEXT = "😀 Ein Hund rennt"
_MARKS = (Mark(2, 5, "unsure", 0.42), Mark(6, 10, "doubtful", 0.123))


def _lay_out(pane: TargetPane) -> None:
    pane.card.column.activate()
    for _ in range(3):
        QApplication.sendPostedEvents()


@pytest.fixture
def pane(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> TargetPane:
    monkeypatch.setattr(translation_bar, "COPIED_MS", 1)
    made = TargetPane()
    qtbot.addWidget(made)
    made.resize(700, 300)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.editor.setFocus()
    made.set_slight_doubt_shown(True)
    return made


def test_nothing_can_be_typed_but_text_can_be_selected_by_keys(pane: TargetPane) -> None:
    pane.show_translation(_TEXT)
    moved: list[int] = []
    pane.caret_moved.connect(moved.append)
    QTest.keyClicks(pane.editor, "xyz")
    QTest.keyClick(pane.editor, Qt.Key.Key_Delete)
    assert pane.plain_text() == _TEXT
    QTest.keyClick(pane.editor, Qt.Key.Key_Home)
    QTest.keyClick(pane.editor, Qt.Key.Key_Right)
    assert moved[-1] == 1
    QTest.keyClick(pane.editor, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(pane.editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == _TEXT[1:]


def test_a_new_text_moves_the_caret_without_telling(pane: TargetPane) -> None:
    pane.show_translation(_TEXT)
    QTest.keyClick(pane.editor, Qt.Key.Key_End)
    moved: list[int] = []
    pane.caret_moved.connect(moved.append)
    pane.show_translation("kurz")
    assert moved == []


def test_a_stale_translation_is_dimmed_and_says_so(pane: TargetPane) -> None:
    pane.show_translation(_TEXT)
    pane.show_confidence(_MARKS)
    pane.set_stale(True)
    assert pane.editor.extraSelections()[0].cursor.selectedText() == _TEXT
    assert pane.bar.state_label.text() == "out of date"
    assert pane.editor.marks() == []
    pane.set_stale(False)  # the text is again the one that was translated
    assert len(pane.editor.marks()) == len(_MARKS)
    pane.show_translation(_TEXT)
    assert not pane.editor.extraSelections()
    assert pane.bar.state_label.text() == ""


def test_an_empty_pane_is_never_stale(pane: TargetPane) -> None:
    pane.set_stale(True)
    assert pane.bar.state_label.text() == ""
    assert not pane.editor.extraSelections()


def test_what_is_not_yet_new_is_dimmed(pane: TargetPane) -> None:
    pane.show_busy(True)
    pane.show_translation("Nicht mehr. alt.")
    pane.show_partial(0, 12, "😀 Neu. ")
    assert pane.plain_text() == "😀 Neu. alt."
    assert pane.editor.extraSelections()[0].cursor.selectedText() == "alt."
    assert pane.bar.state_label.text() == "translating…"
    pane.show_busy(False)
    assert pane.bar.state_label.text() == "out of date"


def test_doubts_are_shown_or_not(qtbot: QtBot, pane: TargetPane) -> None:
    pane.show_translation(_TEXT)
    pane.show_confidence(_MARKS)
    assert pane.bar.legend.isVisible()
    with qtbot.waitSignal(pane.bar.confidence_toggled) as toggled:
        QTest.keyClick(pane.bar.confidence_box, Qt.Key.Key_Space)
    assert toggled.args == [False]
    assert pane.editor.marks() == []
    assert pane.bar.legend.isHidden()
    pane.set_confidence_shown(True)
    assert len(pane.editor.marks()) == 2
    assert pane.bar.confidence_box.isChecked()


def test_slight_doubt_is_shown_only_by_choice(qtbot: QtBot) -> None:
    pane = TargetPane()
    qtbot.addWidget(pane)
    pane.show_translation(_TEXT)
    pane.show_confidence(_MARKS)
    assert pane.editor.marks() == [(6, 10, Style.DOUBTFUL)]
    assert (pane._tip_at(3), "confident" in pane._tip_at(7)) == ("", True)
    pane.set_slight_doubt_shown(True)
    assert pane.editor.marks() == [(2, 5, Style.UNSURE), (6, 10, Style.DOUBTFUL)]
    assert "confident" in pane._tip_at(3)
    assert "Dotted" in pane.bar.confidence_box.toolTip()
    pane.set_confidence_shown(False)
    assert pane.editor.marks() == []


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("width", [MINIMUM_WIDTH, 352, 400, 479, 569, 700, 900])
def test_nothing_in_the_footer_is_cut(
    qapp: QApplication, qtbot: QtBot, language: Literal["de", "en"], width: int
) -> None:
    install_translators(qapp, language)
    pane = TargetPane()
    qtbot.addWidget(pane)
    pane.resize(width, 300)
    pane.show()
    pane.set_slight_doubt_shown(True)
    pane.bar.show_models([Choice("own", "A model with a long name", "BLEU 38")], "own")
    pane.bar.show_address("auto", is_offered=True)
    pane.show_translation(_TEXT, edited=[(0, 5)])
    for is_busy, can_undo, is_stale in product((False, True), repeat=3):
        pane.show_busy(is_busy)
        pane.bar.show_can_undo(can_undo)
        pane.set_stale(is_stale)
        _lay_out(pane)
        shown = [one for one in pane.bar.findChildren(QWidget) if one.isVisible()]
        for widget in shown:
            least = 0 if widget is pane.bar.state_label else widget.sizeHint().width()
            assert widget.width() >= least, widget
            assert pane.card.rect().contains(widget.mapTo(pane.card, widget.rect().bottomRight()))
        if is_stale:
            state = pane.bar.state_label
            assert state.width() >= 0.9 * state.fontMetrics().horizontalAdvance(state.text())


def test_what_has_no_room_in_the_bar_is_offered_by_a_menu(pane: TargetPane) -> None:
    bar, menu = pane.bar, QMenu(pane)
    for button in (bar.model_button, bar.address_button):
        menu.addMenu(button.choices_menu)
    bar.show_models([Choice("own", "Own", "BLEU 38")], "own")
    bar.show_address("formal", is_offered=True)
    for width in range(pane.minimumWidth(), 1000, 20):
        pane.resize(width, 300)
        for button in (bar.model_button, bar.address_button):
            assert button.isHidden() == button.choices_menu.menuAction().isVisible()
    assert (bar.model_button.text(), bar.address_button.text()) == ("Own · BLEU 38", "Sie")
    bar.show_models([Choice("own", "A model with a long name")], "own")
    pane.resize(pane.minimumWidth(), 300)
    assert bar.model_button.isHidden()
    (name,) = bar.model_button.choices_menu.actions()
    assert name.text() == "A model with a long name"


def test_nothing_moves_while_one_types(pane: TargetPane) -> None:
    """The state takes the place of the legend, whose marks a stale text does not have."""
    pane.show_translation(_TEXT)
    bar = pane.bar
    others = [one for one in bar.findChildren(QWidget) if one.parent() is bar]
    others = [one for one in others if one not in (bar.legend, bar.state_label)]
    for width in range(pane.minimumWidth(), 600, 10):
        pane.resize(width, 300)
        _lay_out(pane)
        before = [one.geometry() for one in others]
        had_legend = bar.legend.isVisible()
        pane.set_stale(True)
        pane.show_busy(True)
        _lay_out(pane)
        assert [one.geometry() for one in others] == before
        pane.show_busy(False)
        pane.set_stale(False)
        assert bar.legend.isVisible() == had_legend


def test_device_and_speed_are_in_the_tip_of_the_model(pane: TargetPane) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    pane.bar.show_models([Choice("own", "Own", "BLEU 38", "Captions.")], "own")
    pane.bar.show_speed("CPU", 2.5, 5000)
    tip = "Model: Own\nBLEU 38\nCaptions.\nRuns on: CPU\n"
    assert pane.bar.model_button.toolTip() == (
        tip + "Last translation: 2.50 s\n2,000 words per second"
    )
    pane.bar.show_speed("CPU")  # the text was cleared
    assert pane.bar.model_button.toolTip() == tip.strip()
    QLocale.setDefault(before)


def test_an_empty_pane_says_in_one_line_what_the_model_is_suited_for(pane: TargetPane) -> None:
    pane.show_limits("Many\nlines\n" + "word " * 500)
    told = pane.editor.placeholderText()
    assert "Many lines word" in told
    assert told.endswith(" …")
    assert len(told) < 200
    assert pane.editor.accessibleDescription() == told
    pane.show_translation(_TEXT)
    assert pane.editor.accessibleDescription() == ""
    pane.show_limits("")
    assert pane.editor.placeholderText() == ""


def test_copying_is_wished_and_said_for_a_moment(qtbot: QtBot, pane: TargetPane) -> None:
    assert not pane.bar.copy_button.isEnabled()
    pane.show_translation(_TEXT)
    with qtbot.waitSignal(pane.bar.copy_requested):
        QTest.mouseClick(pane.bar.copy_button, Qt.MouseButton.LeftButton)
    assert pane.bar.copy_button.text() == "Copied"
    qtbot.waitUntil(lambda: pane.bar.copy_button.text() == "Copy")


def test_undo_is_offered_only_when_there_is_a_choice(qtbot: QtBot, pane: TargetPane) -> None:
    assert pane.bar.undo_button.isHidden()
    pane.bar.show_can_undo(True)
    with qtbot.waitSignal(pane.bar.undo_requested):
        QTest.mouseClick(pane.bar.undo_button, Qt.MouseButton.LeftButton)
    pane.bar.show_can_undo(False)
    assert pane.bar.undo_button.isHidden()


@pytest.mark.parametrize(
    ("place", "is_calibrated", "said"),
    [
        (3, True, "42 % confident"),
        (3, False, "42 % confident (not calibrated)"),
        (7, True, "Only 12 % confident: another word may be right"),
        (13, True, ""),
    ],
)
def test_a_tooltip_says_how_sure_in_words(
    qtbot: QtBot, pane: TargetPane, place: int, is_calibrated: bool, said: str
) -> None:
    pane.show_calibrated(is_calibrated)
    pane.show_translation(_TEXT)
    pane.show_confidence(_MARKS)
    spot = pane.editor.span_rectangle(place, place + 1).center()
    viewport = pane.editor.viewport()
    QApplication.sendEvent(
        viewport, QHelpEvent(QEvent.Type.ToolTip, spot, viewport.mapToGlobal(spot))
    )
    qtbot.waitUntil(lambda: QToolTip.text() == said if said else not QToolTip.isVisible())
    QToolTip.hideText()


def test_hovered_words_are_told_also_while_stale(qtbot: QtBot, pane: TargetPane) -> None:
    pane.show_translation(_TEXT)
    pane.set_stale(True)
    spot = pane.editor.span_rectangle(6, 10).center()
    with qtbot.waitSignal(pane.editor.hovered, check_params_cb=lambda at: 6 <= at < 10):
        QTest.mouseMove(pane.editor.viewport(), QPoint(2, 2))
        QTest.mouseMove(pane.editor.viewport(), spot)


def test_a_word_has_a_place_on_the_screen(pane: TargetPane) -> None:
    pane.show_translation(_TEXT)
    viewport = pane.editor.viewport()
    for start in (2, 6, 11):
        place = viewport.mapFromGlobal(pane.place_of(start).center())
        assert pane.editor.offset_at(place + QPoint(3, 0)) == start


def test_staleness_can_be_asked(pane: TargetPane) -> None:
    answers = []
    for show in (pane.show_translation, lambda text: pane.show_partial(0, 3, text)) * 2:
        show(_TEXT)
        answers.append(pane.is_stale)
    assert answers == [False, True, False, True]


def test_an_added_word_is_underlined_and_explained_in_place_of_a_doubt(pane: TargetPane) -> None:
    pane.show_translation(_TEXT)
    pane.show_confidence(_MARKS)
    pane.show_added([(6, 10)])
    assert pane.editor.marks() == [(2, 5, Style.UNSURE), (6, 10, Style.UNMATCHED)]
    assert pane._tip_at(7) == "Nothing in your text seems to say this."
    pane.set_confidence_shown(False)
    assert pane.editor.marks() == []
    assert pane._tip_at(7) == ""
    pane.set_confidence_shown(True)
    pane.show_translation("kurz")
    assert pane.editor.marks() == []


def test_what_the_dictionary_says_is_told_beside_a_doubt(pane: TargetPane) -> None:
    hints = [
        HintMark(2, 5, "a", "Ein", "glossary"),
        HintMark(6, 10, "dog", "Hund", "dictionary"),
    ]
    pane.show_translation(_TEXT, hints)
    pane.show_confidence(_MARKS[1:])
    assert pane.editor.marks() == [
        (2, 5, Style.TERM),
        (6, 10, Style.DOUBTFUL),
        (6, 10, Style.DICTIONARY),
    ]
    said = "From the dictionary: dog → Hund"
    assert pane.editor.accessibleDescription() == f"Glossary: a → Ein {said}"
    assert pane._tip_at(2) == "Glossary: a → Ein"
    assert pane._tip_at(6).splitlines() == [said, "Only 12 % confident: another word may be right"]
    pane.set_confidence_shown(False)
    assert pane.editor.marks() == [(2, 5, Style.TERM), (6, 10, Style.DICTIONARY)]
    assert pane._tip_at(6) == said
    pane.set_stale(True)
    assert (pane.editor.marks(), pane._tip_at(6)) == ([], "")
