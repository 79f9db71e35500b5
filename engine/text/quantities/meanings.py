"""What the numbers of a text mean.

A number is an amount (27, 1,250.50, 3 million, ½, twenty), a time of day (10:45, 5 pm, 14 Uhr), or
several numbers in one, as a date or a score is (24.12.2023, 2:0). It may have a unit and a sign.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice
from typing import Literal

from engine.text.quantities.number_patterns import Languages, NumberPatterns, patterns_of
from engine.text.quantities.numbers import DIGITS, FRACTION, THOUSANDS, numbers_in, parts_of
from engine.text.quantities.spelled_numbers import roman_numbers
from engine.text.quantities.units import NO_UNIT, Units, start_with_unit, unit_at

Value = Decimal | str
"""An amount; or a time as "14:30"."""
Sign = Literal["", "-", "±"]

_DAY_AND_MONTH = re.compile(r"(?:0?[1-9]|[12][0-9]|3[01])\.(?:0?[1-9]|1[0-2])\. ?[^\W_]")
_NEGATIVE = re.compile(r"(?<![^\s(\"“„=~<>:])[-−–]\Z")
_EITHER_SIGN = re.compile(r"(?:±|\+/[-−–])\s?\Z")
_LONGEST_SIGN = 12
"""Characters with the blank behind it: "minus "."""
_WORDS_BEHIND = 4
"""Within so many words behind a time stands in which half of the day it is."""
_HOURS_OF_HALF, _LAST_HOUR = 12, 24
_CONNECTED = re.compile(r"[^\w]*(?:\w+[^\w]+){0,2}")
"""What may stand between numbers that share a unit: "18 and 21 °C", "2 x 3 m"."""
_WORD = re.compile(r"\S+")
_DECADE = re.compile(r"['’]?s\b|er")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a number may mean: any of its values, or all of its parts."""

    text: str
    start: int
    end: int
    """Of the number with its sign and unit."""
    values: frozenset[Value]
    parts: tuple[str, ...] = ()
    certain: frozenset[Value] = frozenset()
    """What it means to a reader who asks in which half of the day a time is."""
    is_time: bool = False
    units: Units = frozenset()
    is_symbol: bool = False
    """Whether the unit is a symbol, which is the same in every language."""
    is_shared: bool = False
    """Whether it has its unit from the next number."""
    sign: Sign = ""

    @property
    def is_definite(self) -> bool:
        """Whether it is no time, or says which half of the day it is in."""
        return self.values == self.certain


def zeros_in(text: str, languages: Languages) -> frozenset[int]:
    """Return how many zeros the words behind numbers stand for: six in "3 million"."""
    patterns = patterns_of(languages)
    return frozenset(count for count, zeros in patterns.zeros.items() if zeros.search(text))


def meanings_in(text: str, languages: Languages, *, has_times: bool) -> tuple[Meaning, ...]:
    """Return what each number in digits may mean.

    Args:
        text: A sentence in ASCII digits.
        languages: The codes of source and target.
        has_times: Whether a time is mentioned: then 5 and 5.30 may be times too.
    """
    patterns = patterns_of(languages)
    zeros, times = zeros_in(text, languages), times_in(text, patterns)
    time_starts = [one.start() for one in times]
    found = []
    for number in numbers_in(text):
        parts = parts_of(number.text)
        place = bisect_right(time_starts, number.start) - 1
        time = times[place] if place >= 0 and number.start < times[place].end() else None
        values = frozenset[Value]()
        certain = frozenset[Value]()
        written, end = number.text, number.end
        if time:
            values = _values_of_time(time, time_starts, patterns)
            certain = values if len(values) == 1 else frozenset([_as_written(time)])
            parts = () if time["sign"] else parts
            end = max(end, time.end())
        elif fraction := _with_fraction(number.text, text, number.end):
            values = certain = frozenset([fraction])
            parts, end = (), end + 1 + text[end].isspace()
            written = text[number.start : end]
        elif not _DAY_AND_MONTH.match(text, number.start):
            scales = {
                count
                for count, words in patterns.magnitudes.items()
                if patterns.has_words and words.match(text, number.end)
            }
            values = certain = _amounts(number.text, scales or zeros)
            if scales:  # then 3 million is no 3
                values = certain = values - _amounts(number.text, ())
                parts = ()
            if has_times and (bare := patterns.time.fullmatch(number.text)):
                values |= _values_of_time(bare, (), patterns)
                certain |= {_as_written(bare)}
        unit = NO_UNIT
        if not time and not _DECADE.match(text, end):
            unit = unit_at(text, number.start, end, patterns.units, patterns.unit_words)
        sign, start = _sign(text, number.start, patterns)
        found.append(
            Meaning(
                written,
                start,
                max(end, unit.end),
                values,
                parts,
                certain,
                is_time=time is not None,
                units=unit.units,
                is_symbol=unit.is_symbol,
                sign=sign,
            )
        )
    return _sharing(text, found)


def fractions_in(text: str) -> Iterator[Meaning]:
    """Yield the fractions that are one character and stand alone: ½, but not that of 1½."""
    for place, character in enumerate(text):
        parts = _parts_of_fraction(character)
        if parts and not text[:place][-1:].isdecimal():
            values = frozenset([Decimal(parts[0]) / Decimal(parts[1])])
            yield Meaning(character, place, place + 1, values, parts, values)


def romans_in(text: str) -> Iterator[Meaning]:
    """Yield the Roman numerals of a text."""
    for number in roman_numbers(text):
        value = frozenset([value_of_part(str(number.value))])
        yield Meaning(
            text[number.start : number.end], number.start, number.end, value, certain=value
        )


def spelled_in(text: str, languages: Languages, *, has_times: bool) -> Iterator[Meaning]:
    """Yield the numbers of a text that are written in words; where there are times, hours too."""
    patterns = patterns_of(languages)
    for number in patterns.spelled.read(text):
        unit = unit_at(text, number.start, number.end, patterns.units, patterns.unit_words)
        sign, start = _sign(text, number.start, patterns)
        values = certain = frozenset([value_of_part(str(number.value))])
        if has_times:
            hours, certain_hours = _hours_of(number.value, _few_words(text, number.end), patterns)
            values, certain = values.union(hours), values.union(certain_hours)
        yield Meaning(
            text[number.start : number.end],
            start,
            max(number.end, unit.end),
            values,
            certain=certain,
            units=unit.units,
            sign=sign,
        )


def clock_times_in(text: str, languages: Languages) -> Iterator[Meaning]:
    """Yield the times of day of a text that are told in words: "half past seven", "halb 8"."""
    patterns = patterns_of(languages)
    found = [
        (minutes, word) for minutes, words in patterns.clock_words for word in words.finditer(text)
    ]
    if not found:
        return
    hours = {one.start: (one.value, one.end) for one in patterns.spelled.read(text)}
    hours |= {
        one.start: (int(one.text), one.end) for one in numbers_in(text) if one.text.isdecimal()
    }
    for minutes, word in found:
        hour, end = hours.get(word.end(), (0, 0))
        if not 0 < hour <= _HOURS_OF_HALF:
            continue
        half = _stated_half(_few_words(text, end), patterns)
        later = 60 * (hour % _HOURS_OF_HALF) + minutes
        moments = [
            (later + 60 * begin) % (60 * _LAST_HOUR)
            for begin in ((0, _HOURS_OF_HALF) if half is None else (half,))
        ]
        values = frozenset(f"{moment // 60}:{moment % 60:02}" for moment in moments)
        yield Meaning(
            text[word.start() : end], word.start(), end, values, certain=values, is_time=True
        )


def times_in(text: str, patterns: NumberPatterns) -> list[re.Match[str]]:
    """Return the times of day of a text."""
    return [time for time in patterns.time.finditer(text) if time["sign"] or time["mark"] == ":"]


def is_followed_by_letters(text: str, end: int) -> bool:
    """Return whether letters are glued to a number: 1990s, 21st."""
    return text[end : end + 1].isalpha()


def value_of_part(part: str) -> Value:
    """Return what a part of a number says: 01 is 1, but 000 is not 00."""
    return Decimal(part) or part


def _sharing(text: str, found: Sequence[Meaning]) -> tuple[Meaning, ...]:
    """Return the numbers, with the unit of the next one where two share it: "18 and 21 °C"."""
    shared: list[Meaning] = []
    for one in reversed(found):
        later = shared[-1] if shared else None
        if (
            later is not None
            and later.units
            and not one.units
            and not one.is_time
            and _CONNECTED.fullmatch(text, one.end, later.start)
        ):
            shared.append(replace(one, units=later.units, is_shared=True))
        else:
            shared.append(one)
    return tuple(reversed(shared))


def _sign(text: str, start: int, patterns: NumberPatterns) -> tuple[Sign, int]:
    """Return the sign of a number, and where it begins with its sign and the unit before it."""
    start = start_with_unit(text, start)
    first = max(0, start - _LONGEST_SIGN)
    before = text[first:start]
    if both := _EITHER_SIGN.search(before):
        return "±", first + both.start()
    if minus := _NEGATIVE.search(before):
        return "-", first + minus.start()
    for said in patterns.minus.finditer(before):
        if not before[said.end() :].strip():
            return "-", first + said.start()
    return "", start


def _values_of_time(
    time: re.Match[str], time_starts: Sequence[int], patterns: NumberPatterns
) -> frozenset[str]:
    """When in a day a time may be, as "14:30": up to twelve often in either half of the day."""
    hour, minute = int(time["hour"]), int(time["minute"] or time["after"] or 0)
    if time["half"]:
        hours = {hour % 12 + 12 * (time["half"] in "pP")} if hour <= 12 else {hour}
    elif hour <= 12 and (half := _half_of_day(time, time_starts, patterns)) is not None:
        hours = {hour % 12 + half}
    elif hour <= 12 and (not time["of_day"] or patterns.half_of_day.search(time.string)):
        hours = {hour % 12, hour % 12 + 12}
    else:
        hours = {hour % 24}
    return frozenset(f"{hour}:{minute:02}" for hour in hours)


def _as_written(time: re.Match[str]) -> str:
    return f"{int(time['hour']) % 24}:{int(time['minute'] or time['after'] or 0):02}"


def _half_of_day(
    time: re.Match[str], time_starts: Sequence[int], patterns: NumberPatterns
) -> Literal[0, 12] | None:
    """Return the hour at which the half of the day of a time begins, if stated.

    It may be stated anywhere for the only time of a text, for others right behind them.
    """
    text = time.string
    if len(time_starts) > 1:
        later = bisect_right(time_starts, time.start())
        end = time_starts[later] if later < len(time_starts) else len(text)
        text = _few_words(text, time.end(), end)
    return _stated_half(text, patterns)


def _stated_half(text: str, patterns: NumberPatterns) -> Literal[0, 12] | None:
    is_morning, is_later = (
        pattern.search(text) is not None for pattern in (patterns.morning, patterns.afternoon)
    )
    if is_morning is is_later:
        return None
    return 12 if is_later else 0


def _few_words(text: str, start: int, end: int | None = None) -> str:
    words = _WORD.finditer(text, start, len(text) if end is None else end)
    return " ".join(word.group() for word in islice(words, _WORDS_BEHIND))


def _hours_of(number: int, behind: str, patterns: NumberPatterns) -> tuple[list[str], list[str]]:
    """Return which full hours a number in words may be, and which it is for certain."""
    if number > _LAST_HOUR:
        return [], []
    half = _stated_half(behind, patterns)
    hours = [number % 12 + half] if half is not None else [number % 24, (number + 12) % 24]
    certain = hours if half is not None or number > _HOURS_OF_HALF else hours[:1]
    return [f"{hour}:00" for hour in hours], [f"{hour}:00" for hour in certain]


def _amounts(number: str, zeros: Iterable[int]) -> frozenset[Value]:
    """Return a number's possible values, also in thousands or cents; none of a date or score.

    1.250 million may be 1,250 million and a million and a quarter.
    """
    groups = DIGITS.findall(number)
    digits = Decimal("".join(groups))
    smallest = digits.scaleb(-len(groups[-1])) if len(groups) > 1 else digits
    if thousands := THOUSANDS.fullmatch(number):
        value = digits.scaleb(-len(thousands["fraction"] or ""))
    elif len(groups) == 1 or FRACTION.fullmatch(number):
        value = smallest
    else:
        return frozenset()
    return frozenset([value, *(one.scaleb(count) for one in (value, smallest) for count in zeros)])


def _with_fraction(number: str, text: str, end: int) -> Decimal | None:
    """Return what a number is together with a fraction behind it: 1½."""
    parts = _parts_of_fraction(text[end : end + 2].lstrip()[:1])
    if not parts or not number.isdecimal():
        return None
    return Decimal(number) + Decimal(parts[0]) / Decimal(parts[1])


def _parts_of_fraction(character: str) -> tuple[str, ...]:
    if not character or character.isascii() or unicodedata.category(character) != "No":
        return ()
    parts = tuple(unicodedata.normalize("NFKC", character).split("\u2044"))
    return parts if len(parts) == 2 and all(parts) else ()
