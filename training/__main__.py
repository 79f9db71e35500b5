"""`python -m training train RECIPE …`: training without the window.

It needs neither Qt nor what splits text into sentences.
"""

import sys

import typer

from engine.cli.terminal import Group, say
from engine.errors import EngineError
from engine.foreign_text import safe_message
from engine.threads import spin_briefly
from training.cli.recipes import recipes
from training.cli.synthesize import synthesize
from training.cli.train import train
from training.errors import TrainingError


def main() -> int:
    """Run a verb and return the exit status: 0 done, 1 failed, 2 wrong usage.

    `synthesize` knows models by their folders here. Verbs that need to know where models and
    corpora are belong to `translucent`.
    """
    spin_briefly()
    app = typer.Typer(cls=Group, add_completion=False, no_args_is_help=True)
    app.add_typer(recipes, name="recipes")
    app.command()(train)
    app.command()(synthesize)
    try:
        app(standalone_mode=True)
    except (TrainingError, EngineError) as error:
        say(f"training: {safe_message(str(error))}", err=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
