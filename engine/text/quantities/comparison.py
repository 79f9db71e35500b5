"""Which quantities of a source a translation does not say, and which it adds.

Amounts and times are compared by what they mean, with their units and signs; dates, scores and the
like part by part.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from engine.text.quantities.meanings import (
    Meaning,
    Value,
    clock_times_in,
    fractions_in,
    meanings_in,
    romans_in,
    spelled_in,
    times_in,
    value_of_part,
    zeros_in,
)
from engine.text.quantities.number_patterns import Languages, NumberPatterns, patterns_of
from engine.text.quantities.numbers import (
    DIGITS,
    FRACTION,
    Number,
    in_ascii_digits,
    numbers_in,
    parts_of,
)
from engine.text.quantities.units import is_same_unit
from engine.translation import Span

_YEAR = re.compile("[12][0-9](?!00)[0-9]{2}")
"""Message by its last two digits too."""
_SAID_IN_HALVES = frozenset([0, 3, 5, 6, 9, 12, 15, 18, 24, 25, 30, 33, 45, 50, 66, 67, 75, 90])
"""Parts of the numbers that such words stand for: half past two, half a year, a quarter of all."""
_SCALE = re.compile(
    r"[0-9][\s-]?(?:(?P<kilo>k[mg]\b|kilo)|(?P<centi>c[ml]\b|[cz]enti)|(?P<milli>m[mgl]\b|milli[mgl]))",
    re.IGNORECASE,
)
_HAN = re.compile(r"[〇零一二三四五六七八九十百千万萬亿億兆两兩]{2,}|[十百千万萬亿億兆]")
"""A number in Chinese characters, or ten thousand and the like behind digits."""
_OMITTED = frozenset({"year"})
"""A unit that ages need not have."""
_FEWEST_DIGITS = 3
"""A number of fewer may be said again: "two men and 2 women"."""
_LARGEST_MIXED = 1000
"""Below it a number may be a whole one and a fraction: 1½."""
_LARGEST_SPELLED = 12
"""Up to here numbers are often written as words."""


_START = attrgetter("start")


def _scale(text: str) -> str | None:
    """Return whether a text mentions thousands, hundredths or thousandths of a metre or such."""
    scale = _SCALE.search(text)
    return scale.lastgroup if scale else None


@dataclass(frozen=True)
class Comparison:
    """Two texts whose quantities are compared.

    Numbers may be there as words. Where the target says "half" or "noon", none is missing that such
    a word may stand for. Of a language whose words for numbers are not known, neither are times,
    round numbers and small ones, which it may spell.
    """

    source: str
    target: str
    languages: Languages

    @cached_property
    def _patterns(self) -> NumberPatterns:
        return patterns_of(self.languages)

    @cached_property
    def _plain(self) -> tuple[str, str]:
        return in_ascii_digits(self.source), in_ascii_digits(self.target)

    @cached_property
    def _clock_times(self) -> tuple[tuple[Meaning, ...], ...]:
        """Of both texts: the times in words."""
        return tuple(tuple(clock_times_in(text, self.languages)) for text in self._plain)

    @cached_property
    def _rest(self) -> tuple[str, ...]:
        """Both texts with blanks for those times: what is half there is no half elsewhere."""
        return tuple(map(_without, self._plain, self._clock_times))

    @cached_property
    def _has_times(self) -> bool:
        return any(self._clock_times) or any(times_in(text, self._patterns) for text in self._plain)

    def _in_digits(self, text: str) -> tuple[Meaning, ...]:
        numbers = meanings_in(text, self.languages, has_times=self._has_times)
        return (*numbers, *fractions_in(text), *romans_in(text))

    @cached_property
    def typed(self) -> tuple[Meaning, ...]:
        """The numbers of the source in digits, and its times in words."""
        return (*self._in_digits(self._rest[0]), *self._clock_times[0])

    @cached_property
    def shown(self) -> tuple[Meaning, ...]:
        """The numbers of the target in digits."""
        return self._in_digits(self._rest[1])

    @cached_property
    def _all_shown(self) -> "_Numbers":
        return _Numbers((*self.shown, *self._clock_times[1], *self._spelled(self._rest[1])))

    @cached_property
    def _has_halves(self) -> bool:
        """Whether the target has words that may stand for parts of numbers."""
        return self._patterns.halves.search(self._rest[1]) is not None

    def _spelled(self, text: str) -> Iterator[Meaning]:
        return spelled_in(text, self.languages, has_times=self._has_times)

    @cached_property
    def missing(self) -> tuple[Number, ...]:
        """The quantities of the source that the target does not say, with their units."""
        if not self.typed or _HAN.search(self.target):
            return ()
        places = {(one.start, one.end) for one in self.missing_numbers}
        if self._patterns.has_words:
            places |= {*self._lost_months(), *self._swapped()}
        return tuple(Number(self.source[start:end], start, end) for start, end in sorted(places))

    @cached_property
    def missing_numbers(self) -> tuple[Meaning, ...]:
        """What the numbers among them mean."""
        typed = _Numbers(self.typed)
        lost = {one: self._is_lost(one, typed) for one in {_wherever(one) for one in self.typed}}
        return tuple(one for one in self.typed if lost[_wherever(one)])

    @cached_property
    def added(self) -> tuple[Number, ...]:
        """The numbers in digits of the target that the source does not say."""
        source = self._rest[0]
        if not self.shown or not self._patterns.has_words or _HAN.search(source):
            return ()
        spelled = (*self._spelled(source),)
        typed, shown = _Numbers((*self.typed, *spelled)), _Numbers(self.shown)
        has_halves = self._patterns.halves.search(source) is not None

        def is_new(one: Meaning) -> bool:
            return (
                not _says(typed.values, one)
                and not self._is_said_in_words(one, source, typed.values)
                and not (has_halves and (one.is_time or _is_said_in_halves(one.text)))
                and not (one.is_time and spelled)
            )

        return tuple(
            Number(self.target[one.start : one.end], one.start, one.end)
            for one in self.shown
            if is_new(one) or _is_repeated(one, shown, typed)
        )

    @cached_property
    def wrong_number(self) -> tuple[Number, Number] | None:
        """The only number of either text, if the target can only have got it wrong.

        Times, dates, cents, millions, metres and small numbers may be said in another way.
        """
        numbers = numbers_in(self.source), numbers_in(self.target)
        zeros = [zeros_in(text, self.languages) for text in (self.source, self.target)]
        if (
            [len(found) for found in numbers] != [1, 1]
            or any(times_in(text, self._patterns) for text in (self.source, self.target))
            or self._patterns.halves.search(self.target)
            or (any(zeros) and not zeros[0] & zeros[1])
        ):
            return None
        (typed,), (shown,) = numbers
        meaning = self.typed[0]
        if (
            len(self.typed) > 1
            or " " in typed.text
            or not meaning.values
            or meaning.is_time
            or self.is_said(meaning)
            or _is_small(meaning)
            or shown.text in parts_of(typed.text)
            or _scale(self.source) != _scale(self.target)
        ):
            return None
        return typed, shown

    def is_said(self, meaning: Meaning) -> bool:
        """Return whether the target says a number of the source, whatever its unit."""
        is_certain = meaning.is_time and meaning.is_definite
        said = self._all_shown.certain if is_certain else self._all_shown.values
        if _says(said, meaning) or self._is_said_in_words(meaning, self._rest[1], said):
            return True
        if self._has_halves and _is_said_in_halves(meaning.text):
            return not meaning.is_time or not any(one.is_time for one in self.shown)
        return not self._patterns.has_words and (
            _may_be_worded(meaning)
            or (
                _is_small(meaning)
                and len(meaning.parts) == 1
                and all(_says(_Numbers(self.typed).values, one) for one in self.shown)
            )
        )

    def _is_said_in_words(self, meaning: Meaning, text: str, said: AbstractSet[Value]) -> bool:
        """Return whether an article, a month or "third" stands for a number or its parts."""
        if meaning.parts == ("1",) and not meaning.units:
            return self._patterns.one.search(text) is not None
        words = self._patterns.fractions.get(_num_parts_of_whole(meaning))
        if words is not None and words.search(text):
            return True
        return len(meaning.parts) > 1 and all(
            _is_part_said(part, said) or self._is_month_said(part, text) for part in meaning.parts
        )

    def _is_month_said(self, part: str, text: str) -> bool:
        months = self._patterns.months
        return (
            len(part) <= 2
            and 0 < int(part) <= len(months)
            and months[int(part) - 1].search(text) is not None
        )

    def _is_lost(self, meaning: Meaning, typed: "_Numbers") -> bool:
        """Return whether a number of the source is not said, or with another unit or sign."""
        if not self.is_said(meaning):
            return True
        same = self._all_shown.alike(meaning)
        if not same or meaning.is_time:
            return False
        return (
            self._is_seldom(meaning, len(same), typed)
            or self._has_other_units(meaning, same)
            or all(one.sign != meaning.sign for one in same)
        )

    def _is_seldom(self, meaning: Meaning, count: int, typed: "_Numbers") -> bool:
        """Return whether the source says a number more often than the target."""
        if not self._patterns.has_words or self._has_halves:
            return False
        so_often = sum(not one.is_time for one in typed.alike(meaning))
        return so_often > count + self._all_shown.count_parts(meaning)

    def _has_other_units(self, meaning: Meaning, same: Sequence[Meaning]) -> bool:
        if (
            meaning.is_shared
            or not meaning.units
            or any(is_same_unit(meaning.units, one.units) for one in same)
        ):
            return False
        may_be_omitted = not self._patterns.has_words or meaning.units == _OMITTED
        return not may_be_omitted or all(one.units for one in same)

    def _lost_months(self) -> Iterator[Span]:
        """Yield where the source names a month that the target does not."""
        source, target = self._plain
        numbers = {
            value
            for one in self.shown
            if len(one.parts) > 1
            for value in map(value_of_part, one.parts)
        }
        for dated in self._patterns.dated.finditer(source):
            name = dated["behind"] or dated["before"]
            months = [
                number
                for number, month in enumerate(self._patterns.months, start=1)
                if month.match(f"{name}")
            ]
            if not any(
                self._patterns.months[number - 1].search(target) or Decimal(number) in numbers
                for number in months
            ):
                yield dated.span()

    def _swapped(self) -> Iterator[Span]:
        """Yield the ranges of the source whose ends the target has in the other order."""
        source = self._plain[0]
        for first, second in pairwise(self.typed):
            if self._patterns.range.fullmatch(source, first.end, second.start):
                firsts, seconds = map(self._all_shown.alike, (first, second))
                if (
                    firsts
                    and seconds
                    and all(seconds[edge].start < firsts[edge].start for edge in (0, -1))
                ):
                    yield first.start, second.end


def _wherever(meaning: Meaning) -> Meaning:
    """Return what a number means, wherever it stands."""
    return replace(meaning, start=0, end=0)


def _without(text: str, meanings: Iterable[Meaning]) -> str:
    """Return a text with blanks where some of its numbers are."""
    characters = [*text]
    for one in meanings:
        characters[one.start : one.end] = " " * (one.end - one.start)
    return "".join(characters)


def _is_repeated(meaning: Meaning, shown: "_Numbers", typed: "_Numbers") -> bool:
    """Return whether a number of the target is one more than the source has of it."""
    if meaning.is_time or sum(map(len, DIGITS.findall(meaning.text))) < _FEWEST_DIGITS:
        return False
    so_far = bisect_right(shown.alike(meaning), meaning.start, key=_START)
    return so_far > len(typed.alike(meaning)) + typed.count_parts(meaning) > 0


class _Numbers:
    """The numbers of a text by what they mean: a table has hundreds of them."""

    def __init__(self, numbers: Iterable[Meaning]) -> None:
        self._by_value: dict[Value, list[Meaning]] = {}
        self._by_part: dict[Value, list[Meaning]] = {}
        certain = set[Value]()
        for one in numbers:
            certain |= one.certain
            for value in one.values:
                self._by_value.setdefault(value, []).append(one)
            for part in map(value_of_part, one.parts):
                self._by_part.setdefault(part, []).append(one)
        self.values = self._by_value.keys() | self._by_part.keys()
        """What the numbers say; the parts of a number are said by it too."""
        self.certain = certain | self._by_part.keys()
        """What they say for certain."""
        self._alike: dict[frozenset[Value], list[Meaning]] = {}
        self._counts: dict[frozenset[Value], int] = {}

    def alike(self, meaning: Meaning) -> list[Meaning]:
        """Return the numbers that may mean the same, each once, in their order in the text."""
        if meaning.values not in self._alike:
            found = (one for value in meaning.values for one in self._by_value.get(value, ()))
            each = {id(one): one for one in found}.values()
            self._alike[meaning.values] = sorted(each, key=_START)
        return self._alike[meaning.values]

    def count_parts(self, meaning: Meaning) -> int:
        """Return how often a number is a part of others that mean something else."""
        if meaning.values not in self._counts:
            self._counts[meaning.values] = sum(
                one.values.isdisjoint(meaning.values)
                for value in meaning.values
                for one in self._by_part.get(value, ())
            )
        return self._counts[meaning.values]


def _says(said: AbstractSet[Value], meaning: Meaning) -> bool:
    return any(value in said for value in meaning.values) or (
        bool(meaning.parts) and all(_is_part_said(part, said) for part in meaning.parts)
    )


def _num_parts_of_whole(meaning: Meaning) -> int:
    """Return of how many parts of a whole a number is some: 4 for ¾, 3/4, 1¾; 0 if unknown."""
    if len(meaning.parts) == 2 and len(meaning.parts[1]) == 1:
        return int(meaning.parts[1])
    for value in meaning.values:
        if not meaning.parts and isinstance(value, Decimal) and value < _LARGEST_MIXED:
            return {Decimal("0.5"): 2, Decimal("0.25"): 4, Decimal("0.75"): 4}.get(value % 1, 0)
    return 0


def _may_be_worded(meaning: Meaning) -> bool:
    """Return whether a number is a time, or one that languages have short words for: 20, 3000."""
    digits = "".join(DIGITS.findall(meaning.text)).rstrip("0")
    return meaning.is_time or int(digits or "0") <= _LARGEST_SPELLED


def _is_said_in_halves(number: str) -> bool:
    return not _SAID_IN_HALVES.isdisjoint(map(Decimal, DIGITS.findall(number)))


def _is_part_said(part: str, said: AbstractSet[Value]) -> bool:
    return value_of_part(part) in said or (
        _YEAR.fullmatch(part) is not None and Decimal(part[2:]) in said
    )


def _is_small(meaning: Meaning) -> bool:
    """Return whether a number is often written in words: 12, 2:0."""
    if meaning.values and FRACTION.fullmatch(meaning.text) and len(meaning.parts) > 1:
        whole, fraction = map(Decimal, meaning.parts)
        return whole <= _LARGEST_SPELLED and not fraction
    parts = meaning.parts or parts_of(meaning.text)
    return len(parts) <= 2 and all(
        len(part) <= 2 and int(part) <= _LARGEST_SPELLED for part in parts
    )
