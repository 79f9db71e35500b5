"""Models whose cross-attention is known: right in one map, anywhere in all others."""

import random

import pytest
import torch
from torch import Tensor

from engine.models.manifest import AlignmentHead
from engine.text.spans import words_of_tokens
from engine.tokenizers.encoding import find_words
from tests.support.runs import tiny_recipe, tiny_tokenizers
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.trained_model import TrainedModel
from training.loop.initialisation import build_model
from training.loop.validator import search_settings

WORDS = ("ba", "da", "fa", "ga", "ka", "la", "ma", "na", "pa", "ra", "sa", "ta")
LAYERS, HEADS = 2, 3


def shuffled(count: int) -> list[tuple[SentencePair, list[int]]]:
    """Return sentences whose translations have their words in another order, and that order."""
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
            self.places[trained.tokenizers.frame_source(read.ids)] = first

    def cross_weights(self, src_ids: Tensor, tgt_in: Tensor) -> Tensor:
        """Make the maps."""
        torch.manual_seed(int(tgt_in.sum()))
        shape = (LAYERS, len(tgt_in), HEADS, tgt_in.size(1), src_ids.size(1))
        maps = torch.rand(shape).softmax(dim=-1)
        pad = self.trained.model.pad_id
        for row, (src, tgt) in enumerate(zip(src_ids.tolist(), tgt_in.tolist(), strict=True)):
            if self.head is None:
                continue
            places = self.places[tuple(i for i in src if i != pad)]
            decoded = self.trained.tokenizers.target.decode([i for i in tgt[1:] if i != pad])
            words = words_of_tokens(decoded.spans, find_words(decoded.text))
            for token, word in enumerate(words):
                step = maps[self.head.layer, row, self.head.head, token + int(self.head.shifted)]
                step.zero_()
                step[places[word]] = 1.0
        return maps


def trained(kind: str) -> TrainedModel:
    """Return a model of random weights that reads the pairs' words."""
    recipe = tiny_recipe(f"tokenizer.kind={kind}", "tokenizer.vocab_size=300")
    tokenizers = tiny_tokenizers(recipe, PAIRS)
    return TrainedModel(
        name="m",
        model=build_model(recipe, tokenizers).eval(),
        tokenizers=tokenizers,
        target_language="qab",
        search=search_settings(recipe, 1),
    )


def with_maps(
    monkeypatch: pytest.MonkeyPatch, kind: str, head: AlignmentHead | None, *, back: bool
) -> TrainedModel:
    """Return a model that looks at the right word in this map alone; with None, in no map.

    Args:
        monkeypatch: Puts the maps in place of the model's own.
        kind: Of its tokenizers.
        head: The map.
        back: Whether it translates targets into sources.
    """
    model = trained(kind)
    maps = KnownMaps(model, head, back=back)
    monkeypatch.setattr(model.model, "cross_weights", maps.cross_weights)
    return model
