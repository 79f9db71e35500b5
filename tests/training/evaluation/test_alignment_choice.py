"""Model 1 finds who translates whom, and the map that agrees with it is chosen."""

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
import torch
from torch import Tensor

from engine.models.manifest import AlignmentHead
from engine.nn.transformer import Transformer
from tests.support.models import tiny_transformer
from training.evaluation import alignment_choice
from training.evaluation.alignment_choice import (
    TranslationTable,
    choose_alignment_head,
    learn_translation_table,
)
from training.examples.batches import Batch, collate
from training.examples.examples import Example

PAD, BOS, EOS = 0, 1, 2
FIRST, WORDS = 3, 8
"""Source word w is always translated as WORDS + w, in another order."""
VOCABULARY = FIRST + 2 * WORDS


def shuffled(seed: int, count: int) -> tuple[list[Example], list[list[int]]]:
    """Return sentences of different words with shuffled translations, and each target's source."""
    chance = random.Random(seed)
    examples, origins = [], []
    for _ in range(count):
        words = chance.sample(range(FIRST, FIRST + WORDS), chance.randint(2, 6))
        order = chance.sample(range(len(words)), len(words))
        target = [WORDS + words[place] for place in order]
        examples.append(Example([BOS, *words, EOS], [BOS, *target, EOS]))
        origins.append([1 + place for place in order])  # behind bos
    return examples, origins


TRAIN, _ = shuffled(1, 300)
HELD_OUT, ORIGINS = shuffled(2, 12)


def batch_of(examples: list[Example]) -> Batch:
    return collate(examples, src_pad=PAD, tgt_pad=PAD)


def table() -> TranslationTable:
    return learn_translation_table(TRAIN, VOCABULARY)


# --- the table ---


def test_the_right_links_are_found_in_sentences_never_seen() -> None:
    batch = batch_of(HELD_OUT)
    links = table().links(batch.src, batch.tgt_out)
    assert links.shape == (len(HELD_OUT), batch.tgt_out.size(1), batch.src.size(1))
    for row, origins in enumerate(ORIGINS):
        assert links[row, : len(origins)].argmax(dim=-1).tolist() == origins
        assert (links[row, : len(origins)].max(dim=-1).values > 0.6).all()


def test_a_pair_too_long_to_learn_from_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    links = sum(len(src) * len(tgt) for src, tgt in TRAIN)
    monkeypatch.setattr(alignment_choice, "MAX_LINKS", links)
    words = [FIRST] * links
    long = Example([BOS, *words, EOS], [BOS, *words, EOS])
    learned = learn_translation_table([TRAIN[0], long, *TRAIN[1:]], VOCABULARY)
    assert learned.keys.tolist() == table().keys.tolist()
    assert learned.probabilities.tolist() == table().probabilities.tolist()


def test_rows_sum_to_one_or_are_zero_where_nothing_was_seen() -> None:
    batch = batch_of(HELD_OUT)
    links = table().links(batch.src, batch.tgt_out)
    is_word = (batch.tgt_out != PAD) & (batch.tgt_out != EOS)
    torch.testing.assert_close(links.sum(dim=-1), is_word.double())
    assert (links >= 0).all()
    assert not links[batch.src[:, None, :].expand_as(links) == PAD].any()


def test_probabilities_of_a_source_token_sum_to_one() -> None:
    learned = table()
    sources = torch.from_numpy(learned.keys) // VOCABULARY
    sums = torch.zeros(VOCABULARY, dtype=torch.float64)
    sums.index_add_(0, sources, torch.from_numpy(learned.probabilities))
    is_known = torch.bincount(sources, minlength=VOCABULARY) > 0
    torch.testing.assert_close(sums, is_known.double())
    assert all(one < other for one, other in pairwise(learned.keys.tolist()))


def test_a_translation_that_is_always_there_belongs_to_the_null_word() -> None:
    article = FIRST + 2 * WORDS
    examples = [Example(src, [BOS, article, *tgt[1:]]) for src, tgt in TRAIN]
    learned = learn_translation_table(examples, VOCABULARY + 1)
    src, tgt = HELD_OUT[0]
    links = learned.links(torch.tensor([src]), torch.tensor([[article, *tgt[1:-1]]]))[0]
    assert links[0, [0, -1]].sum() > 0.6
    assert links[1:].argmax(dim=-1).tolist() == ORIGINS[0]


@pytest.mark.parametrize(("name", "limit"), [("MAX_PAIRS", 20), ("MAX_LINKS", 800)])
def test_a_large_corpus_is_learned_from_in_part(
    monkeypatch: pytest.MonkeyPatch, name: str, limit: int
) -> None:
    monkeypatch.setattr(alignment_choice, name, limit)
    learned = table()
    assert 0 < len(learned.keys) < VOCABULARY**2
    some = learn_translation_table(TRAIN[:20], VOCABULARY)
    if name == "MAX_PAIRS":
        assert learned.keys.tolist() == some.keys.tolist()


def test_one_pair_is_learned_from_however_long_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment_choice, "MAX_LINKS", 1)
    assert len(table().keys) > 0


# --- the choice ---


LAYERS, HEADS = 2, 4
Maps = Callable[[Batch], Tensor]


def right_maps(batch: Batch, *, shift: int) -> Tensor:
    """Return (B, T, S): all weight on the right source word, at the step before or at the token."""
    maps = torch.zeros(len(batch.src), batch.tgt_in.size(1), batch.src.size(1))
    maps[:, :, -1] = 1.0
    rows = {tuple(example.src): origins for example, origins in zip(HELD_OUT, ORIGINS, strict=True)}
    for row, src in enumerate(batch.src.tolist()):
        for place, origin in enumerate(rows[tuple(i for i in src if i != PAD)]):
            maps[row, place + shift] = 0.0
            maps[row, place + shift, origin] = 1.0
    return maps


def model_with(monkeypatch: pytest.MonkeyPatch, maps: Callable[[Batch], Tensor]) -> Transformer:
    """Return a model whose cross-attention is what `maps` makes: (L, B, H, T, S)."""
    model = tiny_transformer(
        src_vocab_size=VOCABULARY, tgt_vocab_size=VOCABULARY, pad_id=PAD, bos_id=BOS, eos_id=EOS
    )

    def cross_weights(src_ids: Tensor, tgt_in: Tensor) -> Tensor:
        return maps(Batch(src_ids, tgt_in, tgt_in))

    monkeypatch.setattr(model, "cross_weights", cross_weights)
    return model


def noise(batch: Batch) -> Tensor:
    torch.manual_seed(1)
    shape = (LAYERS, len(batch.src), HEADS, batch.tgt_in.size(1), batch.src.size(1))
    return torch.rand(shape).softmax(dim=-1)


def batches() -> list[Batch]:
    return [batch_of(HELD_OUT[:5]), batch_of(HELD_OUT[5:])]


@pytest.mark.parametrize("is_shifted", [False, True])
@pytest.mark.parametrize(("layer", "head"), [(0, 3), (1, 0), (1, 2)])
def test_the_head_that_looks_at_the_right_word_is_chosen(
    monkeypatch: pytest.MonkeyPatch, layer: int, head: int, is_shifted: bool
) -> None:
    def maps(batch: Batch) -> Tensor:
        several = noise(batch)
        several[layer, :, head] = right_maps(batch, shift=int(is_shifted))
        return several

    chosen = choose_alignment_head(model_with(monkeypatch, maps), table(), batches())
    assert chosen == AlignmentHead(layer=layer, head=head, shifted=is_shifted)


def test_the_mean_is_chosen_where_each_head_knows_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    def maps(batch: Batch) -> Tensor:
        several = noise(batch)
        right = right_maps(batch, shift=0)
        for head in range(HEADS):
            several[1, :, head] = right
            # Each misses every fourth token, and looks at a word of its own there.
            several[1, :, head, head::HEADS] = 0.0
            several[1, :, head, head::HEADS, 1 + head % 2] = 1.0
        return several

    chosen = choose_alignment_head(model_with(monkeypatch, maps), table(), batches())
    assert chosen == AlignmentHead(layer=1, head=None, shifted=False)


def test_what_is_parked_on_bos_and_eos_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def maps(batch: Batch) -> Tensor:
        several = noise(batch)
        several[0, :, 1] = 0.01 * right_maps(batch, shift=1)
        several[0, :, 1, :, 0] = 0.99
        return several

    chosen = choose_alignment_head(model_with(monkeypatch, maps), table(), batches())
    assert chosen == AlignmentHead(layer=0, head=1, shifted=True)


def test_one_head_is_not_called_a_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    def maps(batch: Batch) -> Tensor:
        return right_maps(batch, shift=1)[None, :, None]

    chosen = choose_alignment_head(model_with(monkeypatch, maps), table(), batches())
    assert chosen == AlignmentHead(layer=0, head=0, shifted=True)


def test_without_validation_pairs_there_is_no_choice() -> None:
    with pytest.raises(ValueError, match="there are no validation pairs to choose with"):
        choose_alignment_head(tiny_transformer(), table(), [])
