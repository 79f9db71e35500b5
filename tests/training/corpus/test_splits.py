"""What is split off to validate and test with is learned nowhere."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pairs import PAIR, numbered
from training.corpus.splits import HELD_OUT_LIMIT, Splits, hold_out
from training.corpus_formats.sentence_pair import SentencePair


@given(st.lists(PAIR, min_size=1), st.randoms(use_true_random=False))
def test_held_out_sentences_are_in_no_training_pair(
    pairs: list[SentencePair], chance: random.Random
) -> None:
    splits = hold_out(Splits(tuple(pairs)), 0.02, tests=True)
    assert sum(map(Counter, splits), Counter()) == Counter(pairs)
    for one, other in combinations(splits, 2):
        for side in (0, 1):
            assert not {pair[side] for pair in one} & {pair[side] for pair in other}
    shuffled = hold_out(Splits(tuple(chance.sample(pairs, len(pairs)))), 0.02, tests=True)
    assert [set(part) for part in shuffled] == [set(part) for part in splits]


@pytest.mark.parametrize(("count", "held_out"), [(1, 0), (2, 1), (100, 2), (60_000, 1000)])
def test_a_share_is_held_out_up_to_a_limit(count: int, held_out: int) -> None:
    assert (
        len(hold_out(Splits(numbered(count)), 0.02, tests=False)[1]) == held_out <= HELD_OUT_LIMIT
    )


@given(st.lists(PAIR, min_size=1), st.lists(PAIR), st.booleans())
def test_what_is_split_off_is_in_no_split_that_was_given(
    pairs: list[SentencePair], given_pairs: list[SentencePair], is_test: bool
) -> None:
    given_splits = (
        Splits(tuple(pairs), test=tuple(given_pairs))
        if is_test
        else Splits(tuple(pairs), validation=tuple(given_pairs))
    )
    splits = hold_out(given_splits, 0.02, tests=True)
    for made, given_before in zip(splits[1:], given_splits[1:], strict=True):
        if given_before:
            assert made == given_before
            continue
        for part in splits:
            for side in (0, 1):
                others = {pair[side] for pair in part if part is not made}
                assert not {pair[side] for pair in made} & others
