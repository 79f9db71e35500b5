"""Ranges of a text: which word a token belongs to."""

import pytest

from engine.text.spans import words_of_tokens


@pytest.mark.parametrize(
    ("tokens", "words", "expected"),
    [
        ([(0, 2), (2, 5), (5, 9)], [(0, 5), (6, 9)], (0, 0, 1)),
        ([(0, 3), (3, 4)], [(0, 3), (3, 4)], (0, 1)),
        ([(0, 1), (0, 1), (0, 1)], [(0, 1)], (0, 0, 0)),
        ([(0, 3), (3, 3)], [(0, 3)], (0, -1)),
        ([(0, 7)], [(0, 2), (3, 7)], (1,)),
        ([(2, 3)], [(0, 2), (3, 5)], (-1,)),
        ([(0, 1)], [], (-1,)),
    ],
)
def test_tokens_find_the_word_they_share_most_with(
    tokens: list[tuple[int, int]], words: list[tuple[int, int]], expected: tuple[int, ...]
) -> None:
    assert words_of_tokens(tokens, words) == expected
