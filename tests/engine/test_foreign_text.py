"""What a message quotes has no effect on a terminal, a log or a reader, and an end."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.foreign_text import MOST_LINES, safe_message, visible

CONTROLS = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029]))
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HOSTILE = st.text(st.sampled_from(f"{CONTROLS}{BIDI}ab \udc80é日"))


@given(st.text() | HOSTILE)
def test_nothing_in_a_message_acts(text: str) -> None:
    shown = safe_message(text).replace("\n  - ", "").replace("\t", "")
    assert not set(shown) & set(CONTROLS + BIDI)
    assert not any(unicodedata.category(character) == "Cs" for character in shown)


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])))
def test_text_without_them_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


def test_text_in_lines_stays_in_lines() -> None:
    text = "one\r\ntwo\n\tthree\u200f \u200dfamily"
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x9b2J", "\\x9b2J"),
        ("good.exe\u202etxt.", "good.exe\\u202etxt."),
        ("50 %\r100 %", "50 %\\r100 %"),
        ("name\nERROR all is lost", "name\\nERROR all is lost"),
        ("problems:\n  - one\n  - two", "problems:\n  - one\n  - two"),
    ],
)
def test_what_would_act_is_written_out(text: str, shown: str) -> None:
    assert safe_message(text) == shown


@given(st.integers(0, 3_000), st.integers(0, 100))
def test_a_message_has_an_end(length: int, lines: int) -> None:
    told = safe_message("what" + "\n  - ".join(["x" * length] * (lines + 1)) + "what to do")
    assert len(told) < (MOST_LINES + 1) * 600
    assert told.startswith("what")
    assert told.endswith("what to do") or lines >= MOST_LINES


def test_what_to_do_stands_after_a_long_name() -> None:
    told = safe_message(f"{'n' * 1_000_000} cannot be used. Choose another.")
    assert told.endswith("n cannot be used. Choose another.")
    assert "(1,000,032 characters)" in told
