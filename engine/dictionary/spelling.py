"""Words that neither a model nor the dictionary knows, and the known words nearest to each.

A word counts as misspelled only if a known word differs from it by one letter left out, added,
replaced or in the other order: names and technical terms seldom have such a neighbour. Nothing is
corrected here; the reader may choose.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.dictionary.dictionary import Dictionary
from engine.languages.lookup import rules_of

_SHORTEST = 4
"""Letters; shorter words are abbreviations as often as not."""
_SHORTEST_CAPITALIZED = 6
"""Letters of a capitalised one, which may be a name."""
_SHORTEST_PART = 4
"""Letters of a part of a compound: shorter ones make words of most mistakes."""
_SHORTEST_STEM = 3
"""Letters before an ending."""
_MOST = 5
_REMEMBERED = 20_000
_LETTERS = re.compile(r"[^\W\d_]+")


class Spelling:
    """Finds misspelled words of one language; used from the thread that uses its dictionary.

    Args:
        dictionary: From that language.
    """

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary
        self._rules = rules_of(dictionary.source_language)
        self._nearest = lru_cache(_REMEMBERED)(self._look_for)

    def suggestions(self, word: str, *, is_first: bool) -> tuple[str, ...]:
        """Return the known words nearest to one that is misspelled, best first; () if it is not.

        Args:
            word: As it stands in a text.
            is_first: Whether it begins a sentence, where a capital says little.
        """
        is_capital = word[:1].isupper()
        if (
            len(word) < (_SHORTEST_CAPITALIZED if is_capital else _SHORTEST)
            or not _LETTERS.fullmatch(word)
            or any(map(str.isupper, word[1:]))
            or (is_capital and not is_first and not self._rules.has_capital_nouns)
        ):
            return ()
        found = self._nearest(word.casefold())
        return tuple(one.capitalize() if is_capital else one for one in found)

    def _look_for(self, form: str) -> tuple[str, ...]:
        if self._is_word(form):
            return ()
        near = {
            one for one in _one_edit_away(form, self._rules.alphabet) if one in self._dictionary
        }
        frequencies = self._dictionary.frequencies(near)
        ranked = sorted(near, key=lambda one: (one[0] != form[0], -frequencies[one], one))
        return tuple(ranked[:_MOST])

    def _is_word(self, form: str) -> bool:
        stems = (form.removesuffix(end) for end in self._rules.endings if form.endswith(end))
        return (
            form in self._dictionary
            or any(len(stem) >= _SHORTEST_STEM and stem in self._dictionary for stem in stems)
            or self._is_compound(form)
        )

    def _is_compound(self, form: str) -> bool:
        """Return whether a word is put together from known ones."""
        for place in range(_SHORTEST_PART, len(form) - _SHORTEST_PART + 1):
            first, rest = form[:place], form[place:]
            is_part = any(
                first.endswith(joint) and first[: place - len(joint)] in self._dictionary
                for joint in self._rules.compound_joints
            )
            if is_part and self._is_word(rest):
                return True
        return False


def _one_edit_away(form: str, alphabet: str) -> Iterator[str]:
    """Yield all texts that one edit makes of a word."""
    for place in range(len(form) + 1):
        before, after = form[:place], form[place:]
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in alphabet)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        yield from (before + letter + after for letter in alphabet)
