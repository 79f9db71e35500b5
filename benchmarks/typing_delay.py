"""How soon the translation of a typed sentence is there: from the last key to the text on show.

python -m benchmarks.typing_delay [--runs 10] [--rhythm 0.15]
python -m benchmarks.typing_delay --fluent 10 [--rhythm 0.15]
python -m benchmarks.typing_delay --long 1000 100000 990000

A person types into the real window, on the offscreen platform, with the shipped model. Each run
types other words, so that no sentence has been translated before. `pause` is the time until the
request is sent, `model` the rest. A busy machine has a longer pause, too: the load is printed.

With `--fluent`, so many sentences of everyday text are typed without a pause, gaps between keys
varying by 30 % of the rhythm: the longest time from one translation to the next, between the first
key and the last, and the normalised erasure (Arivazhagan et al. 2020): the words that were shown
and then changed or taken away, as a share of the words of the last translation.

With `--long`, texts of so many characters are pasted instead: the time until the first sentence is
on show and until all are, then how long the window stands still at most, which is how long a key
would have to wait: from the paste to the first sentence, while the others come in and are marked,
in the five seconds after a key in the middle of the text, and when the translation is stopped. The
texts repeat 200 sentences, which come in faster than any others.
"""

import argparse
import itertools
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product, takewhile
from operator import eq
from pathlib import Path
from statistics import median

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from benchmarks.texts import captions
from desktop import app
from desktop.storage import paths
from desktop.workers import engine_loader
from engine.translation import Translation, TranslationRequest
from tests.support.windows import home_folders
from training.built_in_texts import HELD_OUT

WHO = ("man", "woman", "girl", "boy", "child", "dog", "nurse", "player", "farmer", "singer")
WHERE = ("park", "snow", "street", "kitchen", "garden", "water")


def sentences() -> Iterator[tuple[str, str]]:
    """Make pairs of a short sentence and one of twelve words, no two alike."""
    for where, who in product(WHERE, WHO):
        yield (
            f"The {who} is in the {where}.",
            f"A young {who} in a red coat is waiting in the {where}.",
        )


def everyday() -> Iterator[str]:
    """Return the English sentences of 9 to 20 words that no model has learned."""
    for line in HELD_OUT.read_text(encoding="utf-8").splitlines():
        sentence = line.partition("\t")[0]
        if 9 <= len(sentence.split()) <= 20 and sentence.isascii():  # QTest types no others
            yield sentence


class Standstill(QObject):
    """Measures how long the window does not look at what happens: a timer that is late tells."""

    _EVERY = 0.005

    def __init__(self) -> None:
        super().__init__()
        self._last = time.monotonic()
        self._longest = 0.0
        timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(self._on_time)
        timer.start(round(1000 * self._EVERY))

    def take(self) -> float:
        """Return the seconds of the longest standstill since this was asked."""
        self._on_time()
        longest, self._longest = self._longest, 0.0
        return longest

    @Slot()
    def _on_time(self) -> None:
        now = time.monotonic()
        self._longest = max(self._longest, now - self._last - self._EVERY)
        self._last = now


class Typist:
    """A window, and somebody who types into it."""

    def __init__(self, home: Path) -> None:
        sys.setswitchinterval(app.SWITCH_INTERVAL)
        self.application = QApplication([])
        self.program = app.Program(
            self.application,
            home_folders(home, paths.resources() / "models"),
            engine_loader.open_engine,
        )
        self.program.open_window()
        self.sent: list[tuple[str, float]] = []
        self.shown: list[tuple[str, float]] = []
        self.targets: list[tuple[str, float]] = []
        self.program.translating.session.work_requested.connect(self._on_work_requested)
        self.program.translating.session.translated.connect(self._on_translated)
        self.program.translating.session.streamed.connect(self._on_streamed)
        self.program.worker.answered.connect(self._on_answered)
        self.answered: list[float] = []
        self.streamed_at = 0.0
        self._wait_for(lambda: bool(self.program.settings.model_name))

    def _on_work_requested(self, request: object) -> None:
        if isinstance(request, TranslationRequest):
            self.sent.append((request.text, time.monotonic()))

    def _on_answered(self, request: object) -> None:
        if isinstance(request, TranslationRequest):
            self.answered.append(time.monotonic())

    def _on_translated(self, translation: Translation) -> None:
        self.shown.append((translation.source, time.monotonic()))

        self._note_target()

    def _on_streamed(self) -> None:
        self.streamed_at = time.monotonic()
        self._note_target()

    def _note_target(self) -> None:
        self.targets.append((self.program.window.target_pane.plain_text(), time.monotonic()))

    def _wait_for(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self._rest(0.005)

    def _rest(self, seconds: float) -> None:
        """Let the program run; its threads have the processor while it waits."""
        loop = QEventLoop()
        QTimer.singleShot(round(1000 * seconds), loop.quit)
        loop.exec()

    def type(self, sentence: str, rhythm: float) -> tuple[float, float]:
        """Type a sentence into the empty window; return the seconds of pause and of model."""
        self.program.window.source_pane.clear_text()
        self._rest(1.2)  # rest: what was typed before is another burst
        editor = self.program.window.source_pane.editor
        for character in sentence:
            self._rest(rhythm)
            QTest.keyClicks(editor, character)
        last_key = time.monotonic()
        self._wait_for(lambda: bool(self.shown) and self.shown[-1][0] == sentence)
        sent = next(at for text, at in reversed(self.sent) if text == sentence)
        return sent - last_key, self.shown[-1][1] - sent

    def type_fluently(self, sentence: str, rhythm: float) -> tuple[float, float]:
        """Type a sentence without a pause; return the longest gap and the normalised erasure."""
        self.program.window.source_pane.clear_text()
        self._rest(1.2)
        editor = self.program.window.source_pane.editor
        chance = random.Random(sentence)
        self.targets.clear()
        self.answered.clear()
        began = time.monotonic()
        for number, character in enumerate(sentence):
            if number:
                self._rest(rhythm * min(2.0, chance.lognormvariate(-0.043, 0.294)))
            QTest.keyClicks(editor, character)
        ended = time.monotonic()
        self._wait_for(lambda: bool(self.shown) and self.shown[-1][0] == sentence)
        times = [began, *(at for at in self.answered if began < at < ended), ended]
        texts = [target.split() for target, _ in self.targets]
        erased = sum(
            len(old) - sum(takewhile(bool, map(eq, old, new)))
            for old, new in itertools.pairwise(texts)
        )
        return max(late - early for early, late in itertools.pairwise(times)), erased / len(
            texts[-1]
        )

    def paste(self, text: str) -> list[float]:
        """Paste a text into the empty window; return the seconds of a row of the table."""
        session, pane = self.program.translating.session, self.program.window.source_pane
        pane.clear_text()
        self._rest(1.2)
        self.application.clipboard().setText(text)
        standstill = Standstill()
        pasted = time.monotonic()
        pane.paste()
        self._wait_for(lambda: max(self.streamed_at, self.shown[-1][1]) > pasted)
        first, paste = time.monotonic() - pasted, standstill.take()
        self._wait_for(lambda: self.shown[-1][1] > pasted)
        row = [first, time.monotonic() - pasted, paste]
        self._rest(2)
        row.append(standstill.take())
        pane.editor.set_caret(len(text) // 2)
        self._rest(0.5)
        standstill.take()
        QTest.keyClicks(pane.editor, "x")
        self._rest(5)
        row.append(standstill.take())
        session.cancel()
        self._rest(1)
        row.append(standstill.take())
        return row

    def close(self) -> None:
        """Leave the window."""
        self.program.window.close()
        self.program.close()


def _load() -> str:
    """Return how busy the machine is, where it tells."""
    return f"load {os.getloadavg()[0]:.1f}, " if hasattr(os, "getloadavg") else ""


def paste_long(typist: Typist, lengths: Sequence[int]) -> None:
    """Print a table of texts so long, in paragraphs of ten sentences."""
    print("| characters | first sentence | all | paste | coming in | key | stop |")
    print("|---|---|---|---|---|---|---|")
    lines = captions(200)
    page = "\n".join(" ".join(lines[at : at + 10]) for at in range(0, len(lines), 10)) + "\n"
    for length in lengths:
        first, every, *still = typist.paste((page * (1 + length // len(page)))[:length])
        gaps = " | ".join(f"{1000 * gap:.0f} ms" for gap in still)
        print(f"| {length:,} | {first:.2f} s | {every:.1f} s | {gaps} |", flush=True)


def main() -> None:
    """Print the medians for short sentences and for those of twelve words."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--rhythm", type=float, default=0.15, help="seconds between two keys")
    parser.add_argument("--long", type=int, nargs="+", help="paste texts of so many characters")
    parser.add_argument("--fluent", type=int, help="type so many sentences without a pause")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        typist = Typist(Path(home))
        typist.type("Hello there.", asked.rhythm)
        if asked.long:
            print(f"{os.cpu_count()} processors, {_load()}{platform.platform()}")
            paste_long(typist, asked.long)
            typist.close()
            return
        if asked.fluent:
            print(f"a key every {asked.rhythm} s, {os.cpu_count()} processors, {_load()}")
            print(f"{'longest gap':>12}{'erasure':>9}")
            measured = []
            for sentence in islice(everyday(), asked.fluent):
                measured.append(typist.type_fluently(sentence, asked.rhythm))
                print(f"{measured[-1][0]:10.2f} s{measured[-1][1]:9.2f}  {sentence}", flush=True)
            gaps, erasures = zip(*measured, strict=True)
            print(f"{max(gaps):10.2f} s{sum(erasures) / len(erasures):9.2f}  largest; mean")
            typist.close()
            return
        rows: dict[str, list[tuple[float, float]]] = {"short": [], "12 words": []}
        for _, pair in zip(range(asked.runs), sentences(), strict=False):
            for name, sentence in zip(rows, pair, strict=True):
                rows[name].append(typist.type(sentence, asked.rhythm))
        typist.close()
    print(
        f"a key every {asked.rhythm} s, {os.cpu_count()} processors, {_load()}"
        f"{platform.platform()}; medians of {asked.runs}"
    )
    print(f"{'':<12}{'pause':>10}{'model':>10}{'key to translation':>22}")
    for name, runs in rows.items():
        pause, model = (median(run[part] for run in runs) for part in (0, 1))
        whole = median(map(sum, runs))
        print(f"{name:<12}{pause:8.2f} s{model:8.2f} s{whole:20.2f} s")


if __name__ == "__main__":
    main()
