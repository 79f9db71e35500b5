"""Examples gathered into padded batches of like length, in another order each epoch.

Shapes: B sentences, S source length, T target length.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.translatable import Phrase, translatable
from training.errors import RecipeError
from training.examples.examples import Example, Examples, Rows

LENGTH_JITTER = 0.1
"""How far, as a share of its length, a pair may stray to a neighbouring batch."""


class Batch(NamedTuple):
    """Padded ids of several pairs: source (B, S), decoder input and labels (B, T) each."""

    src: Tensor
    tgt_in: Tensor
    tgt_out: Tensor

    def to(self, device: torch.device) -> "Batch":
        """Return the same batch on a device."""
        return Batch(*(ids.to(device) for ids in self))


@dataclass(frozen=True, slots=True)
class Batching:
    """How batches are cut: by tokens of the longer side, padding counted, or by sentences."""

    kind: Literal["tokens", "sentences"]
    size: int
    drop_last: bool = False

    def epoch(
        self, examples: Sequence[Example], seed: int, epoch: int, shard: int = 0
    ) -> list[list[int]]:
        """Return one shard's batches as indices, in an order that depends only on the numbers.

        By tokens, pairs of similar length come together, with some jitter so that batches
        change from epoch to epoch; by sentences, pairs are shuffled, as in the papers.
        """
        random = np.random.default_rng([seed, epoch, shard] if shard else [seed, epoch])
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

    def epoch_to_learn(
        self, examples: Sequence[Example], seed: int, epoch: int, shard: int = 0
    ) -> list[list[int]]:
        """Return the batches of `epoch`, at least one.

        Raises:
            RecipeError: If the recipe leaves nothing of the training text.
        """
        batches = self.epoch(examples, seed, epoch, shard)
        if not batches:
            problem = Phrase.of(
                translatable("Phrase", "corpus.max_length: leaves no training pairs; raise it")
            )
            if examples:
                problem = Phrase.of(
                    translatable(
                        "Phrase",
                        "training.drop_last: leaves no batch from the {pairs} training pairs; "
                        "lower training.batch_size",
                    ),
                    pairs=len(examples),
                )
            raise RecipeError([problem])
        return batches

    def in_order(self, examples: Sequence[Example]) -> list[list[int]]:
        """Return batches of the examples by length, without chance: for validation."""
        lengths = _lengths(examples).max(axis=1)
        order = np.argsort(lengths, kind="stable").tolist()
        if self.kind == "sentences":
            return [order[at : at + self.size] for at in range(0, len(order), self.size)]
        return _fill(order, lengths.tolist(), self.size)


def _lengths(examples: Sequence[Example]) -> npt.NDArray[np.int64]:
    if isinstance(examples, Examples):
        return examples.lengths
    return np.array([(len(src), len(tgt)) for src, tgt in examples]).reshape(-1, 2)


def _fill(order: list[int], lengths: list[int], budget: int) -> list[list[int]]:
    """Cut the order where a batch's padded length times its sentences would exceed the budget."""
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
    """Pad pairs to the longest of each side; labels are the target one token ahead."""
    src = pad([example.src for example in examples], src_pad)
    tgt = pad([example.tgt for example in examples], tgt_pad)
    return Batch(src, tgt[:, :-1].contiguous(), tgt[:, 1:].contiguous())


def collate_rows(examples: Examples, rows: Rows, *, src_pad: int, tgt_pad: int) -> Batch:
    """Return some of the packed examples as `collate` would pad them."""
    src = torch.from_numpy(examples.src.padded(rows, src_pad))
    tgt = torch.from_numpy(examples.tgt.padded(rows, tgt_pad))
    return Batch(src, tgt[:, :-1].contiguous(), tgt[:, 1:].contiguous())


def pad(sequences: Sequence[Sequence[int]], pad_id: int) -> Tensor:
    """Stack sequences of different length, (B, longest), with padding at their ends."""
    longest = max(map(len, sequences))
    padded = np.full((len(sequences), longest), pad_id, dtype=np.int64)
    for row, ids in enumerate(sequences):
        padded[row, : len(ids)] = ids
    return torch.from_numpy(padded)
