"""What fails is said inside the window, can be tried again, and takes nothing away."""

import sqlite3
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop.values.worker_fault import WorkerFault
from engine.attention.maps import SentenceAttention
from engine.errors import TextTooLongError
from engine.translation import DEFAULT_OPTIONS, SearchOptions
from tests.support.engines import FakeEngine, fake_open
from tests.support.windows import OpenWindow, open_window

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def notices(window: OpenWindow) -> list[str]:
    return [notice.text for notice in window.program.window.notice_line.notices()]


def click(window: OpenWindow, kind: type[QPushButton] | type[QToolButton], name: str) -> None:
    """Click a button of the notices."""
    (button,) = [
        button
        for button in window.program.window.notice_line.findChildren(kind)
        if button.isVisible() and name in (button.text(), button.accessibleName())
    ]
    QTest.mouseClick(button, LEFT)


def translate(window: OpenWindow, text: str) -> None:
    window.type(text)
    window.press(Qt.Key.Key_Return, CTRL)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (TextTooLongError(7_000_000, 1_000_000), "The text is too long. The text has 7,000,000"),
        (MemoryError(), "Not enough memory. There is not enough memory for this."),
        (
            RuntimeError(
                "DefaultCPUAllocator: can't allocate memory: you tried to allocate 8 bytes"
            ),
            "Not enough memory. There is not enough memory for this.",
        ),
        (RuntimeError("secret words"), "The translation failed. Something unexpected happened"),
    ],
)
def test_a_failed_translation_is_told_and_tried_again(
    qtbot: QtBot, tmp_path: Path, error: Exception, told: str
) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        translate(window, "Dog")
        window.wait_for_translation("Dog")
        engine.error = error
        translate(window, "s")
        qtbot.waitUntil(lambda: any(text.startswith(told) for text in notices(window)))
        assert "secret words" not in " ".join(notices(window))
        assert (window.source.text_now(), window.target.text_now()) == ("Dogs", "DOG")
        assert window.program.window.target_pane.is_stale
        assert window.program.window.status_line.isHidden()  # the model works on
        engine.error = None
        click(window, QPushButton, "Retry")
        window.wait_for_translation("Dogs")
        qtbot.waitUntil(lambda: notices(window) == [])
        assert window.target.text_now() == "DOGS"


def test_looking_inside_may_fail_while_the_translation_stands(qtbot: QtBot, tmp_path: Path) -> None:
    class Blind(FakeEngine):
        is_blind = True

        def attention(
            self,
            source: str,
            target_ids: Sequence[int],
            *,
            hinted: Collection[int] = (),
            options: SearchOptions = DEFAULT_OPTIONS,
        ) -> SentenceAttention:
            if self.is_blind:
                raise RuntimeError("no attention")
            return super().attention(source, target_ids, hinted=hinted, options=options)

    engine = Blind()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.look_inside()
        translate(window, "Dog")
        window.wait_for_translation("Dog")
        qtbot.waitUntil(lambda: len(notices(window)) == 1)
        assert window.target.text_now() == "DOG"
        assert not window.program.window.target_pane.is_stale
        engine.is_blind = False
        translate(window, "s")
        window.wait_for_map()
        assert notices(window) == []


def test_a_fault_nobody_caught_is_told_and_the_window_lives(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.program.fault_met.emit(WorkerFault("KeyError", "secret words"))
        qtbot.waitUntil(lambda: len(notices(window)) == 1)
        assert "secret words" not in notices(window)[0]
        translate(window, "Dog")
        window.wait_for_translation("Dog")


def test_a_history_that_cannot_be_written_is_told_until_it_can(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.program.translating.history.failed.emit(
            sqlite3.OperationalError("database is locked")
        )
        assert len(notices(window)) == 1
        window.program.translating.history.recovered.emit()
        assert notices(window) == []


def test_a_damaged_history_is_set_aside_and_told(qtbot: QtBot, tmp_path: Path) -> None:
    tmp_path.joinpath("history.sqlite3").write_bytes(b"no database at all" * 100)
    with open_window(qtbot, tmp_path) as window:
        assert notices(window)[0].startswith("The history was damaged. It was moved to ")
        translate(window, "Dog")
        window.wait_for_translation("Dog")


def test_a_home_that_cannot_be_written_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    tmp_path.joinpath("config").write_text("a file where a folder should be")
    with open_window(qtbot, tmp_path) as window:
        assert len(notices(window)) == 1
        assert str(tmp_path / "config") in notices(window)[0]
        translate(window, "Dog")
        window.wait_for_translation("Dog")
