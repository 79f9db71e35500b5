"""`translucent recipes`: list recipes and show their settings."""

from math import prod
from typing import Annotated

import typer
from rich.table import Table

from engine.cli.terminal import Terminal, write_out
from engine.models.tensor_layout import parameter_count, stored_tensors
from training.recipe import Recipe, describe_settings, list_recipes, load_recipe

_OF_MODEL = "that of the model"
"""What a recipe leaves to the model that it starts from."""

recipes = typer.Typer(no_args_is_help=True, help="List the training recipes or show one.")


@recipes.command("list")
def list_all() -> None:
    """List the built-in recipes."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("name", "direction", "summary"):
        table.add_column(heading, overflow="fold")
    for recipe in list_recipes():
        direction = f"{recipe.source_language} → {recipe.target_language}"
        direction = direction if recipe.is_complete else _OF_MODEL
        table.add_row(recipe.name, direction, recipe.summary)
    Terminal().print(table)


@recipes.command("show")
def show(
    name: Annotated[str, typer.Argument(help="Recipe name or .toml file.")],
    as_toml: Annotated[
        bool, typer.Option("--toml", help="Print it as a .toml file to base your own on.")
    ] = False,
) -> None:
    """Show a recipe's settings, what it reproduces, and its number of parameters."""
    recipe = load_recipe(name)
    if as_toml:
        write_out(recipe.to_toml())
        return
    console = Terminal()
    console.print(f"{recipe.name}: {recipe.summary}")
    if recipe.reproduces:
        console.print(f"Reproduces: {recipe.reproduces}")
    if recipe.is_complete:
        console.print(_parameters(recipe))
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("setting", "value", "meaning"):
        table.add_column(heading, overflow="fold")
    values = recipe.to_dict()
    for setting, meaning in describe_settings().items():
        section, _, field = setting.rpartition(".")
        held = values.get(section, {}) if section else values
        table.add_row(setting, str(held.get(field, _OF_MODEL)), meaning)
    console.print(table)


def _parameters(recipe: Recipe) -> str:
    """Return the number of parameters the recipe trains, as far as its vocabularies are known."""
    tokenizer = recipe.tokenizer
    is_known = tokenizer.kind in ("bpe", "byte_level")
    sizes = (tokenizer.vocab_size, tokenizer.vocab_size)
    if recipe.name == "multi30k-word":
        sizes, is_known = (5893, 7853), True  # the sizes of the word rules on Multi30k
    config = recipe.transformer_config(*sizes, pad_id=0, bos_id=1, eos_id=2)
    count = parameter_count(config)
    if is_known:
        return f"Parameters: {count:,}, with vocabularies of {sizes[0]:,} and {sizes[1]:,}"
    stored = stored_tensors(config, "float32").items()
    embedded = sum(prod(shape) for n, (_, shape) in stored if "tokens" in n or "output" in n)
    return (
        f"Parameters: {count - embedded:,}, plus the vocabularies, which are learned from the text"
    )
