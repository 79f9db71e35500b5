"""`translucent train`: train from a recipe, or resume a stopped run."""

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.options import ExcludeOption, ThreadsOption
from engine.cli.terminal import say
from engine.edition import need_torch
from engine.folders import Folders
from engine.translatable import translatable
from training.cli.options import DataOption, SettingsOption
from training.cli.output import telling
from training.cli.recipe_choice import choose_recipe
from training.cli.text_choice import find_data, present
from training.loop.control import given
from training.recipe import Recipe
from training.system.priority import give_way, spare_threads


def train(
    context: typer.Context,
    recipe: Annotated[
        str | None,
        typer.Argument(help="Recipe name or .toml file; see `translucent recipes list`."),
    ] = None,
    data: DataOption = None,
    exclude: ExcludeOption = None,
    settings: SettingsOption = None,
    output: Annotated[
        Path | None, typer.Option(help="Folder for the run; by default, a new one among your runs.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(help="Resume this run, given by name or folder.")
    ] = None,
    events: Annotated[
        bool,
        typer.Option(
            "--events",
            help="For programs: print events as JSON lines and read the commands pause, resume, "
            "try and finish from standard input; its end stops and saves.",
        ),
    ] = False,
    replaces: Annotated[
        Path | None,
        typer.Option(
            help="A model folder to compare the new model with at the end; by default the one to "
            "start from."
        ),
    ] = None,
    from_model: Annotated[
        str | None,
        typer.Option(
            help="A model to start from, by name or folder: its languages, vocabulary and shape "
            "stay, and its weights are adapted to the text. See the recipe fine-tune."
        ),
    ] = None,
    device: Annotated[
        str | None, typer.Option(help="auto, cpu or cuda; a resumed run keeps its own device.")
    ] = None,
    threads: ThreadsOption = None,
) -> None:
    """Train a model. Ctrl+C stops and saves; --resume continues exactly where it stopped."""
    if (recipe is None) == (resume is None):
        raise typer.BadParameter("give either a recipe to start from or a run to --resume")
    if resume is not None and (data or exclude or settings or output or replaces or from_model):
        raise typer.BadParameter(
            "--resume takes the recipe, data and folder from the run; give nothing else"
        )
    folders: Folders | None = context.obj
    if events:
        give_way()
    usual_threads = spare_threads() if events else None
    is_first = os.environ.get("RANK", "0") == "0"  # of those that torchrun started, or alone
    events = events and is_first
    with given(by_program=events) as orders, telling(events=events, on_unheard=orders.stop) as tell:
        need_torch(translatable("Phrase", "Training"))
        chosen, first_model = None, None
        if recipe is not None:
            chosen, first_model = choose_recipe(folders, recipe, settings, from_model)

        import torch

        from engine.device import choose_device
        from training.loop.distributed import joined
        from training.runs.run_folder import create_run, open_run
        from training.runs.runner import carry_out

        if device is not None:
            choose_device(device)  # before a run is made that nothing can carry out
        with joined() as processes:
            if chosen is None:
                folder = _find_run(folders, str(resume))
            else:
                folder = processes.share(_new_folder(folders, chosen, output))
                if processes.is_first:
                    texts = find_data(folders, chosen, data)
                    own_threads = threads or usual_threads
                    create_run(
                        folder,
                        chosen,
                        texts,
                        device or "auto",
                        own_threads,
                        replaces,
                        present(exclude),
                        first_model,
                    )
                processes.wait()
            run = open_run(folder)
            threads = threads or run.threads or usual_threads
            run = replace(run, device=device or run.device, threads=threads)
            if threads is not None:
                torch.set_num_threads(threads)
            carry_out(run, tell, orders, processes)
        if not events and is_first:
            say(f"The run is in {run.folder}", err=True)


def _new_folder(folders: Folders | None, recipe: Recipe, output: Path | None) -> Path:
    if output is not None:
        return output
    if folders is None:
        raise typer.BadParameter("--output is needed here")
    return folders.runs / f"{recipe.name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"


def _find_run(folders: Folders | None, name: str) -> Path:
    known = None if folders is None else folders.runs / name
    return known if known is not None and known.is_dir() else Path(name)
