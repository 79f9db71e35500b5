"""`translucent models available`: the published models that can be added."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from engine.catalogue.catalogue import find, load_catalogue, load_language_names
from engine.catalogue.published_model import PublishedModel
from engine.cli.options import JsonOption

_SHOWN_LANGUAGES = 4


def available(
    wish: Annotated[
        list[str] | None,
        typer.Argument(
            help="Words of a language or a pair of languages, such as: french, fr-de, or french "
            "german."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List published models that can be downloaded, the best of each pair first.

    The list comes with the program: nothing is downloaded.
    """
    text = " ".join(wish or [])
    names = load_language_names()
    found = find(load_catalogue(), text, names)
    if as_json:
        listed = [{**asdict(model), "released": str(model.released)} for model in found]
        typer.echo(json.dumps({"models": listed}, ensure_ascii=False))
    elif found:
        Console(highlight=False, markup=False, emoji=False).print(_table(found, names))
    else:
        typer.echo(f"No published model matches {text!r}.", err=True)
        raise typer.Exit(1)


def _table(found: Sequence[PublishedModel], names: Mapping[str, Sequence[str]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("name", no_wrap=True)
    table.add_column("from", overflow="fold")
    table.add_column("to", overflow="fold")
    table.add_column("MB", justify="right")
    table.add_column("licence", no_wrap=True)
    table.add_column("BLEU", justify="right")
    for model in found:
        size = model.estimated_bytes if model.size_bytes is None else model.size_bytes
        table.add_row(
            model.name,
            _called(model.source_languages, names),
            _called(model.target_languages, names),
            f"{'~' if model.size_bytes is None else ''}{size / 1e6:.0f}",
            model.licence,
            f"{model.score.bleu:.1f}" if model.score else "",
        )
    return table


def _called(codes: Sequence[str], names: Mapping[str, Sequence[str]]) -> str:
    shown = [names[code][0] for code in codes[:_SHOWN_LANGUAGES]]
    more = len(codes) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
