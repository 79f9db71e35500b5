"""Numbers written in digits: what they mean, and which a translation does not say.

A number is an amount (27, 1,250.50, 3 million), a time of day (10:45, 5 pm, 14 Uhr), or several
numbers in one, as a date or a score is (24.12.2023, 2:0). Amounts and times are compared by what
they mean, the others part by part.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

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
_TIME = re.compile(
    r"(?<![0-9.,:/])(?P<hour>[01]?[0-9]|2[0-4])(?:(?P<mark>[:.])(?P<minute>[0-5][0-9]))?"
    r"(?![0-9]|[.,:/][0-9])"
    r"(?P<sign>\s?(?P<half>[ap])\.?\s?m\b|\s?o['’]clock|[\s-]?Uhr\b(?: (?P<after>[0-5][0-9])\b)?)?",
    re.IGNORECASE,
)
"""A time of day, if it has a sign such as pm or Uhr, or a colon."""
_HALF_OF_DAY = re.compile("abend|mittag|nacht", re.IGNORECASE)
"""Where none of these stands, German hours are those of the whole day."""
_MORNING = re.compile(
    r"(?<!good )morning|\bmorgens\b|vormittag|\bam morgen\b|\b(?:heute|morgen) früh\b",
    re.IGNORECASE,
)
_AFTERNOON = re.compile(
    r"(?<!good )afternoon|(?<!good )evening|tonight|nachmittag|(?<!guten )abend", re.IGNORECASE
)
"""Either one says which half of the day the only time of a sentence is in."""
_YEAR = re.compile("[12][0-9](?!00)[0-9]{2}")
"""Message by its last two digits too."""
_SPELLED = re.compile(
    r"zehn|(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|drei(?:ß|ss)ig|dutzend"
    r"|\b(?:thir|four|fif|six|seven|eigh|nine)teen|dozen"
    r"|\b(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ie)"
    r"|(?<![0-9])(?<![0-9][\s-])(?:hundert|tausend|million|milliarde|hundred|thousand|billion)",
    re.IGNORECASE,
)
"""In a target that spells numbers none is missed: nobody can tell which."""
_HALVES = re.compile(
    r"\b(?:drei)?viertel|\bquarters?\b|\bhal[bf]|einhalb|anderthalb|hälfte|drittel"
    r"|\b(?:one|a)[\s-]third\b|\bthirds\b|\bnoon|midnight|mitternacht|\bmittags?\b",
    re.IGNORECASE,
)
_SAID_IN_HALVES = frozenset([0, 3, 5, 6, 9, 12, 15, 18, 24, 25, 30, 33, 45, 50, 66, 67, 75, 90])
"""Parts of the numbers that such words stand for: half past two, half a year, a quarter of all."""
_SPELLED_SMALL = re.compile(
    r"\b(?:null|nil|zero|nothing|eins|one|two|twice|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|elf|zwölf|first|second|third|erste|dritte"
    r"|jan|feb|mär|march|apr|ma[iy]\b|jun|jul|aug|sep|o[ck]t|nov|de[cz])",
    re.IGNORECASE,
)
"""One must be there for an hour or parts of a number: two to nothing, the 24th of December."""
CENTS = -2
_ZEROS = {
    CENTS: re.compile(r"[0-9]\s?(?:cents?|pence|penny)\b", re.IGNORECASE),
    2: re.compile(r"[0-9][\s-]?(?:hundert|hundred)", re.IGNORECASE),
    3: re.compile(r"[0-9](?:[\s-]?(?:tausend|thousand|tsd\b)|k\b)", re.IGNORECASE),
    6: re.compile(r"[0-9](?:[\s-]?(?:million|mio\b)|m\b)", re.IGNORECASE),
    9: re.compile(r"[0-9][\s-]?(?:milliarde|billion|mrd\b|bn\b)", re.IGNORECASE),
    12: re.compile(r"[0-9][\s-]?(?:billion|trillion)", re.IGNORECASE),
}
"""What stands behind a number for so many zeros; cents take two away."""
_SCALE = re.compile(
    r"[0-9][\s-]?(?:(?P<kilo>k[mg]\b|kilo)|(?P<centi>c[ml]\b|[cz]enti)|(?P<milli>m[mgl]\b|milli[mgl]))",
    re.IGNORECASE,
)
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


def missing(source: str, target: str) -> tuple[str, ...]:
    """Return the numbers of the source that the target does not say.

    Small numbers may be there as words, unless the target has a number of its own: that one stands
    for them. Where the target spells larger ones, in doubt none is missing; where it says "half"
    or "noon", none that such a word may stand for.
    """
    if not _DIGITS.search(source) or _SPELLED.search(target):
        return ()
    has_times = bool(_times_in(source) or _times_in(target))
    has_halves = _HALVES.search(target) is not None
    typed, shown = _meanings(source, has_times=has_times), _meanings(target, has_times=has_times)
    all_typed, all_shown = _all_of(typed), _all_of(shown)
    may_be_spelled = bool(_SPELLED.search(source) or _HALVES.search(source)) or all(
        _is_said(meaning, all_typed) for meaning in shown
    )
    return tuple(
        meaning.text
        for meaning in typed
        if not _is_said(meaning, all_shown)
        and not (has_halves and _is_said_in_halves(meaning.text))
        and not (
            may_be_spelled
            and _is_small(meaning, all_shown)
            and (len(meaning.parts) == 1 or _SPELLED_SMALL.search(target))
        )
    )


def wrong_number(source: str, target: str) -> tuple[Number, Number] | None:
    """Return the only number of either text, if the target can only have got it wrong.

    Times, dates, cents, millions, metres and small numbers may be said in another way.
    """
    numbers = numbers_in(source), numbers_in(target)
    zeros = zeros_in(source), zeros_in(target)
    if (
        [len(found) for found in numbers] != [1, 1]
        or any(_times_in(text) for text in (source, target))
        or _HALVES.search(target)
        or (any(zeros) and not zeros[0] & zeros[1])
        or not missing(source, target)
    ):
        return None
    (typed,), (shown,) = numbers
    (meaning,) = _meanings(source, has_times=False)
    if (
        " " in typed.text
        or not meaning.values
        or _is_small(meaning, frozenset())
        or shown.text in _parts(typed.text)
        or _scale(source) != _scale(target)
    ):
        return None
    return typed, shown


def zeros_in(text: str) -> frozenset[int]:
    """Return how many zeros the words behind numbers stand for: six in "3 million"."""
    return frozenset(count for count, words in _ZEROS.items() if words.search(text))


def _scale(text: str) -> str | None:
    """Whether a text speaks of thousands, hundredths or thousandths of a metre or the like."""
    scale = _SCALE.search(text)
    return scale.lastgroup if scale else None


# --- what numbers mean ---


def _meanings(text: str, *, has_times: bool) -> tuple[_Meaning, ...]:
    """What each number of a text may mean: where there are times, 5 and 5.30 may be some too."""
    zeros, times = zeros_in(text), _times_in(text)
    found = []
    for number in numbers_in(text):
        parts = _parts(number.text)
        time = next((one for one in times if one.start() <= number.start < one.end()), None)
        values = frozenset[Decimal | str]()
        if time:
            values = _values_of_time(time)
            parts = () if time["sign"] else parts
        elif not _DAY_AND_MONTH.match(text, number.start):
            values |= _amounts(number.text, zeros)
            if has_times and (bare := _TIME.fullmatch(number.text)):
                values |= _values_of_time(bare)
        found.append(_Meaning(number.text, values, parts, is_time=time is not None))
    return tuple(found)


def _times_in(text: str) -> list[re.Match[str]]:
    return [time for time in _TIME.finditer(text) if time["sign"] or time["mark"] == ":"]


def _values_of_time(time: re.Match[str]) -> frozenset[str]:
    """When in a day a time may be, as "14:30": up to twelve often in either half of the day."""
    hour, minute = int(time["hour"]), int(time["minute"] or time["after"] or 0)
    if time["half"]:
        hours = {hour % 12 + 12 * (time["half"] in "pP")} if hour <= 12 else {hour}
    elif hour <= 12 and (half := _half_of_day(time.string)) is not None:
        hours = {hour % 12 + half}
    elif hour <= 12 and ("uhr" not in time.group().lower() or _HALF_OF_DAY.search(time.string)):
        hours = {hour % 12, hour % 12 + 12}
    else:
        hours = {hour % 24}
    return frozenset(f"{hour}:{minute:02}" for hour in hours)


def _half_of_day(text: str) -> Literal[0, 12] | None:
    """The hour at which the half begins that the text's only time is in; None if that is unsaid."""
    is_morning, is_later = (words.search(text) is not None for words in (_MORNING, _AFTERNOON))
    if is_morning is is_later or len(_times_in(text)) != 1:
        return None
    return 12 if is_later else 0


def _amounts(number: str, zeros: Iterable[int]) -> frozenset[Decimal]:
    """What a number may be worth, also as so many thousands or cents; none of a date or a score.

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
    """The digits between its marks; those of thousands part nothing, but a blank may."""
    thousands = THOUSANDS.fullmatch(number)
    if thousands and thousands["mark"] != " ":
        whole = "".join(_DIGITS.findall(thousands["whole"]))
        return (whole, thousands["fraction"]) if thousands["fraction"] else (whole,)
    return tuple(_DIGITS.findall(number))


def _all_of(meanings: Iterable[_Meaning]) -> frozenset[Decimal | str]:
    """What a text says; the parts of a number are said by it too."""
    return frozenset(
        value
        for meaning in meanings
        for value in (*meaning.values, *map(_value_of_part, meaning.parts))
    )


def _is_said(meaning: _Meaning, said: frozenset[Decimal | str]) -> bool:
    return not said.isdisjoint(meaning.values) or (
        bool(meaning.parts) and all(_is_part_said(part, said) for part in meaning.parts)
    )


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
    """Whether what is not said of a number is often written in words: 12, 2:0, a month."""
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
