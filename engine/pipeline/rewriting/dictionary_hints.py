"""Nouns that a model hardly knows, with what the dictionary says of them, as hints.

A word that the vocabulary cuts into many pieces was rare in the training text. The model spells its
translation by guessing: "Wacholderbeeren" became "wax savings". One candidate is given, since
choosing among several takes a model that knows the word; and only nouns, whose translation depends
least on the sentence. Measured: docs/decisions/0032.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from engine.languages.lookup import rules_of
from engine.tokenizers.encoding import Encoding
from engine.tokenizers.hints import Hint
from engine.translation import Span

FEWEST_PIECES = 3
"""Tokens of a word that the model hardly knows."""

_SHORTEST = 4
"""Letters; shorter words in many pieces are abbreviations and codes."""

LookUp = Callable[[str], str | None]
"""What a noun is in the other language."""


def dictionary_hints(
    source: str, encoding: Encoding, language: str, look_up: LookUp, taken: Sequence[Span]
) -> Iterator[Hint]:
    """Yield hints for the nouns of a sentence that the model hardly knows and the dictionary does.

    Args:
        source: The sentence.
        encoding: Its ids; spans and words are places in the sentence.
        language: Its code: it tells whether nouns have a capital letter, or names alone.
        look_up: The dictionary.
        taken: Places of what is not the dictionary's: terms, names, what is carried past the model.
    """
    pieces = Counter(encoding.word_ids)
    has_capital = rules_of(language).has_capital_nouns
    for index, (start, end) in enumerate(encoding.words):
        word = source[start:end]
        if (
            pieces[index] >= FEWEST_PIECES
            and len(word) >= _SHORTEST
            and word.replace("-", "").isalpha()
            and word[0].isupper() == has_capital
            and not any(start < last and first < end for first, last in taken)
            and (found := look_up(word))
        ):
            yield Hint(start, end, (found,))
