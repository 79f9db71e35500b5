"""Numbers in words are read in both languages."""

import pytest

from engine.text.quantities.number_patterns import patterns_of
from engine.text.quantities.spelled_numbers import roman_numbers


def words_of(text: str) -> list[str]:
    return text.split()


UNITS = words_of("zero one two three four five six seven eight nine")
TENS = words_of("twenty thirty forty fifty sixty seventy eighty ninety")
EINER = words_of("null ein zwei drei vier fünf sechs sieben acht neun")
ZEHNER = words_of("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")


def read(text: str) -> list[int]:
    return [number.value for number in patterns_of(("en", "de")).spelled.read(text)]


@pytest.mark.parametrize("tens", range(2, 10))
def test_numbers_below_a_hundred(tens: int) -> None:
    for unit in range(1, 10):
        number = 10 * tens + unit
        assert read(f"{TENS[tens - 2]}-{UNITS[unit]}") == [number]
        assert read(f"{EINER[unit]}und{ZEHNER[tens - 2]}") == [number]
        assert read(f"three hundred and {TENS[tens - 2]}-{UNITS[unit]}") == [300 + number]
        assert read(f"dreihundert{EINER[unit]}und{ZEHNER[tens - 2]}") == [300 + number]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("two thousand five hundred", [2500]),
        ("zweitausendfünfhundert", [2500]),
        ("a hundred thousand", [100_000]),
        ("two or three", [2, 3]),
        ("two, three", [2, 3]),
        ("nineteen eighty-four", [19, 84, 1984]),
        ("der einundzwanzigste", [21]),
        ("the twenty-first", [21]),
        ("zweimal", [2]),
        ("fünfstündig", [5]),
        ("hundertundsiebenundzwanzig", [127]),
        ("three million two hundred thousand", [3_200_000]),
        ("Achtung, often, tenant, Vierteljahr", []),
    ],
)
def test_words_are_put_together(text: str, values: list[int]) -> None:
    assert sorted(read(text)) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [("II", [2]), ("XIV", [14]), ("XXXIX", [39]), ("I V X XL IIII VX CD MIX", [])],
)
def test_roman_numerals_that_can_be_nothing_else(text: str, values: list[int]) -> None:
    assert [number.value for number in roman_numbers(text)] == values
