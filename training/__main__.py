"""`python -m training train RECIPE …`: training without the window, as a program of its own."""

import sys

import typer

from training.cli import add_commands
from training.errors import TrainingError


def main() -> int:
    """Run a verb of training and give the exit status: 0 done, 1 failed, 2 wrong usage."""
    app = typer.Typer(add_completion=False, no_args_is_help=True)
    add_commands(app)
    try:
        app(standalone_mode=True)
    except TrainingError as error:
        typer.echo(f"training: {error}", err=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
