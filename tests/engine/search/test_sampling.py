import math
from collections import Counter

import pytest
import torch
from torch import Tensor

from engine.nn.transformer import Transformer
from engine.search.beam_search import Hypothesis, SearchSettings
from engine.translation import Cancelled
from tests.support.models import random_sources, tiny_transformer
from tests.support.searching import log_probs_after, sample, search

SEEDS = [0, 1, 2, 3]
LENGTHS = [7, 2, 5, 1, 9, 4]
LONGEST = 12


def drawn(seed: int, rows: int, longest: int = LONGEST) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.rand(rows, longest, dtype=torch.float64, generator=generator)


def first_of(hypothesis: Hypothesis, eos_id: int) -> int:
    return hypothesis.ids[0] if hypothesis.ids else eos_id


def sampled_together(model: Transformer, seed: int, top_k: int = 0) -> list[Hypothesis]:
    return sample(model, random_sources(seed, LENGTHS), drawn(seed, len(LENGTHS)), top_k=top_k)


@pytest.mark.parametrize("top_k", [0, 1, 3, 99])
def test_draws_spread_evenly_give_each_token_as_often_as_it_is_probable(top_k: int) -> None:
    model = tiny_transformer(1, sharpness=2.0)
    count = 4000
    src_ids = random_sources(1, [4]).expand(count, -1)
    draws = drawn(1, count)
    draws[:, 0] = (torch.arange(count) + 0.5) / count
    found = sample(model, src_ids, draws, top_k=top_k)
    probabilities = log_probs_after(model, src_ids[:1], [])[0].exp()
    probabilities[[model.pad_id, model.bos_id]] = 0
    allowed = probabilities.topk(min(top_k, 11)).indices if top_k else slice(None)
    expected = torch.zeros_like(probabilities)
    expected[allowed] = probabilities[allowed]
    expected /= expected.sum()
    times = Counter(first_of(one, model.eos_id) for one in found)
    for token_id, share in enumerate(expected.tolist()):
        assert abs(times[token_id] - share * count) <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_every_token_is_the_one_its_draw_falls_on(seed: int) -> None:
    model = tiny_transformer(seed)
    src_ids, draws = random_sources(seed, LENGTHS), drawn(seed, len(LENGTHS))
    for row, one in enumerate(sample(model, src_ids, draws)):
        source = src_ids[[row]][:, : LENGTHS[row]]
        after = log_probs_after(model, source, one.ids).exp()  # (T + 1, V)
        after[:, [model.pad_id, model.bos_id]] = 0
        passed = (after / after.sum(-1, keepdim=True)).cumsum(-1)
        produced = [*one.ids, model.eos_id] if one.is_finished else one.ids
        for place, token_id in enumerate(produced):
            before = passed[place, token_id - 1].item() if token_id else 0.0
            assert before - 1e-9 <= draws[row, place] <= passed[place, token_id] + 1e-9


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("top_k", [0, 3])
def test_log_probs_are_those_of_a_forced_pass(seed: int, top_k: int) -> None:
    model = tiny_transformer(seed)
    src_ids = random_sources(seed, LENGTHS)
    for row, one in enumerate(sampled_together(model, seed, top_k)):
        after = log_probs_after(model, src_ids[[row]][:, : LENGTHS[row]], one.ids)
        produced = [*one.ids, model.eos_id] if one.is_finished else one.ids
        expected = [after[place, token_id].item() for place, token_id in enumerate(produced)]
        assert one.log_probs == pytest.approx(expected, abs=1e-9)
        assert one.score == pytest.approx(sum(expected), abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_token_to_draw_from_is_greedy_search(seed: int) -> None:
    model = tiny_transformer(seed)
    settings = SearchSettings(beam_size=1, length_penalty=0.0, max_length=LONGEST)
    greedy = search(model, random_sources(seed, LENGTHS), settings)
    for one, (other,) in zip(sampled_together(model, seed, top_k=1), greedy, strict=True):
        assert (one.ids, one.is_finished) == (other.ids, other.is_finished)
        assert one.log_probs == pytest.approx(other.log_probs, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_equal_draws_give_equal_targets_and_others_do_not(seed: int) -> None:
    model = tiny_transformer(seed, sharpness=1.0)
    src_ids = random_sources(seed, LENGTHS)
    once, again, other = (
        [one.ids for one in sample(model, src_ids, drawn(chance, len(LENGTHS)))]
        for chance in (5, 5, 6)
    )
    assert once == again != other


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("top_k", [0, 3])
def test_what_stands_beside_a_sentence_changes_nothing(seed: int, top_k: int) -> None:
    model = tiny_transformer(seed)
    src_ids, draws = random_sources(seed, LENGTHS), drawn(seed, len(LENGTHS))
    for row, together in enumerate(sampled_together(model, seed, top_k)):
        source = src_ids[[row]][:, : LENGTHS[row]]
        (alone,) = sample(model, source, draws[[row]], top_k=top_k)
        assert (alone.ids, alone.is_finished) == (together.ids, together.is_finished)


@pytest.mark.parametrize("draw", [0.0, 1 - 2**-53])
@pytest.mark.parametrize("top_k", [0, 13, 99])
def test_pad_and_bos_are_never_drawn(draw: float, top_k: int) -> None:
    for bos_id in (1, 12):  # first of all, and last
        model = tiny_transformer(0, bos_id=bos_id)
        draws = torch.full((6, LONGEST), draw, dtype=torch.float64)
        for one in sample(model, random_sources(0, LENGTHS), draws, top_k=top_k):
            assert not {model.pad_id, bos_id} & {*one.ids}


def test_no_target_is_longer_than_there_are_draws() -> None:
    model = tiny_transformer(2, sharpness=1.0)
    src_ids, draws = random_sources(2, LENGTHS), drawn(2, len(LENGTHS))
    long = sample(model, src_ids, draws)
    short = sample(model, src_ids, draws[:, :3])
    assert any(len(one.ids) > 3 for one in long)
    for whole, cut in zip(long, short, strict=True):
        assert cut.ids == whole.ids[:3]
        assert cut.is_finished == (len(whole.ids) < 3)
        assert len(cut.log_probs) == len(cut.ids) + cut.is_finished


def test_sampling_ends_when_it_is_asked_to() -> None:
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return asked == 2

    model = tiny_transformer(2, sharpness=1.0)
    with pytest.raises(Cancelled):
        sample(model, random_sources(0, LENGTHS), drawn(0, 6), should_stop=should_stop)
    assert asked == 2


def test_nothing_to_sample_is_no_work() -> None:
    empty = torch.empty(0, 0, dtype=torch.int64)
    assert sample(tiny_transformer(), empty, drawn(0, 0), should_stop=lambda: True) == []


@pytest.mark.parametrize(
    ("rows", "longest", "top_k", "says"),
    [
        (5, 9, 0, "5 rows of draws for 6 sentences"),
        (6, 0, 0, "draws must be 1 to 64 a sentence, not 0"),
        (6, 65, 0, "draws must be 1 to 64 a sentence, not 65"),
        (6, 9, -1, "top_k must be at least 0, not -1"),
    ],
)
def test_what_cannot_be_sampled_is_refused(rows: int, longest: int, top_k: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        sample(tiny_transformer(), random_sources(0, LENGTHS), drawn(0, rows, longest), top_k=top_k)


def test_a_model_in_training_mode_is_refused() -> None:
    model = tiny_transformer().train()
    with pytest.raises(ValueError, match="training mode"):
        sample(model, random_sources(0, LENGTHS), drawn(0, 6))


def test_scores_are_sums_of_logarithms() -> None:
    model = tiny_transformer(1, dtype=torch.float32)
    for one in sampled_together(model, 1):
        assert math.isfinite(one.score)
        assert one.score == pytest.approx(math.fsum(one.log_probs))
