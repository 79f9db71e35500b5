"""Laws of the alignment error rate, precision and recall."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attention.alignment import Link
from training.evaluation.alignment_error import in_sentence, score_links

links = st.frozensets(st.tuples(st.integers(0, 1), st.integers(0, 3), st.integers(0, 3)))


def test_worked_examples() -> None:
    sure, possible = {(0, 0), (1, 1)}, {(0, 0), (1, 1), (2, 1)}
    assert score_links({(0, 0), (1, 1)}, sure, possible).error_rate == 0
    assert score_links({(0, 0), (1, 1), (2, 1)}, sure, possible).error_rate == 0
    assert score_links({(0, 1)}, sure, possible).error_rate == 1
    # A = 3, S = 2, A and S = 1, A and P = 2.
    score = score_links({(0, 0), (2, 1), (2, 2)}, sure, possible)
    assert score.error_rate == pytest.approx(1 - 3 / 5)
    assert (score.precision, score.recall, score.links) == (2 / 3, 1 / 2, 3)


def test_nothing_linked_is_nothing_wrong_and_nothing_found() -> None:
    score = score_links(set(), {(0, 0)}, set())
    assert (score.error_rate, score.precision, score.recall) == (1, 1, 0)
    score = score_links(set(), set(), {(0, 0)})
    assert (score.error_rate, score.precision, score.recall) == (0, 1, 1)


@given(links, links, links)
def test_all_lie_between_zero_and_one_and_sure_links_are_possible(
    found: frozenset[Link], sure: frozenset[Link], possible: frozenset[Link]
) -> None:
    score = score_links(found, sure, possible)
    assert all(0 <= value <= 1 for value in (score.error_rate, score.precision, score.recall))
    assert score == score_links(found, sure, possible | sure)


@given(links, links, links)
def test_no_error_means_every_sure_link_and_only_possible_ones(
    found: frozenset[Link], sure: frozenset[Link], possible: frozenset[Link]
) -> None:
    is_right = sure <= found <= possible | sure
    assert (score_links(found, sure, possible).error_rate == 0) == is_right


@given(links, links)
def test_without_possible_links_it_is_one_minus_f1(
    found: frozenset[Link], sure: frozenset[Link]
) -> None:
    score = score_links(found, sure, frozenset())
    whole = score.precision + score.recall
    if found and sure:
        f1 = 2 * score.precision * score.recall / whole if whole else 0.0
        assert score.error_rate == pytest.approx(1 - f1)


@given(links, links, links, links)
def test_more_possible_links_make_nothing_worse(
    found: frozenset[Link], sure: frozenset[Link], possible: frozenset[Link], more: frozenset[Link]
) -> None:
    before, after = (score_links(found, sure, p) for p in (possible, possible | more))
    assert after.error_rate <= before.error_rate
    assert after.precision >= before.precision
    assert after.recall == before.recall


def test_links_of_a_sentence_become_those_of_a_corpus() -> None:
    assert in_sentence(7, {(0, 1), (2, 3)}) == {(7, 0, 1), (7, 2, 3)}
