"""Laws of maps and links: rows keep summing to one, shapes are what the docstrings say."""

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import alignment
from engine.attention.maps import AttentionMaps, Weights
from engine.translation import AlignedWords
from tests.support.attentions import best_links


def attention(*shape: int, seed: int = 0, dtype: npt.DTypeLike = np.float32) -> Weights:
    """Weights whose rows sum to one."""
    weights = np.random.default_rng(seed).random(shape) + 1e-3
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True), dtype=dtype)


def copying_maps(length: int) -> Weights:
    """The cross attention (1, 1, T, S) of a model that copies, S = bos + tokens + eos.

    The row that reads a token looks where it came from; the first reads bos.
    """
    cross = np.full((1, 1, length + 1, length + 2), 0.01, dtype=np.float32)
    for row in range(length + 1):
        cross[0, 0, row, row] = 1.0
    return alignment.normalized(cross)


@st.composite
def partitions(draw: st.DrawFn, size: int) -> tuple[tuple[int, ...], ...]:
    """All tokens of a sentence in words of one or more neighbours."""
    cuts = sorted(draw(st.sets(st.integers(1, size - 1)))) if size > 1 else []
    borders = [0, *cuts, size]
    return tuple(tuple(range(start, end)) for start, end in pairwise(borders))


@st.composite
def maps_and_groups(
    draw: st.DrawFn,
) -> tuple[Weights, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    rows, columns = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    weights = attention(rows, columns, seed=draw(st.integers(0, 1000)))
    return weights, draw(partitions(rows)), draw(partitions(columns))


links = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)


def test_maps_must_fit_each_other() -> None:
    AttentionMaps(attention(2, 3, 5, 5), attention(2, 3, 4, 4), attention(2, 3, 4, 5))
    with pytest.raises(ValueError, match=r"encoder must be 5 by 5 to fit cross, not \(4, 4\)"):
        AttentionMaps(attention(2, 3, 4, 4), attention(2, 3, 4, 4), attention(2, 3, 4, 5))
    with pytest.raises(ValueError, match=r"decoder must be 4 by 4 to fit cross, not \(4, 5\)"):
        AttentionMaps(attention(2, 3, 5, 5), attention(2, 3, 4, 5), attention(2, 3, 4, 5))
    with pytest.raises(ValueError, match="cross must have four dimensions, not 3"):
        AttentionMaps(attention(2, 3, 5, 5), attention(2, 3, 4, 4), attention(3, 4, 5))


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_a_chosen_map_is_one_head_or_the_mean_of_all(dtype: npt.DTypeLike) -> None:
    maps = attention(3, 4, 5, dtype=dtype)
    assert np.array_equal(alignment.choose_head(maps, 2), maps[2])
    mean = alignment.choose_head(maps, None)
    assert mean.dtype == np.float32
    assert np.allclose(mean, maps.astype(np.float32).mean(axis=0))
    assert np.allclose(mean.sum(axis=-1), 1, atol=5e-3 if dtype == np.float16 else 1e-6)


def test_a_chosen_map_is_a_copy() -> None:
    maps = attention(1, 2, 2)
    alignment.choose_head(maps, 0)[:] = 7
    assert maps.max() <= 1


def test_both_readings_have_a_row_for_each_token() -> None:
    cross = attention(2, 3, 4, 5)
    assert alignment.shifted(cross).shape == (2, 3, 3, 5)
    assert alignment.produced(cross).shape == (2, 3, 3, 5)
    assert np.array_equal(alignment.shifted(cross)[..., 0, :], cross[..., 1, :])
    assert np.array_equal(alignment.shifted(cross)[..., -1, :], cross[..., 3, :])
    assert np.array_equal(alignment.produced(cross)[..., 0, :], cross[..., 0, :])


@pytest.mark.parametrize("length", [1, 2, 7])
def test_shifted_maps_align_a_copying_model_without_an_error(length: int) -> None:
    cross = alignment.choose_head(copying_maps(length)[0], None)
    groups = alignment.groups_of_words(range(length), length, first=1)
    target_groups = alignment.groups_of_words(range(length), length)
    gold = {(word, word) for word in range(length)}

    words = alignment.merge_words(alignment.shifted(cross), target_groups, groups)
    assert words.shape == (length, length)
    assert best_links(words) == gold

    late = alignment.merge_words(alignment.produced(cross), target_groups, groups)
    # The first row looks at bos, which belongs to no word; the others at the word before.
    assert best_links(late) & gold <= {(0, 0)}


@given(maps_and_groups())
def test_merging_words_keeps_rows_summing_to_one(
    case: tuple[Weights, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]],
) -> None:
    weights, target_groups, source_groups = case
    words = alignment.merge_words(weights, target_groups, source_groups)
    assert words.shape == (len(target_groups), len(source_groups))
    assert np.allclose(words.sum(axis=-1), 1, atol=1e-5)
    for target, rows in enumerate(target_groups):
        for source, columns in enumerate(source_groups):
            expected = weights[np.ix_(rows, columns)].sum() / len(rows)
            assert words[target, source] == pytest.approx(expected, abs=1e-5)


def test_many_maps_are_merged_as_each_alone() -> None:
    weights, target_groups, source_groups = attention(2, 3, 4, 5), [(0, 1), (2, 3)], [(0, 1, 2)]
    words = alignment.merge_words(weights, target_groups, source_groups)
    assert words.shape == (2, 3, 2, 1)
    for layer, head in np.ndindex(2, 3):
        alone = alignment.merge_words(weights[layer, head], target_groups, source_groups)
        assert np.allclose(words[layer, head], alone, atol=1e-6)


def test_words_of_one_token_change_nothing() -> None:
    weights = attention(3, 4)
    words = alignment.merge_words(weights, [(0,), (1,), (2,)], [(0,), (1,), (2,), (3,)])
    assert np.allclose(words, weights)


def test_a_word_without_tokens_gets_zeros_and_stays_zero() -> None:
    words = alignment.merge_words(attention(2, 3), [(0,), (), (1,)], [(0, 1), (), (2,)])
    assert words.shape == (3, 3)
    assert not words[1].any()
    assert not words[:, 1].any()
    assert np.array_equal(alignment.normalized(words)[1], [0, 0, 0])


def test_sentences_without_words_are_no_special_case() -> None:
    words = alignment.merge_words(attention(2, 3), [], [])
    assert words.shape == (0, 0)
    assert alignment.align(words) == ()


def test_groups_name_the_tokens_of_each_word() -> None:
    assert alignment.groups_of_words([0, 0, 1, 3], 4) == ((0, 1), (2,), (), (3,))
    assert alignment.groups_of_words([0, 0, 1], 2, first=1) == ((1, 2), (3,))
    assert alignment.groups_of_words([-1, 0, -1], 1) == ((1,),)


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_without_sinks_rows_sum_to_one_again_or_are_zero(
    rows: int, columns: int, data: st.DataObject
) -> None:
    weights = attention(rows, columns)
    sinks = sorted(data.draw(st.sets(st.integers(0, columns - 1))))
    kept = alignment.without_sinks(weights, sinks)
    assert kept.shape == weights.shape
    assert not kept[:, sinks].any()
    assert np.allclose(kept.sum(axis=-1), float(len(sinks) < columns), atol=1e-5)
    others = [column for column in range(columns) if column not in sinks]
    taken = alignment.sink_mass(weights, sinks)
    assert taken.shape == (rows,)
    assert np.allclose(weights[:, others], kept[:, others] * (1 - taken[:, None]), atol=1e-5)


def test_taking_sinks_out_leaves_the_map_given_alone_and_empty_rows_zero() -> None:
    weights = np.array([[1, 0], [0.5, 0.5]], dtype=np.float16)
    kept = alignment.without_sinks(weights, [0])
    assert weights.tolist() == [[1, 0], [0.5, 0.5]]
    assert kept.tolist() == [[0, 0], [0, 1]]


def test_aligned_words_are_sorted_and_reach_the_threshold() -> None:
    weights = np.array([[0.125, 0.875], [0.5, 0.5], [0, 0]], dtype=np.float32)
    assert alignment.align(weights) == (
        AlignedWords(0, 0, 0.125),
        AlignedWords(0, 1, 0.875),
        AlignedWords(1, 0, 0.5),
        AlignedWords(1, 1, 0.5),
    )
    assert alignment.align(weights, 0.5) == alignment.align(weights)[1:]


def test_aligned_words_are_plain_numbers() -> None:
    (pair,) = alignment.align(np.ones((1, 1), dtype=np.float32))
    assert (type(pair.target), type(pair.source), type(pair.weight)) == (int, int, float)


def test_turned_links_exchange_the_words_and_keep_the_sentence() -> None:
    assert alignment.turned({(0, 2), (1, 3)}) == {(2, 0), (3, 1)}
    assert alignment.turned({(7, 0, 2)}) == {(7, 2, 0)}


def test_grow_diag_adds_neighbours_of_agreed_links_and_nothing_far() -> None:
    forward = {(0, 0), (1, 1), (2, 1), (5, 5)}
    backward = {(0, 0), (1, 1), (3, 2), (4, 0)}
    assert alignment.grow_diag(forward, backward) == {(0, 0), (1, 1), (2, 1), (3, 2)}


def test_grow_diag_adds_no_link_between_two_aligned_words() -> None:
    forward = {(0, 0), (1, 1), (0, 1)}
    backward = {(0, 0), (1, 1)}
    assert alignment.grow_diag(forward, backward) == {(0, 0), (1, 1)}


@given(links, links)
def test_grow_diag_lies_between_both_and_either(
    forward: frozenset[tuple[int, int]], backward: frozenset[tuple[int, int]]
) -> None:
    grown = alignment.grow_diag(forward, backward)
    assert forward & backward <= grown <= forward | backward
    assert grown == alignment.grow_diag(backward, forward)
    assert alignment.grow_diag(grown, grown) == grown


@given(links, links)
def test_agreement_is_symmetric_and_one_only_for_equal_links(
    forward: frozenset[tuple[int, int]], backward: frozenset[tuple[int, int]]
) -> None:
    value = alignment.agreement(forward, backward)
    assert value == alignment.agreement(backward, forward)
    assert 0 <= value <= 1
    assert (value == 1) == (forward == backward)
