"""The map on which two directions agree is found, whatever their tokenizers."""

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.alignment import words_of_tokens
from engine.encoding import find_words
from engine.manifest import AlignmentHead, TrainingCorpus, TrainingSummary
from engine.translation import Cancelled
from tests.support.model_folders import save_toy_model
from tests.support.runs import tiny_recipe, tiny_tokenizers
from training.model_building import build_model
from training.reverse_alignment import agreeing, choose_by_reverse, find_reverse
from training.sentence_pair import SentencePair
from training.trained_model import TrainedModel
from training.validator import search_settings

WORDS = ("ba", "da", "fa", "ga", "ka", "la", "ma", "na", "pa", "ra", "sa", "ta")
LAYERS, HEADS = 2, 3


def shuffled(count: int) -> list[tuple[SentencePair, list[int]]]:
    """Give sentences whose translations have their words in another order, and that order."""
    chance = random.Random(4)
    found = []
    for _ in range(count):
        words = chance.sample(WORDS, chance.randint(8, 12))
        order = chance.sample(range(len(words)), len(words))
        pair = SentencePair(" ".join(words), " ".join(words[at] for at in order))
        found.append((pair, order))
    return found


SENTENCES = shuffled(20)
PAIRS = [pair for pair, _ in SENTENCES]
FORWARD = [order for _, order in SENTENCES]
BACK = [[order.index(at) for at in range(len(order))] for order in FORWARD]


class KnownMaps:
    """Cross-attention that looks at the right word in one map, and anywhere in all others."""

    def __init__(self, trained: TrainedModel, head: AlignmentHead | None, *, back: bool) -> None:
        self.trained, self.head = trained, head
        self.places: dict[tuple[int, ...], list[int]] = {}
        """For each source the place of the first token of each target word's origin."""
        for pair, order in zip(PAIRS, BACK if back else FORWARD, strict=True):
            read = trained.tokenizers.source.encode(pair.target if back else pair.source)
            first = [1 + read.word_ids.index(word) for word in order]
            self.places[(trained.model.bos_id, *read.ids, trained.model.eos_id)] = first
        self.src = torch.zeros(0)

    def encode(self, src: Tensor, *_: Any) -> None:
        """Remember what is read."""
        self.src = src

    def decode_states(self, tgt_in: Tensor, _: Any, __: Any, cross: list[Tensor]) -> None:
        """Make the maps."""
        torch.manual_seed(int(tgt_in.sum()))
        shape = (LAYERS, len(tgt_in), HEADS, tgt_in.size(1), self.src.size(1))
        maps = torch.rand(shape).softmax(dim=-1)
        pad = self.trained.model.pad_id
        for row, (src, tgt) in enumerate(zip(self.src.tolist(), tgt_in.tolist(), strict=True)):
            if self.head is None:
                continue
            places = self.places[tuple(i for i in src if i != pad)]
            decoded = self.trained.tokenizers.target.decode([i for i in tgt[1:] if i != pad])
            words = words_of_tokens(decoded.spans, find_words(decoded.text))
            for token, word in enumerate(words):
                step = maps[self.head.layer, row, self.head.head, token + int(self.head.shifted)]
                step.zero_()
                step[places[word]] = 1.0
        cross.extend(maps)


def trained(kind: str) -> TrainedModel:
    recipe = tiny_recipe(f"tokenizer.kind={kind}", "tokenizer.vocab_size=300")
    tokenizers = tiny_tokenizers(recipe, PAIRS)
    return TrainedModel(
        name="m",
        model=build_model(recipe, tokenizers).eval(),
        tokenizers=tokenizers,
        source_bos=True,
        source_eos=True,
        target_language="qab",
        search=search_settings(recipe, 1),
    )


def with_maps(
    monkeypatch: pytest.MonkeyPatch, kind: str, head: AlignmentHead | None, *, back: bool
) -> TrainedModel:
    model = trained(kind)
    maps = KnownMaps(model, head, back=back)
    monkeypatch.setattr(model.model, "encode", maps.encode)
    monkeypatch.setattr(model.model, "decode_states", maps.decode_states)
    return model


@pytest.mark.parametrize("kinds", [("blank", "blank"), ("blank", "bpe"), ("bpe", "bpe")])
@pytest.mark.parametrize("is_shifted", [False, True])
@pytest.mark.parametrize(("layer", "head"), [(0, 2), (1, 0)])
def test_the_map_on_which_both_directions_agree_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
    kinds: tuple[str, str],
    layer: int,
    head: int,
    is_shifted: bool,
) -> None:
    wanted = AlignmentHead(layer=layer, head=head, shifted=is_shifted)
    theirs = AlignmentHead(layer=0, head=1, shifted=False)
    forward = with_maps(monkeypatch, kinds[0], wanted, back=False)
    reverse = with_maps(monkeypatch, kinds[1], theirs, back=True)
    found = choose_by_reverse(forward, reverse, PAIRS)
    assert found is not None
    assert found.head == wanted
    assert found.agreement == 1.0


def test_models_that_agree_by_chance_alone_choose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    right = AlignmentHead(layer=0, head=1, shifted=True)
    forward = with_maps(monkeypatch, "blank", right, back=False)
    reverse = with_maps(monkeypatch, "blank", None, back=True)
    assert choose_by_reverse(forward, reverse, PAIRS) is None


def test_without_pairs_there_is_no_choice() -> None:
    model = trained("blank")
    assert choose_by_reverse(model, model, []) is None
    assert (
        choose_by_reverse(model, model, [SentencePair(" ", "ba"), SentencePair("ba", "")]) is None
    )
    assert choose_by_reverse(model, model, [SentencePair("ba " * 300, "ba " * 300)]) is None


def test_the_choice_stops_when_asked_to() -> None:
    model = trained("blank")
    with pytest.raises(Cancelled):
        choose_by_reverse(model, model, PAIRS, lambda: True)


def test_links_agree_where_the_word_looked_at_looks_back() -> None:
    there = np.array([[0, 1, 2], [2, -1, 0], [1, 1, 1]])
    back = np.array([[0, 1, 2], [2, 0, 0], [-1, -1, -1]])
    assert agreeing(there, back).tolist() == [[3, 0, 0], [0, 2, 0], [1, 1, 0]]
    assert agreeing(there, back).tolist() == agreeing(back, there).T.tolist()


# --- a model of the opposite direction ---


def save(folder: Path, source: str, target: str, day: int, corpus: str = "chat") -> Path:
    text = TrainingCorpus(name=corpus, licence="none", pairs=1)
    save_toy_model(
        folder,
        source_language=source,
        target_language=target,
        created=datetime(2026, 1, day, tzinfo=UTC),
        training=TrainingSummary(
            recipe="toy", seed=1, hardware="a test", hours=0.0, corpora=(text,)
        ),
    )
    return folder


def test_the_newest_model_that_learned_the_same_text_comes_first(tmp_path: Path) -> None:
    shelves = [tmp_path / "own", tmp_path / "nowhere", tmp_path / "shipped"]
    assert find_reverse(shelves, "en", "de", "captions") is None
    save(tmp_path / "own" / "same", "en", "de", 9)
    (tmp_path / "own" / "broken").mkdir()
    (tmp_path / "own" / "broken" / "manifest.json").write_bytes(b"{")
    assert find_reverse(shelves, "en", "de", "captions") is None
    old = save(tmp_path / "shipped" / "a", "de", "en", 2)
    assert find_reverse(shelves, "en", "de", "captions") == old
    new = save(tmp_path / "own" / "b", "de", "en", 5)
    save(tmp_path / "own" / "c", "de", "en", 3)
    assert find_reverse(shelves, "en", "de", "captions") == new
    akin = save(tmp_path / "shipped" / "d", "de", "en", 1, corpus="captions")
    assert find_reverse(shelves, "en", "de", "captions") == akin
    (tmp_path / "own" / ".hidden").mkdir()
    save(tmp_path / "own" / ".hidden" / "e", "de", "en", 8, corpus="captions")
    assert find_reverse(shelves, "en", "de", "captions") == akin
