"""The verbs of the command that translate, or manage what translating needs and keeps."""

from collections.abc import Container

import typer


def add_commands(app: typer.Typer, wanted: Container[str]) -> None:
    """Add those of the engine's verbs to the `translucent` command that are wanted.

    The others are not imported: one verb needs a third of what all need.
    """
    if "translate" in wanted:
        from engine.cli.translate import translate

        app.command()(translate)
    if "attention" in wanted:
        from engine.cli.attention import attention

        app.command()(attention)
    if "models" in wanted:
        from engine.cli.models import models

        app.add_typer(models, name="models")
    if "unfinished" in wanted:
        from engine.cli.unfinished import unfinished

        app.add_typer(unfinished, name="unfinished")
    if "serve" in wanted:
        from engine.cli.serve import serve

        app.command()(serve)
