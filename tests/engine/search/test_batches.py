"""Batches of like lengths: every sentence once, and no more padding than there is room for."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.search.batches import batches_by_length


@given(st.lists(st.integers(1, 50), max_size=80), st.integers(1, 300))
def test_batches_hold_every_sentence_once_and_have_room(lengths: list[int], most: int) -> None:
    batches = batches_by_length(lengths, most)
    assert sorted(index for batch in batches for index in batch) == [*range(len(lengths))]
    assert [batch[0] for batch in batches] == sorted(min(batch) for batch in batches)
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= most


@given(st.lists(st.integers(1, 50), max_size=80), st.integers(1, 300))
def test_no_sentence_stands_between_those_of_another_batch(lengths: list[int], most: int) -> None:
    ranges = sorted(
        (min(lengths[index] for index in batch), max(lengths[index] for index in batch))
        for batch in batches_by_length(lengths, most)
    )
    assert all(one[1] <= other[0] for one, other in pairwise(ranges))
