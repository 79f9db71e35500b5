"""The verbs of the command that translate, or manage what translating needs and keeps."""

import typer

from engine.cli.attention import attention
from engine.cli.models import models
from engine.cli.serve import serve
from engine.cli.translate import translate
from engine.cli.unfinished import unfinished


def add_commands(app: typer.Typer) -> None:
    """Add the engine's verbs to the `translucent` command."""
    app.command()(translate)
    app.command()(attention)
    app.add_typer(models, name="models")
    app.add_typer(unfinished, name="unfinished")
    app.command()(serve)
