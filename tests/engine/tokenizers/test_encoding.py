"""Laws of words: what people see as one, and which tokens belong to it."""

from itertools import pairwise

import pytest
from hypothesis import given

from engine.tokenizers.encoding import assign_words, find_words, readable
from tests.support.tokenizers import any_text, assert_ordered


@given(text=any_text)
def test_words_are_all_that_is_not_white_space(text: str) -> None:
    words = find_words(text)
    assert_ordered(words, len(text))
    assert all(end <= start for (_, end), (start, _) in pairwise(words))
    inside = {place for start, end in words for place in range(start, end)}
    assert all(text[place].isspace() for place in set(range(len(text))) - inside)
    assert not any(text[place] in " \n\t\u00a0" for place in inside)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" \n ", []),
        ("I don't,  I can’t!", ["I", "don't", ",", "I", "can’t", "!"]),
        ("'Bus-Fahrer' - ja", ["'", "Bus-Fahrer", "'", "-", "ja"]),
        ("Wait... what?!", ["Wait", "...", "what", "?!"]),
        ("e\u0301te\u0301 1990er", ["e\u0301te\u0301", "1990er"]),
    ],
)
def test_words_are_what_people_see(text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in find_words(text)] == words


def test_white_space_belongs_to_the_next_word_or_the_last() -> None:
    words = ((1, 3), (5, 6))
    assert assign_words([(0, 1), (1, 2), (3, 4), (4, 6), (6, 8)], words) == (0, 0, 1, 1, 1)
    assert assign_words([], ()) == ()


@given(text=any_text)
def test_every_text_has_a_form_that_can_be_seen(text: str) -> None:
    assert readable(text).isprintable()


def test_white_space_and_control_characters_are_shown() -> None:
    assert readable("a b\n\t\u0001\u200b中") == "a▁b↵⇥<U+0001><U+200B>中"
