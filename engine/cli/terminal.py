"""What the commands print: text of others, which may hold control characters, does nothing.

People see such characters as escapes. What a program or file gets is left as it is: that is data,
and translations must arrive unchanged. On a terminal a translation is for people too.
"""

import sys
from typing import Any

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from engine.foreign_text import safe_message, visible


class Terminal(Console):
    """Prints for people: neither markup nor control characters of others have an effect."""

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False) -> None:
        super().__init__(
            stderr=stderr, soft_wrap=soft_wrap, highlight=False, markup=False, emoji=False
        )

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a text, also of a cell, as it is laid out and printed."""
        return super().render_str(visible(text), **options)


class Group(TyperGroup):
    """Commands whose messages of wrong usage may quote the names of others."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what it says of a wrong parameter is safe to print."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            if type(error) is not typer.BadParameter:  # speaks of our options only
                raise
            said = safe_message(error.message)
            raise typer.BadParameter(said, error.ctx, error.param, error.param_hint) from error


def say(text: object, *, err: bool = False) -> None:
    """Print a line; to standard error or a terminal, for people."""
    if err:
        sys.stderr.write(visible(f"{text}\n"))
    else:
        write_out(f"{text}\n")


def write_out(text: str) -> None:
    """Write a text to standard output at once; to a terminal, for people."""
    sys.stdout.write(visible(text) if sys.stdout.isatty() else text)
    sys.stdout.flush()
