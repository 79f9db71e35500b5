"""The verbs of the `translucent` command: the one that is asked for, or all, to list them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from desktop.launch import open_window
from desktop.platform import about
from desktop.storage import paths


def run_verb(arguments: list[str], order: Sequence[str]) -> int:
    """Run the verb that the arguments begin with, and return its exit status.

    Args:
        arguments: Those of the process.
        order: In which the verbs are listed.
    """
    first = arguments[0] if arguments else ""
    command = typer.main.get_command(_build([first] if first in order else order))
    if isinstance(command, typer.core.TyperGroup):  # typer would list groups of verbs last
        place = {verb: number for number, verb in enumerate(order)}
        by_place = sorted(command.commands.items(), key=lambda item: place.get(item[0], len(place)))
        command.commands = dict(by_place)
    try:
        command.main(arguments, prog_name="translucent")
    except SystemExit as end:
        sys.stdout.flush()
        return end.code if isinstance(end.code, int) else 0
    return 0


def _build(wanted: Sequence[str]) -> typer.Typer:
    from engine.cli import app as engine_cli
    from engine.cli.terminal import Group
    from training.cli import app as training_cli

    app = typer.Typer(
        cls=Group,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_translucent)
    app.command("app")(_app)
    app.command("quick")(_quick)
    engine_cli.add_commands(app, wanted)
    training_cli.add_commands(app, wanted)
    if "self-test" in wanted:
        from desktop.self_test import self_test

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
        typer.echo(about.facts())
        raise typer.Exit
    context.obj = paths.folders()
    paths.keep_private(context.obj)
    if context.invoked_subcommand is None:
        _app(context)


def _app(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Documents to translate, or models to add (.translucent, .zip, folder)."
        ),
    ] = None,
) -> None:
    """Open the window.

    If it is already open, it comes to the front and opens the files.
    """
    raise typer.Exit(open_window(context.obj, files or []))


def _quick(context: typer.Context) -> None:
    """Translate selected or copied text in a popup beside the pointer.

    Use it for a keyboard shortcut of your desktop, if programs cannot set their own.
    """
    raise typer.Exit(open_window(context.obj, [], is_quick=True))
