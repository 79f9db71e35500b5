"""For everyone: every control has a name, every key one meaning, and Tab goes round."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.views.attention.picture import PictureView
from desktop.views.panes.alternatives_popup import AlternativesPopup
from tests.support.windows import OpenWindow, open_window

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit,
    QPlainTextEdit, QTabBar, PictureView,
)  # fmt: skip
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path, language: str) -> Iterator[OpenWindow]:
    """The window with everything open that it has."""
    with open_window(qtbot, tmp_path, language=language) as window:
        program = window.program
        program.window.resize(1600, 1000)
        program.window.file_panel.add_file("1", "a.txt")
        program.window.file_panel.list_doubts("1", "a.txt", ())
        program.window.actions_by_id["history"].trigger()
        window.look_inside()
        program.translating.panel.controls.all_heads.click()
        program.dialogs.open_settings()
        program.dialogs.open_help()
        program.dialogs.open_guide()
        program.dialogs.open_about()
        program.dialogs.open_models()
        program.dialogs.open_catalogue()
        program.dialogs.open_glossary()
        program.wizard.open()
        window.type("Two dogs run.")
        window.wait_for_translation("Two dogs run.")
        yield window


def windows_beside(window: OpenWindow) -> Iterator[QWidget]:
    """Every other window of the program."""
    dialogs, wizard = window.program.dialogs, window.program.wizard.wizard
    for beside in (
        dialogs.settings_dialog, dialogs.help_window, dialogs.guide_window, dialogs.about_window,
        dialogs.models_window, dialogs.catalogue_window, dialogs.glossary_window, wizard,
    ):  # fmt: skip
        assert beside is not None
        yield beside


def controls(window: OpenWindow) -> Iterator[QWidget]:
    """Everything a person can operate, in the window and those beside it."""
    main = window.program.window
    for top in (main, *main.findChildren(AlternativesPopup), *windows_beside(window)):
        for widget in top.findChildren(QWidget):
            if isinstance(widget, CONTROLS) and not _is_part_of_another(widget):
                yield widget


def _is_part_of_another(widget: QWidget) -> bool:
    """Whether a widget is the scroll bar, pop-up list or line of what it stands in."""
    parent = widget.parentWidget()
    is_in_popup = parent is not None and isinstance(parent.parent(), QComboBox)
    return (
        is_in_popup
        or isinstance(widget, QScrollBar)
        or isinstance(parent, QComboBox | QAbstractSpinBox | QLineEdit)
        or widget.objectName().startswith("qt_")
    )


def name_of(widget: QWidget) -> str:
    """What a screen reader calls a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name)


def assert_everything_that_can_be_operated_has_a_name(window: OpenWindow) -> None:
    found = list(controls(window))
    assert len(found) > 40
    nameless = [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
        for widget in found
        if not name_of(widget).strip() and not widget.isHidden()  # what it does is said when shown
    ]
    assert nameless == []


def assert_every_window_has_a_title_and_the_icon_of_the_program(window: OpenWindow) -> None:
    for one in (window.program.window, *windows_beside(window)):
        assert one.windowTitle()
        assert not one.windowIcon().isNull()


def assert_tab_reaches_every_control_of_a_window_and_comes_back(whole: OpenWindow) -> None:
    """In the order in which they are seen, which the widgets' own order is."""
    for window in windows_beside(whole):
        window.raise_()
        window.activateWindow()
        whole.qtbot.waitUntil(window.isActiveWindow)
        expected = {
            widget
            for widget in window.findChildren(QWidget)
            if isinstance(widget, CONTROLS)
            and widget.isVisible()
            and widget.isEnabled()
            and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and not _is_part_of_another(widget)
        }
        visited: list[QWidget] = []
        while len(visited) < 200:  # in a text, Tab goes from link to link first
            focused = QApplication.focusWidget()
            assert focused is not None
            if len(set(visited)) > 1 and focused is visited[0]:
                break
            visited.append(focused)
            QTest.keyClick(focused, Qt.Key.Key_Tab)
        missed = [name_of(widget) for widget in expected - set(visited)]
        assert missed == [], window.windowTitle()
        assert [type(widget) for widget in visited if not name_of(widget)] == []


def assert_a_button_that_is_a_picture_says_what_it_does(window: OpenWindow) -> None:
    silent = [
        name_of(button)
        for button in controls(window)
        if isinstance(button, QAbstractButton)
        and not button.icon().isNull()
        and not button.text().strip()
        and not button.toolTip().strip()
    ]
    assert silent == []


def assert_every_key_has_one_meaning(window: OpenWindow) -> None:
    actions = set(window.program.window.findChildren(QAction))
    keys = Counter(
        key.toString(QKeySequence.SequenceFormat.PortableText)
        for action in actions
        for key in action.shortcuts()
    )
    assert keys
    assert [key for key, count in keys.items() if count > 1] == []


def assert_tab_goes_round_and_comes_back(whole: OpenWindow) -> None:
    window = whole.program.window
    window.resize(1500, 900)  # nothing is left out for want of room
    window.activateWindow()
    whole.program.window.source_pane.take_focus()
    whole.qtbot.waitUntil(lambda: QApplication.focusWidget() is whole.source)
    visited: list[QObject] = []
    for _ in range(200):
        focused = QApplication.focusWidget()
        assert focused is not None
        visited.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        if QApplication.focusWidget() is whole.source:
            break
    assert QApplication.focusWidget() is whole.source
    expected: tuple[QWidget, ...] = (
        whole.target,
        window.language_bar.source_box,
        window.language_bar.target_box,
        window.target_pane.bar.model_button,
        whole.program.translating.panel.grid,
        whole.program.translating.panel.maps["map"].picture,
    )
    assert [name_of(widget) for widget in expected if widget not in visited] == []
    QTest.keyClick(whole.source, Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is visited[-1]
    assert whole.source.text_now() == "Two dogs run."


@LANGUAGES
def test_everyone_can_operate_everything(whole: OpenWindow) -> None:
    """One window for all: it takes long to open with everything that it has."""
    assert_everything_that_can_be_operated_has_a_name(whole)
    assert_every_window_has_a_title_and_the_icon_of_the_program(whole)
    assert_a_button_that_is_a_picture_says_what_it_does(whole)
    assert_every_key_has_one_meaning(whole)
    assert_tab_reaches_every_control_of_a_window_and_comes_back(whole)
    assert_tab_goes_round_and_comes_back(whole)
