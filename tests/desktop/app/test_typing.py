"""Typing, pasting, clearing: what a person sees of the translation meanwhile."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.sessions.translation import stream_pace
from desktop.workers import translation_worker
from tests.support.engines import FakeEngine, fake_open
from tests.support.windows import OpenWindow, open_window

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier

pytestmark = pytest.mark.display


def put_on_clipboard(text: str, html: str = "") -> None:
    data = QMimeData()
    data.setText(text)
    if html:
        data.setHtml(html)
    QGuiApplication.clipboard().setMimeData(data)


def hold_the_pause(window: OpenWindow) -> None:
    """Let no pause in typing be long enough: what is translated then is translated at once."""
    window.program.translating.session._pause.setInterval(1_000_000_000)


def is_stale(window: OpenWindow) -> bool:
    return window.program.window.target_pane.is_stale


def is_pinned(window: OpenWindow) -> bool:
    return window.program.translating.link_tracker.is_pinned


def test_control_and_return_translate_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        hold_the_pause(window)
        window.type("A dog.")
        window.press(Qt.Key.Key_Return, CTRL)
        window.wait_for_translation("A dog.")
        window.type(" And")
        window.press(Qt.Key.Key_Enter, CTRL | Qt.KeyboardModifier.KeypadModifier)
        window.wait_for_translation("A dog. And")
        assert window.source.text_now() == "A dog. And"
        assert window.target.text_now() == "A DOG. AND"


@pytest.mark.parametrize("modifiers", [CTRL, CTRL | SHIFT])
def test_what_is_pasted_is_plain_and_translated_at_once(
    qtbot: QtBot, tmp_path: Path, modifiers: Qt.KeyboardModifier
) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        hold_the_pause(window)
        window.type("Say: ")
        put_on_clipboard("a big house", html="<b style='font-size:40pt'>a big</b> house")
        window.press(Qt.Key.Key_V, modifiers)
        window.wait_for_translation("Say: a big house")
        assert window.source.text_now() == "Say: a big house"
        cursor = window.source.textCursor()
        assert not cursor.charFormat().font().bold()


def test_escape_stops_and_a_second_one_lets_go_of_the_pinned_word(
    qtbot: QtBot, tmp_path: Path
) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.type("A dog.")
        window.wait_for_translation("A dog.")
        window.program.translating.link_tracker.pin_source(2)
        assert is_pinned(window)
        with engine.held():
            window.type(" More")
            window.press(Qt.Key.Key_Return, CTRL)
            qtbot.waitUntil(lambda: ("translate", "A dog. More") in engine.calls)
            window.press(Qt.Key.Key_Escape)
            qtbot.waitUntil(lambda: not window.program.translating.session._translations.is_busy)
        assert is_pinned(window)
        assert window.source.text_now() == "A dog. More"
        assert window.target.text_now() == "A DOG."
        assert is_stale(window)
        window.press(Qt.Key.Key_Escape)
        assert not is_pinned(window)
        assert window.source.text_now() == "A dog. More"


def test_a_translation_waits_for_no_search_of_the_one_before(qtbot: QtBot, tmp_path: Path) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.wait_until_loaded()
        window.look_inside()
        with engine.held():
            window.type("A dog.")
            engine.step()
            window.wait_for_translation("A dog.")
            qtbot.waitUntil(lambda: ("hypotheses", "A dog.") in engine.calls)
            window.type(" More")
            qtbot.waitUntil(lambda: ("translate", "A dog. More") in engine.calls)
        window.wait_for_translation("A dog. More")


def test_undo_and_redo_are_heard_in_the_translation_too(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.type("A dog.")
        window.wait_for_translation("A dog.")
        window.target.setFocus()
        QTest.keyClick(window.target, Qt.Key.Key_D, CTRL)
        assert window.source.text_now() == ""
        assert window.source.hasFocus()
        for redoing, text in ((False, "A dog."), (True, "")):
            window.target.setFocus()
            QTest.keyClick(window.target, Qt.Key.Key_Z, CTRL | SHIFT if redoing else CTRL)
            assert window.source.text_now() == text
            assert window.source.hasFocus()


def test_letters_typed_outside_the_editors_go_to_the_source(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.type("A ")
        window.target.setFocus()
        QTest.keyClicks(window.target, "dog")
        window.wait_for_translation("A dog")
        assert window.source.hasFocus()


def test_sentences_of_a_long_text_appear_as_they_are_done(qtbot: QtBot, tmp_path: Path) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.wait_until_loaded()
        text = "One dog. Two dogs. Three dogs. Four dogs."
        pane = window.program.window.target_pane
        with engine.held():
            put_on_clipboard(text)
            window.press(Qt.Key.Key_V, CTRL)
            qtbot.waitUntil(lambda: pane.card.busy_line.is_running)
            assert pane.bar.state_label.text() == ""  # nothing stands there yet that could be old
            engine.step(3)
            qtbot.waitUntil(lambda: window.target.text_now().startswith("ONE DOG."))
            assert is_stale(window)
        window.wait_for_translation(text)
        assert window.target.text_now() == text.upper()
        assert not is_stale(window)


def test_a_text_that_is_pasted_over_another_is_seen_beside_its_translation_alone(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation_worker, "STREAM_SECONDS", 0.0)
    monkeypatch.setattr(stream_pace, "STREAM_SECONDS", 0.0)
    engine = FakeEngine()
    old, new = ("".join(f"{who} number {n} runs. " for n in range(300)) for who in ("Dog", "Cat"))
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.wait_until_loaded()
        put_on_clipboard(old)
        window.press(Qt.Key.Key_V, CTRL)
        window.wait_for_translation(old)
        window.press(Qt.Key.Key_End, CTRL)
        bars = [editor.verticalScrollBar() for editor in (window.source, window.target)]
        assert all(bar.value() > 0 for bar in bars)
        put_on_clipboard(new)
        with engine.held():
            window.press(Qt.Key.Key_A, CTRL)
            window.press(Qt.Key.Key_V, CTRL)
            engine.step(3)
            qtbot.waitUntil(lambda: window.target.text_now().startswith("CAT"))
            assert "DOG" not in window.target.text_now()
        window.wait_for_translation(new)
        assert [bar.value() for bar in bars] == [0, 0]


def test_joining_lines_is_offered_after_pasting_broken_ones(qtbot: QtBot, tmp_path: Path) -> None:
    broken = (
        "This text was copied out of a document whose lines are\n"
        "broken at a fixed width, so that every one of them ends\n"
        "in the middle of a sentence. It should be joined again\n"
        "before it is translated."
    )
    with open_window(qtbot, tmp_path) as window:
        strip = window.program.window.source_pane.join_strip
        window.type("Short.\n")
        assert strip.isHidden()
        window.press(Qt.Key.Key_D, CTRL)
        put_on_clipboard(broken)
        window.press(Qt.Key.Key_V, CTRL)
        assert strip.isVisible()
        QTest.mouseClick(window.program.window.source_pane.join_button, Qt.MouseButton.LeftButton)
        assert strip.isHidden()
        window.wait_for_translation(broken.replace("\n", " "))
        window.press(Qt.Key.Key_Z, CTRL)
        assert window.source.text_now() == broken


def test_copying_puts_the_translation_on_the_clipboard(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        text = "A\u00a0dog 🐕."
        window.type(text)
        window.wait_for_translation(text)
        window.press(Qt.Key.Key_C, CTRL | SHIFT)
        assert QGuiApplication.clipboard().text() == window.target.text_now()
        assert window.program.window.target_pane.bar.copy_button.text() == "Copied"
