"""`translucent models available` and `download`: published models, found and added."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from threading import Event
from typing import Annotated

import typer
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.table import Table

from engine.catalogue.catalogue import (
    find,
    find_pair,
    language_code,
    load_catalogue,
)
from engine.catalogue.published_model import PublishedModel
from engine.cli.interruption import INTERRUPTED, interruptible
from engine.cli.options import JsonOption
from engine.cli.terminal import Terminal, say
from engine.errors import ModelFolderExistsError
from engine.folders import Folders
from engine.languages.names import load_language_names
from engine.translation import Cancelled

_SHOWN_LANGUAGES = 4
_LANGUAGE_WIDTH = 14


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
        say(json.dumps({"models": listed}, ensure_ascii=False))
    elif found:
        Terminal().print(_table(found, names))
    else:
        say(f"No published model matches {text!r}.", err=True)
        raise typer.Exit(1)


def download(
    context: typer.Context,
    wish: Annotated[
        list[str],
        typer.Argument(
            help="Name of a published model, or a pair of languages, such as fr-de: then it is the "
            "best model of that pair."
        ),
    ],
    proxy: Annotated[str, typer.Option(help="Address of a proxy to download through.")] = "",
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds to wait for an unresponsive server.")
    ] = 30.0,
) -> None:
    """Download a published model, and import it.

    An interrupted download resumes where it stopped.
    """
    folders: Folders = context.obj
    model, languages = _choose(wish)
    if (folders.models / model.name).exists():
        raise ModelFolderExistsError(folders.models / model.name)

    from engine.catalogue.fetching import discard_model, fetch_model
    from engine.interchange.importing import import_model

    stopped = Event()
    with interruptible(stopped), _bar(model) as advance:
        try:
            file = fetch_model(
                model,
                folders.downloads,
                proxy=proxy,
                timeout=timeout,
                on_bytes=advance,
                should_stop=stopped.is_set,
            )
        except Cancelled as error:
            say("Stopped. The same command resumes.", err=True)
            raise typer.Exit(INTERRUPTED) from error
    installed = import_model(file, folders.models, model.name, languages)
    discard_model(model, folders.downloads)
    say(f"Installed {installed.name} in {installed}")


def _choose(wish: Sequence[str]) -> tuple[PublishedModel, tuple[str, str]]:
    """Return the model that is asked for, and the direction in which to open it first."""
    catalogue, names = load_catalogue(), load_language_names()
    text = " ".join(wish)
    for model in catalogue:
        if model.name == text:
            return model, (model.source_languages[0], model.target_languages[0])
    pair = [language_code(word, names) for word in text.replace("-", " ").split()]
    if len(pair) == 2:
        source, target = pair
        if source is not None and target is not None:
            for model in find_pair(catalogue, source, target):
                direction = model.direction(source, target)
                assert direction is not None
                return model, direction
    raise typer.BadParameter(
        f"{text!r} is neither a published model nor a pair of languages that one translates; see "
        "`translucent models available`"
    )


@contextmanager
def _bar(model: PublishedModel) -> Iterator[Callable[[int, int | None], None]]:
    """Show how much has arrived, on a terminal only."""
    notes = Terminal(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=notes, disable=not notes.is_terminal) as progress:
        task = progress.add_task(model.name, total=model.size_bytes)
        yield lambda have, total: progress.update(task, completed=have, total=total)


def _table(found: Sequence[PublishedModel], names: Mapping[str, Sequence[str]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    # The longest names are folded, so that languages stay whole words on a narrow terminal.
    table.add_column("name", overflow="fold")
    table.add_column("from", min_width=_LANGUAGE_WIDTH)
    table.add_column("to", min_width=_LANGUAGE_WIDTH)
    table.add_column("MB", justify="right", no_wrap=True)
    table.add_column("licence", no_wrap=True)
    table.add_column("BLEU", justify="right", no_wrap=True)
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
