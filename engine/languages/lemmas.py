"""Dictionary forms of words: "Häuser" is found where a glossary says "Haus".

simplemma looks them up in word lists of some fifty languages. The lists stay compressed in memory
(about 10 MB for a language instead of 60), so the first look-up of a language takes a second.
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from engine.languages.lookup import primary_subtag

if TYPE_CHECKING:
    from simplemma import Lemmatizer

_REMEMBERED = 20_000
"""Words: those of a long text."""


@lru_cache(_REMEMBERED)
def lemma_of(word: str, language: str) -> str:
    """Return the dictionary form of a word, case folded; in an unknown language the word itself.

    Args:
        word: One word, as it is written in a text.
        language: A code, which may name a region.
    """
    code = primary_subtag(language)
    if code not in _languages():
        return word.casefold()
    return _lemmatizer().lemmatize(word, lang=code).casefold()


@cache
def _languages() -> frozenset[str]:
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return SUPPORTED_LANGUAGES


@cache
def _lemmatizer() -> "Lemmatizer":
    from simplemma import Lemmatizer  # here, and not above: only glossaries need it
    from simplemma.strategies import DefaultStrategy
    from simplemma.strategies.dictionaries.stream_dictionary_factory import (
        StreamDictionaryFactory,
    )

    return Lemmatizer(
        lemmatization_strategy=DefaultStrategy(dictionary_factory=StreamDictionaryFactory())
    )
