import math
from collections.abc import Sequence
from itertools import pairwise, product
from typing import get_args

import pytest
import torch
from torch import Tensor

from engine.nn.config import Positions
from engine.nn.kv_cache import DecoderCache
from engine.nn.transformer import Transformer
from engine.search.beam_search import Hypothesis, PenaltyKind, SearchSettings
from engine.translation import Cancelled
from tests.support.models import random_sources, tiny_transformer
from tests.support.searching import decoder_of, log_probs_after, search

SEEDS = [0, 1]
LENGTHS = [7, 2, 5, 1, 9, 4]


class Asked:
    """A should_stop that counts how often it is asked, and says yes once, if at all."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.count = 0
        self.stop_at = stop_at

    def __call__(self) -> bool:
        self.count += 1
        return self.count == self.stop_at


def repeats(ids: Sequence[int], size: int) -> bool:
    grams = [tuple(ids[i : i + size]) for i in range(len(ids) - size + 1)]
    return len(set(grams)) < len(grams)


def plain_search(
    model: Transformer, source: Tensor, settings: SearchSettings, prefix: Sequence[int] = ()
) -> tuple[Hypothesis, ...]:
    """Search one sentence by the definition: no cache, no batch, no early stop but by count."""
    living: list[tuple[float, tuple[int, ...], tuple[float, ...]]] = [(0.0, (), ())]
    ended: list[Hypothesis] = []
    size = settings.no_repeat_ngram
    for length in range(settings.max_length):
        candidates = []
        for total, ids, log_probs in living:
            for token_id, log_prob in enumerate(log_probs_after(model, source, ids)[-1].tolist()):
                is_forced = length < len(prefix)
                is_end = token_id == model.eos_id
                if is_forced and token_id != prefix[length]:
                    continue
                if token_id in (model.pad_id, model.bos_id):
                    continue
                if is_end and length + 1 < settings.min_length:
                    continue
                if size and not is_forced and not is_end:
                    past = {ids[i : i + size] for i in range(len(ids) - size + 1)}
                    if (*ids[len(ids) - size + 1 :], token_id) in past and length >= size:
                        continue
                candidates.append((total + log_prob, (*ids, token_id), (*log_probs, log_prob)))
        candidates.sort(reverse=True)
        best = candidates[: settings.beam_size - settings.is_narrowing * len(ended)]
        for total, ids, log_probs in best:
            if ids[-1] == model.eos_id:
                score = settings.score(total, length + 1)
                ended.append(Hypothesis(ids[:-1], log_probs, score, is_finished=True))
        others = best if settings.is_narrowing else candidates
        living = [one for one in others if one[1][-1] != model.eos_id][: settings.beam_size]
        if len(ended) >= settings.beam_size:
            break
    ended.sort(key=lambda one: -one.score)
    if len(ended) < settings.n_best:
        cut = [
            Hypothesis(ids, log_probs, settings.score(total, len(ids)), is_finished=False)
            for total, ids, log_probs in living
        ]
        ended += sorted(cut, key=lambda one: -one.score)
    return tuple(ended[: settings.n_best])


def assert_same(found: Sequence[Hypothesis], expected: Sequence[Hypothesis]) -> None:
    assert [(one.ids, one.is_finished) for one in found] == [
        (one.ids, one.is_finished) for one in expected
    ]
    for one, other in zip(found, expected, strict=True):
        assert one.log_probs == pytest.approx(other.log_probs, abs=1e-9)
        assert one.score == pytest.approx(other.score, abs=1e-9)


def source_of(src_ids: Tensor, row: int) -> Tensor:
    """Return one sentence of a batch without its padding, (S,)."""
    return src_ids[row][src_ids[row] != 0]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_beam_of_one_is_the_argmax_loop(seed: int, norm: str) -> None:
    model = tiny_transformer(seed, norm=norm)
    src_ids = random_sources(seed, LENGTHS)
    found = search(model, src_ids, SearchSettings(beam_size=1, max_length=12))
    for row, (hypothesis,) in enumerate(found):
        ids: list[int] = []
        while len(ids) < 12 and model.eos_id not in ids:
            log_probs = log_probs_after(model, source_of(src_ids, row), ids)[-1]
            log_probs[[model.pad_id, model.bos_id]] = -math.inf
            ids.append(int(log_probs.argmax()))
        is_finished = model.eos_id in ids
        assert hypothesis.is_finished == is_finished
        assert hypothesis.ids == tuple(ids[:-1] if is_finished else ids)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beam_size", [1, 2, 5])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"length_penalty": 0.0},
        {"length_penalty": 2.0},
        {"penalty_kind": "gnmt", "length_penalty": 0.6},
        {"min_length": 5},
        {"no_repeat_ngram": 1},
        {"no_repeat_ngram": 2, "min_length": 8},
        {"is_narrowing": True},
        {"is_narrowing": True, "length_penalty": 0.6, "min_length": 3},
    ],
)
def test_cached_batch_finds_what_the_definition_finds(
    seed: int, beam_size: int, changes: dict[str, object]
) -> None:
    """Also where beams are reordered and sentences leave the batch at different steps."""
    model = tiny_transformer(seed)
    src_ids = random_sources(seed, LENGTHS)
    n_best = (beam_size + 1) // 2
    settings = SearchSettings(beam_size=beam_size, n_best=n_best, max_length=10, **changes)  # type: ignore[arg-type] # parametrized keywords
    for row, found in enumerate(search(model, src_ids, settings)):
        assert_same(found, plain_search(model, source_of(src_ids, row), settings))


@pytest.mark.parametrize("positions", get_args(Positions))
@pytest.mark.parametrize("attention", ["split", "independent"])
def test_every_architecture_searches_alike(positions: str, attention: str) -> None:
    model = tiny_transformer(5, positions=positions, attention=attention, qkv_bias=False)
    src_ids = random_sources(5, [4, 6])
    settings = SearchSettings(beam_size=3, max_length=8)
    for row, found in enumerate(search(model, src_ids, settings)):
        assert_same(found, plain_search(model, source_of(src_ids, row), settings))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beam_size", [1, 4, 9])
def test_padding_and_company_change_nothing(seed: int, beam_size: int) -> None:
    model = tiny_transformer(seed)
    src_ids = random_sources(seed, LENGTHS)
    settings = SearchSettings(beam_size=beam_size, n_best=beam_size, max_length=12)
    together = search(model, src_ids, settings)
    for row, found in enumerate(together):
        (alone,) = search(model, source_of(src_ids, row)[None], settings)
        assert_same(found, alone)


def test_the_sentences_of_a_batch_finish_at_different_steps() -> None:
    """What the laws above need, so that they speak of dropped rows at all."""
    lengths = {
        len(found[0].ids)
        for seed in SEEDS
        for found in search(
            tiny_transformer(seed),
            random_sources(seed, LENGTHS),
            SearchSettings(beam_size=5, max_length=10),
        )
    }
    assert len(lengths) > 3


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["power", "gnmt"])
@pytest.mark.parametrize("alpha", [0.0, 0.6, 1.0, 1.7])
def test_full_width_beam_ranks_all_targets_there_are(
    seed: int, kind: PenaltyKind, alpha: float
) -> None:
    model = tiny_transformer(seed, src_vocab_size=11, tgt_vocab_size=5)
    (source,) = random_sources(seed, [5])
    settings = SearchSettings(
        beam_size=64, n_best=31, max_length=4, length_penalty=alpha, penalty_kind=kind
    )
    every = []
    for length in range(5):
        for ids in product([3, 4], repeat=length):
            log_probs = log_probs_after(model, source, ids)
            own = [float(log_probs[place, token]) for place, token in enumerate(ids)]
            if length < 4:
                own.append(float(log_probs[length, model.eos_id]))
            score = settings.score(sum(own), len(own))
            every.append(Hypothesis(ids, tuple(own), score, is_finished=length < 4))
    every.sort(key=lambda one: (not one.is_finished, -one.score))
    (found,) = search(model, source[None], settings)
    assert_same(found, every)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["power", "gnmt"])
@pytest.mark.parametrize("alpha", [0.0, 0.8, 3.0])
def test_stopping_early_loses_nothing(seed: int, kind: PenaltyKind, alpha: float) -> None:
    """With a full-width beam only the bound can end a search before the longest length."""
    model = tiny_transformer(seed, tgt_vocab_size=5)
    with torch.no_grad():
        model.output.bias[model.eos_id] += 2.0
    src_ids = random_sources(seed, [5])
    asked = Asked()
    settings = SearchSettings(beam_size=1000, max_length=8, length_penalty=alpha, penalty_kind=kind)
    ((best,),) = search(model, src_ids, settings, should_stop=asked)
    for length in range(8):
        every = torch.tensor(list(product([3, 4], repeat=length)), dtype=torch.int64)
        bos, eos = (torch.full((len(every), 1), i) for i in (model.bos_id, model.eos_id))
        with torch.no_grad():
            logits = model.forward(src_ids.expand(len(every), -1), torch.cat([bos, every], 1))
        labels = torch.cat([every, eos], 1)
        totals = logits.log_softmax(-1).gather(2, labels[..., None]).sum((1, 2))
        assert settings.score(float(totals.max()), length + 1) <= best.score + 1e-9
    if alpha == 0.0:  # where a longer hypothesis can never be better
        assert asked.count < 8


@pytest.mark.parametrize("seed", SEEDS)
def test_n_best_are_sorted_distinct_and_scored_as_promised(seed: int) -> None:
    model = tiny_transformer(seed)
    settings = SearchSettings(beam_size=6, n_best=6, max_length=9, length_penalty=0.7)
    for found in search(model, random_sources(seed, LENGTHS), settings):
        assert len(found) == 6
        assert len({(one.ids, one.is_finished) for one in found}) == 6
        assert all(a.is_finished >= b.is_finished for a, b in pairwise(found))
        finished = [one for one in found if one.is_finished]
        assert all(a.score >= b.score for a, b in pairwise(finished))
        for one in found:
            assert len(one.log_probs) == len(one.ids) + one.is_finished
            assert not {model.pad_id, model.bos_id, model.eos_id} & set(one.ids)
            length = len(one.log_probs)
            assert one.score == pytest.approx(sum(one.log_probs) / length**0.7)


@pytest.mark.parametrize("beam_size", [1, 4])
def test_a_large_vocabulary_in_float32_is_searched_alike(beam_size: int) -> None:
    model = tiny_transformer(3, tgt_vocab_size=2003, dtype=torch.float32)
    src_ids = random_sources(3, [4, 6])
    settings = SearchSettings(beam_size=beam_size, min_length=4, max_length=6)
    for row, found in enumerate(search(model, src_ids, settings)):
        (expected,) = plain_search(model, source_of(src_ids, row), settings)
        assert found[0].ids == expected.ids
        assert found[0].log_probs == pytest.approx(expected.log_probs, abs=1e-4)


def test_equal_scores_are_ordered_by_smaller_ids() -> None:
    model = tiny_transformer()
    with torch.no_grad():
        model.output.weight.zero_()
        model.output.bias.zero_()
    settings = SearchSettings(beam_size=13, n_best=13, max_length=2, length_penalty=0.0)
    (found,) = search(model, random_sources(0, [3]), settings)
    assert [one.is_finished for one in found] == sorted(
        (one.is_finished for one in found), reverse=True
    )
    for a, b in pairwise(found):
        assert (not a.is_finished, -a.score, a.ids) < (not b.is_finished, -b.score, b.ids)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beam_size", [1, 4, 9])
def test_log_probs_are_those_of_teacher_forcing(seed: int, beam_size: int) -> None:
    model = tiny_transformer(seed)
    src_ids = random_sources(seed, LENGTHS)
    settings = SearchSettings(
        beam_size=beam_size, n_best=beam_size, max_length=9, min_length=3, no_repeat_ngram=2
    )
    for row, found in enumerate(search(model, src_ids, settings)):
        for one in found:
            labels = [*one.ids, model.eos_id][: len(one.log_probs)]
            log_probs = log_probs_after(model, source_of(src_ids, row), one.ids)
            expected = log_probs[range(len(labels)), labels].tolist()
            assert one.log_probs == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_log_probs_are_taken_in_float32(dtype: torch.dtype) -> None:
    model = tiny_transformer(dtype=dtype)
    src_ids = random_sources(0, [5])
    ((found,),) = (search(model, src_ids, SearchSettings(beam_size=1, min_length=1, max_length=1)),)
    with torch.no_grad():
        logits = model(src_ids, torch.tensor([[model.bos_id]]))
    expected = logits[0, 0].float().log_softmax(-1)
    token_id = found[0].ids[0] if found[0].ids else model.eos_id
    assert found[0].log_probs == (float(expected[token_id]),)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beam_size", [1, 3])
def test_prefixes_are_honoured_and_the_rest_is_searched(seed: int, beam_size: int) -> None:
    model = tiny_transformer(seed)
    src_ids = random_sources(seed, [4, 6, 3])
    settings = SearchSettings(beam_size=beam_size, n_best=beam_size, max_length=9)
    for prefixes in ([(3, 5), (7,), ()], [(4, 4, 6), (8, 3), (5, 5, 5, 5)], [(), (), ()]):
        found = search(model, src_ids, settings, prefixes=prefixes)
        for row, (prefix, some) in enumerate(zip(prefixes, found, strict=True)):
            assert all(one.ids[: len(prefix)] == prefix for one in some)
            assert_same(some, plain_search(model, source_of(src_ids, row), settings, prefix))


def test_the_best_hypothesis_continues_any_beginning_of_itself() -> None:
    model = tiny_transformer(2)
    src_ids = random_sources(2, [6])
    settings = SearchSettings(beam_size=1, min_length=8, max_length=12)
    ((best,),) = search(model, src_ids, settings)
    for length in range(len(best.log_probs)):
        (again,) = search(model, src_ids, settings, prefixes=[best.ids[:length]])
        assert_same(again, (best,))


def test_no_rule_forbids_a_prefix() -> None:
    model = tiny_transformer(1)
    settings = SearchSettings(beam_size=2, max_length=8, no_repeat_ngram=1)
    ((best,),) = search(model, random_sources(1, [5]), settings, prefixes=[(6, 6, 6)])
    assert best.ids[:3] == (6, 6, 6)
    assert not repeats(best.ids[2:], 1)


@pytest.mark.parametrize("beam_size", [1, 4])
def test_min_length_counts_the_eos(beam_size: int) -> None:
    for seed in SEEDS:
        model = tiny_transformer(seed)
        settings = SearchSettings(beam_size=beam_size, n_best=beam_size, min_length=7, max_length=9)
        for found in search(model, random_sources(seed, LENGTHS), settings):
            assert all(7 <= len(one.log_probs) <= 9 for one in found)


def test_what_never_ends_is_cut_at_max_length() -> None:
    model = tiny_transformer()
    with torch.no_grad():
        model.output.bias[model.eos_id] = -1e4
    settings = SearchSettings(beam_size=3, n_best=2, max_length=6)
    for found in search(model, random_sources(0, LENGTHS), settings):
        assert [one.is_finished for one in found] == [False, False]
        assert [len(one.ids) for one in found] == [6, 6]
        assert [len(one.log_probs) for one in found] == [6, 6]
        assert found[0].score >= found[1].score


def test_max_length_ends_where_positions_end() -> None:
    model = tiny_transformer(max_positions=5)
    with torch.no_grad():
        model.output.bias[model.eos_id] = -1e4
    ((best,),) = search(model, random_sources(0, [5]), SearchSettings(beam_size=2, min_length=9))
    assert len(best.ids) == 5


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("beam_size", [1, 4])
def test_no_ngram_stands_twice(size: int, beam_size: int) -> None:
    for seed in SEEDS:
        model = tiny_transformer(seed, sharpness=0.2)  # nearly every hypothesis repeats itself
        src_ids = random_sources(seed, LENGTHS)
        settings = SearchSettings(
            beam_size=beam_size, n_best=beam_size, max_length=10, min_length=10
        )
        assert any(
            repeats(one.ids, size) for some in search(model, src_ids, settings) for one in some
        )
        guarded = SearchSettings(
            beam_size=beam_size,
            n_best=beam_size,
            max_length=10,
            min_length=10,
            no_repeat_ngram=size,
        )
        for found in search(model, src_ids, guarded):
            assert not any(repeats(one.ids, size) for one in found)


def test_rules_that_leave_nothing_give_one_empty_hypothesis() -> None:
    model = tiny_transformer(tgt_vocab_size=5)
    settings = SearchSettings(beam_size=2, min_length=6, max_length=8, no_repeat_ngram=1)
    (found,) = search(model, random_sources(0, [5]), settings)
    assert found == (Hypothesis((), (), 0.0, is_finished=False),)


@pytest.mark.parametrize("calls", [1, 2, 5])
@pytest.mark.parametrize("beam_size", [1, 3])
def test_cancelling_stops_before_the_next_step(
    calls: int, beam_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tiny_transformer()
    asked = Asked(stop_at=calls)
    steps: list[int] = []
    plain_step = model.step

    def counted_step(last_ids: Tensor, cache: DecoderCache) -> Tensor:
        steps.append(asked.count)
        return plain_step(last_ids, cache)

    monkeypatch.setattr(model, "step", counted_step)

    settings = SearchSettings(beam_size=beam_size, min_length=9, max_length=9)
    with pytest.raises(Cancelled):
        search(model, random_sources(0, LENGTHS), settings, should_stop=asked)
    assert asked.count == calls
    assert steps == list(range(1, calls))


@pytest.mark.parametrize("beam_size", [1, 4])
def test_on_finished_hears_of_every_sentence_once(beam_size: int) -> None:
    model = tiny_transformer(1)
    heard: list[tuple[int, tuple[Hypothesis, ...]]] = []
    results = search(
        model,
        random_sources(1, LENGTHS),
        SearchSettings(beam_size=beam_size, max_length=12),
        on_finished=lambda row, found: heard.append((row, found)),
    )
    assert sorted(row for row, _ in heard) == list(range(len(LENGTHS)))
    assert all(results[row] is found for row, found in heard)


def test_sentences_finish_before_the_slowest_of_their_batch() -> None:
    model = tiny_transformer(1)
    src_ids = random_sources(1, LENGTHS)
    settings = SearchSettings(beam_size=1, max_length=12)
    asked = Asked()
    heard: dict[int, int] = {}
    found = search(
        model,
        src_ids,
        settings,
        should_stop=asked,
        on_finished=lambda row, _: heard.update({row: asked.count}),
    )
    assert heard == {row: len(best.log_probs) for row, (best,) in enumerate(found)}


class Crowded:
    """A step for which the memory suffices up to some sentences at once."""

    def __init__(self, model: Transformer, room: int) -> None:
        self.step = model.step
        self.room = room
        self.refused = 0

    def __call__(self, last_ids: Tensor, cache: DecoderCache) -> Tensor:
        if cache.length > 2 and last_ids.size(0) > self.room:
            self.refused += 1
            raise torch.OutOfMemoryError
        return self.step(last_ids, cache)


@pytest.mark.parametrize("beam_size", [1, 4])
@pytest.mark.parametrize("room", [1, 2, 3])
def test_a_batch_that_memory_does_not_hold_is_searched_in_parts(
    beam_size: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, src_ids = tiny_transformer(1), random_sources(1, LENGTHS)
    prefixes = [(5,), (), (3, 4), (), (), (6,)]
    settings = SearchSettings(beam_size=beam_size, max_length=12)
    whole = search(model, src_ids, settings, prefixes=prefixes)
    crowded = Crowded(model, room)
    monkeypatch.setattr(model, "step", crowded)
    heard: list[int] = []
    parts = search(
        model,
        src_ids,
        settings,
        prefixes=prefixes,
        on_finished=lambda row, _: heard.append(row),
    )
    for one, other in zip(parts, whole, strict=True):
        assert_same(one, other)
    assert sorted(heard) == list(range(len(LENGTHS)))
    assert crowded.refused


def test_a_sentence_that_memory_does_not_hold_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    model = tiny_transformer(1)
    monkeypatch.setattr(model, "step", Crowded(model, room=0))
    with pytest.raises(MemoryError):
        search(model, random_sources(1, LENGTHS), SearchSettings(min_length=5))


@pytest.mark.parametrize("rows", [[0, 1, 2, 3, 4, 5], [4, 1, 1]])
def test_a_search_in_a_memory_is_one_of_its_sources(
    rows: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    model, src_ids = tiny_transformer(3), random_sources(3, LENGTHS)
    settings = SearchSettings(beam_size=3, n_best=3, max_length=12)
    expected = search(model, src_ids[rows], settings)
    memory = decoder_of(model).encode(src_ids.numpy()).select(rows)
    monkeypatch.delattr(Transformer, "encode")  # nothing is encoded again
    for one, other in zip(
        search(model, src_ids[rows], settings, memory=memory), expected, strict=True
    ):
        assert_same(one, other)


def test_an_empty_batch_has_no_results() -> None:
    model = tiny_transformer()
    assert search(model, torch.empty(0, 4, dtype=torch.int64), SearchSettings()) == []
    assert search(model, torch.empty(0, 0, dtype=torch.int64), SearchSettings(), prefixes=[]) == []


def test_search_leaves_the_model_as_it_was() -> None:
    model = tiny_transformer()
    before = {name: value.clone() for name, value in model.state_dict().items()}
    search(model, random_sources(0, LENGTHS), SearchSettings(beam_size=3, max_length=6))
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
    assert not model.training


def test_a_model_in_training_mode_is_refused() -> None:
    model = tiny_transformer().train()
    with pytest.raises(ValueError, match=r"training mode; call model\.eval\(\)"):
        search(model, random_sources(0, [3]), SearchSettings())


@pytest.mark.parametrize(
    ("prefixes", "message"),
    [
        ([(3,)], "1 prefixes for 2 sentences"),
        ([(), (3, 4, 3, 4)], "prefix 1 has 4 tokens; with its eos it is longer than max_length 4"),
        ([(3, 2), ()], "prefix 0 holds 2, which is pad, bos or eos"),
        ([(), (13,)], "prefix 1 holds 13, outside the vocabulary of 13"),
    ],
)
def test_prefixes_that_cannot_be_honoured_are_refused(
    prefixes: list[tuple[int, ...]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        search(
            tiny_transformer(),
            random_sources(0, [3, 2]),
            SearchSettings(max_length=4),
            prefixes=prefixes,
        )


def test_settings_name_every_problem_at_once() -> None:
    with pytest.raises(
        ValueError,
        match=(
            "beam_size must be at least 1, not 0; min_length must be at least 0, not -1; "
            "max_length must be at least 1, not 0; no_repeat_ngram must be at least 0, not -2; "
            "length_penalty must be at least 0, not nan; "
            "penalty_kind must be one of power, gnmt, not linear; "
            "n_best 1 must not be above beam_size 0"
        ),
    ):
        SearchSettings(
            beam_size=0,
            min_length=-1,
            max_length=0,
            no_repeat_ngram=-2,
            length_penalty=math.nan,
            penalty_kind="linear",  # type: ignore[arg-type] # what is refused
        )
    with pytest.raises(ValueError, match="min_length 9 must not be above max_length 8"):
        SearchSettings(min_length=9, max_length=8)


def test_penalties_are_those_of_their_formulas() -> None:
    power = SearchSettings(length_penalty=0.6)
    gnmt = SearchSettings(length_penalty=0.6, penalty_kind="gnmt")
    assert power.score(-6.0, 7) == pytest.approx(-6.0 / 7**0.6)
    assert gnmt.score(-6.0, 7) == pytest.approx(-6.0 / (12 / 6) ** 0.6)
