"""Read sentences in all capitals in lower case, of which models have seen far more."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.languages.lookup import rules_of
from engine.text.text_edits import Edit


def lower_case_edits(source: str, edits: Sequence[Edit], language: str) -> list[Edit]:
    """Return edits that also make small letters of a sentence all in capitals; else none."""
    edited = {place for edit in edits for place in range(edit.start, edit.end)}
    kept = [place for place in range(len(source)) if place not in edited]
    capitals = [place for place in kept if source[place] != source[place].lower()]
    small = (source[place] for place in kept)
    if len(capitals) < 2 or any(len(c.upper()) == 1 and c != c.upper() for c in small):  # not ß
        return []
    spared = {capitals[0]}
    for word in rules_of(language).capital_words:
        spared.update(match.start() for match in re.finditer(rf"\b{word}\b", source))
    return [
        *(replace(edit, text=edit.text.lower()) for edit in edits),
        *(Edit(at, at + 1, source[at].lower()) for at in capitals if at not in spared),
    ]
