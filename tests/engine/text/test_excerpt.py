import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.excerpt import beginning


@given(st.text("ab 中\n\t"), st.integers(2, 20))
def test_a_beginning_is_short_on_one_line_and_of_the_text(text: str, longest: int) -> None:
    shown = beginning(text, longest)
    assert len(shown) <= longest
    assert shown == " ".join(shown.split())
    line = " ".join(text.split())
    assert shown == line if len(text) <= longest else line.startswith(shown.removesuffix("…"))


@pytest.mark.parametrize("text", ["中" * 300, "a" * 300, "word " * 60], ids=ascii)
def test_of_a_long_text_without_blanks_something_is_left(text: str) -> None:
    shown = beginning(text, 20)
    assert shown.endswith("…")
    assert len(shown) > 15
