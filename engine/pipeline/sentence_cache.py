"""Sentences that were translated before: an edited text costs no more than its edited sentences."""

from typing import NamedTuple

from engine.glossary.glossary import TermMatch
from engine.search.beam_search import SearchSettings
from engine.translation import Chosen, Formality

CACHED_SENTENCES = 2000
"""So many are kept besides those of the text: about as many as a hundred pages hold."""

NOTHING_CHOSEN = Chosen(())
"""The translation begins with no ids: it is searched freely."""


class SentenceKey(NamedTuple):
    """All that the translation of a sentence depends on, besides the model."""

    text: str
    settings: SearchSettings
    with_alignment: bool = False
    chosen: Chosen = NOTHING_CHOSEN
    formality: Formality = Formality.AUTOMATIC
    terms: tuple[TermMatch, ...] = ()
    with_fidelity: bool = False
