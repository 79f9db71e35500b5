"""Whole programs, started twice, killed, broken and hindered: the window opens, and tells once."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from desktop.storage import paths
from desktop.storage.settings import SETTINGS_FILE, Settings

PROGRAM = """
import faulthandler, json, sys
from desktop import app, command
from desktop.platform import single_instance
from desktop.workers import engine_loader
from tests.support.engines import fake_open

def tell(what, *details):
    print(json.dumps([what, *details]), flush=True)

class Telling(app.Program):
    def open_window(self):
        self.settings.is_introduced = True
        super().open_window()
        self.began.connect(self.tell_notices)
        self.start_met.connect(self.tell_start)
        self.files.finished.connect(lambda key, result: tell("translated", result.target.name))

    def tell_notices(self):
        tell("began", *[notice.text for notice in self.window.notice_line.notices()])

    def tell_start(self, start):
        names = [path.name for path in start.files]
        tell("met", *names)
        if "break" in names:
            faulthandler._sigsegv()
        if "fault" in names:
            raise RuntimeError("a fault of ours")
        if "close" in names:
            self.window.close()

single_instance.PATIENCE_S = float(sys.argv[1])
engine_loader.open_engine = fake_open()
app.Program = Telling
sys.exit(command.main(sys.argv[2:]))
"""
LONG, SHORT = "60", "0.1"
"""For how many seconds a later start waits for the first."""

LIMIT_S = 240
"""For how long a program may be at work."""

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="signals")


class Started:
    """A program that was started, and what it tells."""

    def __init__(self, home: Path, *arguments: str, patience: str = LONG) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, patience, *arguments],
            cwd=paths.resources().parent,
            env={**os.environ, "TRANSLUCENT_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._limit = Timer(LIMIT_S, self.process.kill)  # a test that fails does not wait for ever
        self._limit.daemon = True
        self._limit.start()

    def hear(self) -> list[str]:
        """What it tells next; nothing if it has ended."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        return json.loads(line) if line else []

    def hear_until(self, what: str) -> list[str]:
        """What it tells of this; an error if it never does."""
        while told := self.hear():
            if told[0] == what:
                return told[1:]
        raise AssertionError(f"it ended: {self.process.communicate()[1]}")

    def end(self) -> int:
        """Wait for its end, and give its exit status."""
        assert self.process.stdout is not None
        if not self.process.stdout.closed:
            self.process.communicate()
        return self.process.returncode

    def kill(self) -> None:
        """End it as nobody can prevent."""
        self._limit.cancel()
        self.process.kill()
        self.end()


Start = Callable[..., Started]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "Jürgen Ünal"


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    """Start programs of one user; none is left at the end."""
    all_started: list[Started] = []

    def start(*arguments: str, patience: str = LONG) -> Started:
        all_started.append(Started(home, *arguments, patience=patience))
        return all_started[-1]

    yield start
    for started in all_started:
        started.kill()


@contextmanager
def handled(number: signal.Signals, handler: signal.Handlers) -> Iterator[None]:
    """Treat a signal so, as a program does that is started meanwhile."""
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def logged(home: Path) -> list[str]:
    """What is in the folder of the log beside the log."""
    return sorted(path.name for path in (home / "log").iterdir() if path.suffix == ".txt")


def test_a_second_start_hands_its_files_over_and_ends(
    start: Start, home: Path, tmp_path: Path
) -> None:
    text, note = tmp_path / "Ein Hund.txt", tmp_path / "note.md"
    text.write_text("A dog.", encoding="utf-8")
    note.write_text("Two dogs.", encoding="utf-8")
    first = start(str(text))
    assert first.hear_until("met") == ["Ein Hund.txt"]
    assert first.hear_until("translated") == ["Ein Hund.de.txt"]
    assert start("app", str(note)).end() == 0
    assert first.hear_until("met") == ["note.md"]
    assert first.hear_until("translated") == ["note.de.md"]
    assert start().end() == 0
    assert first.hear_until("met") == []
    assert start(str(tmp_path / "close")).end() == 0
    assert first.end() == 0
    assert logged(home) == []


def test_of_many_starts_at_once_one_opens_a_window(start: Start, tmp_path: Path) -> None:
    names = [f"{number}.gone.txt" for number in range(4)]
    all_started = [start(str(tmp_path / name)) for name in names]
    (only,) = (started for started in all_started if started.hear() == ["began"])
    met: list[str] = []
    while len(met) < len(names):
        met += only.hear_until("met")
    assert sorted(met) == names
    assert [started.end() for started in all_started if started is not only] == [0, 0, 0]


@needs_signals
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_program_that_the_system_ends_closes_its_window(
    start: Start, home: Path, name: str
) -> None:
    with handled(signal.Signals[name], signal.SIG_DFL):
        first = start()
    first.hear_until("began")
    first.process.send_signal(signal.Signals[name])
    assert first.end() == 0
    assert logged(home) == []
    assert Settings(home / "config" / SETTINGS_FILE).window_geometry.size() > 0


@needs_signals
def test_a_program_that_shall_outlive_its_terminal_does(start: Start, tmp_path: Path) -> None:
    with handled(signal.SIGHUP, signal.SIG_IGN):  # as nohup does
        first = start()
    first.hear_until("began")
    first.process.send_signal(signal.SIGHUP)
    assert start(str(tmp_path / "close")).end() == 0
    assert first.hear_until("met") == ["close"]  # it is still there
    assert first.end() == 0


@needs_signals
def test_what_a_killed_program_left_is_no_obstacle_and_no_crash(start: Start, home: Path) -> None:
    for _ in range(2):
        first = start()
        assert first.hear_until("began") == []
        first.kill()
    assert start().hear_until("began") == []
    assert len(logged(home)) == 1  # of the one that runs


@needs_signals
def test_a_program_that_was_killed_while_starting_is_no_obstacle(start: Start) -> None:
    start().kill()
    assert start().hear_until("began") == []


@needs_signals
def test_a_program_that_hangs_is_no_obstacle_but_told(start: Start, tmp_path: Path) -> None:
    first = start()
    first.hear_until("began")
    first.process.send_signal(signal.SIGSTOP)
    second = start(str(tmp_path / "fault"), patience=SHORT)
    (notice,) = second.hear_until("began")
    assert second.hear_until("met") == ["fault"]  # it has its files itself
    assert notice.startswith("Another Translucent window is running but does not respond.")
    first.process.send_signal(signal.SIGCONT)
    start(str(tmp_path / "close"))
    assert first.hear_until("met") == ["close"]  # what was taken back is not opened twice
    assert first.end() == 0


@needs_signals
def test_a_crash_is_told_at_the_next_start_and_only_there(
    start: Start, home: Path, tmp_path: Path
) -> None:
    assert start(str(tmp_path / "break")).end() == -signal.SIGSEGV
    second = start()
    (notice,) = second.hear_until("began")
    (report, *_) = logged(home)
    assert notice.startswith("Translucent stopped unexpectedly last time. A crash report was saved")
    text = (home / "log" / report).read_text(encoding="utf-8")
    assert "Fatal Python error: Segmentation fault" in text
    assert "in tell_start" in text
    assert "PyTorch: " in text
    second.kill()
    assert start().hear_until("began") == []


def test_an_error_that_nobody_caught_is_reported_and_the_program_goes_on(
    start: Start, home: Path, tmp_path: Path
) -> None:
    first = start(str(tmp_path / "fault"))
    first.hear_until("began")
    start(str(tmp_path / "close"))
    assert first.end() == 0
    (report,) = logged(home)
    text = (home / "log" / report).read_text(encoding="utf-8")
    assert "RuntimeError: a fault of ours" in text
    assert start().hear_until("began") == []  # it was told when it happened


def test_what_stands_in_the_way_of_all_files_is_told_once(start: Start, home: Path) -> None:
    home.write_text("a file where a folder should be")
    (notice,) = start().hear_until("began")
    assert str(home) in notice


@pytest.mark.parametrize(
    "settings",
    [
        b"\0\xff" * 3000,
        b"[preferences]\nlanguage=\"\\\"fr\\\"\"\nthreads=many\n[last]\nmodel=@Variant(\\0\\0",
        b"[General]\ngeometry=@ByteArray(\\x1\\xd9)\nversion=0.0.1\n[window]\ngeometry=8\n",
    ],
)  # fmt: skip
def test_damaged_or_old_settings_count_as_none(start: Start, home: Path, settings: bytes) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "settings.ini").write_bytes(settings)
    assert start().hear_until("began") == []


@pytest.fixture
def full_disk(home: Path) -> Iterator[Path]:
    """Return a user to whom not a byte is left, where a test may do so."""
    home.mkdir()
    mount = shutil.which("mount")
    wished = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", str(home)]
    if (
        mount is None
        or subprocess.run([mount, *wished], capture_output=True, check=False).returncode
    ):
        pytest.skip("a small disk can be mounted by root alone")
    try:
        filler = (home / "filler").open("wb", buffering=0)
        with filler, pytest.raises(OSError, match="No space left"):
            filler.writelines(b"\0" * 4096 for _ in range(100))
        yield home
    finally:
        subprocess.run(["umount", str(home)], check=True)


def test_on_a_full_disk_the_window_opens_and_tells_once(full_disk: Path, start: Start) -> None:
    started = start()
    (notice,) = started.hear_until("began")
    assert str(full_disk) in notice
    assert "full" in notice
    started.kill()
