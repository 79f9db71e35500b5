"""Names of people, places, streets and companies, told by the words that stand beside them.

Few words show a name beyond doubt, above all in German, whose nouns are capitalised as well: "Tom
Koch", but "weil Tom Hunger hat". So each name comes with the strength of its evidence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from engine.languages.base import LanguageRules
from engine.languages.first_names import FIRST_NAMES
from engine.languages.lookup import all_rules, either, rules_of
from engine.languages.places import TRANSLATED_PLACES

_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?:[-'’][^\W\d_]+)*(?!\w)")
_GENITIVE = re.compile(r"['’]s?$")
_OF_ALL = [rules.name_words for rules in all_rules().values()]
"""Names keep their particles and forms in any language."""

_PARTICLES = frozenset[str]().union(*(marks.particles for marks in _OF_ALL))
_COMPANY_FORMS = either(*(re.escape(form) for marks in _OF_ALL for form in marks.company_forms))
_COMPANY = re.compile(
    rf"""
    (?P<name> (?: (?:[^\W\da-z_]|&) [\w-]* [ ] )+ ) {_COMPANY_FORMS} (?!\w)
  | (?P<partners> (?<!\w) [^\W\da-z_]\w+ [ ] & [ ] [^\W\da-z_]\w+ )
    """,
    re.VERBOSE,
)
_LONG_CAPITALS = 8
"""Letters of a word in capitals that may be a code, such as that of a bank."""


class Evidence(Enum):
    """How sure it is that a word is a name."""

    CERTAIN = auto()
    LIKELY = auto()
    """It begins with a first name."""
    POSSIBLE = auto()
    """It stands where a place or a street would, but so do other words."""
    FAINT = auto()
    """Nothing but its capital letter shows it, or a noun before it."""


@dataclass(frozen=True, slots=True)
class ProperName:
    """A name in a sentence."""

    start: int
    end: int
    evidence: Evidence


def proper_names_in(text: str, language: str) -> list[ProperName]:
    """Return the names of a sentence, from left to right; none overlaps another."""
    rules = rules_of(language)
    found = [
        *_known_names(text, rules),
        *_streets(text, rules),
        *_companies(text, rules),
        *_Reader(text, rules).names(),
    ]
    chosen: list[ProperName] = []
    for name in sorted(found, key=lambda one: (one.evidence.value, one.start - one.end)):
        if not any(name.start < one.end and one.start < name.end for one in chosen):
            chosen.append(name)
    return sorted(chosen, key=lambda name: name.start)


def _known_names(text: str, rules: LanguageRules) -> Iterator[ProperName]:
    for name in rules.name_words.known_names:
        for match in re.finditer(rf"\b{name}\b", text):
            yield ProperName(*match.span(), Evidence.CERTAIN)


def _streets(text: str, rules: LanguageRules) -> Iterator[ProperName]:
    """The streets; those with a house number are sure."""
    if pattern := rules.name_words.street_pattern:
        for match in re.finditer(pattern, text):
            has_number = any(map(str.isdecimal, match.group()))
            yield ProperName(*match.span(), Evidence.CERTAIN if has_number else Evidence.POSSIBLE)


def _companies(text: str, rules: LanguageRules) -> Iterator[ProperName]:
    for match in _COMPANY.finditer(text):
        if match["partners"]:
            yield ProperName(*match.span(), Evidence.POSSIBLE)
            continue
        parts = match["name"].split()
        start = match.start()
        if parts[0].lower() in rules.sentences.first_words:
            start += len(parts.pop(0)) + 1
        if parts:
            yield ProperName(start, start + len(" ".join(parts)), Evidence.CERTAIN)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word without the 's of a genitive, and what stands between it and the next one."""

    text: str
    start: int
    gap: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_capitalised(self) -> bool:
        """Whether it has one capital letter in front, and is no abbreviation."""
        return self.text[0].isupper() and self.text != self.text.upper()


class _Reader:
    """Reads one sentence from left to right, word by word."""

    def __init__(self, text: str, rules: LanguageRules) -> None:
        matches = [*_WORD.finditer(text)]
        ends = [*(match.start() for match in matches), len(text)][1:]
        self.words = [
            _Word(bare, match.start(), text[match.start() + len(bare) : end])
            for match, end in zip(matches, ends, strict=True)
            for bare in [_GENITIVE.sub("", match.group())]
        ]
        capitals = sum(word.text[0].isupper() for word in self.words)
        self.is_title_case = 2 * capitals > len(self.words)
        """Whether most words are capitalised, as in labels and headings: there it says nothing."""
        self.rules = rules
        self.marks = rules.name_words

    def names(self) -> Iterator[ProperName]:
        """Yield the names of people and places."""
        place = 0
        while place < len(self.words):
            end = place + 1
            for first, last, evidence in self._at(place):
                yield ProperName(self.words[first].start, self.words[last].end, evidence)
                end = last + 1
            place = end

    def _at(self, place: int) -> Iterator[tuple[int, int, Evidence]]:
        """Yield the names that begin here or behind a title here, by their first and last words."""
        word = self.words[place]
        if self._is_title_at(place):
            first = place + 1
            while self._is_joined(first) and self._is_title(self.words[first]):
                first += 1
            if self._is_joined(first) and self.words[first].is_capitalised:
                yield first, self._end_of_name(first), Evidence.CERTAIN
        elif word.text in FIRST_NAMES and self._end_of_name(place) > place:
            last = self._end_of_name(place)
            is_sure = (
                not self.rules.has_capital_nouns
                or self.words[last].text.lower() in self.marks.adjectives
            )
            yield place, last, Evidence.CERTAIN if is_sure else Evidence.LIKELY
        elif len(word.text) >= _LONG_CAPITALS and word.text == word.text.upper():
            yield place, place, Evidence.POSSIBLE
        elif place and self.words[place - 1].gap == " " and self._may_be_name(word):
            before = self.words[place - 1]
            if self.rules.has_capital_nouns and before.text in self.marks.before_names:
                yield place, place, Evidence.POSSIBLE
            elif not self.rules.has_capital_nouns and not self.is_title_case:
                last = place
                while self.words[last].gap == " " and self._is_name_word(last + 1):
                    last += 1
                yield place, last, Evidence.FAINT
            elif (
                self.rules.has_capital_nouns
                and before.is_capitalised
                and not self._begins_sentences(before)
            ):
                yield place, place, Evidence.FAINT

    def _is_title_at(self, place: int) -> bool:
        """Return whether a title stands here; "seine Frau" is none, but before a first name."""
        if self.words[place].text not in self.marks.titles:
            return False
        before = self.words[place - 1] if place else None
        return (
            before is None
            or before.gap != " "
            or before.text.lower() not in self.marks.determiners
            or (self._is_joined(place + 1) and self.words[place + 1].text in FIRST_NAMES)
        )

    def _is_title(self, word: _Word) -> bool:
        return word.text in self.marks.titles or word.text.lower().endswith(
            tuple(self.marks.title_ends)
        )

    def _is_joined(self, place: int) -> bool:
        """Return whether a word is there that only a blank or a stop parts from that before it."""
        return place < len(self.words) and self.words[place - 1].gap in (" ", ". ")

    def _may_be_name(self, word: _Word) -> bool:
        return (
            word.is_capitalised
            and word.text not in self.marks.translated
            and word.text not in TRANSLATED_PLACES
            and word.text not in FIRST_NAMES
            and not self._begins_sentences(word)
            and not self._is_title(word)
        )

    def _begins_sentences(self, word: _Word) -> bool:
        return word.text.lower() in self.rules.sentences.first_words

    def _is_name_word(self, place: int) -> bool:
        return place < len(self.words) and self._may_be_name(self.words[place])

    def _end_of_name(self, first: int) -> int:
        """Return the last word of a name: first names, then a surname with its particles."""
        end = first
        while self.words[end].text in FIRST_NAMES and self.words[end].gap == " ":
            after = end + 1
            while after + 1 < len(self.words) and self.words[after].text in _PARTICLES:
                after += 1
            if after == len(self.words) or not self.words[after].is_capitalised:
                break
            if re.split("['’]", self.words[after].text)[0] in self.marks.translated:
                break
            end = after
        return end
