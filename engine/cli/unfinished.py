"""`translucent unfinished`: list and remove what was kept of stopped files, to resume them."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from engine.cli.terminal import Terminal, say
from engine.documents.journal import (
    JOURNALS,
    discard,
    is_in_use,
    list_journals,
    list_unfinished,
)
from engine.folders import Folders

unfinished = typer.Typer(
    no_args_is_help=True,
    help="List or remove the translated sentences kept of files whose translation was stopped.",
)


@unfinished.command("list")
def list_stopped(context: typer.Context) -> None:
    """List the files whose translation was stopped, and how much of each is kept."""
    stopped = _stopped(context)
    if not stopped:
        say("No translation of a file was stopped.", err=True)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("kept as", "translated", "file"):
        table.add_column(heading, overflow="fold")
    for journal, (source, state) in stopped.items():
        table.add_row(journal.stem, state, source)
    Terminal().print(table)


@unfinished.command("remove")
def remove(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Files, or what their sentences are kept as; see the list."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Remove what is kept of all files.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Remove what is kept of stopped files; the files themselves stay as they are."""
    if bool(names) == all_:
        raise typer.BadParameter("give either names or --all")
    stopped = _stopped(context)
    chosen = dict.fromkeys(stopped) if all_ else {}
    for name in names or ():
        found = [
            journal
            for journal, (source, _) in stopped.items()
            if name == journal.stem or str(Path(name).absolute()) == source
        ]
        if not found:
            raise typer.BadParameter(f"nothing is kept of {name}; see translucent unfinished list")
        chosen |= dict.fromkeys(found)
    if busy := [journal.stem for journal in chosen if is_in_use(journal)]:
        raise typer.BadParameter(f"{busy[0]} is being translated; stop that first")
    if not chosen:
        say("Nothing is kept.")
        return
    if not yes:
        question = "the file" if len(chosen) == 1 else f"{len(chosen)} files"
        typer.confirm(f"Remove the translated sentences kept of {question}?", abort=True)
    for journal in chosen:
        discard(journal)
    if left := [journal for journal in chosen if journal in list_journals(journal.parent)]:
        say(f"Could not be removed: {left[0]}", err=True)
        raise typer.Exit(1)
    say(f"Removed {len(chosen)}.")


def _stopped(context: typer.Context) -> dict[Path, tuple[str, str]]:
    """Return each journal, with the path of its file and how far it is."""
    folders: Folders = context.obj
    folder = folders.data / JOURNALS
    told = {
        one.journal: (str(one.source), f"{one.done} of {one.total} sentences")
        for one in list_unfinished(folder)
    }
    return {
        journal: told.get(journal, ("", "being translated" if is_in_use(journal) else "damaged"))
        for journal in list_journals(folder)
    }
