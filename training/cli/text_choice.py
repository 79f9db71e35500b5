"""Choose the text that a verb reads: the named one, or one downloaded before."""

from collections.abc import Sequence
from pathlib import Path

from engine.folders import Folders
from engine.translatable import Phrase, translatable
from training.errors import CorpusError, RecipeError
from training.recipe import Recipe
from training.text_settings import BUILT_IN


def find_data(
    folders: Folders | None, recipe: Recipe, data: Sequence[Path] | None
) -> Sequence[Path]:
    """Return the text to learn from.

    Raises:
        CorpusError: If a named text does not exist.
        RecipeError: If no text was named, and the recipe needs one.
    """
    data = present(data)
    if data or recipe.corpus.kind in BUILT_IN:
        return data
    if folders is not None:
        fetched = folders.corpora / recipe.corpus.kind
        if fetched.is_dir():
            return (fetched,)
    if recipe.corpus.kind == "multi30k":
        problem = Phrase.of(
            translatable(
                "Phrase",
                "corpus.kind: multi30k needs training text; give it with --data, or download "
                "it: translucent data multi30k",
            )
        )
    else:
        problem = Phrase.of(
            translatable("Phrase", "corpus.kind: {kind} needs training text; give it with --data"),
            kind=recipe.corpus.kind,
        )
    raise RecipeError([problem], recipe.name)


def present(paths: Sequence[Path] | None) -> Sequence[Path]:
    """Return the paths that were named, if any.

    Raises:
        CorpusError: If one does not exist.
    """
    for path in paths or ():
        if not path.exists():
            raise CorpusError(
                path, None, Phrase.of(translatable("Phrase", "there is no such file or folder"))
            )
    return paths or ()
