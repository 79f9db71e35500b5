"""Text of others in what commands print: seen by people, and unchanged for programs."""

import io
import re
import sys
from pathlib import Path

import pytest
import typer
from rich.table import Table
from typer.testing import CliRunner

from engine.cli.terminal import Group, Terminal, say, write_out

HOSTILE = "\x1b]0;owned\x07\x1b[2J[red]x[/red] \x9b31m\u202egnp.exe :smile:"
ROOT = Path(__file__).parents[3]
SEEN = "[red]x[/red] \\x9b31m\\u202egnp.exe :smile:"


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def printed(monkeypatch: pytest.MonkeyPatch, what: object) -> str:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    console = Terminal()
    console.width = 200
    console.print(what)
    return screen.getvalue()


def test_a_table_shows_what_its_cells_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(box=None)
    table.add_row(HOSTILE)
    shown = printed(monkeypatch, table)
    assert SEEN in shown
    assert "\x1b]0;owned" not in shown
    assert "\x1b[2J" not in shown


def test_styles_of_ours_still_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    table = Table("head", header_style="bold", box=None)
    assert "\x1b[1mhead" in printed(monkeypatch, table)


def test_programs_get_a_translation_unchanged_and_people_see_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, screen = io.StringIO(), Screen()
    for stream in (file, screen):
        monkeypatch.setattr(sys, "stdout", stream)
        write_out(HOSTILE)
        say(HOSTILE)
    seen = "\\x1b]0;owned\\x07\\x1b[2J" + SEEN
    assert file.getvalue() == f"{HOSTILE}{HOSTILE}\n"
    assert screen.getvalue() == f"{seen}{seen}\n"


def test_errors_are_for_people_wherever_they_go(capsys: pytest.CaptureFixture[str]) -> None:
    say(HOSTILE, err=True)
    assert "\x1b" not in capsys.readouterr().err


def test_a_wrong_parameter_is_quoted_without_effect() -> None:
    app = typer.Typer(cls=Group)

    @app.command()
    def one() -> None:
        raise typer.BadParameter(f"{HOSTILE} already exists")

    @app.command()
    def two() -> None: ...

    result = CliRunner().invoke(app, ["one"])
    assert result.exit_code == 2
    assert "\x1b]" not in result.output
    assert "\\x1b" in result.output


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(ROOT.glob("*/cli/*.py")) if path.name != "terminal.py"],
    ids=lambda path: f"{path.parent.parent.name}-{path.stem}",
)
def test_every_command_prints_through_it(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    assert "typer.echo" not in code
    assert not re.search(r"\bConsole\(", code)
