"""The program with a monkey at its window, in this process; `tests.monkey` starts it.

Each event is written to standard error, everything that was found to standard output.
"""

import faulthandler
import logging
import os
import random
import shutil
import sys
import threading
import time
import traceback
from collections import Counter
from pathlib import Path

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QTimer,
    QtMsgType,
    QUrl,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from desktop import app
from desktop.storage import paths
from desktop.workers import engine_loader
from engine.models.archive import export_archive
from tests.monkey.hands import Hands
from tests.monkey.watchdog import Watchdog
from tests.support.ledger import Ledger
from tests.support.model_folders import save_toy_model
from tests.support.windows import home_folders

STALL_SECONDS = 0.05
RESTART_EVERY = 400
"""Events between two starts of the program, about."""
PAUSES_MS = (0, 5, 20, 60, 200)
PATIENCE_SECONDS = 120.0


class Faults(logging.Handler):
    """Collects what must not happen; what the program logs as an error is one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an error of the log."""
        self.found.append(self.format(record))

    def collect(self) -> None:
        """Begin to listen everywhere."""
        logging.getLogger().addHandler(self)
        add = self.found.append
        sys.excepthook = lambda *error: add("".join(traceback.format_exception(*error)))
        threading.excepthook = lambda fault: add(f"in {fault.thread}: {fault.exc_value!r}")
        sys.unraisablehook = lambda fault: add(f"ignored: {fault.exc_value!r} {fault.object!r}")
        qInstallMessageHandler(self._on_qt_message)

    def _on_qt_message(self, kind: QtMsgType, _: QMessageLogContext, message: str) -> None:
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
            self.found.append(f"Qt: {message}")


class Outside(QObject):
    """Stands for the browser and the file manager."""

    def __init__(self) -> None:
        super().__init__()
        for scheme in ("http", "https", "file"):
            QDesktopServices.setUrlHandler(scheme, self, "open")  # type: ignore[arg-type]  # the stub is wrong

    @Slot(QUrl)
    def open(self, _address: QUrl) -> None:
        """Do nothing."""


class Play(QObject):
    """Opens the program, lets the hands at it, and starts it again now and then."""

    def __init__(self, application: QApplication, home: Path, seed: int, seconds: float) -> None:
        super().__init__(application)
        self.faults = Faults()
        self.faults.collect()
        self.events: Counter[str] = Counter()
        self.memory: list[int] = []
        """Bytes of this process at each end of the program."""
        self.watchdog = Watchdog(STALL_SECONDS, self)
        self._application = application
        self._folders = home_folders(home, paths.resources() / "models")
        self._chance = random.Random(seed)
        self._hands = Hands(make_toys(home / "toys"), home / "out")
        self._end = time.monotonic() + seconds
        self._open()

    def _open(self) -> None:
        """Start the program as the last one left it."""
        self._program = app.Program(self._application, self._folders, engine_loader.open_engine)
        self._ledger = Ledger(self._program)
        self._program.open_window()
        self._program.window.activateWindow()
        self._left = self._chance.randrange(RESTART_EVERY // 2, RESTART_EVERY * 2)
        self.watchdog.go_on()
        QTimer.singleShot(500, self._play)

    @Slot()
    def _play(self) -> None:
        """Do one thing; plan the next one first, as a dialog may hold this one up."""
        if time.monotonic() > self._end:
            QTimer.singleShot(0, self._finish)
            return
        if self._program._is_closed or self._left <= 0:
            QTimer.singleShot(0, self._restart)
            return
        self._left -= 1
        QTimer.singleShot(self._chance.choice(PAUSES_MS), self._play)
        window = self._program.window
        chance = random.Random(self._chance.random())  # however often the last one was asked
        done = self._hands.do_something(window, window.source_pane.editor, chance)
        self.watchdog.during = done
        self.events[done.split(maxsplit=1)[0]] += 1
        print(done, file=sys.stderr, flush=True)

    @Slot()
    def _restart(self) -> None:
        """Close the program and start it again."""
        self._close()
        self.events["restart"] += 1
        self._open()

    def _close(self) -> None:
        self._hands.close_all()
        self.watchdog.pause()
        self.memory.append(resident())
        window = self._program.window
        window.asks_before_closing = window.hides_when_closed = False
        window.close()
        if not self._program.close():
            self.faults.found.append("the program's threads did not end")
        window.deleteLater()
        self._program.deleteLater()

    @Slot()
    def _finish(self) -> None:
        """See that the window still translates and that every request has ended, and leave."""
        if self._program._is_closed:
            self._open()
        self._hands.close_all()
        text, translated = "The end.", list[str]()
        self._program.translating.session.translated.connect(
            lambda one: translated.append(one.source)
        )
        self._program.window.source_pane.set_plain_text(text)
        self._program.translating.session.translate_now(text)
        limit = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < limit and not (text in translated and self._ledger.is_balanced):
            self._application.processEvents()
            time.sleep(0.01)
        for is_fault, fault in (
            (text not in translated, "the window no longer translates"),
            (not self._ledger.is_balanced, "a request never ended"),
            (set(self._ledger.ended.values()) - {1}, "a request ended more than once"),
        ):
            if is_fault:
                self.faults.found.append(fault)
        self._close()
        self._application.quit()


def make_toys(folder: Path) -> list[Path]:
    """Return files and folders to open: whole ones, broken ones, and one that is not there."""
    folder.mkdir()
    texts = {
        "plain.txt": "A dog runs.\n\nTwo men sit on a bench.\n" * 10,
        "subtitles.srt": "1\n00:00:01,000 --> 00:00:02,000\nA dog <i>runs</i>.\n",
        "page.html": "<p>A <b>dog</b> runs &amp; sits.</p>",
        "pairs.tsv": "".join(f"A man has {n} dogs.\tEin Mann hat {n} Hunde.\n" for n in range(300)),
        "terms.csv": "en,de\nbench,Bank\n=1+1,x\n",
        "broken.translucent": "this is no archive",
        "empty.docx": "",
        "recipe.toml": "name = 3",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 20)
    save_toy_model(folder / "a model", name="toy")
    export_archive(folder / "a model", folder / "toy.translucent")
    shutil.copytree(folder / "a model", folder / "half a model")
    (folder / "half a model" / "weights.safetensors").write_bytes(b"")
    return [*sorted(folder.iterdir()), folder / "not there.txt"]


def resident() -> int:
    """Return how many bytes of this process are in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def main(seed: int, seconds: float) -> int:
    """Play, print what was found, and return the exit status."""
    faulthandler.enable()
    sys.setswitchinterval(app.SWITCH_INTERVAL)
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    application = QApplication(["translucent"])
    application.setQuitOnLastWindowClosed(False)
    outside = Outside()
    home = Path.home() / "translucent"
    (home / "out").mkdir(parents=True)
    play = Play(application, home, seed, seconds)
    application.exec()
    play.watchdog.end()
    qInstallMessageHandler(None)
    outside.deleteLater()
    print(f"seed {seed}: {play.events.total()} events: {dict(play.events.most_common())}")
    print(f"resident at each end, in MB: {[size // 10**6 for size in play.memory]}")
    stalls = sorted(play.watchdog.stalls, key=lambda stall: -stall.seconds)
    print(f"{len(stalls)} stalls over {1000 * STALL_SECONDS:.0f} ms; the longest:")
    for stall in stalls[:15]:
        print(f"  {1000 * stall.seconds:.0f} ms, {stall.during}: {' > '.join(stall.places)}")
    for fault, times in Counter(play.faults.found).items():
        print(f"FAULT, {times} times: {fault}")
    return 1 if play.faults.found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), float(sys.argv[2])))
