"""Words of a sentence that neither model nor dictionary knows, and what was perhaps meant."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

from engine.dictionary.spelling import Spelling
from engine.pipeline.rewriting.preprocess import Reading
from engine.text.spans import overlaps
from engine.translation import Misspelling, Word

_IN_CODE_BEFORE = re.compile(r"[\w\-/\\@#.:=+<>$&'’*{\[]\Z")
_IN_CODE_AFTER = re.compile(r"[\w\-/\\@=+<>$&*}\]'’(]|[.:]\w")
"""Words that touch such signs are parts of names, addresses or code."""


_FEWEST_PIECES = 2
"""Tokens of a misspelled word: a vocabulary has whole words, but few mistakes."""


def misspellings(
    reading: Reading, spelling: Spelling, is_known: Callable[[str, int, int], bool]
) -> Iterator[Misspelling]:
    """Yield the words of a sentence that may be misspelled, from left to right.

    Args:
        reading: The sentence.
        spelling: Of its language.
        is_known: Whether the model knows a word of so many tokens, if it is one of fewer than so
            many, or listed.
    """
    source, encoding = reading.source, reading.encoding
    pieces = Counter(encoding.word_ids)
    others = [(one.term.start, one.term.end) for one in reading.names]
    others += [(term.start, term.end) for term in reading.terms.all]
    others += [(one.start, one.end) for one in reading.carried]
    is_first = True
    for index, (start, end) in enumerate(encoding.words):
        word = source[start:end]
        if not word[:1].isalpha():
            continue
        if not (
            is_known(word, pieces[index], _FEWEST_PIECES)
            or overlaps((start, end), others)
            or _IN_CODE_BEFORE.search(source[:start][-1:])
            or _IN_CODE_AFTER.match(source, end)
        ) and (found := spelling.suggestions(word, is_first=is_first)):
            yield Misspelling(Word(word, start, end), found)
        is_first = False
