"""Edits of a text: what is not edited keeps its place, there and back."""

from hypothesis import given
from hypothesis import strategies as st

from engine.text.text_edits import Edit, Rewriting


@st.composite
def rewritings(draw: st.DrawFn) -> Rewriting:
    original = draw(st.text("abc ", max_size=12))
    places = sorted(draw(st.lists(st.integers(0, len(original)), max_size=8)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return Rewriting(original, [Edit(*pair, draw(st.text("XYZ", max_size=3))) for pair in pairs])


@given(rewritings())
def test_the_way_back_leads_to_the_original(rewriting: Rewriting) -> None:
    back = rewriting.inverse()
    assert back.text == rewriting.original
    assert back.inverse().text == rewriting.text


@given(rewritings())
def test_what_is_not_edited_keeps_its_place(rewriting: Rewriting) -> None:
    edited = {place for edit in rewriting.edits for place in range(edit.start, edit.end)}
    for place, character in enumerate(rewriting.original):
        if place not in edited:
            start, end = rewriting.span(place, place + 1)
            assert rewriting.text[start:end] == character
            assert rewriting.inverse().span(start, end) == (place, place + 1)


@given(rewritings(), st.integers(0, 12), st.integers(0, 12))
def test_spans_are_in_order_and_inside(rewriting: Rewriting, one: int, other: int) -> None:
    length = len(rewriting.original)
    first, last = sorted((min(one, length), min(other, length)))
    start, end = rewriting.span(first, last)
    assert 0 <= start <= end <= len(rewriting.text)


def test_what_is_inserted_belongs_to_neither_side() -> None:
    rewriting = Rewriting("one two", [Edit(3, 3, " X")])
    assert rewriting.text == "one X two"
    assert (rewriting.span(0, 3), rewriting.span(3, 7)) == ((0, 3), (5, 9))
    assert rewriting.inverse().span(2, 6) == (2, 4)


def test_an_edit_that_is_cut_is_held_whole() -> None:
    rewriting = Rewriting("say 1000 now", [Edit(4, 8, "1.000")])
    assert rewriting.span(5, 6) == (4, 9)
    assert rewriting.span(4, 8) == (4, 9)
