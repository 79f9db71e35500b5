"""Whatever a search must hold, it holds, and holding nothing changes nothing."""

from collections.abc import Sequence
from itertools import product

import pytest
import torch

from engine.search.beam_search import Hypothesis, SearchSettings
from engine.search.constraints import Constraint, Constraints
from tests.support.models import random_sources, tiny_transformer
from tests.support.searching import search

LENGTHS = [7, 2, 5, 1]
SETTINGS = SearchSettings(beam_size=4, max_length=16)


def never_goes_on(_: int, __: int) -> bool:
    return False


def constraints(*required: Sequence[Sequence[int]]) -> Constraints:
    """Return constraints with these forms each."""
    return Constraints([Constraint(tuple(map(tuple, forms))) for forms in required], never_goes_on)


def starts_of(form: Sequence[int], ids: Sequence[int]) -> list[int]:
    return [at for at in range(len(ids)) if tuple(ids[at : at + len(form)]) == tuple(form)]


def flat(found: Sequence[Sequence[Hypothesis]]) -> list[tuple[tuple[int, ...], bool]]:
    return [(one.ids, one.is_finished) for hypotheses in found for one in hypotheses]


@pytest.mark.parametrize("seed", range(4))
def test_the_best_and_what_ended_hold_a_form_of_every_constraint(seed: int) -> None:
    model = tiny_transformer(seed)
    sources = random_sources(seed, LENGTHS)
    forms: list[list[tuple[int, ...]]] = [[(5, 6)], [(7,), (8, 9, 10)]]
    settings = SearchSettings(beam_size=4, n_best=3, max_length=24)
    wished = [constraints(*forms) for _ in LENGTHS]
    for hypotheses in search(model, sources, settings, constraints=wished):
        for number, one in enumerate(hypotheses):
            if one.is_finished or number == 0:
                for of_one in forms:
                    assert any(starts_of(form, one.ids) for form in of_one)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_to_hold_changes_nothing(seed: int) -> None:
    model = tiny_transformer(seed)
    sources = random_sources(seed, LENGTHS)
    plain = search(model, sources, SETTINGS)
    held = search(model, sources, SETTINGS, constraints=[constraints() for _ in LENGTHS])
    assert flat(held) == flat(plain)


@pytest.mark.parametrize("seed", range(3))
def test_a_batch_is_as_its_sentences_one_by_one(seed: int) -> None:
    model = tiny_transformer(seed)
    sources = random_sources(seed, LENGTHS)
    wished = [
        constraints([(5, 6)]),
        constraints(),
        constraints([(7,)], [(7,)]),
        constraints([(9,)]),
    ]
    together = search(model, sources, SETTINGS, constraints=wished)
    for row, length in enumerate(LENGTHS):
        alone = search(model, sources[[row], :length], SETTINGS, constraints=[wished[row]])
        assert flat(alone) == flat([together[row]])


def test_equal_constraints_are_met_one_after_the_other() -> None:
    model = tiny_transformer(1)
    settings = SearchSettings(beam_size=6, max_length=24)
    (found,) = search(
        model, random_sources(1, [5]), settings, constraints=[constraints(*[[(5, 6)]] * 3)]
    )
    assert len(starts_of((5, 6), found[0].ids)) >= 3


def test_what_was_chosen_counts_and_nothing_before_it_is_changed() -> None:
    model = tiny_transformer(2)
    sources = random_sources(2, [5])
    (found,) = search(
        model, sources, SETTINGS, prefixes=[(5, 6)], constraints=[constraints([(5, 6)], [(8,)])]
    )
    assert found[0].ids[:2] == (5, 6)
    assert 8 in found[0].ids


def test_log_probs_are_the_models_own() -> None:
    model = tiny_transformer(3)
    sources = random_sources(3, [6])
    ((best,),) = search(model, sources, SETTINGS, constraints=[constraints([(5, 6, 7)])])
    with torch.no_grad():
        after = model.forward(sources, torch.tensor([[model.bos_id, *best.ids]]))[0].log_softmax(-1)
    produced = (*best.ids, model.eos_id)[: len(best.log_probs)]
    expected = [after[place, token].item() for place, token in enumerate(produced)]
    assert best.log_probs == pytest.approx(expected)


def test_a_form_inside_a_longer_word_does_not_count() -> None:
    def goes_on(first: int, second: int) -> bool:
        return first == 6 and second == 7

    required = Constraints([Constraint(((5, 6),))], goes_on)
    progress = required.start(1)
    for token in (5, 6, 7):
        progress = required.after(progress, token)
    assert progress.unmet == (0,)
    for token in (5, 6, 8):
        progress = required.after(progress, token)
    assert progress.unmet == ()


def test_progress_by_tokens_is_what_a_look_at_the_whole_says() -> None:
    required = constraints([(5, 5, 6)], [(6, 7)])
    for ids in product((5, 6, 7), repeat=6):
        progress = required.start(1)
        for token in (*ids, 2):
            progress = required.after(progress, token)
        # Both stand in it, and do not share a token.
        ends = [at + 3 for at in starts_of((5, 5, 6), ids)]
        has_both = any(
            at >= ends[0] or at + 2 <= ends[0] - 3 for at in starts_of((6, 7), ids) if ends
        )
        assert (not progress.unmet) == has_both, ids
