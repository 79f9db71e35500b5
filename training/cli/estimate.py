"""`translucent estimate`: measure what a training run would need on this computer."""

from pathlib import Path
from typing import Annotated

import typer

from engine.cli.options import DeviceOption, ThreadsOption
from engine.cli.terminal import say
from engine.edition import need_torch
from engine.folders import Folders
from engine.translatable import translatable
from training.cli.options import DataOption, EventsOption, RecipeArgument, SettingsOption
from training.cli.output import interrupt_at_end_of_input, telling
from training.cli.recipe_choice import choose_recipe
from training.cli.text_choice import find_data
from training.preflight import Done
from training.report.amounts import duration


def estimate(
    context: typer.Context,
    recipe: RecipeArgument,
    data: DataOption = None,
    settings: SettingsOption = None,
    from_model: Annotated[
        str | None, typer.Option(help="A model to start from, by name or folder.")
    ] = None,
    replaces: Annotated[
        Path | None,
        typer.Option(
            help="A model folder that the new model would be compared with at the end; by default "
            "the one to start from."
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="Folder the run would use; its disk is checked.")
    ] = None,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
    events: EventsOption = False,
) -> None:
    """Estimate time, memory and disk space of a training run by taking up to twenty real steps."""
    folders: Folders = context.obj
    if events:
        interrupt_at_end_of_input()
    with telling(events=events) as tell:
        need_torch(translatable("Phrase", "Training"))
        chosen, first_model = choose_recipe(folders, recipe, settings, from_model)
        texts = find_data(folders, chosen, data)

        import torch

        from training.runs.estimate import estimate as measure

        if threads is not None:
            torch.set_num_threads(threads)
        place = output or folders.runs / chosen.name
        estimated = measure(chosen, texts, device, place, tell, first_model, replaces)
        tell(estimated)
        if events:
            tell(Done())
            return
        rows = {
            "time": f"at most {duration(estimated.seconds)}, {estimated.steps:,} steps",
            "speed": f"{estimated.tokens_per_second:,.0f} tokens/s on {estimated.device}, "
            f"{estimated.threads} threads",
            "parameters": f"{estimated.parameters:,}",
            "memory": _share(estimated.memory_bytes, estimated.memory_free_bytes),
            "disk": _share(estimated.disk_bytes, estimated.disk_free_bytes),
        }
        for name, value in rows.items():
            say(f"{name:<12}{value}")
        if estimated.is_room_lacking:
            say(
                f"There is too little space on the disk of {place.absolute().parent}. Free some "
                "space, or choose a smaller model."
            )
        if estimated.is_memory_lacking:
            say(
                "There is too little memory. Close other programs, or choose a smaller model or "
                "smaller batches."
            )
        if estimated.is_long:
            say("This will take very long on a processor. Use a graphics card if you have one.")


def _share(needed: int, free: int) -> str:
    return f"{needed / 1e9:.2f} GB of {free / 1e9:.2f} GB"
