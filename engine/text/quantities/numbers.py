"""Numbers written in digits: where they stand, and what they are made of."""

import re
import unicodedata
from dataclasses import dataclass

_NUMBER = re.compile(
    r"(?<![0-9])[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9])(?:[.,][0-9]+)?"
    r"|[0-9]+(?:[.,:/'’\u00a0\u202f][0-9]+)*"
)
DIGITS = re.compile("[0-9]+")
THOUSANDS = re.compile(
    r"(?P<whole>[1-9][0-9]{0,2}(?P<mark>[.,'’\u00a0\u202f ])(?:[0-9]{2,3}(?P=mark))*[0-9]{3})"
    r"(?:(?!(?P=mark))[.,](?P<fraction>[0-9]+))?"
)
"""A number whose thousands are parted, as in 1,250,000.50 or 1 250 or the Indian 1,00,000."""
FRACTION = re.compile("[0-9]+[.,][0-9]+")
_OTHER_MARKS = str.maketrans("٫٬．，：／", ".,.,:/")


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


def in_ascii_digits(text: str) -> str:
    """Return a text with the digits of any script as 0 to 9, and their marks; same length."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text.translate(_OTHER_MARKS)
    )


def parts_of(number: str) -> tuple[str, ...]:
    """Return the digits between its marks; those of thousands part nothing, but a blank may."""
    thousands = THOUSANDS.fullmatch(number)
    if thousands and thousands["mark"] != " ":
        whole = "".join(DIGITS.findall(thousands["whole"]))
        return (whole, thousands["fraction"]) if thousands["fraction"] else (whole,)
    return tuple(DIGITS.findall(number))
