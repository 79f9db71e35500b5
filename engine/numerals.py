"""Numbers written in digits: which a translation does not say, and how it would write one."""

import re
from dataclasses import dataclass

_NUMBER = re.compile(r"[0-9]+(?:[.,:/'’\u00a0\u202f][0-9]+)*")
_DIGITS = re.compile("[0-9]+")
_END_ZEROS = re.compile("(?<=[0-9])0+$")
_CLOCK = re.compile("[0-9]{1,2}[:.][0-9]{2}")
_GROUPED = re.compile(r"[0-9]{1,3}(?:([.,])[0-9]{3})+(?:(?!\1)[.,][0-9]+)?|[0-9]+[.,][0-9]+")
_HALF_DAY = re.compile(r"[0-9]\s*(?:[ap]\.?\s?m\b|o['’]clock)", re.IGNORECASE)
_SPELLED = re.compile(
    r"zehn|zig|ßig|hundert|tausend|million|milliarde|dutzend|\bhalb|viertel"
    r"|teen|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ies)|hundred|thousand|billion|dozen"
    r"|\bhalf|quarter|\bnoon|midnight|mitternacht|\bmittag",
    re.IGNORECASE,
)
"""In a target that spells numbers none is missed: nobody can tell which."""
_WITH_POINT = frozenset(["en", "zh", "ja", "ko", "he", "th", "hi"])
_LARGEST_SPELLED = 12
"""Up to here numbers are often written as words."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands in a text: "1,250", "10:45", "12/24/2023"."""

    text: str
    start: int
    end: int


def numbers_in(text: str) -> tuple[Number, ...]:
    """Give the numbers of a text that are written in digits."""
    return tuple(
        Number(match.group(), match.start(), match.end()) for match in _NUMBER.finditer(text)
    )


def missing(source: str, target: str) -> tuple[str, ...]:
    """Give the numbers of the source that the target does not say.

    Numbers may be there as words, and hours of half a day as hours of a whole one: in doubt none is
    missing.
    """
    if _HALF_DAY.search(source) or _SPELLED.search(target):
        return ()
    said = {key for number in numbers_in(target) for key in _keys(number.text)}
    return tuple(
        number.text
        for number in numbers_in(source)
        if not _may_be_spelled(number.text) and not _is_said(number.text, said)
    )


def in_manner_of(number: str, source_language: str, target_language: str) -> str:
    """Give a number with the points and commas of another language."""
    if has_point(source_language) == has_point(target_language) or not _GROUPED.fullmatch(number):
        return number
    return number.translate(str.maketrans(".,", ",."))


def has_point(language: str) -> bool:
    """Whether a language, named by its code, writes 1,250.5; most write 1.250,5."""
    return language.lower()[:2] in _WITH_POINT


def _keys(number: str) -> set[str]:
    """What a number may be known by: all its digits, and those of its parts; with no end zeros.

    20 is not 200, but 3.50 is 3.5, 10:00 is 10, and 15,000,000 may be 15 of something.
    """
    parts = _DIGITS.findall(number)
    if len(parts) == 1:
        return {number, number.lstrip("0") or "0"}
    whole = {"".join(parts), *parts}
    return {*whole, *map(_bare, whole)}


def _bare(digits: str) -> str:
    return _END_ZEROS.sub("", digits.lstrip("0") or "0")


def _is_said(number: str, said: set[str]) -> bool:
    parts = _DIGITS.findall(number)
    if len(parts) == 1:
        decade = {number[2:]} if len(number) == len("1960") else set[str]()
        return not said.isdisjoint(_keys(number) | decade)
    whole = "".join(parts)
    if {whole, _bare(whole)} & said:
        return True
    first = int(parts[0])
    if _CLOCK.fullmatch(number) and {str(first + 12), str(first - 12)} & said:
        return True
    return all({part, _bare(part), part[-2:]} & said for part in parts)


def _may_be_spelled(number: str) -> bool:
    digits = "".join(_DIGITS.findall(number))
    return int(digits) <= _LARGEST_SPELLED or (number != digits and len(_bare(digits)) == 1)
