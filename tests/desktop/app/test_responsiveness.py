"""The window never waits for the engine: a watchdog looks on while long texts are translated.

Nothing is compared with the clock of another machine: each test types the same into the same
window twice, with nothing to translate and with everything, and compares the two with the time
that the translation took here and now.
"""

import random
import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.workers import engine_loader
from engine.translation import Chosen
from tests.support.engines import OTHER_WORDS, FakeEngine, fake_open, ids_of
from tests.support.ledger import Ledger
from tests.support.model_folders import save_toy_model
from tests.support.windows import OpenWindow, open_window

TICK_MS = 5
MOST_SHARE = 0.2
"""How much of the time of a translation the window may keep anybody waiting; all, if it waited."""
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


def long_sentence() -> str:
    """One sentence of more tokens than a model takes at once."""
    things = ("a man", "two dogs", "a small child", "some red balls", "an old woman", "a green car")
    return f"In the picture are {', '.join(things * 20)} and a tree."


def show_a_map(window: OpenWindow) -> None:
    """Translate a little, so that everything is loaded that is ever needed."""
    window.type("Two dogs.")
    window.wait_for_translation("Two dogs.")
    window.wait_for_map()
    assert window.program.translating.panel.isVisible()


def stall(
    window: OpenWindow, watchdog: Watchdog, text: str, *, is_busy: bool
) -> tuple[float, float]:
    """Type into a text while it is translated, until all of it is shown and its map drawn.

    Returns:
        The longest time without a tick and the time until all was shown, in seconds.
    """
    window.program.window.source_pane.set_plain_text(text)
    window.qtbot.wait(200)
    watchdog.begin()
    begin = time.perf_counter()
    window.program.translating.session.translate_now(text)
    for _ in range(8):
        QTest.keyClick(window.source, Qt.Key.Key_A)
        window.qtbot.wait(120)
    if is_busy:
        window.wait_for_translation(window.source.text_now())
        window.wait_for_map()
    seconds = time.perf_counter() - begin
    window.qtbot.wait(500)  # the pause after typing, or the links and marks of the result
    return watchdog.longest, seconds


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [long_text(is_one_paragraph=False), long_text(is_one_paragraph=True), long_sentence()],
    ids=["lines", "one paragraph", "one sentence"],
)
def test_typing_into_a_long_text_never_waits(qtbot: QtBot, tmp_path: Path, text: str) -> None:
    nothing = FakeEngine()
    watchdog = Watchdog()
    shares: list[float] = []
    while not any(share <= MOST_SHARE for share in shares):
        attempt = len(shares)
        assert attempt < ATTEMPTS, f"stalls beyond those without work, of the whole time: {shares}"
        with open_window(qtbot, tmp_path / f"idle{attempt}", fake_open(nothing)) as window:
            show_a_map(window)
            with nothing.held():
                idle, _ = stall(window, watchdog, text, is_busy=False)
        home = tmp_path / f"busy{attempt}"
        with open_window(qtbot, home, engine_loader.open_engine) as window:
            show_a_map(window)
            busy, seconds = stall(window, watchdog, text, is_busy=True)
        shares.append((busy - idle) / seconds)


def in_a_storm(window: OpenWindow, chance: random.Random, number: int, home: Path) -> None:
    """Do one of all the things that a person may do."""
    program = window.program
    actions = program.window.actions_by_id
    match chance.choice(("type", "type", "type", *STORM)):
        case "type":
            window.type(f" dog{number}.")
        case "erase":
            window.press(Qt.Key.Key_Backspace)
        case "break":
            window.press(Qt.Key.Key_Return)
        case "set text":
            program.translating.actions.set_text(f"A cat {number}. Two men run.")
        case "other words":
            program.translating.actions.show_alternatives(chance.randrange(20))
        case "choose":
            shown = program.translating.session._shown
            if shown is not None and shown[1].sentences:
                sentence = chance.choice(shown[1].sentences)
                program.translating.session.choose(
                    sentence, Chosen(ids_of(chance.choice(OTHER_WORDS)))
                )
        case "beam":
            program.settings.change(beam_size=chance.choice((None, 1, 3)))
        case "threads":
            program.settings.change(threads=chance.choice((None, 1)))
        case "file":
            path = home / f"{number}.txt"
            path.write_text("A dog runs.\n" * 20, encoding="utf-8")
            program.files.add([path])
        case "stop a file":
            for key in list(program.files._running):
                program.files.cancel(key)
        case action:
            actions[action].trigger()


STORM = (
    "erase", "break", "set text", "other words", "choose", "beam", "threads", "file",
    "stop a file", "translate", "cancel", "clear", "swap", "undo_choice", "next_sentence",
    "previous_sentence", "history", "back", "forward", "favourite", "attention",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_in_a_storm_every_request_ends_once_and_the_last_text_wins(
    qtbot: QtBot, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    for source, target in (("en", "de"), ("de", "en")):
        save_toy_model(
            tmp_path / "models" / f"{source}-{target}",
            name=f"{source}-{target}",
            source_language=source,
            target_language=target,
        )
    with open_window(qtbot, tmp_path, shipped_models=tmp_path / "none") as window:
        window.wait_until_loaded()
        ledger = Ledger(window.program)
        for number in range(80):
            in_a_storm(window, chance, number, tmp_path)
            qtbot.wait(chance.randrange(30))
        window.program.window.source_pane.take_focus()
        window.press(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        window.type(" The end.")
        pane, session = window.program.window.target_pane, window.program.translating.session
        qtbot.waitUntil(lambda: not pane.is_stale and ledger.is_balanced)
        assert window.source.text_now().endswith(" The end.")
        expected = FakeEngine().translate(
            replace(session._request(), text=window.source.text_now())
        )
        assert window.target.text_now() == expected.target
    assert len(ledger.asked) > 20
    assert set(ledger.ended.values()) == {1}
    # Others may end too: those of the start, asked before anybody noted it.
    assert ledger.ended.keys() >= {id(request) for request in ledger.asked}
