"""Choose the recipe of a verb, and find the model that it starts from."""

from collections.abc import Sequence
from pathlib import Path

from engine.folders import Folders
from engine.models.registry import find_model
from training.first_model import complete
from training.recipe import Recipe, load_recipe
from training.toml_values import write_value


def choose_recipe(
    folders: Folders | None,
    name: str,
    settings: Sequence[str] | None,
    from_model: str | None = None,
) -> tuple[Recipe, Path | None]:
    """Return a recipe with some settings changed, and the folder of the model it starts from.

    Raises:
        RecipeError: If it cannot be used, or does not fit that model; every problem at once.
        EngineError: If there is no such model.
    """
    recipe = load_recipe(name).override(settings or ())
    if from_model is not None:
        recipe = recipe.override([f"fine_tuning.start_from={write_value(from_model)}"])
    first = recipe.fine_tuning.start_from
    if not first:
        return recipe, None
    if folders is None or Path(first).is_dir():
        folder = Path(first)
    else:
        folder = find_model(folders, first).path
    return complete(recipe, folder), folder
