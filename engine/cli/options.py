"""Options shared by several verbs."""

import math
from pathlib import Path
from typing import Annotated

import typer

from engine.models.manifest import LENGTH_PENALTY_LIMIT


def _a_number(value: float | None) -> float | None:
    if value is not None and math.isnan(value):
        raise typer.BadParameter("nan is not a valid value")
    return value


ModelOption = Annotated[
    str | None, typer.Option(help="Name or folder of a model; see `translucent models list`.")
]
FromOption = Annotated[str | None, typer.Option("--from", help="Language of the text.")]
ToOption = Annotated[str | None, typer.Option("--to", help="Language to translate into.")]
DeviceOption = Annotated[str, typer.Option(help="auto, cpu or cuda.")]
ThreadsOption = Annotated[
    int | None, typer.Option(min=1, help="Number of processor threads to use.")
]
LengthPenaltyOption = Annotated[
    float | None,
    typer.Option(
        min=0.0,
        max=LENGTH_PENALTY_LIMIT,
        callback=_a_number,
        help="Above 1 favours longer translations.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
ExcludeOption = Annotated[
    list[Path] | None,
    typer.Option(
        help="Text to keep out of training, such as a test set: pairs that share a sentence with "
        "it are left out; may be repeated."
    ),
]
