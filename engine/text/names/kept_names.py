"""What stays as it is in a translation: names and codes, as terms that stand for themselves."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.glossary.glossary import FORMS, GlossaryEntry, TermMatch
from engine.text.names.codes import codes_in
from engine.text.names.proper_names import Evidence, proper_names_in
from engine.text.spans import overlaps

_ADDRESS = re.compile(r"(?P<street>\D+) (?P<after>\d+[a-z]?)|(?P<before>\d+) (?P<road>\D+)")


@dataclass(frozen=True, slots=True)
class KeptName:
    """A name or code of a sentence."""

    term: TermMatch
    evidence: Evidence


def kept_names(text: str, language: str) -> Iterator[KeptName]:
    """Yield the names and codes of a sentence; none overlaps another."""
    codes = [*codes_in(text)]
    for start, end in codes:
        yield KeptName(_term(text, start, end, ()), Evidence.CERTAIN)
    for name in proper_names_in(text, language):
        if not overlaps((name.start, name.end), codes):
            forms = _forms(text[name.start : name.end])
            yield KeptName(_term(text, name.start, name.end, forms), name.evidence)


def _term(text: str, start: int, end: int, forms: Sequence[str]) -> TermMatch:
    return TermMatch(start, end, text[start:end], GlossaryEntry(text[start:end], FORMS.join(forms)))


def _forms(name: str) -> Sequence[str]:
    """Return how to write a name: with a genitive's s or not, a house number on any side."""
    if address := _ADDRESS.fullmatch(name):
        street = address["street"] or address["road"]
        number = address["after"] or address["before"]
        return name, f"{number} {street}", f"{street} {number}"
    return (name, name[:-1]) if name.endswith("s") else (name, f"{name}s")
