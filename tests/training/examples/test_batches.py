"""No example is lost or seen twice, no batch outgrows its budget, and chance follows the seed."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.support.runs import PAIRS, tiny_recipe, tiny_tokenizers
from training.examples.batches import Batching, collate, collate_rows, pad
from training.examples.examples import Example, ExampleMaker, Examples, encode_pairs, fit_length

IDS = st.lists(st.integers(4, 30), min_size=1, max_size=30)
EXAMPLES = st.lists(st.builds(Example, IDS, IDS), max_size=60)
BATCHING = st.builds(Batching, st.sampled_from(["tokens", "sentences"]), st.integers(1, 100))
PAD = 0


def example_of(src: int, tgt: int) -> Example:
    return Example([5] * src, [6] * tgt)


MANY = [example_of(2 + index % 7, 2 + index % 11) for index in range(100)]


# --- which examples come together ---


@given(EXAMPLES, BATCHING, st.integers(0, 5), st.integers(0, 5))
def test_an_epoch_holds_every_example_once(
    examples: list[Example], batching: Batching, seed: int, epoch: int
) -> None:
    for batches in (batching.epoch(examples, seed, epoch), batching.in_order(examples)):
        assert sorted(chain.from_iterable(batches)) == list(range(len(examples)))
        assert all(batches)


def padded_size(examples: Sequence[Example], batch: Sequence[int]) -> int:
    return len(batch) * max(len(side) for index in batch for side in examples[index])


@given(EXAMPLES, st.integers(1, 100), st.integers(0, 5))
def test_a_batch_of_tokens_keeps_its_budget_unless_one_sentence_alone_exceeds_it(
    examples: list[Example], budget: int, epoch: int
) -> None:
    batching = Batching("tokens", budget)
    for batch in (*batching.epoch(examples, 1, epoch), *batching.in_order(examples)):
        assert padded_size(examples, batch) <= budget or len(batch) == 1


@given(EXAMPLES, st.integers(1, 20), st.integers(0, 5))
def test_batches_of_sentences_are_full_but_the_last(
    examples: list[Example], size: int, epoch: int
) -> None:
    *full, last = Batching("sentences", size).epoch(examples, 1, epoch) or [[]]
    assert all(len(batch) == size for batch in full)
    assert len(last) <= size


@given(EXAMPLES, st.integers(1, 20))
def test_drop_last_leaves_out_an_incomplete_batch_alone(examples: list[Example], size: int) -> None:
    whole = Batching("sentences", size).epoch(examples, 1, 0)
    assert Batching("sentences", size, drop_last=True).epoch(examples, 1, 0) == [
        batch for batch in whole if len(batch) == size
    ]


@pytest.mark.parametrize("batching", [Batching("tokens", 60), Batching("sentences", 8)], ids=str)
def test_order_follows_from_seed_and_epoch_alone(batching: Batching) -> None:
    first = batching.epoch(MANY, 7, 3)
    assert batching.epoch(MANY, 7, 3) == first
    assert batching.epoch(MANY, 7, 4) != first
    assert batching.epoch(MANY, 8, 3) != first


def test_the_company_of_a_pair_changes_from_epoch_to_epoch() -> None:
    batching = Batching("tokens", 60)
    first, second = ({frozenset(b) for b in batching.epoch(MANY, 1, epoch)} for epoch in (0, 1))
    assert len(first & second) < len(first) / 2


def test_batches_of_tokens_hold_less_padding_than_shuffled_ones() -> None:
    def padding(batches: list[list[int]]) -> int:
        longest = sum(padded_size(MANY, batch) for batch in batches)
        return longest - sum(max(map(len, example)) for example in MANY)

    by_tokens = Batching("tokens", 80).epoch(MANY, 1, 0)
    shuffled = Batching("sentences", len(MANY) // len(by_tokens)).epoch(MANY, 1, 0)
    assert padding(by_tokens) < padding(shuffled) / 2


@given(EXAMPLES, BATCHING)
def test_batches_in_order_go_by_length(examples: list[Example], batching: Batching) -> None:
    order = chain.from_iterable(batching.in_order(examples))
    lengths = [max(map(len, examples[index])) for index in order]
    assert all(shorter <= longer for shorter, longer in pairwise(lengths))


# --- padding ---


@given(st.lists(IDS, min_size=1, max_size=8))
def test_padding_stands_at_the_end_and_nowhere_else(sequences: list[list[int]]) -> None:
    padded = pad(sequences, PAD)
    assert padded.shape == (len(sequences), max(map(len, sequences)))
    assert padded.dtype == torch.int64
    for row, ids in zip(padded.tolist(), sequences, strict=True):
        assert row == ids + [PAD] * (len(row) - len(ids))


def test_labels_are_the_target_one_step_ahead() -> None:
    batch = collate(
        [Example([5, 3], [2, 6, 3]), Example([7, 8, 9, 3], [2, 4, 5, 6, 3])], src_pad=0, tgt_pad=1
    )
    assert batch.src.tolist() == [[5, 3, 0, 0], [7, 8, 9, 3]]
    assert batch.tgt_in.tolist() == [[2, 6, 3, 1], [2, 4, 5, 6]]
    assert batch.tgt_out.tolist() == [[6, 3, 1, 1], [4, 5, 6, 3]]


@given(st.lists(st.builds(Example, IDS, st.lists(st.integers(4, 30), min_size=2)), min_size=1))
def test_what_is_no_padding_is_what_was_put_in(examples: list[Example]) -> None:
    batch = collate(examples, src_pad=PAD, tgt_pad=PAD)
    assert batch.tgt_in.shape == batch.tgt_out.shape
    for (src, tgt), row, label in zip(examples, batch.src, batch.tgt_out, strict=True):
        assert row[row != PAD].tolist() == src
        assert label[label != PAD].tolist() == tgt[1:]
    assert batch.tgt_in[:, 0].tolist() == [example.tgt[0] for example in examples]


@given(EXAMPLES.filter(bool), st.data())
def test_packed_examples_are_padded_like_others(
    examples: list[Example], data: st.DataObject
) -> None:
    rows = data.draw(st.lists(st.integers(0, len(examples) - 1), min_size=1))
    packed = collate_rows(Examples.of(examples), rows, src_pad=PAD, tgt_pad=PAD + 1)
    loose = collate([examples[row] for row in rows], src_pad=PAD, tgt_pad=PAD + 1)
    assert all(map(torch.equal, packed, loose))


def test_a_batch_goes_to_a_device_whole() -> None:
    batch = collate(MANY[:3], src_pad=PAD, tgt_pad=PAD).to(torch.device("meta"))
    assert {ids.device.type for ids in batch} == {"meta"}


# --- pairs as ids ---


@pytest.mark.parametrize("source_bos", [False, True])
@pytest.mark.parametrize("source_eos", [False, True])
def test_the_source_carries_the_frame_that_is_asked_for(source_bos: bool, source_eos: bool) -> None:
    settings = f"tokenizer.bos_on_source={source_bos}", f"tokenizer.eos_on_source={source_eos}"
    tokenizers = tiny_tokenizers(tiny_recipe(*map(str.lower, settings)))
    special = tokenizers.source.special
    examples = encode_pairs(PAIRS, tokenizers)
    assert len(examples) == len(PAIRS)
    for (src, tgt), pair in zip(examples, PAIRS, strict=True):
        bare = tokenizers.source.encode(pair.source).ids
        assert tuple(src) == ((special.bos,) * source_bos + bare + (special.eos,) * source_eos)
        assert tuple(tgt) == (special.bos, *tokenizers.target.encode(pair.target).ids, special.eos)


def test_another_segmentation_takes_the_place_of_the_usual_one() -> None:
    tokenizers = tiny_tokenizers(tiny_recipe("tokenizer.bos_on_source=false"))
    special = tokenizers.source.special
    (example,) = encode_pairs(PAIRS[:1], tokenizers, src_tokens=[[9]], tgt_tokens=[[]])
    assert example == Example((9, special.eos), (special.bos, special.eos))
    with pytest.raises(ValueError, match="shorter than argument 1"):
        encode_pairs(PAIRS, tokenizers, src_tokens=[[9]])


@given(EXAMPLES, st.integers(2, 20))
def test_dropping_keeps_what_fits_and_cutting_keeps_all(
    examples: list[Example], longest: int
) -> None:
    dropped = fit_length(examples, longest, "drop")
    assert dropped == Examples.of(e for e in examples if max(map(len, e)) <= longest)
    cut = fit_length(examples, longest, "cut")
    assert len(cut) == len(examples)
    for before, after in zip(chain(*examples), chain(*cut), strict=True):
        assert len(after) == min(len(before), longest)
        assert list(after[:-1]) == list(before[: len(after) - 1])
        assert after[-1] == before[-1]  # eos, where there is one


def test_without_bpe_dropout_every_epoch_has_the_same_examples() -> None:
    recipe = tiny_recipe()
    make = ExampleMaker(recipe, tiny_tokenizers(recipe), PAIRS)
    assert make(0) is make(7)
    assert len(make(0)) == len(PAIRS)


def test_bpe_dropout_segments_the_same_text_anew_and_an_epoch_is_always_the_same() -> None:
    recipe = tiny_recipe("tokenizer.kind=bpe", "tokenizer.vocab_size=300", "tokenizer.dropout=0.3")
    tokenizers = tiny_tokenizers(recipe)
    make, again = (ExampleMaker(recipe, tokenizers, PAIRS) for _ in range(2))
    assert again(3) == make(3)
    assert make(4) != make(3)
    for (src, tgt), pair in zip(make(3), PAIRS, strict=True):
        assert tokenizers.source.decode(src).text == pair.source
        assert tokenizers.target.decode(tgt).text == pair.target


def test_bpe_dropout_does_not_cut_both_sides_alike() -> None:
    recipe = tiny_recipe("tokenizer.kind=bpe", "tokenizer.vocab_size=300", "tokenizer.dropout=0.3")
    palindromes = [pair._replace(target=pair.source) for pair in PAIRS]
    make = ExampleMaker(recipe, tiny_tokenizers(recipe), palindromes)
    assert any(list(src) != list(tgt) for src, tgt in make(0))


def test_what_is_too_long_is_counted_in_tokens_of_the_epoch() -> None:
    recipe = tiny_recipe("corpus.max_length=6")
    tokenizers = tiny_tokenizers(recipe)
    kept = ExampleMaker(recipe, tokenizers, PAIRS)(0)
    words = Counter(len(pair.source.split()) for pair in PAIRS)
    assert len(kept) == sum(count for length, count in words.items() if length + 2 <= 6)
