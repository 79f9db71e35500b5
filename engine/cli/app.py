"""The verbs of the command that need a model: `translate`, `attention`, `models`, `serve`."""

import typer

from engine.cli.attention import attention
from engine.cli.models import models
from engine.cli.serve import serve
from engine.cli.translate import translate


def add_commands(app: typer.Typer) -> None:
    """Add the engine's verbs to the `translucent` command."""
    app.command()(translate)
    app.command()(attention)
    app.add_typer(models, name="models")
    app.command()(serve)
