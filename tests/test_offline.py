"""No test reaches another computer, nor does what it starts; and only downloads could."""

import ast
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.offline.sitecustomize import ATTEMPTS

ROOT = Path(__file__).parents[1]
ELSEWHERE = "192.0.2.1"
"""An address that is nobody's: RFC 5737."""
TRY = f"""
import socket
try:
    socket.create_connection(("{ELSEWHERE}", 80), timeout=5)
except OSError as error:
    print(error.strerror)
"""


@pytest.fixture
def attempts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of attempts for this test alone, which fails none."""
    path = tmp_path / "attempts"
    monkeypatch.setenv(ATTEMPTS, str(path))
    return path


def test_an_attempt_is_refused_and_noted_with_its_address(attempts: Path) -> None:
    with pytest.raises(OSError, match=f"asked for: .*{ELSEWHERE}"):
        socket.create_connection((ELSEWHERE, 80))
    with pytest.raises(OSError, match=r"asked for: .*example\.org"):
        socket.getaddrinfo("example.org", 443)
    with socket.socket() as open_to_all, pytest.raises(OSError, match=r"asked for: .*''"):
        open_to_all.bind(("", 0))
    assert [line.split()[0] for line in attempts.read_text(encoding="utf-8").splitlines()] == [
        "socket.connect",
        "socket.getaddrinfo",
        "socket.bind",
    ]


def test_an_attempt_of_a_program_that_a_test_starts_is_noted_too(attempts: Path) -> None:
    told = subprocess.run([sys.executable, "-c", TRY], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("another computer was asked for: ")
    assert ELSEWHERE in attempts.read_text(encoding="utf-8")


def test_a_swallowed_attempt_fails_its_test(tmp_path: Path) -> None:
    lines = [f"    {line}\n" for line in TRY.splitlines()]
    (tmp_path / "test_it.py").write_text(f"def test_it():\n{''.join(lines)}", encoding="utf-8")
    asked = ("-p", "tests.conftest", "-p", "no:cacheprovider", "-c", os.devnull, str(tmp_path))
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *asked],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stdout
    assert f"another computer was asked for: socket.connect ('{ELSEWHERE}', 80)" in ended.stdout


def test_loopback_is_no_other_computer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
        socket.create_connection(("localhost", server.getsockname()[1])).close()


def test_the_system_keeps_unwatched_programs_from_other_computers(*, is_alone: bool) -> None:
    if not is_alone:
        pytest.skip("needs Linux and root, and no container that forbids a network of its own")
    told = subprocess.run(
        [sys.executable, "-E", "-c", TRY],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "Network is unreachable\n"


GOES_ONLINE = {
    "engine.download": "downloads what the user asked for, and nothing else does",
    "engine.server.serving": "listens on 127.0.0.1, while the user lets other programs translate",
    "desktop.sessions.interface_session": "looks whether that port of 127.0.0.1 is free",
}
"""Every module that may use sockets, and what for."""
WAYS_OUT = {
    "socket", "ssl", "http.client", "http.server", "urllib.request", "urllib.error", "ftplib",
    "smtplib", "poplib", "imaplib", "telnetlib", "socketserver", "xmlrpc", "asyncio", "requests",
    "urllib3", "httpx", "aiohttp", "huggingface_hub", "waitress", "torch.hub", "PySide6.QtNetwork",
    "PySide6.QtWebSockets", "PySide6.QtWebEngineCore",
}  # fmt: skip
TYPES_ONLY = {("training.corpus.multi30k", "urllib.request")}
"""An opener of `engine.download` is handed on."""


def imports(path: Path) -> Iterator[str]:
    """Return the modules that a file imports, at its top or later, and the names from them."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_only_downloads_and_the_local_interface_know_of_sockets() -> None:
    found = {
        (".".join(path.relative_to(ROOT).with_suffix("").parts), way)
        for package in ("desktop", "training", "engine")
        for path in (ROOT / package).rglob("*.py")
        for name in imports(path)
        for way in WAYS_OUT
        if name == way or name.startswith(f"{way}.")
    }
    assert {module for module, _ in found - TYPES_ONLY} == set(GOES_ONLINE)
