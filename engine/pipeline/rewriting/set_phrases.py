"""Greetings, wishes, formulas of letters: what a person has translated once for all.

Such a phrase says as a whole what its words do not ("Break a leg!"), and a model that has seldom
read it takes it word by word.
"""

import re

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import LONGEST_PHRASE
from engine.languages.lookup import rules_of
from engine.translation import Formality

_END = re.compile(r"[.!…,;:]*$")
_LONGEST_NAME = 3
"""Words of a name below a letter."""


def set_phrase(
    sentence: str, dictionary: Dictionary, formality: Formality = Formality.AUTOMATIC
) -> str | None:
    """Return the translation of a sentence that is a set phrase; None if it is none.

    It ends as the sentence does, and is in capitals if that is. A name may follow the end of a
    letter.

    Args:
        sentence: As typed.
        dictionary: The included one of the direction.
        formality: The wished form of address; a phrase of the other form is none.
    """
    if len(sentence) > LONGEST_PHRASE:
        return None
    found = dictionary.phrase(sentence)
    if found is None:
        return _signed(sentence, dictionary)
    source, target = found
    rules = rules_of(dictionary.target_language)
    unwished = {
        Formality.AUTOMATIC: "",
        Formality.FORMAL: rules.informal_pattern,
        Formality.INFORMAL: rules.formal_pattern,
    }[formality]
    if unwished and re.search(unwished, target):
        return None
    end = _end_of(sentence)
    if end != _end_of(source):
        target = _END.sub("", target)
        if not target.endswith("?"):
            target += end.replace(",", "")
    return target.upper() if sentence.isupper() else target


def _signed(sentence: str, dictionary: Dictionary) -> str | None:
    """Return the translation of the formula at the end of a letter, with the name after it."""
    words = sentence.split()
    for length in range(1, min(_LONGEST_NAME + 1, len(words))):
        found = dictionary.phrase(" ".join(words[:-length]))
        if found is not None and any(side.endswith(",") for side in found):
            name = words[-length:]
            known = dictionary.translations(name[0])
            is_name = all(word[0].isupper() for word in name) and name[0] in (known or name)
            return f"{found[1].rstrip(',')}, {' '.join(name)}" if is_name else None
    return None


def _end_of(text: str) -> str:
    match = _END.search(text.rstrip())
    return match.group() if match else ""
