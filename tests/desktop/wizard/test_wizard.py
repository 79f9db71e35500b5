"""One step after the other: forward when all is known, back at will, aside and back again."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop.platform.interface_language import Language, install_translators
from desktop.wizard.parts.choice_card import ChoiceCard
from desktop.wizard.wizard import Step, Wizard
from tests.support.windows import mnemonics


@pytest.fixture
def wizard(qtbot: QtBot) -> Iterator[Wizard]:
    wizard = Wizard()
    qtbot.addWidget(wizard)
    wizard.show()
    yield wizard
    wizard.hide()


def press(button: QPushButton) -> None:
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_step_is_left_only_when_all_is_known(wizard: Wizard) -> None:
    entered: list[Step] = []
    wizard.step_entered.connect(entered.append)
    press(wizard.next_button)
    assert entered == []
    wizard.allow_next(Step.CORPUS, is_allowed=True)
    press(wizard.next_button)
    assert wizard.stack.currentWidget() is wizard.recipe_page
    assert not wizard.next_button.isEnabled()
    wizard.allow_next(Step.RECIPE, is_allowed=True)
    press(wizard.next_button)
    assert not wizard.next_button.isVisible()  # where it was is the button that starts
    press(wizard.back_button)
    assert entered == [Step.RECIPE, Step.CHECK, Step.RECIPE]


def test_pages_aside_lead_back_to_the_step(wizard: Wizard) -> None:
    wizard.allow_next(Step.CORPUS, is_allowed=True)
    press(wizard.next_button)
    for show in (wizard.show_settings, wizard.show_runs):
        show()
        assert wizard.step == Step.RECIPE
        assert not wizard.next_button.isVisible()
        press(wizard.back_button)
        assert wizard.stack.currentWidget() is wizard.recipe_page


def test_escape_leads_back_to_the_step_and_closes_the_window_there(
    qtbot: QtBot, wizard: Wizard
) -> None:
    wizard.activateWindow()
    qtbot.waitUntil(wizard.isActiveWindow)
    wizard.show_step(Step.CHECK)
    wizard.check_page.name_edit.setText("monday night")
    for show in (wizard.show_settings, wizard.show_runs):
        show()
        QTest.keyClick(wizard, Qt.Key.Key_Escape)
        assert wizard.stack.currentWidget() is wizard.check_page
        assert wizard.isVisible()
    QTest.keyClick(wizard.check_page.name_edit, Qt.Key.Key_Escape)
    assert wizard.isHidden()
    wizard.show()
    assert wizard.step is Step.CHECK
    assert wizard.check_page.run_name() == "monday night"


def test_the_main_button_stays_in_its_place(wizard: Wizard) -> None:
    def corner(button: QPushButton) -> QPoint:
        assert button.isVisible()
        assert button.width() == button.sizeHint().width()
        return button.mapTo(wizard, button.rect().bottomRight())

    next_corner = corner(wizard.next_button)
    for step, button in (
        (Step.CHECK, wizard.check_page.start_button),
        (Step.RUN, wizard.run_page.finish_button),
        (Step.RESULT, wizard.result_page.export_button),
    ):
        wizard.show_step(step)
        QTest.qWait(0)
        assert corner(button) == next_corner
    wizard.show_runs()
    assert not wizard.check_page.start_button.isVisible()


def test_the_plan_is_shown_where_it_is_decided(wizard: Wizard) -> None:
    wizard.show_plan("Makes a new model")
    shown = []
    for step in Step:
        wizard.show_step(step)
        shown.append(wizard.plan_label.isVisible())
    assert shown == [False, True, True, False, False]


def test_a_run_is_not_left_by_a_step_back(wizard: Wizard) -> None:
    for step in (Step.RUN, Step.RESULT):
        wizard.show_step(step)
        assert not wizard.back_button.isVisible()
        assert not wizard.next_button.isVisible()


def test_the_steps_are_told_to_those_who_do_not_see_them(wizard: Wizard) -> None:
    wizard.show_step(Step.CHECK)
    assert wizard.steps_line.accessibleName() == "Step 3 of 5: Check"


@pytest.mark.parametrize("ratio", [1, 2])
def test_the_disc_of_a_step_stays_within_its_label(wizard: Wizard, ratio: int) -> None:
    line = wizard.steps_line
    line.show_step(Step.RESULT)
    image = QImage(line.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    line.render(image)
    background = image.pixel(0, 0)
    for label in line._labels[1:]:  # beside the first one nothing can be painted
        beside = label.geometry().left() * ratio - 1
        assert {image.pixel(beside, y) for y in range(image.height())} == {background}


def test_it_begins_where_the_step_asks_for_something(qtbot: QtBot, wizard: Wizard) -> None:
    wizard.activateWindow()
    qtbot.waitUntil(lambda: wizard.focusWidget() is not None)
    assert wizard.corpus_page.isAncestorOf(wizard.focusWidget())


def test_each_step_takes_the_keyboard_to_its_page(wizard: Wizard) -> None:
    wizard.activateWindow()
    wizard.allow_next(Step.CORPUS, is_allowed=True)
    for step, page in ((Step.RECIPE, wizard.recipe_page), (Step.CHECK, wizard.check_page)):
        wizard.next_button.setFocus()
        wizard.show_step(step)
        wizard.allow_next(step, is_allowed=True)
        focused = wizard.focusWidget()
        assert page.isAncestorOf(focused)
        assert not isinstance(focused, ChoiceCard) or focused.isChecked()


def test_its_keys_close_it(qtbot: QtBot, wizard: Wizard) -> None:
    wizard.activateWindow()
    qtbot.waitUntil(wizard.isActiveWindow)
    QTest.keyClick(wizard.focusWidget(), Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not wizard.isVisible()


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_buttons_of_the_earlier_runs_share_a_key(
    qtbot: QtBot, qapp: QApplication, language: Language
) -> None:
    install_translators(qapp, language)
    wizard = Wizard()
    qtbot.addWidget(wizard)
    wizard.show()
    wizard.show_runs()
    keys = mnemonics(wizard)
    assert len(keys) > 4
    assert len(set(keys)) == len(keys)
    wizard.hide()
