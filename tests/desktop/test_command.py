"""The `translucent` command: verbs in order, one clear line for each error, UTF-8 everywhere."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer

import engine.cli
import training.cli
from desktop import command
from desktop.storage import paths
from engine.errors import EngineError, TextTooLongError
from engine.folders import Folders
from training.errors import TrainingError

ROOT = Path(__file__).parents[2]


class Verbs:
    """Stands for `engine.cli.app` and `training.cli.app`: every verb does what the test says."""

    def __init__(self) -> None:
        self.action: Callable[[Folders], object] = lambda _: None

    def add_engine_commands(self, app: typer.Typer, _wanted: object) -> None:
        """Groups come out of order on purpose."""
        models = typer.Typer(no_args_is_help=True)
        models.command("list")(self._run)
        app.add_typer(models, name="models", help="Models.")
        for verb in ("attention", "translate"):
            app.command(verb)(self._run)

    def add_training_commands(self, app: typer.Typer, _wanted: object) -> None:
        for verb in ("train", "self-test", "evaluate", "data", "recipes"):
            app.command(verb)(self._run)

    def _run(self, context: typer.Context) -> None:
        self.action(context.obj)


@pytest.fixture
def verbs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Verbs:
    fake = Verbs()
    engine_cli = SimpleNamespace(add_commands=fake.add_engine_commands)
    training_cli = SimpleNamespace(add_commands=fake.add_training_commands)
    monkeypatch.setattr(engine.cli, "app", engine_cli, raising=False)
    monkeypatch.setattr(training.cli, "app", training_cli, raising=False)
    monkeypatch.setenv("TRANSLUCENT_HOME", str(tmp_path / "home"))
    return fake


def raising(error: BaseException) -> Callable[[Folders], object]:
    """An action that fails."""

    def fail(_: Folders) -> None:
        raise error

    return fail


def test_help_names_the_verbs_in_their_order(
    verbs: Verbs, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands")[2]
    places = [
        listed.index(verb)
        for verb in ("app", "translate", "attention", "models", "data", "train", "evaluate")
    ]
    assert places == sorted(places)
    assert verbs is not None


@pytest.mark.usefixtures("verbs")
def test_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("translucent ")


@pytest.mark.parametrize("arguments", [["translate"], ["models", "list"], ["train"]])
def test_verbs_are_given_the_folders(verbs: Verbs, arguments: list[str]) -> None:
    given: list[Folders] = []
    verbs.action = given.append
    assert command.main(arguments) == 0
    assert given == [paths.folders()]


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (TextTooLongError(8, 7), "The text has 8 characters; the limit is 7"),
        (EngineError("no"), "no"),
        (TrainingError("the corpus is empty"), "the corpus is empty"),
        (paths.FolderNotWritableError(Path("x"), "full"), "Nothing can be written to x (full)"),
        (FileNotFoundError(2, "No such file or directory", "a.txt"), "a.txt: No such file"),
        (OSError("odd"), "odd"),
        (MemoryError(), "There is not enough memory."),
        (
            ImportError("libtorch_cpu.so: failed to map segment from shared object"),
            "There is not enough memory.",
        ),
        (RuntimeError("can't allocate memory: 8 bytes"), "There is not enough memory."),
        (RuntimeError("CUDA out of memory. Tried"), "There is not enough memory."),
    ],
)
def test_an_error_is_one_line_and_status_1(
    verbs: Verbs, capsys: pytest.CaptureFixture[str], error: Exception, line: str
) -> None:
    verbs.action = raising(error)
    assert command.main(["translate"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"translucent: {line}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "bug", [ZeroDivisionError("a bug"), ImportError("a bug"), RuntimeError("a bug")]
)
def test_a_fault_of_the_program_is_not_hidden(verbs: Verbs, bug: Exception) -> None:
    verbs.action = raising(bug)
    with pytest.raises(type(bug), match="a bug"):
        command.main(["translate"])


@pytest.mark.usefixtures("verbs")
@pytest.mark.parametrize("arguments", [["translate", "--bem", "4"], ["fly"], ["models", "fly"]])
def test_wrong_usage_is_status_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert command.main(arguments) == 2
    assert arguments[-1] in capsys.readouterr().err or "--bem" in arguments


def test_interrupting_is_status_130_and_quiet(
    verbs: Verbs, capsys: pytest.CaptureFixture[str]
) -> None:
    verbs.action = raising(KeyboardInterrupt())
    assert command.main(["train"]) == 130
    assert capsys.readouterr().err == ""


def test_a_verb_chooses_its_own_status(verbs: Verbs) -> None:
    verbs.action = raising(typer.Exit(3))
    assert command.main(["evaluate"]) == 3


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there a window always opens")
@pytest.mark.usefixtures("verbs")
@pytest.mark.parametrize("arguments", [[], ["app"]])
@pytest.mark.parametrize(("display", "reason"), [("", "no display"), (":7654", "cannot be opened")])
def test_without_a_display_it_says_so_and_names_the_verb(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    display: str,
    reason: str,
) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", display)
    assert command.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err
    assert "`translucent translate" in err


def test_what_cannot_be_written_is_replaced(monkeypatch: pytest.MonkeyPatch, verbs: Verbs) -> None:
    raw = {name: io.BytesIO() for name in ("stdout", "stderr")}
    for name, stream in raw.items():
        monkeypatch.setattr(sys, name, io.TextIOWrapper(stream, encoding="ascii"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"ja \xc3\xa4"), "ascii"))

    def echo(_: Folders) -> None:
        sys.stdout.write(sys.stdin.read() + " \ud800 日本\n")
        raise EngineError("\ud800 ü")

    verbs.action = echo
    assert command.main(["translate"]) == 1
    sys.stdout.flush()
    sys.stderr.flush()
    assert raw["stdout"].getvalue().decode("utf-8") == "ja ä ? 日本\n"
    assert raw["stderr"].getvalue().decode("utf-8") == "translucent: \\ud800 ü\n"


def test_a_program_without_a_console_reads_and_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, verbs: Verbs
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)

    def speak(_: Folders) -> None:
        assert not sys.stdout.isatty()
        assert sys.stdin.read() == ""
        sys.stdout.write("unheard")
        raise EngineError("unheard")

    verbs.action = speak
    assert command.main(["translate"]) == 1
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_reader_that_leaves_early_sees_no_traceback(lines: int) -> None:
    program = f"""
import sys, types
from unittest import mock
import engine.cli, training.cli
from desktop import command

def translate():
    sys.stdin.readline()  # by now nobody reads
    sys.stdout.write("line\\n" * {lines})

def add_commands(app, wanted):
    app.command()(translate)

fake = types.SimpleNamespace(add_commands=add_commands)
none = types.SimpleNamespace(add_commands=lambda app, wanted: None)
with mock.patch.object(engine.cli, "app", fake, create=True), \\
        mock.patch.object(training.cli, "app", none, create=True), \\
        mock.patch.object(command, "_VERBS", ("app", "translate")):
    status = command.main(["translate"])
sys.exit(status)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, errors = process.communicate(b"go\n")
    assert errors == b""
    assert process.returncode == 1


def test_python_m_desktop_is_the_command() -> None:
    environment: dict[str, Any] = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = subprocess.run(
        [sys.executable, "-m", "desktop", "--version"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert result.stdout.startswith("translucent ")


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        ([], []),
        (["app"], []),
        (["app", "a.txt", "translate"], ["a.txt", "translate"]),
        (["a.TXT", "b.translucent"], ["a.TXT", "b.translucent"]),
        (["there"], ["there"]),
        ([f".{os.sep}translate"], ["translate"]),
        ([f"not{os.sep}there"], [f"not{os.sep}there"]),
        (["translate"], None),
        (["translate", "a.txt"], None),
        (["fly"], None),
        (["A dog runs. It barks."], None),
        (["a.txt", "--help"], None),
        (["app", "--help"], None),
    ],
)
def test_files_open_in_the_window_and_mistyped_verbs_do_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], files: list[str] | None
) -> None:
    (tmp_path / "there").write_bytes(b"")
    (tmp_path / "translate").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    expected = None if files is None else [Path(name) for name in files]
    assert command._files_to_open(arguments) == expected


@pytest.mark.usefixtures("verbs")
def test_the_help_of_the_window_names_what_it_opens(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["app", "--help"]) == 0
    out = capsys.readouterr().out
    assert "[files]..." in out
    assert ".translucent" in out


@pytest.mark.parametrize("kind", [EngineError, TrainingError, OSError])
def test_what_an_error_quotes_has_an_end_and_no_effect(
    verbs: Verbs, capsys: pytest.CaptureFixture[str], kind: type[Exception]
) -> None:
    verbs.action = raising(kind("\x1b[2Jmodel\n" + "n" * 1_000_000))
    assert command.main(["translate"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("translucent: \\x1b[2Jmodel\\nnnn")
    assert said.count("\n") == 1
    assert len(said) < 1_000
