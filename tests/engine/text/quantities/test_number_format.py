"""Points and commas in numbers: as the language has them, unless a number names something."""

import pytest

from engine.text.quantities.number_format import in_foreign_manner, in_manner_of, is_name
from engine.text.quantities.numbers import numbers_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wir nutzen Version 1.101 der Software.", True),
        ("Wir nutzen v1.101", True),
        ("Nutze Version 1.101 Beta", True),
        ("Meine Kundennummer ist 123.456.", True),
        ("Die Nummer der Bestellung ist 123.456.", True),
        ("Die Adresse ist 10.100.200.", True),
        ("nach § 1.004", True),
        ("auf 192.168.178.100", True),
        ("Die neue Version kostet 1.500 Euro.", False),
        ("Die Stadt hat 1.500 Bewohner.", False),
        ("There is no number below 1,500 in it.", False),
    ],
)
def test_numbers_that_name_something_count_nothing(text: str, expected: bool) -> None:
    (number,) = numbers_in(text)
    assert is_name(number, text, ("de", "en")) is expected


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


@pytest.mark.parametrize(
    ("source", "target", "languages", "expected"),
    [
        ("1.500 Euro", "1.500 euros", ("de", "en"), ["1.500"]),
        ("1,500 books", "1,500 Bücher", ("en", "de"), ["1,500"]),
        ("1.500 oder 1.500.000", "1.500 or 1.500.000", ("de", "en"), ["1.500", "1.500.000"]),
        ("1.500 Euro", "1,500 euros", ("de", "en"), []),
        ("1.500 Euro", "1.500 euros", ("de", "fr"), []),
        ("1.500 seconds", "1.500 Sekunden", ("en", "de"), ["1.500"]),
        ("It is 42.195 km long", "Es ist 42.195 km lang", ("en", "de"), ["42.195"]),
        ("98.65 °F and 0.125", "98.65 °F und 0.125", ("en", "de"), ["98.65"]),
        ("1,00,000 books", "1,00,000 Bücher", ("en", "de"), []),
        ("3,50 Euro", "3,50 euros", ("de", "en"), ["3,50"]),
        ("27 und 10:45", "27 and 10:45", ("de", "en"), []),
        ("auf 192.168.178.100", "at 192.168.178.100", ("de", "en"), []),
        ("Version 1.101 ist da", "Version 1.101 is here", ("de", "en"), []),
        ("VS Code 1.100 ist da", "VS code 1.100 is here", ("de", "en"), []),
        ("Python 3.100 ist da", "Python 3.100 is here", ("de", "en"), []),
        ("Etwa 1.500 kamen", "About 1.500 came", ("de", "en"), ["1.500"]),
        ("In Rom 1.500 Euro", "In Rome 1.500 euros", ("de", "en"), ["1.500"]),
        ("In Berlin 1.500 Hunde", "In Berlin 1.500 dogs", ("de", "en"), ["1.500"]),
    ],
)
def test_a_copied_number_that_would_be_read_as_another_size_is_found(
    source: str, target: str, languages: tuple[str, str], expected: list[str]
) -> None:
    found = in_foreign_manner(source, target, *languages)
    assert [number.text for number in found] == expected
