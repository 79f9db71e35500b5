"""A verb finds its text: the named one, the one that comes with the program, or none."""

import pytest

from training.cli.text_choice import find_data
from training.errors import RecipeError
from training.recipe import load_recipe

FROM_GERMAN = ["source_language=de", "target_language=en", "corpus.tag_formality=false"]


@pytest.mark.parametrize(
    ("recipe", "settings"),
    [
        ("everyday", []),
        ("everyday", FROM_GERMAN),
        ("fine-tune", ["corpus.kind=everyday"]),
        ("good", ["corpus.kind=everyday"]),
    ],
)
def test_what_learns_from_included_text_needs_no_other(recipe: str, settings: list[str]) -> None:
    assert not find_data(None, load_recipe(recipe).override(settings), None)


def test_without_text_it_is_said_how_to_give_some() -> None:
    with pytest.raises(RecipeError, match="multi30k needs training text"):
        find_data(None, load_recipe("good"), None)
