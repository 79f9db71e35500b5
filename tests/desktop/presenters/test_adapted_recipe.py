"""A shipped recipe for the user's own text: nothing is left that speaks of another text."""

from pathlib import Path

import pytest

from desktop.presenters.training_presenter import adapted
from desktop.wizard.corpus.corpus_page import CorpusChoice
from training.recipe import list_recipes, load_recipe


@pytest.mark.parametrize("name", [recipe.name for recipe in list_recipes()])
@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en"), ("fr", "cs")])
def test_a_recipe_for_ones_own_text_speaks_of_no_other(
    name: str, direction: tuple[str, str]
) -> None:
    own = adapted(load_recipe(name), CorpusChoice("pairs", *direction, (Path("own.tsv"),)))
    assert (own.source_language, own.target_language) == direction
    corpus = own.corpus
    assert (corpus.kind, corpus.name, corpus.licence) == ("pairs", "", "")
    assert (corpus.repeats, corpus.weights, corpus.first_column) == ((), {}, "")
    assert own.model == load_recipe(name).model


def test_a_choice_of_address_stays_where_the_target_language_knows_one() -> None:
    recipe = load_recipe("general-en-de")
    french = adapted(recipe, CorpusChoice("pairs", "fr", "de", (Path("own.tsv"),)))
    english = adapted(recipe, CorpusChoice("pairs", "de", "en", (Path("own.tsv"),)))
    assert (french.corpus.tag_formality, english.corpus.tag_formality) == (True, False)
