"""The verbs that make and measure models."""

import typer

from training.alignment_command import evaluate_alignment
from training.calibrate_command import calibrate
from training.data_command import data
from training.estimate_command import estimate
from training.evaluate_command import evaluate
from training.recipes_command import recipes
from training.synthesize_command import synthesize
from training.train_command import train


def add_commands(app: typer.Typer) -> None:
    """Add training's verbs to the `translucent` command."""
    app.add_typer(data, name="data")
    app.add_typer(recipes, name="recipes")
    app.command()(train)
    app.command()(estimate)
    app.command()(synthesize)
    app.command()(evaluate)
    app.command()(evaluate_alignment)
    app.command()(calibrate)
