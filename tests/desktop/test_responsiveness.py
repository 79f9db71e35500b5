"""The window never waits for the engine: a watchdog looks on while long texts are translated.

Nothing is compared with the clock of another machine: each test types the same into the same
window twice, with nothing to translate and with everything, and compares the two.
"""

import random
import time
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop import engine_door
from tests.support.engines import FakeEngine, fake_open
from tests.support.windows import OpenWindow, open_window

TICK_MS = 5
MOST_MS = 50
"""How much longer than without work the window may keep anybody waiting."""
ATTEMPTS = 3
"""Other programs stall a window too: the best of so many attempts counts."""


class Watchdog(QObject):
    """Ticks on the GUI thread, and remembers the longest time between two ticks."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(TICK_MS)

    def begin(self) -> None:
        """Forget what was before."""
        self.longest = 0.0
        self._last = time.perf_counter()

    @Slot()
    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now


def long_text(*, is_one_paragraph: bool) -> str:
    """Twenty thousand characters of captions, none of them twice."""
    numbers = iter(range(1000))
    sentences = (
        f"{who} number {next(numbers)} {what} {where}."
        for who in ("A man", "A young woman", "The dog", "A group of people", "A child in red")
        for what in ("is standing", "is sitting", "is playing", "runs", "is waiting for the bus")
        for where in (
            "in the snow", "on a bench", "in front of a large building", "on the beach",
            "near a small green car", "under a tree", "on a busy street", "with a ball",
            "behind an old wooden house", "next to another person", "in the water",
            "while others are watching", "at night", "in the park", "on a boat", "by the window",
        )
    )  # fmt: skip
    return (" " if is_one_paragraph else "\n").join(sentences)[:20_000]


def stall(window: OpenWindow, watchdog: Watchdog, text: str) -> float:
    """Type into a text while it is translated; give the longest time without a tick, in ms."""
    window.program.window.source_pane.set_plain_text(text)
    window.qtbot.wait(200)
    watchdog.begin()
    window.program.session.translate_now(text)
    for _ in range(8):
        QTest.keyClick(window.source, Qt.Key.Key_A)
        window.qtbot.wait(120)
    window.qtbot.wait(700)  # the pause after typing, and some of the translation
    return watchdog.longest * 1000


@pytest.mark.slow
@pytest.mark.parametrize("is_one_paragraph", [False, True], ids=["lines", "one paragraph"])
def test_typing_into_a_long_text_never_waits(
    qtbot: QtBot, tmp_path: Path, is_one_paragraph: bool
) -> None:
    text = long_text(is_one_paragraph=is_one_paragraph)
    nothing = FakeEngine()
    nothing.hold()
    watchdog = Watchdog()
    differences: list[float] = []
    while not any(difference <= MOST_MS for difference in differences):
        attempt = len(differences)
        assert attempt < ATTEMPTS, f"stalls beyond those without work, in ms: {differences}"
        with open_window(qtbot, tmp_path / f"idle{attempt}", fake_open(nothing)) as window:
            window.wait_until_loaded()
            idle = stall(window, watchdog, text)
        home = tmp_path / f"busy{attempt}"
        with open_window(qtbot, home, engine_door.open_engine) as window:
            window.wait_until_loaded()
            busy = stall(window, watchdog, text)
            window.wait_for_translation(window.source.text_now())
        differences.append(busy - idle)


ACTIONS = ("type", "type", "type", "erase", "new line", "now", "paste", "clear", "undo", "swap")


@pytest.mark.parametrize("seed", range(4))
def test_in_a_storm_every_request_ends_once_and_the_last_text_wins(
    qtbot: QtBot, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    asked: list[object] = []
    ended: Counter[int] = Counter()
    with open_window(qtbot, tmp_path) as window:
        program = window.program
        for session in (program.session, program.inspection, program.files):
            session.work_wished.connect(asked.append)
        program.worker.answered.connect(lambda request, _: ended.update([id(request)]))
        program.worker.failed.connect(lambda request, _: ended.update([id(request)]))
        program.worker.cancelled.connect(lambda request: ended.update([id(request)]))
        actions = program.window.actions_by_id
        for number in range(60):
            match chance.choice((*ACTIONS, "word", "sentence", "beam", "model", "file")):
                case "type":
                    window.type(f" dog{number}.")
                case "erase":
                    window.press(Qt.Key.Key_Backspace)
                case "new line":
                    window.press(Qt.Key.Key_Return)
                case "now":
                    actions["translate"].trigger()
                case "paste":
                    program.actions.set_text(f"A cat {number}. Two men run.")
                case "clear":
                    actions["clear"].trigger()
                case "undo":
                    window.source.undo()
                case "swap":
                    actions["swap"].trigger()
                case "word":
                    program.actions.show_alternatives(chance.randrange(20))
                case "sentence":
                    actions["next_sentence"].trigger()
                case "beam":
                    program.settings.change(beam_size=chance.choice((None, 1, 3)))
                case "model":
                    program.settings.change(threads=chance.choice((None, 1)))
                case _:  # a file
                    path = tmp_path / f"{number}.txt"
                    path.write_text("A dog runs.\n" * 20, encoding="utf-8")
                    program.files.add([path])
            qtbot.wait(chance.randrange(30))
        window.type(" The end.")
        window.wait_for_translation(window.source.text_now())
        qtbot.waitUntil(lambda: all(ended[id(request)] for request in asked), timeout=30_000)
        assert window.target.text_now() == window.source.text_now().upper()
        assert not window.program.window.target_pane.is_stale
    assert Counter(ended.values()).keys() <= {1}
    assert len(asked) == len(ended) > 20
