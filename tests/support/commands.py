"""The `translucent` command as a person types it."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from desktop import command

Run = Callable[..., "Ended"]


class Ended(NamedTuple):
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path) -> Run:
    """Return a function that runs `translucent` with arguments, in its own home folder."""
    monkeypatch.setenv("TRANSLUCENT_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments: str | Path, stdin: str = "") -> Ended:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin, newline=""))
        status = command.main([str(argument) for argument in arguments])
        return Ended(status, *capsys.readouterr())

    return run
