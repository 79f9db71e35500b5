"""Numbers written in digits: which a translation does not say, and how it would write one."""

import re
from dataclasses import dataclass

_NUMBER = re.compile(
    r"(?<![0-9])[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9])(?:[.,][0-9]+)?"
    r"|[0-9]+(?:[.,:/'’\u00a0\u202f][0-9]+)*"
)
_DIGITS = re.compile("[0-9]+")
_THOUSANDS = re.compile(
    r"(?P<whole>[1-9][0-9]{0,2}(?P<mark>[.,'’\u00a0\u202f ])(?:[0-9]{2,3}(?P=mark))*[0-9]{3})"
    r"(?:(?!(?P=mark))[.,](?P<fraction>[0-9]+))?"
)
"""A number whose thousands are parted, as in 1,250,000.50 or 1 250 or the Indian 1,00,000."""
_END_ZEROS = re.compile(r"\.?0+$")
_CLOCK = re.compile("[0-9]{1,2}[:.][0-9]{2}")
_GROUPED = re.compile(r"[0-9]{1,3}(?:([.,])[0-9]{3})+(?:(?!\1)[.,][0-9]+)?|[0-9]+[.,][0-9]+")
_HALF_DAY = re.compile(r"[0-9]\s*(?:[ap]\.?\s?m\b|o['’]clock)", re.IGNORECASE)
_SPELLED = re.compile(
    r"zehn|(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|drei(?:ß|ss)ig|dutzend|\b(?:drei)?viertel"
    r"|\b(?:thir|four|fif|six|seven|eigh|nine)teen|dozen|\bquarters?\b"
    r"|\b(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ie)"
    r"|\bhal[bf]|\bnoon|midnight|mitternacht|\bmittags?\b"
    r"|(?<![0-9])(?<![0-9][\s-])(?:hundert|tausend|million|milliarde|hundred|thousand|billion)",
    re.IGNORECASE,
)
"""In a target that spells numbers none is missed: nobody can tell which."""
_ZEROS = {
    2: re.compile(r"[0-9][\s-]?(?:hundert|hundred)", re.IGNORECASE),
    3: re.compile(r"[0-9](?:[\s-]?(?:tausend|thousand|tsd\b)|k\b)", re.IGNORECASE),
    6: re.compile(r"[0-9](?:[\s-]?(?:million|mio\b)|m\b)", re.IGNORECASE),
    9: re.compile(r"[0-9][\s-]?(?:milliarde|billion|mrd\b|bn\b)", re.IGNORECASE),
    12: re.compile(r"[0-9][\s-]?(?:billion|trillion)", re.IGNORECASE),
}
"""What stands behind a number for so many zeros."""
_MARKS_OF_AN_ADDRESS = 3
_WITH_POINT = frozenset(["en", "zh", "ja", "ko", "he", "th", "hi"])
_LARGEST_SPELLED = 12
"""Up to here numbers are often written as words."""
_LAST_HOUR = 24
"""So are full hours."""


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
    if any(map(_HALF_DAY.search, (source, target))) or _SPELLED.search(target):
        return ()
    zeros = zeros_in(target)
    said = {
        key
        for number in numbers_in(target)
        for name in (*_amounts(number.text, zeros), *_parts(number.text))
        for key in (name, _bare(name))
    }
    zeros = zeros_in(source)
    return tuple(
        number.text
        for number in numbers_in(source)
        if not _may_be_spelled(number.text) and not _is_said(number.text, zeros, said)
    )


def zeros_in(text: str) -> frozenset[int]:
    """Give how many zeros the words behind numbers stand for: six in "3 million"."""
    return frozenset(count for count, words in _ZEROS.items() if words.search(text))


def in_foreign_manner(
    source: str, target: str, source_language: str, target_language: str
) -> tuple[Number, ...]:
    """Give the numbers that the target copies from the source, but its language reads otherwise.

    1.500 of a German text is 1,500 in English. Longer ones may be an address of a computer.
    """
    mark = "," if has_point(source_language) else "."
    copied = {
        number.text
        for number in numbers_in(source)
        if (thousands := _THOUSANDS.fullmatch(number.text))
        and thousands["mark"] == mark
        and number.text.count(mark) < _MARKS_OF_AN_ADDRESS
        and number.text != in_manner_of(number.text, source_language, target_language)
    }
    return tuple(number for number in numbers_in(target) if number.text in copied)


def in_manner_of(number: str, source_language: str, target_language: str) -> str:
    """Give a number with the points and commas of another language."""
    if has_point(source_language) == has_point(target_language) or not _GROUPED.fullmatch(number):
        return number
    return number.translate(str.maketrans(".,", ",."))


def has_point(language: str) -> bool:
    """Whether a language, named by its code, writes 1,250.5; most write 1.250,5."""
    return language.lower()[:2] in _WITH_POINT


def _parts(number: str) -> tuple[str, ...]:
    """The digits between its marks; those of thousands part nothing."""
    if thousands := _THOUSANDS.fullmatch(number):
        whole = "".join(_DIGITS.findall(thousands["whole"]))
        return (whole, thousands["fraction"]) if thousands["fraction"] else (whole,)
    return tuple(_DIGITS.findall(number))


def _bare(digits: str) -> str:
    return digits.lstrip("0") or "0"


def _value(number: str) -> str:
    """The number with points for its marks and no needless zeros: 3,50 is 3.5, 3,000 is 3000."""
    first, *others = _parts(number)
    value = ".".join([_bare(first), *others])
    return _END_ZEROS.sub("", value) if len(others) == 1 else value


def _amounts(number: str, zeros: frozenset[int]) -> set[str]:
    """What a number may mean: its value, also as so many thousands or millions.

    1.250 million may be 1,250 million and a million and a quarter.
    """
    groups = _DIGITS.findall(number)
    fractions = {0} if len(_parts(number)) == 1 else set[int]()
    if len(groups) > 1:
        fractions.add(len(groups[-1]))
    digits = "".join(groups)
    return {
        _value(number),
        *(_bare(digits + "0" * (count - length)) for count in zeros for length in fractions),
    }


def _is_said(number: str, zeros: frozenset[int], said: set[str]) -> bool:
    if not said.isdisjoint(_amounts(number, zeros)):
        return True
    parts = _parts(number)
    if len(parts) == 1:
        return len(number) == len("1960") and number[2:] in said
    if _THOUSANDS.fullmatch(number):
        return False
    first = int(parts[0])
    if _CLOCK.fullmatch(number) and {str(first + 12), str(first - 12)} & said:
        return True
    return all({_bare(part), part[-2:]} & said for part in parts)


def _may_be_spelled(number: str) -> bool:
    value = _value(number)
    largest = _LAST_HOUR if ":" in number else _LARGEST_SPELLED
    return value.isdigit() and len(value) <= len(str(largest)) and int(value) <= largest
