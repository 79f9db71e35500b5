"""`translucent models`: list, describe, import, export, compress and remove installed models.

And find and download others: see `engine.cli.catalogue`.
"""

import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.markdown import Markdown
from rich.table import Table

from engine.cli.catalogue import available, download
from engine.cli.terminal import Terminal, say, write_out
from engine.folders import Folders
from engine.foreign_text import visible
from engine.interchange.export.formats import ExportFormat
from engine.interchange.exporting import export_model
from engine.interchange.importing import import_model
from engine.languages.codes import language_code
from engine.models.archive import export_archive
from engine.models.installation import remove_model
from engine.models.manifest import WeightsDtype
from engine.models.names import lengthened, name_problem
from engine.models.registry import (
    ModelEntry,
    find_model,
    find_own,
    list_models,
    open_entry,
    read_card,
)

models = typer.Typer(
    no_args_is_help=True,
    help="List, download, describe, import, export, compress and remove models.",
)

models.command("available")(available)
models.command("download")(download)

_Name = Annotated[str, typer.Argument(help="Name of a model, or the path of its folder.")]


@models.command("list")
def list_installed(context: typer.Context) -> None:
    """List the installed models, including damaged ones."""
    folders: Folders = context.obj
    entries = list_models(folders)
    if not entries:
        say("No model is installed. Train one: translucent recipes list", err=True)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("model")
    table.add_column("name")
    table.add_column("direction")
    table.add_column("MB", justify="right")
    table.add_column("origin")
    table.add_column("use", overflow="fold")
    for entry in entries:
        size = f"{entry.size_bytes / 1e6:.1f}"
        called = (entry.title or entry.name, entry.name)
        if entry.problem is None and entry.manifest is not None:
            manifest = entry.manifest
            table.add_row(*called, manifest.languages, size, entry.origin, manifest.limits)
        else:
            problem = str(entry.problem).splitlines()[0]
            table.add_row(*called, "", size, entry.origin, f"cannot be used: {problem}")
    Terminal().print(table)


@models.command("info")
def describe(context: typer.Context, name: _Name) -> None:
    """Show a model's card: training text, scores and limits."""
    entry = _usable(context, name)
    card = read_card(entry) or f"{entry.name} has no card.\n"
    console = Terminal()
    if console.is_terminal:
        console.print(Markdown(visible(card), hyperlinks=False))
    else:
        write_out(card)
    manifest = entry.usable_manifest
    if manifest.is_multilingual:
        say(f"From: {', '.join(manifest.sources)}\nTo: {', '.join(manifest.targets)}")
    say(f"Folder: {entry.path}")


@models.command("import")
def install(
    context: typer.Context,
    path: Annotated[
        Path,
        typer.Argument(
            help="A .translucent file, a model folder, or a Marian model (such as OPUS-MT's) of "
            "Hugging Face or in its own format, in a folder or a zip file."
        ),
    ],
    name: Annotated[str | None, typer.Option(help="Name for the installed model.")] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from", help="Language that an imported model reads, if its files do not say: en."
        ),
    ] = None,
    target: Annotated[
        str | None, typer.Option("--to", help="Language that it writes, likewise: de.")
    ] = None,
    weights: Annotated[
        WeightsDtype,
        typer.Option(
            help="What to store foreign weights as. int8 is smallest and fastest; float32 "
            "keeps every digit."
        ),
    ] = "int8",
) -> None:
    """Install a model from a file or folder; models of other programs are converted."""
    folders: Folders = context.obj
    problem = None if name is None else name_problem(name)
    if problem is not None:
        raise typer.BadParameter(f"--name: {problem}")
    if (source is None) != (target is None):
        raise typer.BadParameter("--from and --to are only used together")
    languages = None
    if source is not None and target is not None:
        languages = _language("--from", source), _language("--to", target)
    installed = import_model(path, folders.models, name, languages, weights)
    say(f"Installed {installed.name} in {installed}")


def _language(option: str, text: str) -> str:
    code = language_code(text)
    if code is None:
        raise typer.BadParameter(f"{option}: {text!r} is not a language code such as en")
    return code


@models.command("export")
def pack(
    context: typer.Context,
    name: _Name,
    target: Annotated[
        Path, typer.Argument(help="The .translucent file to write; with --to, the folder.")
    ],
    to: Annotated[
        ExportFormat | None, typer.Option(help="Write the format of another program.")
    ] = None,
) -> None:
    """Save a model as one .translucent file, or as a folder that another program runs.

    The README.md in such a folder says how to run the model there.
    """
    if to is None and target.suffix != ".translucent":
        raise typer.BadParameter(
            f"{target.name} must end in .translucent, or choose a format (--to)"
        )
    if target.exists():
        raise typer.BadParameter(
            f"{target} already exists; choose another name, or delete it first"
        )
    if not target.absolute().parent.is_dir():
        raise typer.BadParameter(f"there is no folder {target.absolute().parent}")
    folder = _usable(context, name).path
    if to is None:
        export_archive(folder, target)
    else:
        export_model(folder, target, to)
    size = sum(path.stat().st_size for path in [target, *target.rglob("*")] if path.is_file())
    say(f"Wrote {target} ({size / 1e6:.1f} MB)")


@models.command("compress")
def compress(
    context: typer.Context,
    name: _Name,
    to: Annotated[
        Literal["float16", "int8"],
        typer.Option(
            help="What to store the weights as: float16 halves float32, int8 quarters it."
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(help="Folder to write the copy to; by default it is installed."),
    ] = None,
) -> None:
    """Make a smaller copy of a model by rounding its weights.

    The copy is installed as NAME-float16 or NAME-int8; the original stays as it is. Rounding can
    change translations: compare the two with `translucent evaluate --against`.
    """
    folders: Folders = context.obj
    entry = _usable(context, name)
    stored = entry.usable_manifest.weights_dtype
    copied = lengthened(entry.name.removesuffix(f"-{stored}"), f"-{to}")
    target = output or folders.models / copied
    target = target.absolute()
    problem = name_problem(target.name)
    if problem is not None:
        raise typer.BadParameter(f"--output: {target.name!r} is not possible: {problem}")
    if output is not None and not target.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {target.parent}")

    from engine.models.compression import compress_model

    compress_model(entry.path, target, to)
    copy = open_entry(target, target.name)
    width = max(len(entry.name), len(copy.name))
    for one, dtype in ((entry, stored), (copy, to)):
        say(f"{one.name:<{width}}  {dtype:<7}  {one.size_bytes / 1e6:6.1f} MB")
    reference = copy.name if output is None else str(target)
    compare = ["translucent", "evaluate", "--model", reference, "--against", name]
    say(
        f"Wrote {target}\nTo compare their quality and speed on text with translations:\n"
        f"{shlex.join(compare)} --source FILE --reference FILE"
    )


@models.command("remove")
def remove(
    context: typer.Context,
    name: _Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Remove one of your own models; built-in models cannot be removed."""
    folders: Folders = context.obj
    entry = find_own(folders, name)
    if not yes:
        typer.confirm(visible(f"Remove {entry.name} ({entry.path})?"), abort=True)
    remove_model(entry)
    say(f"Removed {entry.name}")


def _usable(context: typer.Context, name: str) -> ModelEntry:
    folders: Folders = context.obj
    return find_model(folders, name)
