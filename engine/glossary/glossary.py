"""A glossary: terms with prescribed translations, or that must not be translated.

An entry has a term of the source language and its required translation. Several
forms of a word are separated by "|": any of them is found in a source, and any of
them is accepted in a translation.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import contains
from typing import NamedTuple, Self

from engine.languages.lemmas import lemma_of
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

    A term is found as whole words, whatever their case, and in other forms of its words if asked
    for; one with a capital after its first letter ("IT", "iPhone") only as it is written. Of two
    terms that overlap the one that begins first counts, then the longer.
    """

    entries: tuple[GlossaryEntry, ...] = ()
    _indices: "dict[str, _Index]" = field(
        init=False, repr=False, compare=False, default_factory=dict
    )
    """By the language whose inflected forms count, made when it is first asked for."""

    def find(self, sentence: str, *, inflected_in: str = "") -> tuple[TermMatch, ...]:
        """Return the terms of a sentence from left to right; none overlaps another.

        Args:
            sentence: The sentence.
            inflected_in: The code of its language, if other forms of a term count too: "Häuser"
                where the term is "Haus".
        """
        if not self.entries:
            return ()
        return tuple(self._matches(sentence, inflected_in))

    def _matches(self, sentence: str, language: str) -> Iterator[TermMatch]:
        if language not in self._indices:
            self._indices[language] = _index(self.entries, language)
        index = self._indices[language]
        spans = [match.span() for match in _TOKEN.finditer(sentence)]
        keys = [_keys(_plain(sentence[start:end]), language) for start, end in spans]
        place = 0
        while place < len(spans):
            terms = [term for key in keys[place] for term in index.get(key, ())]
            for term in sorted(terms, key=lambda term: -len(term.keys)):
                following = keys[place : place + len(term.keys)]
                if len(following) < len(term.keys) or not all(map(contains, following, term.keys)):
                    continue
                start, end = spans[place][0], spans[place + len(term.keys) - 1][1]
                if not _is_hyphenated(sentence, start, end):
                    yield TermMatch(start, end, sentence[start:end], term.entry)
                    place += len(term.keys) - 1
                    break
            place += 1


class _Term(NamedTuple):
    keys: tuple[str, ...]
    """One a word."""
    entry: GlossaryEntry


_Index = Mapping[str, Sequence[_Term]]
"""Every term by the key of its first word, the longest first."""


def _index(entries: Iterable[GlossaryEntry], language: str) -> _Index:
    terms: dict[tuple[str, ...], GlossaryEntry] = {}
    lemmas: dict[tuple[str, ...], GlossaryEntry] = {}
    for entry in entries:
        for text in entry.terms:
            tokens = [_plain(token) for token in _TOKEN.findall(text)]
            if any(token != token.lower() for token in (tokens[0][1:], *tokens[1:])):
                terms.setdefault(tuple(tokens), entry)
                continue
            terms.setdefault(tuple(map(str.casefold, tokens)), entry)
            if language:
                lemmas.setdefault(tuple(lemma_of(token, language) for token in tokens), entry)
    found: dict[str, list[_Term]] = {}
    for keys, entry in sorted((lemmas | terms).items(), key=lambda term: -len(term[0])):
        found.setdefault(keys[0], []).append(_Term(keys, entry))
    return found


def _keys(token: str, language: str) -> tuple[str, ...]:
    """Return what a word of a sentence is found by: as written, in small letters, its lemma."""
    keys = token, token.casefold(), *([lemma_of(token, language)] if language else [])
    return tuple(dict.fromkeys(keys))


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
