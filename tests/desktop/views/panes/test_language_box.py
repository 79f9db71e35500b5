"""A list of languages can be searched by typing, and nothing is chosen by accident."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.panes.language_box import LanguageBox
from tests.support.windows import pick

NAMES = {
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "en": "English",
    "fi": "Finnish",
    "fr": "French",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
}


@pytest.fixture
def box(qtbot: QtBot) -> LanguageBox:
    box = LanguageBox("Target language")
    qtbot.addWidget(box)
    box.show_languages(NAMES, (), "en")
    box.show()
    box.activateWindow()
    QTest.qWaitForWindowActive(box)
    return box


def texts(box: LanguageBox) -> list[str]:
    return [box.itemText(row) for row in range(box.count())]


def test_languages_used_last_come_first_in_a_long_list(box: LanguageBox) -> None:
    box.show_languages(NAMES, ("pl", "xx", "fr"), "fr")
    assert texts(box)[:3] == ["Polish", "French", ""]
    assert texts(box)[3:] == [*NAMES.values(), "", "Add languages…"]
    assert (box.key, box.currentText()) == ("fr", "French")
    few = dict(list(NAMES.items())[:4])
    box.show_languages(few, ("de",), "de")
    assert texts(box) == [*few.values(), "", "Add languages…"]


def test_typing_opens_the_list_and_finds_a_language(box: LanguageBox, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(box.language_chosen):
        QTest.keyClicks(box, "p")
        QTest.keyClicks(box.view(), "or")
    assert box.view().isVisible()
    with qtbot.waitSignal(box.language_chosen):
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert box.key == "pt"


def test_the_last_entry_adds_languages_and_keeps_the_choice(box: LanguageBox, qtbot: QtBot) -> None:
    with qtbot.waitSignal(box.add_requested), qtbot.assertNotEmitted(box.language_chosen):
        pick(box, "add")
    assert (box.key, box.currentText()) == ("en", "English")


def test_arrow_keys_do_not_run_into_the_last_entry(box: LanguageBox, qtbot: QtBot) -> None:
    box.show_languages(NAMES, (), "pt")
    with qtbot.assertNotEmitted(box.add_requested):
        QTest.keyClick(box, Qt.Key.Key_Down)
        QTest.keyClick(box, Qt.Key.Key_End)
    assert box.key == "pt"


def test_a_language_that_is_gone_gives_way_to_the_first(box: LanguageBox) -> None:
    box.show_languages({"da": "Danish"}, ("en",), "en")
    assert box.key == "da"
    box.show_languages({}, (), "da")
    assert not box.isEnabled()
    assert box.key == ""
