"""Temperatures: a sign that a model hardly knows is read as the word for degrees, and put back."""

import re
from collections.abc import Callable, Iterator

from engine.languages.lookup import rules_of
from engine.text.quantities.meanings import meanings_in
from engine.text.quantities.number_patterns import Languages
from engine.text.quantities.units import DEGREE
from engine.text.text_edits import Edit

_SIGN = re.compile(r"(?P<number>[0-9])?(?P<sign>[ \u00a0\u202f]?°[ \u00a0\u202f]?[CF])(?!\w)")


def read_as_degrees(
    text: str, languages: Languages, is_familiar: Callable[[str], bool]
) -> tuple[str, list[Edit]]:
    """Return the sign that is to be read as a word, and how; empty if there is none.

    Args:
        text: A sentence; where two scales or words for degrees are in it, none could be put back.
        languages: The codes of source and target.
        is_familiar: Whether the model has seen a sign or a word often.
    """
    if DEGREE not in text or is_familiar(DEGREE):
        return "", []
    word, target_word = (rules_of(language).number_words.degrees for language in languages)
    found = list(_SIGN.finditer(text))
    if (
        not (word and target_word and found)
        or not is_familiar(word)
        or word.lower() in text.lower()
        or len({sign["sign"][-1] for sign in found}) > 1
        or not all(sign["number"] for sign in found)
    ):
        return "", []
    return found[0]["sign"], [Edit(*sign.span("sign"), f" {word}") for sign in found]


def put_back(sign: str, target: str, languages: Languages) -> Iterator[Edit]:
    """Write what was read as degrees with its sign.

    Args:
        sign: As it was typed, with the blank before it.
        target: What the model wrote.
        languages: The codes of source and target.

    Yields:
        Edits of the target.
    """
    for shown in meanings_in(target, languages, has_times=False):
        if shown.units == {DEGREE} and not shown.is_shared and not shown.is_symbol:
            yield Edit(target.rindex(shown.text, 0, shown.end) + len(shown.text), shown.end, sign)
