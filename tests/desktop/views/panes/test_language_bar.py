import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.views import icons
from desktop.views.panes.language_bar import LanguageBar

_DIRECTIONS = (("en", "de"), ("en", "fr"), ("de", "en"))

_ADDING = ["", "Add languages…"]
"""A separator and the entry at the end of each list of languages."""


@pytest.fixture
def bar(qtbot: QtBot) -> LanguageBar:
    made = LanguageBar()
    qtbot.addWidget(made)
    made.show_directions(_DIRECTIONS)
    made.show_direction("en", "de")
    with qtbot.waitExposed(made):
        made.show()
    return made


def _texts(box: QComboBox) -> list[str]:
    return [box.itemText(index) for index in range(box.count())]


def test_languages_are_offered(bar: LanguageBar) -> None:
    assert _texts(bar.source_box) == ["Detect language", "English", "German", *_ADDING]
    assert _texts(bar.target_box) == ["French", "German", *_ADDING]
    assert (bar.source(), bar.target()) == ("en", "de")


def test_showing_tells_nothing(qtbot: QtBot, bar: LanguageBar) -> None:
    with qtbot.assertNotEmitted(bar.direction_chosen):
        bar.show_directions(_DIRECTIONS[1:])
        bar.show_direction("de", "en")
    assert (bar.source(), bar.target()) == ("de", "en")


def test_a_direction_is_chosen_by_keys(qtbot: QtBot, bar: LanguageBar) -> None:
    with qtbot.waitSignal(bar.direction_chosen) as chosen:
        QTest.keyClick(bar.source_box, Qt.Key.Key_Down)
    assert chosen.args == ["de", "en"]
    with qtbot.waitSignal(bar.direction_chosen) as chosen:
        QTest.keyClick(bar.source_box, Qt.Key.Key_Up)
    assert chosen.args is not None
    assert chosen.args[0] == "en"


def test_the_language_can_be_detected_instead(qtbot: QtBot, bar: LanguageBar) -> None:
    with (
        qtbot.waitSignal(bar.detection_toggled) as toggled,
        qtbot.assertNotEmitted(bar.direction_chosen),
    ):
        QTest.keyClick(bar.source_box, Qt.Key.Key_Up)
    assert toggled.args == [True]
    assert bar.source() == "en"
    bar.show_detection(True, "de")
    bar.show_direction("de", "en")
    assert bar.source_box.currentText() == "Detected: German"
    assert (bar.source(), bar.target()) == ("de", "en")
    with qtbot.waitSignals([bar.detection_toggled, bar.direction_chosen]):
        QTest.keyClick(bar.source_box, Qt.Key.Key_Down)
    assert (bar.source(), bar.source_box.currentText()) == ("en", "English")


def test_what_was_chosen_stays_when_models_come_and_go(bar: LanguageBar) -> None:
    bar.show_directions([*_DIRECTIONS, ("fr", "de")])
    assert (bar.source(), bar.target()) == ("en", "de")
    bar.show_directions([("en", "fr")])
    assert (bar.source(), bar.target()) == ("en", "fr")


def test_without_models_nothing_can_be_chosen(bar: LanguageBar) -> None:
    bar.show_directions([])
    assert (bar.source(), bar.target()) == ("", "")
    for box in (bar.source_box, bar.target_box):
        assert not box.isEnabled()


def test_a_swap_that_cannot_be_says_why(qtbot: QtBot, bar: LanguageBar) -> None:
    bar.show_swap(False, "No model from German to English is installed.")
    assert not bar.swap_button.isEnabled()
    for said in (bar.swap_button.toolTip(), bar.swap_button.accessibleDescription()):
        assert said == "No model from German to English is installed."
    bar.show_swap(True, "")
    assert "Ctrl+R" in bar.swap_button.toolTip()
    with qtbot.waitSignal(bar.swap_requested):
        QTest.mouseClick(bar.swap_button, Qt.MouseButton.LeftButton)


def test_buttons_of_the_window_act(qtbot: QtBot, bar: LanguageBar) -> None:
    action = QAction("History", bar)
    icons.dress(action, "history")
    action.setToolTip("History (Ctrl+H)")
    button = bar.add_button(action)
    assert button.accessibleName() == "History"
    assert button.toolTip() == "History (Ctrl+H)"
    with qtbot.waitSignal(action.triggered):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_button_with_a_menu_opens_it_at_once(bar: LanguageBar) -> None:
    action = QAction("Menu", bar)
    action.setMenu(QMenu(bar))
    button = bar.add_button(action)
    assert button.popupMode() == QToolButton.ToolButtonPopupMode.InstantPopup


def test_what_a_narrow_bar_leaves_out_is_in_its_menu(qtbot: QtBot, bar: LanguageBar) -> None:
    bar.setParent(host := QWidget())  # a window would not become so narrow
    qtbot.addWidget(host)
    bar.show()
    with qtbot.waitExposed(host):
        host.show()
    more = bar.add_button(QAction("More", bar))
    history = QAction("History", bar)
    icons.dress(history, "history")
    named = bar.add_button(history, is_named=True)
    bar.add_button(QAction("Menu", bar))
    styles = Qt.ToolButtonStyle
    bar.resize(900, bar.height())
    whole = bar.sizeHint().width()
    for width, has_name, has_button in (
        (900, True, True),
        (whole - 10, False, True),
        (230, False, False),
        (whole - 10, False, True),
        (900, True, True),
    ):
        bar.resize(width, bar.height())
        assert (named.toolButtonStyle() is styles.ToolButtonTextBesideIcon) is has_name
        assert named.isHidden() is not has_button
        assert more.isHidden() is not has_button
    bar.setParent(None)  # the window goes first


@pytest.mark.parametrize("left", [300, 440])
def test_each_language_is_above_its_text(bar: LanguageBar, left: int) -> None:
    bar.resize(900, bar.height())
    bar.align(left - 14, left)
    QApplication.processEvents()
    assert bar.source_box.mapTo(bar, QPoint()).x() == 0
    swap = bar.swap_button
    assert swap.mapTo(bar, swap.rect().bottomRight()).x() == left - 15
    assert bar.target_box.x() == left
    bar.align(0, 0)
    QApplication.processEvents()
    assert bar.target_box.x() < 300


def test_a_long_language_is_not_cut_by_a_narrow_text(bar: LanguageBar) -> None:
    bar.resize(900, bar.height())
    bar.align(60, 74)
    QApplication.processEvents()
    assert bar.source_box.width() >= bar.source_box.sizeHint().width()
    assert bar.target_box.x() > bar.swap_button.mapTo(bar, QPoint()).x()
