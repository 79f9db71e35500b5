"""Numbers in digits: what a translation does not say, and how it would write one."""

import pytest

from engine.numerals import in_manner_of, missing, numbers_in


def test_numbers_are_found_whole() -> None:
    text = "Bus 27, 1,250.50 people, 10:45 on 12/24/2023; 3.5 kg."
    found = numbers_in(text)
    assert [number.text for number in found] == ["27", "1,250.50", "10:45", "12/24/2023", "3.5"]
    assert all(text[number.start : number.end] == number.text for number in found)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("a dog", "ein Hund"),
        ("3 dogs and 12 cats", "drei Hunde und zwölf Katzen"),
        ("1,250 people", "1.250 Menschen"),
        ("3.5 kg", "3,5 kg"),
        ("on 12/24/2023", "am 24.12.2023"),
        ("in the 1960s", "in den 60er-Jahren"),
        ("$3,000,000", "3 Mio. Dollar"),
        ("at 2:30", "um 14:30 Uhr"),
        ("at 2:30", "um halb drei"),
        ("at 5 pm", "um 17 Uhr"),
        ("30 years", "dreißig Jahre"),
        ("30 Jahre", "thirty years"),
        ("007", "007"),
        ("86,400 seconds", "86400 Sekunden"),
        ("86400 seconds", "86.400 Sekunden"),
        ("15 billion euros", "15.000.000.000 €"),
        ("3.50 a kilo", "3,5 das Kilo"),
        ("at 10:00", "um 10"),
    ],
)
def test_what_is_said_otherwise_is_not_missing(source: str, target: str) -> None:
    assert missing(source, target) == ()


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("number 27", "Nummer 77", ("27",)),
        ("number 27", "Nummer", ("27",)),
        ("27 and 28", "28 und 28", ("27",)),
        ("Room 27", "Zimmer 127", ("27",)),
        ("1984", "144", ("1984",)),
        ("at 10:45", "um 10", ("10:45",)),
        ("20 dogs", "200 Hunde", ("20",)),
        ("200 dogs", "20 Hunde", ("200",)),
        ("300 and 3,000", "3.000 und 3.000", ("300",)),
    ],
)
def test_what_is_not_said_is_missing(source: str, target: str, lost: tuple[str, ...]) -> None:
    assert missing(source, target) == lost


@pytest.mark.parametrize(
    ("number", "languages", "expected"),
    [
        ("1,250.5", ("en", "de"), "1.250,5"),
        ("1.250,5", ("de", "en-GB"), "1,250.5"),
        ("3.5", ("en", "fr"), "3,5"),
        ("1,250", ("en", "en"), "1,250"),
        ("10:45", ("en", "de"), "10:45"),
        ("1.2.3", ("en", "de"), "1.2.3"),
        ("27", ("en", "de"), "27"),
    ],
)
def test_points_and_commas_are_those_of_the_language(
    number: str, languages: tuple[str, str], expected: str
) -> None:
    assert in_manner_of(number, *languages) == expected
