"""Check imported terms one by one, so that a wrong line affects no other."""

import unicodedata
from dataclasses import dataclass

from engine.glossary.glossary import GlossaryEntry
from engine.translatable import Phrase, translatable

TERM_LIMIT = 200
"""Characters of a term with all its forms: what is longer is a sentence."""

ENTRY_LIMIT = 50_000


@dataclass(frozen=True, slots=True)
class LineProblem:
    """Why an entry of a file, or a part of it, is not used; lines count from 1."""

    line: int
    reason: Phrase


@dataclass(frozen=True, slots=True)
class ReadGlossary:
    """The content of a file: the usable entries, and the problems of the others."""

    entries: tuple[GlossaryEntry, ...]
    problems: tuple[LineProblem, ...]


class EntryCheck:
    """Collects the entries of one file."""

    def __init__(self) -> None:
        self._entries: dict[str, GlossaryEntry] = {}
        self._problems: list[LineProblem] = []

    def add(self, line: int, source: str, target: str) -> None:
        """Add an entry, or note its problem."""
        entry = GlossaryEntry.of(source, target)
        reason = problem_of(entry)
        if reason is not None:
            self._problems.append(LineProblem(line, reason))
            return
        known = self._entries.setdefault(entry.source, entry)
        if known.target != entry.target:
            reason = Phrase.of(
                translatable("Phrase", "“{term}” is already “{first}”; “{second}” is left out"),
                term=entry.source,
                first=known.target or known.source,
                second=entry.target or entry.source,
            )
            self._problems.append(LineProblem(line, reason))

    def note(self, line: int, reason: Phrase) -> None:
        """Note the problem of a line that is no entry."""
        self._problems.append(LineProblem(line, reason))

    @property
    def is_full(self) -> bool:
        """Whether there are more entries than one glossary may have."""
        return len(self._entries) > ENTRY_LIMIT

    def result(self) -> ReadGlossary:
        """Return the entries and problems."""
        return ReadGlossary(tuple(self._entries.values()), tuple(self._problems))


def problem_of(entry: GlossaryEntry) -> Phrase | None:
    """Return what is wrong with an entry; None if it can be used."""
    if not entry.terms:
        return Phrase.of(translatable("Phrase", "there is no term to translate"))
    for text in (entry.source, entry.target):
        if len(text) > TERM_LIMIT:
            return Phrase.of(
                translatable(
                    "Phrase", "the term has {length} characters; at most {limit} are allowed"
                ),
                length=len(text),
                limit=TERM_LIMIT,
            )
        if any(unicodedata.category(character) in ("Cc", "Cs") for character in text):
            return Phrase.of(translatable("Phrase", "the term contains a control character"))
    return None
