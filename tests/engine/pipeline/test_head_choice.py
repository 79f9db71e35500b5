"""Which map aligns words is seen from how many source words its target words look at."""

import numpy as np
import pytest

from engine.pipeline.head_choice import SETTLED_WORDS, HeadChoice

LAYERS, HEADS, WORDS = 3, 4, 5
GROUPS = tuple((word,) for word in range(WORDS))


def cross(aligned: tuple[int, int] | None, *, is_read: bool, words: int = WORDS) -> np.ndarray:
    """Return maps that rest on one word, but for one that looks at each word in turn."""
    maps = np.full((LAYERS, HEADS, words + 1, words), 0.01)
    maps[..., 1] = 0.9
    if aligned is not None:
        for word in range(words):
            maps[(*aligned, word + is_read)] = 0.01
            maps[(*aligned, word + is_read, words - 1 - word)] = 0.9
    return maps.astype(np.float32)


@pytest.mark.parametrize("is_read", [False, True])
@pytest.mark.parametrize("place", [(0, 1), (2, 3)])
def test_the_map_that_looks_at_most_words_is_taken(place: tuple[int, int], is_read: bool) -> None:
    choice = HeadChoice(LAYERS, HEADS)
    choice.add(cross(place, is_read=is_read), GROUPS, GROUPS)
    best = choice.best
    assert (best.layer, best.head, best.shifted) == (*place, is_read)


def test_before_any_text_and_among_equals_it_is_the_mean_of_the_last_layer() -> None:
    choice = HeadChoice(LAYERS, HEADS)
    for _ in range(2):
        best = choice.best
        assert (best.layer, best.head, best.shifted) == (LAYERS - 1, None, False)
        choice.add(cross(None, is_read=False), GROUPS, GROUPS)


def test_a_word_or_two_say_nothing() -> None:
    choice = HeadChoice(LAYERS, HEADS)
    choice.add(cross((0, 1), is_read=False, words=2), GROUPS[:2], GROUPS[:2])
    assert choice.best == HeadChoice(LAYERS, HEADS).best


def test_once_enough_was_seen_the_choice_stays() -> None:
    choice = HeadChoice(LAYERS, HEADS)
    while not choice.is_settled:
        choice.add(cross((0, 1), is_read=False), GROUPS, GROUPS)
    for _ in range(2 * SETTLED_WORDS):
        choice.add(cross((1, 1), is_read=True), GROUPS, GROUPS)
    best = choice.best
    assert (best.layer, best.head, best.shifted) == (0, 1, False)
