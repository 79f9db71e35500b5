"""Nouns that a model hardly knows, with what the dictionary says of them.

The model spells the translation of a word that was rare in its training text by guessing:
"Wacholderbeeren" became "wax savings". Some model folders say which words were not rare; for the
others, a word is rare if the vocabulary cuts it into many pieces. Only nouns are looked up: their
translation depends least on the sentence. Measured: docs/decisions/0032.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from engine.dictionary.dictionary import Dictionary
from engine.models.known_words import KnownWords
from engine.text.spans import overlaps
from engine.tokenizers.encoding import Encoding
from engine.tokenizers.hints import Hint
from engine.translation import Span

FEWEST_PIECES = 3
"""Tokens of a word that the model hardly knows."""

_SHORTEST = 4
"""Letters; shorter words in many pieces are abbreviations and codes."""

LookUp = Callable[[str, int], tuple[str, ...]]
"""What a noun in so many pieces may be in the other language, best first; () if it is not rare."""


class RareNouns:
    """Looks up the nouns that a model hardly knows: a `LookUp`.

    Args:
        dictionary: Of the model's direction.
        known_words: The words that the model knows well; None if that is unknown.
    """

    def __init__(self, dictionary: Dictionary, known_words: KnownWords | None) -> None:
        self._dictionary = dictionary
        self._known_words = known_words

    def __call__(self, word: str, pieces: int) -> tuple[str, ...]:
        """Return what a noun may be in the other language, if the model hardly knows it."""
        if self._is_known(word, pieces) or not (noun := self._dictionary.noun(word)):
            return ()
        return tuple(dict.fromkeys((noun, *self._dictionary.translations(word))))

    def _is_known(self, word: str, pieces: int) -> bool:
        if self._known_words is None:
            return pieces < FEWEST_PIECES
        form = word.casefold()
        return form in self._known_words or self._dictionary.lemma(form) in self._known_words


def rare_nouns(
    source: str, encoding: Encoding, look_up: LookUp, taken: Sequence[Span]
) -> Iterator[Hint]:
    """Yield the nouns of a sentence that the model hardly knows, and what they may be.

    Args:
        source: The sentence.
        encoding: Its ids; spans and words are places in the sentence.
        look_up: The dictionary.
        taken: Places of what is not the dictionary's: terms, names, what is carried past the model.
    """
    pieces = Counter(encoding.word_ids)
    for index, (start, end) in enumerate(encoding.words):
        word = source[start:end]
        if (
            len(word) >= _SHORTEST
            and word.replace("-", "").isalpha()
            and not overlaps((start, end), taken)
            and (found := look_up(word, pieces[index]))
        ):
            yield Hint(start, end, found)
