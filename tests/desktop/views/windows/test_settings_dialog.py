"""The settings: what is shown is not reported, what is chosen is, one field at a time."""

from dataclasses import asdict, replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QSpinBox,
    QTabWidget,
)
from pytestqt.qtbot import QtBot

from desktop.storage.settings import Preferences
from desktop.views.windows.settings_dialog import SettingsDialog

ALL_OTHER = Preferences(
    device="cpu",
    threads=1,
    beam_size=7,
    length_penalty=0.6,
    formality="formal",
    theme="dark",
    language="de",
    font_family="A family that is not installed",
    font_size=13,
    show_confidence=False,
    show_slight_doubt=True,
    keep_history=False,
    translate_while_typing=False,
    with_phrases=False,
    quick_translation=True,
    quick_keys="Ctrl+Alt+T",
    watch_clipboard=True,
    tray_icon=True,
    start_hidden=True,
    serve_programs=True,
    serve_port=5001,
)


@pytest.fixture
def dialog(qtbot: QtBot) -> SettingsDialog:
    dialog = SettingsDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    return dialog


def wanted(preferences: Preferences) -> dict[str, object]:
    """Return all but the form of address, which is chosen below the translation."""
    return {name: value for name, value in asdict(preferences).items() if name != "formality"}


def shown(dialog: SettingsDialog) -> dict[str, object]:
    switches = {field: box.isChecked() for field, box in dialog._switches.items()}
    choices = {field: box.currentData() for field, box in dialog._choices.items()}
    numbers = {field: box.value() for field, box in dialog._numbers.items()}
    return {**switches, **choices, **numbers, "quick_keys": dialog._programs.chosen_keys()}


@pytest.mark.parametrize(
    "preferences",
    [
        Preferences(),
        ALL_OTHER,
        Preferences(beam_size=1, length_penalty=0.0),
        Preferences(length_penalty=1.25, font_size=17, threads=2),
    ],
)
def test_showing_preferences_shows_each_and_reports_nothing(
    dialog: SettingsDialog, preferences: Preferences, qtbot: QtBot
) -> None:
    assert set(shown(dialog)) == {*wanted(Preferences())}
    with qtbot.assertNotEmitted(dialog.changed):
        dialog.show_preferences(preferences)
    assert shown(dialog) == wanted(preferences)


def test_each_change_is_one_field_that_makes_valid_preferences(
    dialog: SettingsDialog,
) -> None:
    changes: list[dict[str, object]] = []
    dialog.changed.connect(changes.append)
    for page in range(4):
        tabs = dialog.findChild(QTabWidget)
        assert isinstance(tabs, QTabWidget)
        tabs.setCurrentIndex(page)
        for box in dialog.findChildren(QCheckBox):
            if box.isVisible():
                QTest.keyClick(box, Qt.Key.Key_Space)
        for choice in dialog.findChildren(QComboBox):
            if choice.isVisible() and choice.count() > 1:
                QTest.keyClick(choice, Qt.Key.Key_End)
        for number in dialog.findChildren(QSpinBox):
            if number.isVisible():
                QTest.keyClick(number, Qt.Key.Key_Up)
    assert all(len(change) == 1 for change in changes)
    together = {name: value for change in changes for name, value in change.items()}
    assert together.keys() >= set(shown(dialog)) - {"threads", "font_family", "quick_keys"}
    assert wanted(Preferences(**together)) == shown(dialog)  # type: ignore[arg-type]  # checked at run time


def test_restoring_defaults_reports_them_all(dialog: SettingsDialog, qtbot: QtBot) -> None:
    dialog.show_preferences(ALL_OTHER)
    with qtbot.waitSignal(dialog.changed) as changed:
        QTest.mouseClick(dialog._defaults, Qt.MouseButton.LeftButton)
    assert changed.args == [asdict(Preferences())]
    assert shown(dialog) == wanted(Preferences())


def test_erasing_asks_first(dialog: SettingsDialog, qtbot: QtBot) -> None:
    tabs = dialog.findChild(QTabWidget)
    assert isinstance(tabs, QTabWidget)
    tabs.setCurrentIndex(2)
    erase = next(b for b in dialog.findChildren(QPushButton) if b.text().startswith("Cl&ear"))
    with qtbot.assertNotEmitted(dialog.erase_requested):
        QTest.mouseClick(erase, Qt.MouseButton.LeftButton)
        keep = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Cancel")
        qtbot.waitUntil(keep.hasFocus)
        QTest.keyClick(keep, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not keep.isVisible()
    QTest.mouseClick(erase, Qt.MouseButton.LeftButton)
    yes = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Clear")
    with qtbot.waitSignal(dialog.erase_requested):
        QTest.mouseClick(yes, Qt.MouseButton.LeftButton)


def test_every_setting_has_a_name_a_sentence_and_a_key(dialog: SettingsDialog) -> None:
    buddies = {label.buddy() for label in dialog.findChildren(QLabel)}
    for control in (*dialog._switches.values(), *dialog._choices.values()):
        assert control.accessibleName()
        assert control.accessibleDescription().endswith((".", "them."))
        assert "&" in control.text() if isinstance(control, QAbstractButton) else control in buddies


def test_the_wheel_passes_over_a_setting(dialog: SettingsDialog, qtbot: QtBot) -> None:
    choice = dialog._choices["beam_size"]
    choice.clearFocus()
    centre = QPointF(choice.rect().center())
    wheel = QWheelEvent(
        centre,
        QPointF(choice.mapToGlobal(centre)),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    with qtbot.assertNotEmitted(dialog.changed):
        QApplication.sendEvent(choice, wheel)


def test_a_change_from_outside_is_followed(dialog: SettingsDialog) -> None:
    dialog.show_preferences(replace(Preferences(), keep_history=False))
    assert not dialog._switches["keep_history"].isChecked()
