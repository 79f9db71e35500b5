"""The verbs that make and measure models."""

from collections.abc import Container

import typer


def add_commands(app: typer.Typer, wanted: Container[str]) -> None:
    """Add those of training's verbs to the `translucent` command that are wanted."""
    if "data" in wanted:
        from training.cli.data import data

        app.add_typer(data, name="data")
    if "recipes" in wanted:
        from training.cli.recipes import recipes

        app.add_typer(recipes, name="recipes")
    if "train" in wanted:
        from training.cli.train import train

        app.command()(train)
    if "estimate" in wanted:
        from training.cli.estimate import estimate

        app.command()(estimate)
    if "synthesize" in wanted:
        from training.cli.synthesize import synthesize

        app.command()(synthesize)
    if "evaluate" in wanted:
        from training.cli.evaluate import evaluate

        app.command()(evaluate)
    if "evaluate-alignment" in wanted:
        from training.cli.alignment import evaluate_alignment

        app.command()(evaluate_alignment)
    if "calibrate" in wanted:
        from training.cli.calibrate import calibrate

        app.command()(calibrate)
