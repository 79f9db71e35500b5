import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.views import icons
from desktop.views.panes.language_bar import LanguageBar, ModelRow

_ROWS = (
    ModelRow("captions", "en", "de", True, "39.99 BLEU"),
    ModelRow("my-model", "en", "de"),
    ModelRow("broken", "en", "de", False, "It is damaged."),
    ModelRow("toy", "en", "fr"),
    ModelRow("back", "de", "en"),
)


_ADDING = ["", "Add languages…"]
"""A separator and the entry at the end of each list of languages."""


@pytest.fixture
def bar(qtbot: QtBot) -> LanguageBar:
    made = LanguageBar()
    qtbot.addWidget(made)
    made.show_models(_ROWS)
    made.show_direction("en", "de", "captions")
    with qtbot.waitExposed(made):
        made.show()
    return made


def _texts(box: QComboBox) -> list[str]:
    return [box.itemText(index) for index in range(box.count())]


def test_languages_and_models_of_the_direction_are_offered(bar: LanguageBar) -> None:
    assert _texts(bar.source_box) == ["Detect language", "English", "German", *_ADDING]
    assert _texts(bar.target_box) == ["French", "German", *_ADDING]
    assert _texts(bar.model_box) == ["captions", "my-model", "broken"]
    assert (bar.source(), bar.target(), bar.model()) == ("en", "de", "captions")
    assert bar.model_box.toolTip() == "39.99 BLEU"


def test_a_model_is_shown_by_its_title_and_told_by_its_name(qtbot: QtBot, bar: LanguageBar) -> None:
    bar.show_models((ModelRow("en-de-general", "en", "de", title="General"), *_ROWS))
    assert _texts(bar.model_box) == ["General", "captions", "my-model", "broken"]
    bar.show_direction("en", "de", "captions")
    with qtbot.waitSignal(bar.model_chosen) as chosen:
        QTest.keyClick(bar.model_box, Qt.Key.Key_Up)
    assert chosen.args == ["en-de-general"]


def test_showing_tells_nothing(qtbot: QtBot, bar: LanguageBar) -> None:
    with qtbot.assertNotEmitted(bar.direction_chosen), qtbot.assertNotEmitted(bar.model_chosen):
        bar.show_models(_ROWS[1:])
        bar.show_direction("de", "en", "back")
    assert (bar.source(), bar.target(), bar.model()) == ("de", "en", "back")


def test_a_direction_is_chosen_by_keys(qtbot: QtBot, bar: LanguageBar) -> None:
    with qtbot.waitSignal(bar.direction_chosen) as chosen:
        QTest.keyClick(bar.source_box, Qt.Key.Key_Down)
    assert chosen.args == ["de", "en"]
    assert _texts(bar.model_box) == ["back"]
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
    bar.show_direction("de", "en", "back")
    assert bar.source_box.currentText() == "Detected: German"
    assert (bar.source(), bar.target()) == ("de", "en")
    with qtbot.waitSignals([bar.detection_toggled, bar.direction_chosen]):
        QTest.keyClick(bar.source_box, Qt.Key.Key_Down)
    assert (bar.source(), bar.source_box.currentText()) == ("en", "English")


def test_a_model_is_chosen_by_keys_past_one_that_cannot_be_used(
    qtbot: QtBot, bar: LanguageBar
) -> None:
    with qtbot.waitSignal(bar.model_chosen) as chosen:
        QTest.keyClick(bar.model_box, Qt.Key.Key_Down)
    assert chosen.args == ["my-model"]
    with qtbot.assertNotEmitted(bar.model_chosen):
        QTest.keyClick(bar.model_box, Qt.Key.Key_Down)
    assert bar.model() == "my-model"


def test_what_was_chosen_stays_when_models_come_and_go(bar: LanguageBar) -> None:
    bar.show_direction("en", "de", "my-model")
    bar.show_models([*_ROWS, ModelRow("new", "en", "de")])
    assert bar.model() == "my-model"
    bar.show_models([row for row in _ROWS if row.name != "my-model"])
    assert bar.model() == "captions"


def test_without_models_nothing_can_be_chosen(bar: LanguageBar) -> None:
    bar.show_models([])
    assert (bar.source(), bar.target(), bar.model()) == ("", "", "")
    for box in (bar.source_box, bar.target_box, bar.model_box):
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
    history, more = (bar.add_button(QAction(name, bar)) for name in ("History", "Menu"))
    for button in (history, more):
        button.show()
    whole = bar.sizeHint().width()
    for width, has_button, has_model in (
        (900, True, True),
        (whole - 10, False, True),
        (340, False, False),
        (whole - 10, False, True),
        (900, True, True),
    ):
        bar.resize(width, bar.height())
        assert history.isHidden() is not has_button
        assert bar.model_box.isHidden() is not has_model
        assert bar.model_menu.menuAction().isVisible() is not has_model
        assert not more.isHidden()
    bar.model_menu.aboutToShow.emit()
    captions, own, broken = bar.model_menu.actions()
    assert captions.isChecked()
    assert not broken.isEnabled()
    with qtbot.waitSignal(bar.model_chosen) as chosen:
        own.trigger()
    assert chosen.args == ["my-model"]
    bar.setParent(None)  # the window goes first
