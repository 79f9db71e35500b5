"""Sentence pairs as ids, gathered into padded batches of like length, anew for each epoch.

Shapes: B sentences, S source length, T target length.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.subword_tokenizer import SubwordTokenizer
from engine.tokenizer import TokenizerPair
from training.augmentation import augment
from training.errors import RecipeError
from training.recipe import Recipe
from training.sentence_pair import BackTranslation, SentencePair
from training.subwords import SubwordSampler

LENGTH_JITTER = 0.1
"""How far, as a share of its length, a pair may stray to a neighbouring batch."""


class Example(NamedTuple):
    """One sentence pair as ids: source as the encoder reads it, target with bos and eos."""

    src: Sequence[int]
    tgt: Sequence[int]


class Batch(NamedTuple):
    """Padded ids of several pairs: source (B, S), decoder input and labels (B, T) each."""

    src: Tensor
    tgt_in: Tensor
    tgt_out: Tensor

    def to(self, device: torch.device) -> "Batch":
        """The same batch on a device."""
        return Batch(*(ids.to(device) for ids in self))


@dataclass(frozen=True, slots=True)
class Batching:
    """How batches are cut: by tokens of the longer side, padding counted, or by sentences."""

    kind: Literal["tokens", "sentences"]
    size: int
    drop_last: bool = False

    def epoch(self, examples: Sequence[Example], seed: int, epoch: int) -> list[list[int]]:
        """Give one epoch's batches as indices, in an order that seed and epoch decide alone.

        By tokens, pairs of like length come together, with some jitter so that their company
        changes from epoch to epoch; by sentences, pairs are shuffled, as the sources do.
        """
        random = np.random.default_rng([seed, epoch])
        if self.kind == "sentences":
            order = random.permutation(len(examples)).tolist()
            batches = [order[at : at + self.size] for at in range(0, len(order), self.size)]
            if self.drop_last and batches and len(batches[-1]) < self.size:
                batches.pop()
            return batches
        lengths = _lengths(examples)
        jitter = 1 + LENGTH_JITTER * random.uniform(-1, 1, size=lengths.shape)
        order = np.argsort((lengths * jitter).max(axis=1), kind="stable").tolist()
        batches = _fill(order, lengths.max(axis=1).tolist(), self.size)
        return [batches[index] for index in random.permutation(len(batches))]

    def epoch_to_learn(self, examples: Sequence[Example], seed: int, epoch: int) -> list[list[int]]:
        """Give what `epoch` gives, of which there must be something.

        Raises:
            RecipeError: If the recipe leaves nothing of the training text.
        """
        batches = self.epoch(examples, seed, epoch)
        if not batches:
            problem = "corpus.max_length: it leaves no training pair; raise it"
            if examples:
                problem = (
                    f"training.drop_last: it leaves no batch of the {len(examples)} training "
                    "pairs; lower training.batch_size"
                )
            raise RecipeError([problem])
        return batches

    def in_order(self, examples: Sequence[Example]) -> list[list[int]]:
        """Give batches of the examples by length, without chance: for validation."""
        lengths = _lengths(examples).max(axis=1)
        order = np.argsort(lengths, kind="stable").tolist()
        if self.kind == "sentences":
            return [order[at : at + self.size] for at in range(0, len(order), self.size)]
        return _fill(order, lengths.tolist(), self.size)


def _lengths(examples: Sequence[Example]) -> npt.NDArray[np.int64]:
    return np.array([(len(src), len(tgt)) for src, tgt in examples]).reshape(-1, 2)


def _fill(order: list[int], lengths: list[int], budget: int) -> list[list[int]]:
    """Cut the order where a batch's padded length times its sentences would pass the budget."""
    batches: list[list[int]] = []
    longest = 0
    for index in order:
        longest = max(longest, lengths[index])
        if not batches or longest * (len(batches[-1]) + 1) > budget:
            batches.append([])
            longest = lengths[index]
        batches[-1].append(index)
    return batches


def collate(examples: Sequence[Example], *, src_pad: int, tgt_pad: int) -> Batch:
    """Pad pairs to the longest of each side; labels are the target one step ahead."""
    src = pad([example.src for example in examples], src_pad)
    tgt = pad([example.tgt for example in examples], tgt_pad)
    return Batch(src, tgt[:, :-1].contiguous(), tgt[:, 1:].contiguous())


def pad(sequences: Sequence[Sequence[int]], pad_id: int) -> Tensor:
    """Stack sequences of different length, (B, longest), with padding at their ends."""
    longest = max(map(len, sequences))
    padded = np.full((len(sequences), longest), pad_id, dtype=np.int64)
    for row, ids in enumerate(sequences):
        padded[row, : len(ids)] = ids
    return torch.from_numpy(padded)


def encode_pairs(
    pairs: Sequence[SentencePair],
    tokenizers: TokenizerPair,
    *,
    source_bos: bool,
    source_eos: bool,
    tag_id: int | None = None,
    src_tokens: Sequence[Sequence[int]] | None = None,
    tgt_tokens: Sequence[Sequence[int]] | None = None,
) -> list[Example]:
    """Turn sentence pairs into ids between the special tokens that each side carries.

    Args:
        pairs: The sentences.
        tokenizers: One for each side.
        source_bos: Whether the source begins with bos.
        source_eos: Whether the source ends with eos.
        tag_id: What stands before a source that was translated back; None: nothing.
        src_tokens: Ids of the sources, if they are segmented otherwise than usual.
        tgt_tokens: Ids of the targets, likewise.
    """
    if src_tokens is None:
        src_tokens = [tokenizers.source.encode(pair.source).ids for pair in pairs]
    if tgt_tokens is None:
        tgt_tokens = [tokenizers.target.encode(pair.target).ids for pair in pairs]
    of_source, of_target = tokenizers.source.special, tokenizers.target.special
    before = (of_source.bos,) if source_bos else ()
    after = (of_source.eos,) if source_eos else ()
    tags = (tag_id,) if tag_id is not None else ()
    return [
        Example(
            (*before, *(tags if isinstance(pair, BackTranslation) else ()), *src, *after),
            (of_target.bos, *tgt, of_target.eos),
        )
        for src, tgt, pair in zip(src_tokens, tgt_tokens, pairs, strict=True)
    ]


def fit_length(
    examples: Sequence[Example], longest: int, too_long: Literal["drop", "cut"]
) -> list[Example]:
    """Give the examples with no side longer than so many tokens: dropped, or cut before the last.

    The last token of a cut side is kept, for it is eos where the side carries one.
    """
    if too_long == "drop":
        return [example for example in examples if max(map(len, example)) <= longest]
    return [Example(_cut(src, longest), _cut(tgt, longest)) for src, tgt in examples]


def _cut(ids: Sequence[int], longest: int) -> Sequence[int]:
    return ids if len(ids) <= longest else (*ids[: longest - 1], ids[-1])


class ExampleMaker:
    """Gives the training examples of an epoch: augmented and segmented anew where that is asked."""

    def __init__(
        self, recipe: Recipe, tokenizers: TokenizerPair, pairs: Sequence[SentencePair]
    ) -> None:
        self.recipe = recipe
        self.tokenizers = tokenizers
        self.pairs = pairs
        self.tag_id: int | None = None
        if recipe.corpus.tag_synthetic:
            assert isinstance(tokenizers.source, SubwordTokenizer)  # the recipe is checked for it
            self.tag_id = tokenizers.source.tag_id
        self.samplers: list[SubwordSampler] = []
        dropout = recipe.tokenizer.dropout
        if dropout:
            for side, tokenizer in enumerate((tokenizers.source, tokenizers.target)):
                assert isinstance(tokenizer, SubwordTokenizer)  # the recipe is checked for it
                texts = [pair[side] for pair in pairs]
                seed = 2 * recipe.training.seed + side
                self.samplers.append(SubwordSampler(tokenizer, texts, dropout, seed))
        self.plain = None if self.samplers else self._encode(pairs)
        is_augmented = any(recipe.augmentation.model_dump().values())
        self.unchanging = None if self.plain is None or is_augmented else self._fit(self.plain)

    def __call__(self, epoch: int) -> Sequence[Example]:
        """Give the examples of an epoch, the same ones for the same epoch."""
        if self.unchanging is not None:
            return self.unchanging
        if self.plain is None:
            source, target = (sampler.sample(epoch) for sampler in self.samplers)
            examples = self._encode(self.pairs, source, target)
        else:
            examples = list(self.plain)
        rewritten = self._augment(epoch)
        for place, example in zip(rewritten, self._encode([*rewritten.values()]), strict=True):
            examples[place] = example
        return self._fit(examples)

    def _augment(self, epoch: int) -> dict[int, SentencePair]:
        return augment(self.pairs, self.recipe.augmentation, self.recipe.training.seed, epoch)

    def _encode(
        self,
        pairs: Sequence[SentencePair],
        src_tokens: Sequence[Sequence[int]] | None = None,
        tgt_tokens: Sequence[Sequence[int]] | None = None,
    ) -> list[Example]:
        settings = self.recipe.tokenizer
        return encode_pairs(
            pairs,
            self.tokenizers,
            source_bos=settings.bos_on_source,
            source_eos=settings.eos_on_source,
            tag_id=self.tag_id,
            src_tokens=src_tokens,
            tgt_tokens=tgt_tokens,
        )

    def _fit(self, examples: Sequence[Example]) -> list[Example]:
        limits = self.recipe.corpus
        return fit_length(examples, limits.max_length, limits.too_long)
