"""The interface for other programs runs while it is wanted, with the settings of the moment."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer
from pytestqt.qtbot import QtBot

from desktop.sessions.interface_session import InterfaceSession
from desktop.storage import paths
from desktop.values.interface_state import InterfaceState, InterfaceStatus

MILLISECONDS = 60_000
PORT = 38_100
"""Nobody listens there, and in these tests nobody begins to."""
LISTENS = """
import os, sys
words = " ".join(sys.argv[1:])
print(f"http://127.0.0.1:1?{words}&{os.environ['TRANSLUCENT_API_KEY']}", flush=True)
sys.stdin.read()
"""
FAILS = "import sys; sys.exit('translucent: Port 5000 cannot be used.')"


@pytest.fixture
def session() -> Iterator[InterfaceSession]:
    session = InterfaceSession()
    yield session
    session.close()
    assert session.wait(QDeadlineTimer(MILLISECONDS))


@pytest.fixture
def states(session: InterfaceSession) -> list[InterfaceState]:
    states: list[InterfaceState] = []
    session.changed.connect(states.append)
    return states


def use_program(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    monkeypatch.setattr(paths, "command_line", lambda: [sys.executable, "-c", script])


def test_it_is_on_with_what_was_asked_for(
    session: InterfaceSession,
    states: list[InterfaceState],
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    use_program(monkeypatch, LISTENS)
    session.serve(PORT, "mine", "cpu", 2)
    qtbot.waitUntil(lambda: session.state.status is InterfaceStatus.ON)
    for part in ("serve", f"--port {PORT}", "--device cpu", "--threads 2", "&mine"):
        assert part in session.state.address
    session.stop()
    qtbot.waitUntil(lambda: session.state.status is InterfaceStatus.OFF)
    assert [state.status for state in states] == [
        InterfaceStatus.STARTING,
        InterfaceStatus.ON,
        InterfaceStatus.OFF,
    ]


def test_other_settings_restart_it_and_the_same_do_not(
    session: InterfaceSession,
    states: list[InterfaceState],
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    use_program(monkeypatch, LISTENS)
    session.serve(PORT, "mine", "cpu", None)
    qtbot.waitUntil(lambda: session.state.status is InterfaceStatus.ON)
    session.serve(PORT, "mine", "cpu", None)
    assert len(states) == 2
    session.serve(PORT + 1, "mine", "cpu", None)
    qtbot.waitUntil(lambda: f"--port {PORT + 1}" in session.state.address)


def test_the_last_wish_counts_while_it_starts_and_ends(
    session: InterfaceSession, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    use_program(monkeypatch, LISTENS)
    session.serve(PORT, "mine", "cpu", None)
    session.stop()
    session.serve(PORT + 1, "mine", "cpu", None)
    session.stop()
    session.serve(PORT + 2, "mine", "cpu", None)
    qtbot.waitUntil(lambda: f"--port {PORT + 2}" in session.state.address)


def test_its_last_words_are_the_problem(
    session: InterfaceSession, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    use_program(monkeypatch, FAILS)
    session.serve(PORT, "mine", "cpu", None)
    qtbot.waitUntil(lambda: session.state.status is InterfaceStatus.FAILED)
    assert session.state.problem == "Port 5000 cannot be used."
    use_program(monkeypatch, LISTENS)
    session.serve(PORT, "mine", "cpu", None)  # another try
    qtbot.waitUntil(lambda: session.state.status is InterfaceStatus.ON)


def test_a_port_that_is_taken_is_found_before_anything_starts(
    session: InterfaceSession, states: list[InterfaceState]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        session.serve(other.getsockname()[1], "mine", "cpu", None)
    assert [state.status for state in states] == [InterfaceStatus.PORT_TAKEN]


def test_a_program_that_is_missing_is_a_problem(
    session: InterfaceSession, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, tmp_path: Path
) -> None:
    monkeypatch.setattr(paths, "command_line", lambda: [str(tmp_path / "nothing")])
    session.serve(PORT, "mine", "cpu", None)
    qtbot.waitUntil(lambda: session.state.status is InterfaceStatus.FAILED)
    assert session.state.problem


@pytest.mark.slow
def test_the_real_command_listens_until_the_session_closes(
    session: InterfaceSession, qtbot: QtBot
) -> None:
    session.serve(0, "mine", "cpu", None)
    qtbot.waitUntil(lambda: session.state.status is InterfaceStatus.ON, timeout=30_000)
    host, port = session.state.address.removeprefix("http://").split(":")
    socket.create_connection((host, int(port)), timeout=5).close()
    session.close()
    assert session.wait(QDeadlineTimer(MILLISECONDS))
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((host, int(port)), timeout=5)
