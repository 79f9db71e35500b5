"""Laws of words: what people see as one, and which tokens belong to it."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tokenizers.encoding import assign_words, find_words, readable
from tests.support.tokenizers import any_text, assert_ordered

spaceless_text = st.from_regex(
    "[東은กမa][東京都はタワーですไปที่บ้านမြန်မာ2024abc]{0,40}", fullmatch=True
)


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


@pytest.mark.parametrize(
    ("text", "tokens", "words"),
    [
        ("我们去北京。", [], ["我", "们", "去", "北", "京", "。"]),
        ("我们去北京。", ["我们", "去北", "京", "。"], ["我们", "去北", "京", "。"]),
        ("2024年Wi-Fi密码", ["2024年", "Wi", "-Fi", "密码"], ["2024年", "Wi-Fi", "密码"]),
        (
            "東京タワーは高い",
            ["東", "京タ", "ワ", "ーは", "高", "い"],
            ["東", "京タワーは", "高", "い"],
        ),
        ("データ・ベース", [], ["データ", "・", "ベース"]),
        ("ไปที่บ้าน", ["ไป", "ที", "่บ้", "าน"], ["ไป", "ที่บ้", "าน"]),
        (
            "don't say 서울에서",
            ["don", "'t", " say", " 서울", "에서"],
            ["don't", "say", "서울에서"],
        ),
    ],
)
def test_without_blanks_tokens_tell_the_words(
    text: str, tokens: list[str], words: list[str]
) -> None:
    ends = list(accumulate(map(len, tokens), initial=0))
    found = find_words(text, list(pairwise(ends)))
    assert [text[start:end] for start, end in found] == words


@given(text=spaceless_text, cuts=st.sets(st.integers(1, 40)))
def test_no_token_of_letters_is_in_two_words(text: str, cuts: set[int]) -> None:
    places = [0, *sorted(cut for cut in cuts if cut < len(text)), len(text)]
    words = find_words(text, list(pairwise(places)))
    assert_ordered(words, len(text))
    assert "".join(text[start:end] for start, end in words) == text
    assert {end for _, end in words} <= set(places)


def test_white_space_belongs_to_the_next_word_or_the_last() -> None:
    words = ((1, 3), (5, 6))
    assert assign_words([(0, 1), (1, 2), (3, 4), (4, 6), (6, 8)], words) == (0, 0, 1, 1, 1)
    assert assign_words([], ()) == ()


@given(text=any_text)
def test_every_text_has_a_form_that_can_be_seen(text: str) -> None:
    assert readable(text).isprintable()


def test_white_space_and_control_characters_are_shown() -> None:
    assert readable("a b\n\t\u0001\u200b中") == "a▁b↵⇥<U+0001><U+200B>中"
