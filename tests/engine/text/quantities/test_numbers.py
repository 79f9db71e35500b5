"""Numbers in digits: where they stand."""

from hypothesis import given
from hypothesis import strategies as st

from engine.text.quantities.numbers import in_ascii_digits, numbers_in


def test_numbers_are_found_whole() -> None:
    text = "Bus 27, 1,250.50 people, 25 000 dogs, 10:45 on 12/24/2023; 3.5 kg, 1984 125."
    found = numbers_in(text)
    assert [number.text for number in found] == [
        *["27", "1,250.50", "25 000", "10:45", "12/24/2023", "3.5", "1984", "125"]
    ]
    assert all(text[number.start : number.end] == number.text for number in found)


@given(text=st.text())
def test_digits_of_every_script_keep_their_places(text: str) -> None:
    ascii_digits = in_ascii_digits(text)
    assert len(ascii_digits) == len(text)
    assert not any(c.isdecimal() and not c.isascii() for c in ascii_digits)
