"""Look up words of both texts in the included dictionary."""

from contextlib import closing

from desktop.sessions.models.model_selection import ModelSelection
from desktop.views.panes.text_panes import TextPanes
from engine.dictionary.dictionary import Dictionary

_MOST = 8
"""The most translations of a word that are shown."""


def offer_dictionary(panes: TextPanes, selection: ModelSelection) -> None:
    """Let the menus of both texts show what their words may be in the other language."""
    panes.source.set_dictionary(lambda word: _look_up(word, *selection.direction))
    panes.target.set_dictionary(lambda word: _look_up(word, *selection.direction[::-1]))


def _look_up(word: str, source: str, target: str) -> tuple[str, ...] | None:
    dictionary = Dictionary.find(source, target)
    if dictionary is None:
        return None
    with closing(dictionary):
        return dictionary.translations(word)[:_MOST]
