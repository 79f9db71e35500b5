"""Text in pictures: nothing in it breaks a line or a file, and no other warning is lost."""

import warnings

import matplotlib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import font_manager
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from numpy.typing import NDArray

from engine.attention.fonts import (
    FAMILY,
    FONTS,
    font_families,
    missing_characters,
    missing_glyphs_ignored,
    printable,
    use_shipped_font,
)


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
def test_the_font_that_ships_and_matplotlibs_own_come_first(text: str) -> None:
    assert font_families(text)[:2] == [FAMILY, "sans-serif"]
    assert len(set(font_families(text))) == len(font_families(text))


def test_characters_that_no_font_has_are_named_once() -> None:
    assert missing_characters("dog Größe ▁x\u200d") == ""
    assert missing_characters("a\U0010fffdb\U0010fffd") == "\U0010fffd"


@given(st.text("東はक서ثაאไ中\U0010fffd字", max_size=20))
def test_a_character_is_in_a_font_of_its_text_or_missing(text: str) -> None:
    files = [font_manager.findfont(FontProperties(family=[one])) for one in font_families(text)]
    drawn = {chr(c) for file in files for c in font_manager.get_font(file).get_charmap()}
    assert {*missing_characters(text)} == {*text} - drawn


def test_letters_join_and_run_from_right_to_left() -> None:
    def outline(text: str) -> NDArray[np.float64]:
        return TextPath((0, 0), text, prop=FontProperties(family=["DejaVu Sans"])).vertices

    word = "سلام"
    assert np.ptp(outline(word)[:, 0]) < sum(np.ptp(outline(letter)[:, 0]) for letter in word)
    second = outline("ב")
    assert np.allclose(outline("אב")[: len(second)], second)  # on the left


def test_only_missing_glyphs_are_passed_over() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with missing_glyphs_ignored():
            warnings.warn("Glyph 29356 (CJK) missing from font(s) DejaVu Sans.", stacklevel=1)
            warnings.warn("something else", stacklevel=1)
    assert [str(warning.message) for warning in caught] == ["something else"]


def test_pictures_are_written_in_the_font_that_ships() -> None:
    with matplotlib.rc_context():
        use_shipped_font()
    use_shipped_font()  # what was set inside a context is undone at its end
    for weight, file in (("normal", "Inter-Regular.ttf"), ("bold", "Inter-Bold.ttf")):
        usual = font_manager.FontProperties(weight=weight)
        assert usual.get_family() == font_families("dog") == [FAMILY, "sans-serif"]
        usual.set_family(FAMILY)
        assert font_manager.findfont(usual) == str(FONTS / file)
