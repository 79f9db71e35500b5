"""The whole program while the system around it fails: it loses nothing, or says what is wrong."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from desktop.storage import paths
from desktop.storage.settings import SETTINGS_FILE, Settings
from tests.support.x_server import has_x_server, x_server

PROGRAM = """
import json, os, sys
from PySide6.QtCore import QSocketNotifier
from desktop import app, command
from desktop.workers import engine_loader
from tests.support.engines import fake_open

def tell(what, *details):
    print(json.dumps([what, *details]), flush=True)

class Obeying(app.Program):
    def open_window(self):
        self.settings.is_introduced = True
        super().open_window()
        self.orders = QSocketNotifier(0, QSocketNotifier.Type.Read)
        self.orders.activated.connect(self.obey)
        self.translating.session.translated.connect(self.tell_translation)
        self.began.connect(lambda: tell("began", self.window.source_pane.editor.text_now()))

    def tell_translation(self, translated):
        if translated.target:
            tell("translated", translated.target)

    def obey(self):
        orders = os.read(0, 10_000).decode()
        if orders:
            self.window.source_pane.type_text(orders)
        else:
            self.window.close()

engine_loader.open_engine = fake_open()
app.Program = Obeying
sys.exit(command.main(sys.argv[1:]))
"""
LIMIT_S = 240
"""For how long a program may be at work."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX"),
]


class Started:
    """A program that types what it is told, and tells what is translated."""

    def __init__(self, home: Path, changes: Mapping[str, str], wrapper: Sequence[str]) -> None:
        self.home = home
        self.process = subprocess.Popen(
            [*wrapper, sys.executable, "-c", PROGRAM],
            cwd=paths.resources().parent,
            env={
                **os.environ,
                "TRANSLUCENT_HOME": str(home),
                "QT_QPA_PLATFORM": "offscreen",
                **changes,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._limit = Timer(LIMIT_S, self.process.kill)  # a test that fails does not wait for ever
        self._limit.daemon = True
        self._limit.start()

    def hear(self, what: str) -> Any:
        """What it tells of this next; an error if it never does."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told = json.loads(line)
            if told[0] == what:
                return told[1]
        raise AssertionError(f"it ended: {self.process.communicate()[1]}")

    def type(self, text: str) -> None:
        """Type a text where the caret is."""
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def close(self) -> int:
        """Close the window, and return the exit status."""
        self.process.communicate()
        return self.process.returncode

    def end(self) -> None:
        """End it in any case."""
        self._limit.cancel()
        self.process.kill()
        self.process.communicate()

    def kept(self) -> str:
        """The text that the next start would show."""
        return Settings(self.home / "config" / SETTINGS_FILE).text


Start = Callable[..., Started]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start programs of one user; none is left at the end."""
    all_started: list[Started] = []

    def start(changes: Mapping[str, str] | None = None, wrapper: Sequence[str] = ()) -> Started:
        all_started.append(Started(tmp_path / "Ünal", changes or {}, wrapper))
        return all_started[-1]

    yield start
    for started in all_started:
        started.end()


def works(program: Started) -> bool:
    """Return whether a program starts, translates and ends well."""
    program.hear("began")
    program.type("Two dogs")
    return program.hear("translated") == "TWO DOGS" and program.close() == 0


def wait_until_kept(program: Started, text: str) -> None:
    """Wait until a text is on the disk."""
    while program.kept() != text:
        assert program.process.poll() is None


def test_a_killed_window_shows_the_typed_text_at_the_next_start(start: Start) -> None:
    first = start()
    assert first.hear("began") == ""
    first.type("An hour of typing")
    wait_until_kept(first, "An hour of typing")
    first.process.kill()
    second = start()
    assert second.hear("began") == "An hour of typing"
    assert second.hear("translated") == "AN HOUR OF TYPING"


@pytest.mark.skipif(not has_x_server(), reason="needs Xvfb: make test installs it on Debian")
def test_a_window_whose_display_is_lost_ends_and_loses_no_text(start: Start) -> None:
    with x_server() as environment:
        names = ("DISPLAY", "QT_QPA_PLATFORM")
        first = start({name: environment[name] for name in names})
        first.hear("began")
        first.type("An hour of typing")
        wait_until_kept(first, "An hour of typing")
    assert first.process.wait(LIMIT_S) == 1
    assert start().hear("began") == "An hour of typing"


def test_a_suspended_program_goes_on(start: Start) -> None:
    program = start()
    program.hear("began")
    program.process.send_signal(signal.SIGSTOP)
    program.type("Two dogs")
    program.process.send_signal(signal.SIGCONT)
    assert program.hear("translated") == "TWO DOGS"
    assert program.close() == 0


def test_a_program_whose_home_is_removed_goes_on(start: Start) -> None:
    program = start()
    program.hear("began")
    shutil.rmtree(program.home)
    program.type("Two dogs")
    assert program.hear("translated") == "TWO DOGS"
    wait_until_kept(program, "Two dogs")
    assert program.close() == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "xx_YY.UTF-8", "LANG": "nonsense"},
        {"TMPDIR": "/nowhere"},
        {"FONTCONFIG_FILE": "/dev/null", "QT_QPA_FONTDIR": "/nowhere"},
    ],
    ids=["locale C", "no such locale", "no folder for temporary files", "no fonts"],
)
def test_without_what_a_system_usually_has_it_works(
    start: Start, changes: Mapping[str, str]
) -> None:
    assert works(start(changes))


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs prlimit of util-linux")
def test_with_few_file_descriptors_it_works(start: Start) -> None:
    assert works(start(wrapper=["prlimit", "--nofile=48", "--"]))
