"""A text of another program, translated beside the pointer, in the whole program."""

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.platform.shortcut.shortcut_status import ShortcutStatus
from desktop.presenters.programs import quick_presenter
from desktop.presenters.programs.quick_presenter import LONGEST
from desktop.views.windows.quick_popup import QuickPopup
from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.translation import Formality, SearchOptions
from tests.support.engines import FakeEngine, ListeningEngine, fake_open
from tests.support.model_folders import save_toy_model
from tests.support.windows import OpenWindow, open_window


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, engine: FakeEngine) -> Iterator[OpenWindow]:
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.wait_until_loaded()
        yield window


def ask(window: OpenWindow, text: str) -> QuickPopup:
    """Copy a text and ask for its translation."""
    QGuiApplication.clipboard().setText(text)
    window.program.quick.translate_selection()
    return window.program.quick.popup


def test_a_copied_text_is_translated_and_copied_back(window: OpenWindow, qtbot: QtBot) -> None:
    popup = ask(window, "two dogs run")
    qtbot.waitUntil(lambda: popup.translation() == "TWO DOGS RUN")
    assert popup.isVisible()
    assert (popup.source_box.key, popup.target_box.key) == ("en", "de")
    QTest.keyClick(popup.copy_button, Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text() == "TWO DOGS RUN"
    assert not popup.isVisible()
    assert window.program.window.source_pane.plain_text() == ""


def test_the_users_options_are_used(qtbot: QtBot, tmp_path: Path) -> None:
    engine = ListeningEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.wait_until_loaded()
        window.program.settings.change(beam_size=3, length_penalty=0.5, formality="formal")
        entry = GlossaryEntry("dogs", "Köter")
        window.program.translating.glossary.put(("en", "de"), [entry])
        popup = ask(window, "two dogs run")
        qtbot.waitUntil(lambda: popup.translation() == "TWO DOGS RUN")
    options = SearchOptions(3, 0.5, Formality.FORMAL, Glossary((entry,)), with_phrases=True)
    assert engine.requests[-1].options == options


def test_the_window_goes_on_beside_it(window: OpenWindow, qtbot: QtBot) -> None:
    window.type("my own text")
    popup = ask(window, "another text")
    qtbot.waitUntil(lambda: popup.translation() == "ANOTHER TEXT")
    popup.close()
    window.wait_for_translation("my own text")
    assert window.program.window.target_pane.plain_text() == "MY OWN TEXT"


@pytest.fixture
def both_ways(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenWindow]:
    """A window with a model of each direction."""
    save_toy_model(
        tmp_path / "models" / "de-en-own",
        name="de-en-own",
        source_language="de",
        target_language="en",
    )
    engines = {"en-de-multi30k": FakeEngine(), "de-en-own": FakeEngine("de", "en")}
    with open_window(qtbot, tmp_path, fake_open(engines)) as window:
        window.wait_until_loaded()
        yield window


def test_a_wrong_direction_is_put_right_in_the_popup(both_ways: OpenWindow, qtbot: QtBot) -> None:
    popup = ask(both_ways, "two dogs run")
    qtbot.waitUntil(popup.copy_button.hasFocus)
    QTest.keyClick(popup.copy_button, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: (popup.source_box.key, popup.target_box.key) == ("de", "en"))
    qtbot.waitUntil(lambda: popup.translation() != "")
    qtbot.waitUntil(popup.copy_button.hasFocus)  # Enter copies
    assert both_ways.program.selection.direction == ("en", "de")
    QTest.mouseClick(popup.swap_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: popup.translation() == "TWO DOGS RUN")
    assert (popup.source_box.key, popup.target_box.key) == ("en", "de")


def test_a_language_is_chosen_with_the_keyboard_alone(both_ways: OpenWindow, qtbot: QtBot) -> None:
    popup = ask(both_ways, "two dogs run")
    qtbot.waitUntil(popup.copy_button.hasFocus)
    for last, box in pairwise((popup.copy_button, popup.open_button, popup.source_box)):
        QTest.keyClick(last, Qt.Key.Key_Tab)
        assert box.hasFocus()
    QTest.keyClick(popup.source_box, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: popup.translation() != "")
    assert (popup.source_box.key, popup.target_box.key) == ("de", "en")
    assert popup.source_box.hasFocus()  # arrow keys go on
    popup.close()
    popup = ask(both_ways, "two dogs")
    qtbot.waitUntil(lambda: popup.translation() == "TWO DOGS")
    assert (popup.source_box.key, popup.target_box.key) == ("en", "de")


def test_an_open_list_of_languages_does_not_close_it(both_ways: OpenWindow, qtbot: QtBot) -> None:
    popup = ask(both_ways, "two dogs run")
    qtbot.waitUntil(lambda: popup.translation() != "")
    popup.source_box.showPopup()
    qtbot.wait(50)
    assert popup.isVisible()
    popup.source_box.hidePopup()


def test_swapping_says_why_it_cannot(window: OpenWindow, qtbot: QtBot) -> None:
    popup = ask(window, "two dogs run")
    qtbot.waitUntil(lambda: popup.translation() != "")
    assert not popup.swap_button.isEnabled()
    assert "installed" in popup.swap_button.accessibleDescription()
    QTest.keyClick(popup, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert popup.translation() == "TWO DOGS RUN"


def test_languages_are_added_from_the_popup(window: OpenWindow, qtbot: QtBot) -> None:
    popup = ask(window, "two dogs run")
    qtbot.waitUntil(lambda: popup.translation() != "")
    popup.source_box.add_requested.emit()
    assert not popup.isVisible()
    catalogue = window.program.dialogs.catalogue_window
    assert catalogue is not None
    assert catalogue.isVisible()


def test_the_newest_text_wins(window: OpenWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    with engine.held():
        ask(window, "the first")
        popup = ask(window, "the second")
    qtbot.waitUntil(lambda: popup.translation() != "")
    assert popup.translation() == "THE SECOND"


def test_escape_closes_and_nothing_is_copied(
    window: OpenWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    with engine.held():
        popup = ask(window, "never mind")
        qtbot.waitUntil(popup.isActiveWindow)
        QTest.keyClick(popup.text, Qt.Key.Key_Return)  # nothing is there to be copied
        assert popup.isVisible()
        QTest.keyClick(popup.text, Qt.Key.Key_Escape)
        assert not popup.isVisible()
    assert QGuiApplication.clipboard().text() == "never mind"
    popup = ask(window, "once more")
    qtbot.waitUntil(lambda: popup.translation() == "ONCE MORE")


def test_it_opens_in_the_window(window: OpenWindow, qtbot: QtBot) -> None:
    popup = ask(window, "open this")
    qtbot.waitUntil(lambda: popup.translation() != "")
    QTest.mouseClick(popup.open_button, Qt.MouseButton.LeftButton)
    assert not popup.isVisible()
    assert window.program.window.source_pane.plain_text() == "open this"
    window.wait_for_translation("open this")


@pytest.mark.parametrize("text", ["", "  \n", "a" * (LONGEST + 1)])
def test_what_is_not_translated_is_explained(window: OpenWindow, text: str) -> None:
    popup = ask(window, text)
    assert popup.translation() == ""
    assert popup.text.toPlainText().endswith(".")


def test_an_error_is_said(window: OpenWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.error = RuntimeError("broken")
    popup = ask(window, "a text")
    qtbot.waitUntil(lambda: popup.text.toPlainText() != "")
    assert popup.translation() == ""


def test_it_stands_on_the_screen_wherever_the_pointer_is(window: OpenWindow) -> None:
    popup = ask(window, "a text")
    room = popup.screen().availableGeometry()
    for corner in (room.topLeft(), room.bottomRight(), room.bottomLeft(), room.topRight()):
        popup.show_busy("a text", corner, takes_keyboard=True)
        assert room.contains(popup.geometry())


def test_the_first_start_tells_of_it_once(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.program.settings.is_introduced = False
    for is_told in (True, False):
        with open_window(qtbot, tmp_path, language="en") as window:
            program = window.program
            program.settings.is_introduced = not is_told
            program.start_notices.introduce(program.settings)
            assert ("any program" in str(list(program.presenter._of_program.values()))) is is_told
            assert program.settings.is_introduced


# --- the clipboard ---


def copy_elsewhere(monkeypatch: pytest.MonkeyPatch, data: QMimeData) -> None:
    """Copy as if another program did, while it is the one in use."""
    clipboard = QGuiApplication.clipboard()
    monkeypatch.setattr(type(clipboard), "ownsClipboard", lambda _self: False)
    monkeypatch.setattr(quick_presenter, "_ACTIVE", Qt.ApplicationState.ApplicationSuspended)
    clipboard.setMimeData(data)


def mime(text: str, secret_format: str = "") -> QMimeData:
    data = QMimeData()
    data.setText(text)
    if secret_format:
        data.setData(secret_format, b"secret")
    return data


def test_what_is_copied_is_translated_only_where_that_is_wished(
    window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    popup = window.program.quick.popup
    copy_elsewhere(monkeypatch, mime("not wished"))
    assert not popup.isVisible()
    window.program.settings.change(watch_clipboard=True)
    copy_elsewhere(monkeypatch, mime("a text"))
    qtbot.waitUntil(lambda: popup.translation() == "A TEXT")


@pytest.mark.parametrize(
    "data",
    [
        ("hunter2", "x-kde-passwordManagerHint"),
        ("https://example.org/page", ""),
        ("12 345,67", ""),
        ("", ""),
        ("long " * LONGEST, ""),
    ],
)
def test_passwords_addresses_and_numbers_are_left_alone(
    window: OpenWindow, monkeypatch: pytest.MonkeyPatch, data: tuple[str, str]
) -> None:
    window.program.settings.change(watch_clipboard=True)
    copy_elsewhere(monkeypatch, mime(*data))
    assert not window.program.quick.popup.isVisible()


# --- the shortcut ---


def test_a_desktop_that_forbids_shortcuts_is_said(window: OpenWindow) -> None:
    if QGuiApplication.platformName() == "xcb":
        pytest.skip("an X server lets programs have shortcuts")
    program = window.program
    program.settings.change(quick_translation=True)
    assert program.quick.shortcut.status is ShortcutStatus.FORBIDDEN
    program.dialogs.open_settings()
    dialog = program.dialogs.settings_dialog
    assert dialog is not None
    assert "quick" in dialog._programs.status.text()


@pytest.mark.display
def test_the_shortcut_is_heard_on_an_x_server(window: OpenWindow, qtbot: QtBot) -> None:
    if QGuiApplication.platformName() != "xcb":
        pytest.skip("needs an X server")
    from Xlib import XK, X
    from Xlib.display import Display
    from Xlib.ext.xtest import fake_input

    program = window.program
    program.settings.change(quick_translation=True, quick_keys="Ctrl+Alt+E")
    assert program.quick.shortcut.status is ShortcutStatus.ON
    QGuiApplication.clipboard().setText("from anywhere")
    display = Display(os.environ["DISPLAY"])
    codes = [display.keysym_to_keycode(XK.string_to_keysym(k)) for k in ("Control_L", "Alt_L", "e")]
    for code in codes:
        fake_input(display, X.KeyPress, code)
    for code in reversed(codes):
        fake_input(display, X.KeyRelease, code)
    display.sync()
    qtbot.waitUntil(lambda: program.quick.popup.translation() == "FROM ANYWHERE")
    program.quick.popup.close()

    # Who has the keys, keeps them; who lets them go, leaves them to others.
    from desktop.platform.shortcut.global_shortcut import GlobalShortcut

    other = GlobalShortcut()
    assert other.listen("Ctrl+Alt+E") is ShortcutStatus.TAKEN
    assert other.listen("E") is ShortcutStatus.TOO_PLAIN
    program.settings.change(quick_translation=False)
    assert other.listen("Ctrl+Alt+E") is ShortcutStatus.ON
    other.stop()
    display.close()


# --- the tray ---


@pytest.fixture
def tray_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from PySide6.QtWidgets import QSystemTrayIcon

    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)


@pytest.mark.usefixtures("tray_is_there")
@pytest.mark.qt_log_ignore("systemTrayWindowChanged")  # of the offscreen platform
def test_closing_hides_the_window_while_the_icon_is_there(window: OpenWindow) -> None:
    program = window.program
    program.settings.change(tray_icon=True)
    program.window.close()
    assert program.window.isHidden()
    assert not program._is_closed
    program.settings.change(tray_icon=False)  # nobody would find the window again
    assert program.window.isVisible()


@pytest.mark.usefixtures("tray_is_there")
@pytest.mark.qt_log_ignore("systemTrayWindowChanged")  # of the offscreen platform
def test_quitting_ends_the_program_all_the_same(window: OpenWindow) -> None:
    program = window.program
    program.settings.change(tray_icon=True)
    program.window.actions_by_id["quit"].trigger()
    assert program._is_closed


def test_without_a_tray_closing_ends_the_program(
    window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtWidgets import QSystemTrayIcon

    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    window.program.settings.change(tray_icon=True)
    window.program.window.close()
    assert window.program._is_closed
