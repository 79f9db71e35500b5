"""Text in pictures: nothing in it breaks a line or a file, and no other warning is lost."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attention.fonts import font_families, missing_glyphs_ignored, printable


@given(st.text(st.characters()))
def test_a_printable_text_is_one_line_that_a_file_can_hold(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert len(shown.splitlines()) <= 1
    assert shown.encode().decode() == shown
    assert printable(shown) == shown
    assert all(b in (a, "\ufffd") for a, b in zip(text, shown, strict=True))


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"])))
def test_what_can_be_shown_stays(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize("text", ["dog", "Größe", "犬", ""])
def test_matplotlibs_own_fonts_come_first(text: str) -> None:
    assert font_families(text)[0] == "sans-serif"
    assert len(set(font_families(text))) == len(font_families(text))


def test_only_missing_glyphs_are_passed_over() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with missing_glyphs_ignored():
            warnings.warn("Glyph 29356 (CJK) missing from font(s) DejaVu Sans.", stacklevel=1)
            warnings.warn("something else", stacklevel=1)
    assert [str(warning.message) for warning in caught] == ["something else"]
