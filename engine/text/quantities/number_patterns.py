"""Regular expressions for what numbers mean, of the words of two languages.

A text may hold words of the language that it is translated into or from: so both sides of a
translation are read with the words of both.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.languages.base import LanguageRules, NumberWords
from engine.languages.lookup import either, rules_of
from engine.text.quantities.spelled_numbers import SpelledReader
from engine.text.quantities.units import unit_pattern

Languages = tuple[str, str]
"""The codes of source and target."""

CENTS = -2

_SIGNS_OF_ZEROS = {3: r"k\b", 6: r"m\b", 9: r"[\s-]?bn\b"}
"""What stands for zeros in any language."""
_UNITS = "[kcm]?m|kg|g|l|t"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberPatterns:
    """What two languages have around numbers, and for them."""

    time: re.Pattern[str]
    """A time of day, if it has a sign such as pm or Uhr, or a colon."""
    clock_words: tuple[tuple[int, re.Pattern[str]], ...]
    """Words before an hour, with their minutes."""
    half_of_day: re.Pattern[str]
    """Where none of these stands, an hour with a sign such as Uhr is one of the whole day."""
    morning: re.Pattern[str]
    afternoon: re.Pattern[str]
    """Either one says which half of the day the only time of a sentence is in."""
    has_words: bool
    """Whether the words of both languages are known; else few of these patterns find anything."""
    spelled: SpelledReader
    """Reads numbers in words."""
    one: re.Pattern[str]
    """What may stand for a 1."""
    months: tuple[re.Pattern[str], ...]
    """The names of the twelve."""
    dated: re.Pattern[str]
    """The name of a month with the number that makes it one: may and march are words too."""
    units: re.Pattern[str]
    """A unit behind a number; see `units_at`."""
    unit_words: tuple[tuple[str, str], ...]
    """Those that it was made of."""
    minus: re.Pattern[str]
    """What says before or behind a number that it is below zero."""
    range: re.Pattern[str]
    """What stands between the two numbers of a range."""
    fractions: Mapping[int, re.Pattern[str]]
    """Words for parts, by the number of parts of a whole."""
    halves: re.Pattern[str]
    """What may stand for half an hour, a quarter of all, twelve o'clock."""
    zeros: Mapping[int, re.Pattern[str]]
    """What stands behind a number for so many zeros; cents take two away."""
    magnitudes: Mapping[int, re.Pattern[str]]
    """The words among those, right behind the number."""
    rest_of_sum: re.Pattern[str]
    """What of a sum may follow its number: up to what it goes, and of what it is so many."""
    naming: re.Pattern[str]
    """What says that a number behind it names something."""
    counted: re.Pattern[str]
    """What stands behind a number that counts; nouns may have a capital letter."""
    dollar: re.Pattern[str]
    """The name of the dollar, even in another word."""
    dollars: re.Pattern[str]
    """Its name or sign."""


def patterns_of(languages: Languages) -> NumberPatterns:
    """Return the patterns for source and target of a translation."""
    return _compiled(*map(rules_of, languages))


@cache
def _compiled(source: LanguageRules, target: LanguageRules) -> NumberPatterns:
    words = source.number_words | target.number_words
    naming = rf"\b{either(words.naming)}"
    nouns = "[A-ZÄÖÜ]" if source.has_capital_nouns or target.has_capital_nouns else ""
    units = rf"{either(_UNITS, words.currencies)}\b"
    months = rf"\b{either(*words.months)}\b"
    return NumberPatterns(
        time=_any_case(
            r"(?<![0-9.,:/])(?P<hour>[01]?[0-9]|2[0-4])(?:(?P<mark>[:.])(?P<minute>[0-5][0-9]))?"
            r"(?![0-9]|[.,:/][0-9])"
            rf"(?P<sign>\s?(?P<half>[ap])\.?\s?m\b|\s?{either(words.clock)}"
            rf"|[\s-]?(?P<of_day>{either(words.day_clock)})\b(?: (?P<after>[0-5][0-9])\b)?)?"
        ),
        clock_words=tuple(
            (minutes, _any_case(rf"\b(?:{word})\s(?=[^\W_])"))
            for minutes, word in words.clock_words
        ),
        half_of_day=_any_case(either(words.half_of_day)),
        morning=_any_case(either(words.morning)),
        afternoon=_any_case(either(words.afternoon)),
        has_words=bool(source.number_words.cardinals and target.number_words.cardinals),
        spelled=SpelledReader(
            {word: value for value, row in words.cardinals for word in row.split("|")},
            filter(None, words.endings.split("|")),
        ),
        one=_any_case(either(words.one)),
        months=tuple(
            _any_case(rf"\b{either(*names)}\b")
            for names in zip(source.number_words.months, target.number_words.months, strict=False)
        ),
        dated=_any_case(
            rf"(?<![0-9])[0-3]?[0-9](?:st|nd|rd|th|\.)?,? (?:of )?(?P<behind>{months})"
            rf"|(?P<before>{months})\.?,? (?:the )?[0-9]"
        ),
        units=unit_pattern(
            words.units, either(*(word for _, word in words.zeros + words.short_zeros))
        ),
        unit_words=words.units,
        minus=_any_case(either(words.minus)),
        range=_any_case(rf"\s?[-–—]\s?|\s{either(words.ranges)}\s"),
        fractions={
            parts: _any_case(either(*(word for count, word in words.fractions if count == parts)))
            for parts in {count for count, _ in words.fractions}
        },
        halves=_any_case(either(words.halves)),
        zeros={
            CENTS: _any_case(rf"[0-9]\s?{either(words.cents)}\b"),
            **{count: _zeros(count, words) for count in _counts(words)},
        },
        magnitudes={
            count: _any_case(
                rf"[\s-]?{either(*(word for zeros, word in words.zeros if zeros == count))}"
            )
            for count in dict(words.zeros)
        },
        rest_of_sum=re.compile(
            r"(?:[-–][0-9]+(?:[.,][0-9]+)*)?"
            rf"(?:k\b|[ \u00a0]?(?:m|bn)\b|[ \u00a0]{either(words.magnitudes)}(?!\w))?"
        ),
        naming=_any_case(rf"{either(naming, words.naming_ends, '§')}(?![^\W\d_])"),
        counted=re.compile(rf"\s?{either('[€$£%°]', nouns, units)}"),
        dollar=_any_case(either(words.dollar)),
        dollars=_any_case(rf"\$|\b{either(words.dollar)}\b"),
    )


def _any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _counts(words: NumberWords) -> list[int]:
    """Return how many zeros words and signs may stand for."""
    return sorted({*_SIGNS_OF_ZEROS, *dict(words.zeros), *dict(words.short_zeros)})


def _zeros(count: int, words: NumberWords) -> re.Pattern[str]:
    """Return what stands behind a number for a count of zeros."""
    whole = [word for zeros, word in words.zeros if zeros == count]
    short = [rf"{word}\b" for zeros, word in words.short_zeros if zeros == count]
    after_blank = rf"[\s-]?{either(*whole, *short)}"
    return _any_case(f"[0-9]{either(after_blank, _SIGNS_OF_ZEROS.get(count, ''))}")
