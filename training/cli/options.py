"""Options that several verbs of training share."""

from pathlib import Path
from typing import Annotated

import typer

RecipeArgument = Annotated[str, typer.Argument(help="Recipe name or .toml file.")]
DataOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--data", help="A folder or a file of pairs; give it twice for two aligned files."
    ),
]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a setting, such as training.seed=7; may be repeated."),
]
EventsOption = Annotated[
    bool, typer.Option("--events", help="For programs: print events as JSON lines.")
]
