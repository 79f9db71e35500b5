"""`translucent data`: parallel text, fetched or imported, verified, put where training finds it."""

from pathlib import Path
from typing import Annotated

import typer

from engine.folders import Folders
from training.multi30k import ADDRESS, fetch

data = typer.Typer(no_args_is_help=True, help="Fetch or import parallel text to train on.")


@data.callback()
def _data() -> None:
    """Fetch or import parallel text to train on."""


@data.command("multi30k")
def multi30k(
    context: typer.Context,
    origin: Annotated[
        str, typer.Option("--from", help="A web address, or a folder that has the files.")
    ] = ADDRESS,
    output: Annotated[
        Path | None, typer.Option(help="Where to; without it, among the program's corpora.")
    ] = None,
) -> None:
    """Fetch Multi30k's image captions (en, de, fr), and verify every file.

    The captions are provided for research and education.
    """
    folders: Folders = context.obj
    folder = folders.corpora / "multi30k" if output is None else output

    def say(name: str, number: int, count: int) -> None:
        typer.echo(f"{name} ({number} of {count})", err=True)

    source = origin if origin.startswith(("http://", "https://")) else Path(origin)
    typer.echo(f"Multi30k is in {fetch(source, folder, on_progress=say)}")
