"""Text in the language of the other direction: offered, swapped, left where it was typed."""

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.support.model_folders import save_toy_model
from tests.support.windows import OpenWindow, open_window, pick

GERMAN = "Wo ist der Bahnhof?"
OFFER = "This looks like German. Swap languages?"
LEFT = Qt.MouseButton.LeftButton

pytestmark = pytest.mark.display


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a model that translates back."""
    save_toy_model(tmp_path / "models" / "back", source_language="de", target_language="en")
    return tmp_path


def notices(window: OpenWindow) -> list[str]:
    return [notice.text for notice in window.program.window.notice_line.notices()]


def press(window: OpenWindow, name: str) -> None:
    """Click the button of a notice."""
    for button in window.program.window.notice_line.findChildren(QPushButton):
        if button.text() == name and button.isVisible():
            QTest.mouseClick(button, LEFT)
            return
    raise AssertionError(f"no button {name}")


def wait_until_looked_at(window: OpenWindow) -> None:
    """Wait until the language of the present text is known."""
    languages = window.program.translating.languages

    def is_looked_at() -> bool:
        return not languages._timer.isActive() and not languages._channel.is_busy

    window.qtbot.waitUntil(is_looked_at)


def direction(window: OpenWindow) -> tuple[str, str]:
    return window.program.selection.direction


def begin(window: OpenWindow, *, is_detecting: bool = False) -> None:
    """Wait for the model that reads English, and choose English unless it is to be detected."""
    window.wait_until_loaded()
    assert direction(window) == ("en", "de")
    if not is_detecting:
        pick(window.program.window.language_bar.source_box, "en")
        window.source.setFocus()


def test_german_is_simply_translated_at_the_first_start(qtbot: QtBot, home: Path) -> None:
    with open_window(qtbot, home) as window:
        begin(window, is_detecting=True)
        assert source_language(window) == "Detect language"
        window.source.setFocus()
        window.type(GERMAN)
        qtbot.waitUntil(lambda: direction(window) == ("de", "en"))
        window.wait_for_translation(GERMAN)
        assert source_language(window) == "Detected: German"
        assert notices(window) == []


def test_german_on_the_english_side_is_offered_the_swap_and_stays(qtbot: QtBot, home: Path) -> None:
    with open_window(qtbot, home) as window:
        begin(window)
        window.type(GERMAN)
        window.wait_for_translation(GERMAN)
        qtbot.waitUntil(lambda: notices(window) == [OFFER])
        count = len(window.translations)
        press(window, "Swap")
        qtbot.waitUntil(lambda: len(window.translations) > count)  # by the other model
        assert direction(window) == ("de", "en")
        assert window.source.hasFocus()
        wait_until_looked_at(window)
        assert notices(window) == []
        window.type(" Ja.")
        window.wait_for_translation(f"{GERMAN} Ja.")
        assert window.source.text_now() == f"{GERMAN} Ja."


def source_language(window: OpenWindow) -> str:
    return window.program.window.language_bar.source_box.currentText()


def test_a_detected_language_is_shown_and_followed(qtbot: QtBot, home: Path) -> None:
    with open_window(qtbot, home) as window:
        begin(window)
        pick(window.program.window.language_bar.source_box, "detect")
        assert source_language(window) == "Detect language"
        window.source.setFocus()
        window.type(GERMAN)
        qtbot.waitUntil(lambda: direction(window) == ("de", "en"))
        assert source_language(window) == "Detected: German"
        window.wait_for_translation(GERMAN)
        assert notices(window) == []
        window.source.selectAll()
        window.type("Hand")  # of either language: the last one holds
        window.wait_for_translation("Hand")
        wait_until_looked_at(window)
        assert (source_language(window), direction(window)) == ("Detected: German", ("de", "en"))
        window.source.selectAll()
        window.type("Where is the station?")
        qtbot.waitUntil(lambda: direction(window) == ("en", "de"))
        assert source_language(window) == "Detected: English"


def test_detection_is_remembered_and_ends_with_a_swap(qtbot: QtBot, home: Path) -> None:
    with open_window(qtbot, home) as window:
        begin(window)
        pick(window.program.window.language_bar.source_box, "detect")
        window.source.setFocus()
        window.type(GERMAN)
        window.wait_for_translation(GERMAN)
        qtbot.waitUntil(lambda: direction(window) == ("de", "en"))
    with open_window(qtbot, home) as window:
        qtbot.waitUntil(lambda: source_language(window) == "Detected: German")
        assert direction(window) == ("de", "en")
        window.press(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        assert (source_language(window), direction(window)) == ("English", ("en", "de"))


def test_a_new_window_in_german_offers_it_in_german(
    qtbot: QtBot, qapp: QApplication, home: Path
) -> None:
    try:
        with open_window(qtbot, home) as window:
            begin(window)
            window.type(GERMAN)
            qtbot.waitUntil(lambda: notices(window) == [OFFER])
            window.program.settings.change(language="de")
            german = "Das sieht nach Deutsch aus. Sprachen tauschen?"
            qtbot.waitUntil(lambda: notices(window) == [german])
            press(window, "Tauschen")
            assert direction(window) == ("de", "en")
    finally:
        for translator in qapp.findChildren(QTranslator):
            qapp.removeTranslator(translator)
            translator.deleteLater()
        QLocale.setDefault(QLocale.system())


def test_the_window_can_be_closed_while_a_text_is_looked_at(qtbot: QtBot, home: Path) -> None:
    with open_window(qtbot, home) as window:
        begin(window)
        window.type(GERMAN)
        window.program.translating.languages._ask()
        assert window.program.translating.languages._channel.is_busy
        window.program.window.close()
        assert window.program.close()


def test_a_file_in_another_language_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(f"{GERMAN}\nIch habe ihn nicht gefunden.\n", encoding="utf-8")
    told = "This looks like German, but the model translates from English."
    with open_window(qtbot, tmp_path / "home") as window:
        begin(window)
        window.program.files.add([file])
        panel = window.program.window.file_panel

        def words() -> list[str]:
            return [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]

        qtbot.waitUntil(lambda: "Saved as notes.de.txt" in words())
        assert told in words()
