"""Sentences that were translated before: an edited text costs no more than its edited sentences."""

from collections import OrderedDict
from typing import NamedTuple

from engine.search.beam_search import SearchSettings
from engine.translation import Chosen, Formality, SentenceTranslation

CACHED_SENTENCES = 2000
"""About as many as a hundred pages hold."""

NOTHING_CHOSEN = Chosen(())
"""The translation begins with no ids: it is searched freely."""


class SentenceKey(NamedTuple):
    """All that the translation of a sentence depends on, besides the model."""

    text: str
    settings: SearchSettings
    with_alignment: bool = False
    chosen: Chosen = NOTHING_CHOSEN
    formality: Formality = Formality.AUTOMATIC


class SentenceCache:
    """The sentences that were asked for last, with spans of their own: no text around them."""

    def __init__(self, size: int = CACHED_SENTENCES) -> None:
        self.size = size
        self._sentences: OrderedDict[SentenceKey, SentenceTranslation] = OrderedDict()

    def get(self, key: SentenceKey) -> SentenceTranslation | None:
        """Return a sentence, if it is still there, and remember that it was asked for."""
        sentence = self._sentences.get(key)
        if sentence is not None:
            self._sentences.move_to_end(key)
        return sentence

    def put(self, key: SentenceKey, sentence: SentenceTranslation) -> None:
        """Keep a sentence; the one that nobody asked for the longest makes room."""
        self._sentences[key] = sentence
        self._sentences.move_to_end(key)
        if len(self._sentences) > self.size:
            self._sentences.popitem(last=False)
