"""Numbers in words: "twenty-one", "einundzwanzig", "two hundred and five", "dritte"."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.languages.lookup import either

_HUNDRED = 100
_ROMAN = re.compile(r"(?<![^\W_])(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})(?![^\W_])")
"""From two to thirty-nine, but for V and X: more letters are rather an abbreviation."""
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}
_REVERSING = "und"
"""Between units and tens in a word: "einundzwanzig"."""


@dataclass(frozen=True, slots=True)
class SpelledNumber:
    """A number in words, and its place without endings."""

    value: int
    start: int
    end: int


def roman_numbers(text: str) -> Iterator[SpelledNumber]:
    """Yield the Roman numerals of a text that can be nothing else."""
    for number in _ROMAN.finditer(text):
        digits = [_ROMAN_DIGITS[letter] for letter in number.group()]
        value = sum(
            -digit if digit < after else digit
            for digit, after in zip(digits, (*digits[1:], 0), strict=True)
        )
        yield SpelledNumber(value, *number.span())


class SpelledReader:
    """Reads the numbers of a text that are spelled.

    Args:
        values: By word, in small letters: those that numbers are put together from.
        endings: What may stand behind the last of them: "th", "mal". Pieces of a regular
            expression.
    """

    def __init__(self, values: Mapping[str, int], endings: Iterable[str]) -> None:
        self._values = values
        words = either(*map(re.escape, sorted(values, key=len, reverse=True)))
        joint = rf"(?:[\s-]|(?<=\w){_REVERSING}(?=\w)|\sand\s)?"
        self._number = re.compile(
            rf"(?<![^\W_])(?:{words}{joint})*{words}{either(*endings)}?(?![^\W_])", re.IGNORECASE
        )
        self._word = re.compile(f"{words}|{_REVERSING}", re.IGNORECASE)

    def read(self, text: str) -> Iterator[SpelledNumber]:
        """Yield the numbers of a text from left to right.

        A year is read as one number and as two: "nineteen eighty-four".
        """
        if not self._values:
            return
        for number in self._number.finditer(text):
            words = [*self._word.finditer(number.group())]
            end = number.start() + words[-1].end()
            for value in _composed([self._values.get(word.group().lower()) for word in words]):
                yield SpelledNumber(value, number.start(), end)


def _composed(values: Sequence[int | None]) -> Iterator[int]:
    """Yield the numbers that a row of words means: 2, 100, 5 is 205, but 2, 3 are two numbers.

    None stands for what reverses units and tens.
    """
    total = current = century = 0
    begun = is_reversed = False
    for value in values:
        if value is None:
            is_reversed = True
            continue
        if value == _HUNDRED and 0 < current < _HUNDRED:
            current *= value
        elif value > _HUNDRED:
            total += max(1, current) * value
            current = 0
        elif begun and _fits(current, value, is_reversed=is_reversed):
            current += value
        else:
            if begun:
                yield from {total + current, century + total + current}
            is_year = total == 0 and 10 <= current < _HUNDRED and 10 <= value < _HUNDRED
            century = current * _HUNDRED if begun and is_year else 0
            total, current = 0, value
        begun, is_reversed = True, False
    if begun:
        yield from {total + current, century + total + current}


def _fits(current: int, value: int, *, is_reversed: bool) -> bool:
    """Return whether a word adds to a number: 1 to 20, 21 to 100."""
    rest = current % _HUNDRED
    if is_reversed and rest:
        return rest < 10 and value >= 20
    return value > 0 and (
        (rest == 0 and value < _HUNDRED) or (rest >= 20 and rest % 10 == 0 and value < 10)
    )
