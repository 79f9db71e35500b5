"""Negations that only one of a sentence and its translation has: "never", "es sei denn"."""

import re
from functools import cache

from engine.languages.lookup import rules_of
from engine.translation import Word

_NEVER = "(?!)"


def unmatched_negation(text: str, other: str, language: str, other_language: str) -> Word | None:
    """Return the first negation of a text if another one has nothing that may stand for it.

    Args:
        text: A sentence, or its translation.
        other: The translation, or the sentence.
        language: That of the text.
        other_language: That of the other.

    Returns:
        The negation with its place in the text; None also where the negations of one of the
        languages are not known.
    """
    negations, _ = _patterns(language)
    other_negations, may_stand_for_one = _patterns(other_language)
    if not negations.pattern or not other_negations.pattern:
        return None
    found = negations.search(text)
    if found is None or other_negations.search(other) or may_stand_for_one.search(other):
        return None
    return Word(found[0], found.start(), found.end())


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what is a negation in a language, and what may stand for one; empty if unknown."""
    rules = rules_of(language)
    negation, near_negation = (
        re.compile(rf"\b(?:{pattern})\b" if pattern else default, re.IGNORECASE)
        for pattern, default in (
            (rules.negation_pattern, ""),
            (rules.near_negation_pattern, _NEVER),
        )
    )
    return negation, near_negation
