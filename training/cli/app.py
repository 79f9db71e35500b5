"""The verbs that make and measure models."""

import typer

from training.cli.alignment import evaluate_alignment
from training.cli.calibrate import calibrate
from training.cli.data import data
from training.cli.estimate import estimate
from training.cli.evaluate import evaluate
from training.cli.recipes import recipes
from training.cli.synthesize import synthesize
from training.cli.train import train


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
