"""Nouns that a model hardly knows, with what the dictionary says of them.

The model spells the translation of a word that was rare in its training text by guessing:
"Wacholderbeeren" became "wax savings". Some model folders say which words were not rare; for the
others, a word is rare if the vocabulary cuts it into many pieces. Two words that are one in the
other language ("fire drill") are looked up however frequent they are, since a model that does not
know them together translates each. Only nouns are looked up: their translation depends least on
the sentence. Measured: docs/decisions/0032.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import key_of
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
"""What a noun of so many tokens may be in the other language, best first; () if it is not rare."""


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
        if self.is_known(word, pieces) or not (noun := self._dictionary.noun(word)):
            return ()
        if " " in word and " " in noun:
            return ()
        return tuple(dict.fromkeys((noun, *self._dictionary.translations(word))))

    def is_known(self, word: str, pieces: int, fewest: int = FEWEST_PIECES) -> bool:
        """Return whether the model knows a word well.

        Args:
            word: As it stands in a text.
            pieces: Its tokens.
            fewest: How many tokens make an unknown word, where the known ones are not listed.
        """
        if " " in word:
            return " " not in key_of(word)  # an article and a noun
        if self._known_words is None:
            return pieces < fewest
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
    words = encoding.words
    done = 0
    for index, (start, end) in enumerate(words):
        following = words[index + 1 : index + 2]
        pairs = [(last, 0) for first, last in following if source[end:first] == " "]
        for stop, num_pieces in (*pairs, (end, pieces[index])):
            word = source[start:stop]
            if (
                start >= done
                and len(word) >= _SHORTEST
                and re.sub("[ -]", "", word).isalpha()
                and not overlaps((start, stop), taken)
                and (found := look_up(word, num_pieces))
            ):
                yield Hint(start, stop, found)
                done = stop
