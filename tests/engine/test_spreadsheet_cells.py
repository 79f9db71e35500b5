"""A text in a spreadsheet's cell is no formula, and comes back as it was."""

from hypothesis import given
from hypothesis import strategies as st

from engine.spreadsheet_cells import from_cell, to_cell

SIGNS = "=+-@＝＋－＠\t\r\n"


@given(st.text() | st.text(st.sampled_from(f"'{SIGNS}a1")))
def test_a_text_comes_back_and_is_no_formula(text: str) -> None:
    assert from_cell(to_cell(text)) == text
    assert not to_cell(text).startswith(tuple(SIGNS))


@given(st.from_regex(r"[^'=+\-@\t\r\n＝＋－＠].*", fullmatch=True))
def test_other_text_stays_as_it_is(text: str) -> None:
    assert to_cell(text) == text
    assert from_cell(text) == text
