"""A glossary: terms with prescribed translations, or that must not be translated.

An entry has a term of the source language and its required translation. Several
forms of a word are separated by "|": any of them is found in a source, and any of
them is accepted in a translation.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from engine.languages.scripts import SPACELESS

FORMS = "|"
"""Separates the forms of a term."""

_TOKEN = re.compile(rf"[{SPACELESS}]|(?:(?![{SPACELESS}])[\w\u0300-\u036f])+|\S")
_HYPHENS = frozenset("-‐‑")
_PLAIN = str.maketrans("’ʼ‐‑", "''--")


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term and its required translation: if empty, the term itself."""

    source: str
    target: str = ""

    @classmethod
    def of(cls, source: str, target: str = "") -> Self:
        """Return an entry as typed, without redundant spaces."""
        return cls(FORMS.join(_forms(source)), FORMS.join(_forms(target)))

    @property
    def is_kept(self) -> bool:
        """Whether the term must not be translated."""
        return not self.target

    @property
    def terms(self) -> tuple[str, ...]:
        """The forms to find in a source."""
        return tuple(_forms(self.source))

    def forms(self, found: str) -> tuple[str, ...]:
        """Return the accepted translations, the first form first.

        A lower-case form may also be capitalised, as at the beginning of a sentence.

        Args:
            found: The term as written in the source.
        """
        if self.is_kept:
            return (" ".join(found.split()),)
        forms = list(_forms(self.target))
        forms += [form[0].upper() + form[1:] for form in forms if form == form.lower()]
        return tuple(dict.fromkeys(forms))

    def __str__(self) -> str:
        return f"{self.source} → {self.target or self.source}"


@dataclass(frozen=True, slots=True)
class TermMatch:
    """A term in a sentence: its span, its text there, and its entry."""

    start: int
    end: int
    text: str
    entry: GlossaryEntry

    @property
    def forms(self) -> tuple[str, ...]:
        """The accepted translations."""
        return self.entry.forms(self.text)


@dataclass(frozen=True, slots=True)
class Glossary:
    """Terms of one language with their translations into another; of equal terms the first counts.

    A term is found as whole words, whatever their case; one with a capital after its first letter
    ("IT", "iPhone") only as it is written. Of two terms that overlap the one that begins first
    counts, then the longer.
    """

    entries: tuple[GlossaryEntry, ...] = ()
    _by_first_token: "Mapping[str, tuple[_Term, ...]]" = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_first_token", _index(self.entries))

    def find(self, sentence: str) -> tuple[TermMatch, ...]:
        """Return the terms of a sentence from left to right; none overlaps another."""
        if not self.entries:
            return ()
        return tuple(self._matches(sentence))

    def _matches(self, sentence: str) -> Iterator[TermMatch]:
        spans = [match.span() for match in _TOKEN.finditer(sentence)]
        exact = [_plain(sentence[start:end]) for start, end in spans]
        folded = [token.casefold() for token in exact]
        place = 0
        while place < len(spans):
            for term in self._by_first_token.get(folded[place], ()):
                last = place + len(term.tokens)
                if tuple((exact if term.is_exact else folded)[place:last]) != term.tokens:
                    continue
                start, end = spans[place][0], spans[last - 1][1]
                if not _is_hyphenated(sentence, start, end):
                    yield TermMatch(start, end, sentence[start:end], term.entry)
                    place = last - 1
                    break
            place += 1


@dataclass(frozen=True, slots=True)
class _Term:
    tokens: tuple[str, ...]
    is_exact: bool
    entry: GlossaryEntry


def _index(entries: Iterable[GlossaryEntry]) -> Mapping[str, tuple[_Term, ...]]:
    """Return every term by its first word in small letters, the longest first."""
    terms: dict[tuple[str, ...], _Term] = {}
    for entry in entries:
        for text in entry.terms:
            tokens = tuple(_plain(token) for token in _TOKEN.findall(text))
            is_exact = any(token != token.lower() for token in (tokens[0][1:], *tokens[1:]))
            if not is_exact:
                tokens = tuple(token.casefold() for token in tokens)
            terms.setdefault(tokens, _Term(tokens, is_exact, entry))
    found: dict[str, list[_Term]] = {}
    for term in sorted(terms.values(), key=lambda one: (-len(one.tokens), not one.is_exact)):
        found.setdefault(term.tokens[0].casefold(), []).append(term)
    return {first: tuple(of_first) for first, of_first in found.items()}


def _forms(text: str) -> Iterator[str]:
    for form in text.split(FORMS):
        if form.strip():
            yield " ".join(form.split())


def _plain(token: str) -> str:
    """Return the token for comparison: accents composed, apostrophes straight."""
    return unicodedata.normalize("NFC", token).translate(_PLAIN)


def _is_hyphenated(sentence: str, start: int, end: int) -> bool:
    """Return whether a hyphen joins a range to another word: "mail" is no term of "e-mail"."""
    before, after = sentence[max(0, start - 2) : start], sentence[end : end + 2]
    return (before[1:] in _HYPHENS and before[:1].isalnum()) or (
        after[:1] in _HYPHENS and after[1:].isalnum()
    )


NO_GLOSSARY = Glossary()
