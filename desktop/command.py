"""The `translucent` command: open the window or run a verb, importing only what it needs.

Exit status: 0 done, 1 failed with one line that says why, 2 wrong usage, 130 interrupted.
"""

import builtins
import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from desktop.platform import display
from desktop.storage import paths
from desktop.values.worker_fault import is_lack_of_memory
from engine.errors import EngineError
from engine.folders import Folders
from engine.threads import spin_briefly
from training.errors import TrainingError

_VERBS = (
    "app",
    "quick",
    "translate",
    "attention",
    "models",
    "serve",
    "data",
    "recipes",
    "estimate",
    "train",
    "synthesize",
    "evaluate",
    "evaluate-alignment",
    "calibrate",
    "self-test",
)
"""The order of `--help`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the `translucent` command and return its exit status.

    Args:
        argv: The arguments without the program's name; those of the process if not given.
    """
    _speak_utf8()
    paths.keep_caches_together()
    spin_briefly()
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except (EngineError, TrainingError, paths.FolderNotWritableError) as error:
        problem = str(error)
    except BrokenPipeError:  # the reader of our output closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (MemoryError, ImportError, RuntimeError) as error:
        if not is_lack_of_memory(error):
            raise
        problem = "There is not enough memory. Close other programs, or allow it more."
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    typer.echo(f"translucent: {problem}", err=True)
    return 1


def _run(arguments: list[str]) -> int:
    files = _files_to_open(arguments)
    if files is not None:  # importing the other verbs would take a quarter of a second
        return _open_window(paths.folders(), files)
    if arguments == ["--version"]:
        _tell_version()
        return 0
    command = typer.main.get_command(_build())
    if isinstance(command, typer.core.TyperGroup):  # typer would list groups of verbs last
        command.commands = dict(sorted(command.commands.items(), key=_place))
    try:
        command.main(arguments, prog_name="translucent")
    except SystemExit as end:
        sys.stdout.flush()
        return end.code if isinstance(end.code, int) else 0
    return 0


def _files_to_open(arguments: list[str]) -> list[Path] | None:
    """Return the files the window should open; None if the arguments ask for something else."""
    if any(argument.startswith("-") for argument in arguments):
        return None
    if arguments[:1] == ["app"]:
        return [Path(name) for name in arguments[1:]]
    if any(name in _VERBS for name in arguments[:1]) or not all(map(_is_file_name, arguments)):
        return None
    return [Path(name) for name in arguments]


def _is_file_name(word: str) -> bool:
    """Return whether this names a file, even a missing one, rather than a mistyped verb."""
    if os.sep in word or os.path.lexists(word):
        return True
    from engine.documents.text_file import SUFFIXES
    from engine.models.archive import ARCHIVE_SUFFIX

    return word.lower().endswith((*SUFFIXES, ARCHIVE_SUFFIX))


def _place(verb: tuple[str, object]) -> int:
    return _VERBS.index(verb[0]) if verb[0] in _VERBS else len(_VERBS)


def _build() -> typer.Typer:
    from desktop.self_test import self_test
    from engine.cli import app as engine_cli
    from training.cli import app as training_cli

    app = typer.Typer(
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_translucent)
    app.command("app")(_app)
    app.command("quick")(_quick)
    engine_cli.add_commands(app)
    training_cli.add_commands(app)
    app.command("self-test")(self_test)
    return app


def _translucent(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print version and system information.")
    ] = False,
) -> None:
    """Translate offline, and see how the model does it.

    Without a command, Translucent opens its window, like `app`.
    """
    if version:
        _tell_version()
        raise typer.Exit
    context.obj = paths.folders()
    if context.invoked_subcommand is None:
        _app(context)


def _app(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Documents to translate or models to add (.translucent)."),
    ] = None,
) -> None:
    """Open the window.

    If it is already open, it comes to the front and opens the files.
    """
    raise typer.Exit(_open_window(context.obj, files or []))


def _tell_version() -> None:
    from desktop.platform import about

    typer.echo(about.facts())


def _quick(context: typer.Context) -> None:
    """Translate selected or copied text in a popup beside the pointer.

    Use it for a keyboard shortcut of your desktop, if programs cannot set their own.
    """
    raise typer.Exit(_open_window(context.obj, [], is_quick=True))


def _open_window(folders: Folders, files: list[Path], *, is_quick: bool = False) -> int:
    problem = display.display_problem()
    if problem is not None:
        typer.echo(
            f"translucent: The window cannot be opened: {problem}. In a terminal, use "
            '`translucent translate "A dog runs."`; `translucent --help` lists all commands.',
            err=True,
        )
        return 2

    from desktop.platform import single_instance

    instance = single_instance.claim(folders.data / "window", files, is_quick=is_quick)
    if instance is None:
        return 0
    _prepare_imports()
    from desktop import startup

    return startup.run(folders, instance, single_instance.Start(tuple(files), is_quick=is_quick))


def _prepare_imports() -> None:
    """Import the window's modules a fifth faster: a tenth of a second, and more for the engine.

    Importing makes no garbage, so collection is off until the window is built. PySide6 replaces
    `import` with a function that searches the source of each module for `from __feature__`; no
    module here has one, so the original is put back.
    """
    gc.disable()
    importing = builtins.__import__
    import PySide6.QtCore  # noqa: F401 - for its effect

    builtins.__import__ = importing


def _speak_utf8() -> None:
    """Read and write UTF-8 in any locale; replace what cannot be written."""
    for name, errors in (
        ("stdin", "strict"),
        ("stdout", "replace"),
        ("stderr", "backslashreplace"),
    ):
        stream = getattr(sys, name)
        if stream is None:  # a program without a console
            mode = "r" if name == "stdin" else "w"
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, nothing)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
