"""Options that several verbs have: spelt and explained alike."""

from pathlib import Path
from typing import Annotated

import typer

ModelOption = Annotated[
    str | None, typer.Option(help="Name or folder of a model; see `translucent models list`.")
]
DeviceOption = Annotated[str, typer.Option(help="auto, cpu or cuda.")]
ThreadsOption = Annotated[
    int | None, typer.Option(min=1, help="Processor threads to compute with.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
ExcludeOption = Annotated[
    list[Path] | None,
    typer.Option(
        help="Text not to be learned from, such as a test set: pairs with a sentence of it "
        "are left out; may be repeated."
    ),
]
