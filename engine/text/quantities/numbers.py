"""Numbers written in digits: what they mean, and which a translation does not say.

A number is an amount (27, 1,250.50, 3 million), a time of day (10:45, 5 pm, 14 Uhr), or several
numbers in one, as a date or a score is (24.12.2023, 2:0). Amounts and times are compared by what
they mean, the others part by part.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from engine.text.quantities.number_patterns import Languages, NumberPatterns, patterns_of

_NUMBER = re.compile(
    r"(?<![0-9])[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9])(?:[.,][0-9]+)?"
    r"|[0-9]+(?:[.,:/'’\u00a0\u202f][0-9]+)*"
)
_DIGITS = re.compile("[0-9]+")
THOUSANDS = re.compile(
    r"(?P<whole>[1-9][0-9]{0,2}(?P<mark>[.,'’\u00a0\u202f ])(?:[0-9]{2,3}(?P=mark))*[0-9]{3})"
    r"(?:(?!(?P=mark))[.,](?P<fraction>[0-9]+))?"
)
"""A number whose thousands are parted, as in 1,250,000.50 or 1 250 or the Indian 1,00,000."""
_FRACTION = re.compile("[0-9]+[.,][0-9]+")
_DAY_AND_MONTH = re.compile(r"(?:0?[1-9]|[12][0-9]|3[01])\.(?:0?[1-9]|1[0-2])\. ?[^\W_]")
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
_OTHER_MARKS = str.maketrans("٫٬．，：／", ".,.,:/")
_LARGEST_SPELLED = 12
"""Up to here numbers are often written as words."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands in a text: "1,250", "10:45", "12/24/2023"."""

    text: str
    start: int
    end: int


def numbers_in(text: str) -> tuple[Number, ...]:
    """Return the numbers of a text that are written in digits."""
    return tuple(
        Number(match.group(), match.start(), match.end()) for match in _NUMBER.finditer(text)
    )


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a number may mean: any of its values, or all of its parts."""

    text: str
    values: frozenset[Decimal | str]
    """Amounts, and times as "14:30"."""
    parts: tuple[str, ...]
    is_time: bool


def missing(source: str, target: str, languages: Languages) -> tuple[str, ...]:
    """Return the numbers of the source that are missing from the target.

    Small numbers may be there as words, unless the target has a number of its own: that one stands
    for them. Where the target spells larger ones, in doubt none is missing; where it says "half"
    or "noon", none that such a word may stand for. Of a language whose words for numbers are not
    known, neither are times and round numbers, which it may spell.
    """
    source, target = in_ascii_digits(source), in_ascii_digits(target)
    patterns = patterns_of(languages)
    if not _DIGITS.search(source) or patterns.spelled.search(target) or _HAN.search(target):
        return ()
    has_times = bool(_times_in(source, patterns) or _times_in(target, patterns))
    has_halves = patterns.halves.search(target) is not None
    typed, shown = (_meanings(text, patterns, has_times=has_times) for text in (source, target))
    all_typed, all_shown = _all_of(typed), _all_of(shown)
    may_be_spelled = bool(patterns.spelled.search(source) or patterns.halves.search(source)) or all(
        _is_said(meaning, all_typed) for meaning in shown
    )
    return tuple(
        meaning.text
        for meaning in typed
        if not _is_said(meaning, all_shown)
        and (patterns.has_words or not _may_be_worded(meaning))
        and not (has_halves and _is_said_in_halves(meaning.text))
        and not (
            may_be_spelled
            and _is_small(meaning, all_shown)
            and (len(meaning.parts) == 1 or patterns.spelled_small.search(target))
        )
    )


def in_ascii_digits(text: str) -> str:
    """Return a text with the digits of any script as 0 to 9, and their marks; same length."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text.translate(_OTHER_MARKS)
    )


def wrong_number(source: str, target: str, languages: Languages) -> tuple[Number, Number] | None:
    """Return the only number of either text, if the target can only have got it wrong.

    Times, dates, cents, millions, metres and small numbers may be said in another way.
    """
    numbers = numbers_in(source), numbers_in(target)
    patterns = patterns_of(languages)
    zeros = _zeros_in(source, patterns), _zeros_in(target, patterns)
    if (
        [len(found) for found in numbers] != [1, 1]
        or any(_times_in(text, patterns) for text in (source, target))
        or patterns.halves.search(target)
        or (any(zeros) and not zeros[0] & zeros[1])
        or not missing(source, target, languages)
    ):
        return None
    (typed,), (shown,) = numbers
    (meaning,) = _meanings(source, patterns, has_times=False)
    if (
        " " in typed.text
        or not meaning.values
        or _is_small(meaning, frozenset())
        or shown.text in _parts(typed.text)
        or _scale(source) != _scale(target)
    ):
        return None
    return typed, shown


def zeros_in(text: str, languages: Languages) -> frozenset[int]:
    """Return how many zeros the words behind numbers stand for: six in "3 million"."""
    return _zeros_in(text, patterns_of(languages))


def _zeros_in(text: str, patterns: NumberPatterns) -> frozenset[int]:
    return frozenset(count for count, zeros in patterns.zeros.items() if zeros.search(text))


def _scale(text: str) -> str | None:
    """Return whether a text mentions thousands, hundredths or thousandths of a metre or such."""
    scale = _SCALE.search(text)
    return scale.lastgroup if scale else None


# --- what numbers mean ---


def _meanings(text: str, patterns: NumberPatterns, *, has_times: bool) -> tuple[_Meaning, ...]:
    """Return what each number of a text may mean; next to times, 5 and 5.30 may be times too."""
    zeros, times = _zeros_in(text, patterns), _times_in(text, patterns)
    found = []
    for number in numbers_in(text):
        parts = _parts(number.text)
        time = next((one for one in times if one.start() <= number.start < one.end()), None)
        values = frozenset[Decimal | str]()
        if time:
            values = _values_of_time(time, patterns)
            parts = () if time["sign"] else parts
        elif not _DAY_AND_MONTH.match(text, number.start):
            values |= _amounts(number.text, zeros)
            if has_times and (bare := patterns.time.fullmatch(number.text)):
                values |= _values_of_time(bare, patterns)
        found.append(_Meaning(number.text, values, parts, is_time=time is not None))
    return tuple(found)


def _times_in(text: str, patterns: NumberPatterns) -> list[re.Match[str]]:
    return [time for time in patterns.time.finditer(text) if time["sign"] or time["mark"] == ":"]


def _values_of_time(time: re.Match[str], patterns: NumberPatterns) -> frozenset[str]:
    """When in a day a time may be, as "14:30": up to twelve often in either half of the day."""
    hour, minute = int(time["hour"]), int(time["minute"] or time["after"] or 0)
    if time["half"]:
        hours = {hour % 12 + 12 * (time["half"] in "pP")} if hour <= 12 else {hour}
    elif hour <= 12 and (half := _half_of_day(time.string, patterns)) is not None:
        hours = {hour % 12 + half}
    elif hour <= 12 and (not time["of_day"] or patterns.half_of_day.search(time.string)):
        hours = {hour % 12, hour % 12 + 12}
    else:
        hours = {hour % 24}
    return frozenset(f"{hour}:{minute:02}" for hour in hours)


def _half_of_day(text: str, patterns: NumberPatterns) -> Literal[0, 12] | None:
    """Return the hour at which the half of the day of the text's only time begins, if stated."""
    is_morning, is_later = (
        pattern.search(text) is not None for pattern in (patterns.morning, patterns.afternoon)
    )
    if is_morning is is_later or len(_times_in(text, patterns)) != 1:
        return None
    return 12 if is_later else 0


def _amounts(number: str, zeros: Iterable[int]) -> frozenset[Decimal]:
    """Return a number's possible values, also in thousands or cents; none of a date or score.

    1.250 million may be 1,250 million and a million and a quarter.
    """
    groups = _DIGITS.findall(number)
    digits = Decimal("".join(groups))
    smallest = digits.scaleb(-len(groups[-1])) if len(groups) > 1 else digits
    if thousands := THOUSANDS.fullmatch(number):
        value = digits.scaleb(-len(thousands["fraction"] or ""))
    elif len(groups) == 1 or _FRACTION.fullmatch(number):
        value = smallest
    else:
        return frozenset()
    return frozenset([value, *(one.scaleb(count) for one in (value, smallest) for count in zeros)])


def _parts(number: str) -> tuple[str, ...]:
    """Return the digits between its marks; those of thousands part nothing, but a blank may."""
    thousands = THOUSANDS.fullmatch(number)
    if thousands and thousands["mark"] != " ":
        whole = "".join(_DIGITS.findall(thousands["whole"]))
        return (whole, thousands["fraction"]) if thousands["fraction"] else (whole,)
    return tuple(_DIGITS.findall(number))


def _all_of(meanings: Iterable[_Meaning]) -> frozenset[Decimal | str]:
    """Return what a text says; the parts of a number are said by it too."""
    return frozenset(
        value
        for meaning in meanings
        for value in (*meaning.values, *map(_value_of_part, meaning.parts))
    )


def _is_said(meaning: _Meaning, said: frozenset[Decimal | str]) -> bool:
    return not said.isdisjoint(meaning.values) or (
        bool(meaning.parts) and all(_is_part_said(part, said) for part in meaning.parts)
    )


def _may_be_worded(meaning: _Meaning) -> bool:
    """Return whether a number is a time, or one that languages have short words for: 20, 3000."""
    digits = "".join(_DIGITS.findall(meaning.text)).rstrip("0")
    return meaning.is_time or int(digits or "0") <= _LARGEST_SPELLED


def _is_said_in_halves(number: str) -> bool:
    return not _SAID_IN_HALVES.isdisjoint(map(Decimal, _DIGITS.findall(number)))


def _is_part_said(part: str, said: frozenset[Decimal | str]) -> bool:
    return _value_of_part(part) in said or (
        _YEAR.fullmatch(part) is not None and Decimal(part[2:]) in said
    )


def _value_of_part(part: str) -> Decimal | str:
    """01 is 1, but 000 is not 00."""
    return Decimal(part) or part


def _is_small(meaning: _Meaning, said: frozenset[Decimal | str]) -> bool:
    """Return whether what is not said of a number is often written in words: 12, 2:0, a month."""
    if meaning.is_time:
        minutes = {int(str(value)[-2:]) for value in meaning.values}
        return all(min(minute, 60 - minute) <= _LARGEST_SPELLED for minute in minutes)
    if meaning.values and _FRACTION.fullmatch(meaning.text) and len(meaning.parts) > 1:
        whole, fraction = map(Decimal, meaning.parts)
        return whole <= _LARGEST_SPELLED and not fraction
    unsaid = [part for part in meaning.parts if not _is_part_said(part, said)]
    return (len(unsaid) == 1 or len(meaning.parts) == 2) and all(
        len(part) <= 2 and int(part) <= _LARGEST_SPELLED for part in unsaid
    )
