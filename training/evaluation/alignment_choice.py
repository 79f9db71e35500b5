"""Find the cross-attention map that aligns words best, without aligned text.

IBM model 1 (Brown et al. 1993) learns from the training pairs which tokens translate which; the
map that agrees most with it on the validation pairs is chosen: the one whose heaviest source token,
bos and eos left out, is on the average the likeliest origin. Attention is compared at the position
that produces a token and at the one that reads it, for every layer, head and mean of heads.

Shapes: B sentences, S source length, T target length, L layers, H heads.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.models.manifest import AlignmentHead
from engine.nn.transformer import Transformer
from training.examples.batches import Batch
from training.examples.examples import Example

EM_ROUNDS = 5
MAX_PAIRS = 30_000
MAX_LINKS = 10_000_000
"""Training pairs that model 1 learns from, and the most tokens that may face each other in them:
enough for frequent tokens, quick on one core, and less than a gigabyte."""


@dataclass(frozen=True, slots=True)
class TranslationTable:
    """Model 1's probabilities of target tokens given source tokens, for the pairs it has seen."""

    keys: npt.NDArray[np.int64]
    """source id * tgt_vocab_size + target id, sorted."""
    probabilities: npt.NDArray[np.float64]
    tgt_vocab_size: int

    def links(self, src: Tensor, tgt: Tensor) -> Tensor:
        """Return how likely each source position made each target token.

        Args:
            src: Source ids, (B, S).
            tgt: Target ids, (B, T).

        Returns:
            (B, T, S); rows sum to one, or are zero where no pair of the row was ever seen.
        """
        wanted = (src[:, None, :] * self.tgt_vocab_size + tgt[:, :, None]).numpy()
        at = np.searchsorted(self.keys, wanted).clip(max=len(self.keys) - 1)
        found = np.where(self.keys[at] == wanted, self.probabilities[at], 0.0)
        total = found.sum(axis=-1, keepdims=True)
        return torch.from_numpy(np.divide(found, total, out=found, where=total > 0))


def learn_translation_table(examples: Sequence[Example], tgt_vocab_size: int) -> TranslationTable:
    """Learn IBM model 1 by expectation maximisation; bos and eos of the source are its null word.

    Args:
        examples: Training pairs; the target's bos and eos are left out.
        tgt_vocab_size: More than any target id.
    """
    keys: list[npt.NDArray[np.int64]] = []
    tokens: list[npt.NDArray[np.int64]] = []
    num_tokens, num_links = 0, 0
    for src, tgt in examples[:MAX_PAIRS]:
        if keys and num_links + len(src) * len(tgt) > MAX_LINKS:
            continue  # this one may be long, and others still fit
        num_links += len(src) * len(tgt)
        source = np.asarray(src, dtype=np.int64)
        target = np.asarray(tgt[1:-1], dtype=np.int64)
        keys.append((source[None, :] * tgt_vocab_size + target[:, None]).ravel())
        places = np.arange(num_tokens, num_tokens + len(target))
        tokens.append(np.repeat(places, len(source)))
        num_tokens += len(target)
    known, link = np.unique(np.concatenate(keys), return_inverse=True)
    token = np.concatenate(tokens)
    sources, source = np.unique(known // tgt_vocab_size, return_inverse=True)
    probabilities = np.ones(len(known))
    for _ in range(EM_ROUNDS):
        share = probabilities[link]
        share /= np.bincount(token, weights=share, minlength=num_tokens)[token]
        counts = np.bincount(link, weights=share, minlength=len(known))
        probabilities = counts / np.bincount(source, weights=counts, minlength=len(sources))[source]
    return TranslationTable(known, probabilities, tgt_vocab_size)


def choose_alignment_head(
    model: Transformer, table: TranslationTable, batches: Sequence[Batch]
) -> AlignmentHead:
    """Find the map that agrees most with model 1.

    The amount of weight is ignored: sharp heads would beat the better-informed mean.

    Args:
        model: In eval mode.
        table: The probabilities of model 1.
        batches: Validation pairs.
    """
    agreement: Tensor | None = None
    for batch in batches:
        on_device = batch.to(model.device)
        with torch.inference_mode():
            cross = model.cross_weights(on_device.src, on_device.tgt_in)
        maps = cross.double().cpu()  # (L, B, H, T, S)
        maps = torch.cat([maps, maps.mean(dim=2, keepdim=True)], dim=2)  # (L, B, H+1, T, S)
        tokens = batch.tgt_out[:, :-1]
        is_token = (tokens != model.pad_id) & (tokens != model.eos_id)
        expected = table.links(batch.src, tokens) * is_token[:, :, None]  # (B, T-1, S)
        specials = torch.tensor([model.pad_id, model.bos_id, model.eos_id])
        is_special = torch.isin(batch.src, specials)[:, None, None, :]  # (B, 1, 1, S)
        looked_at = maps.masked_fill(is_special, -1.0).argmax(dim=-1, keepdim=True)
        produced = _agreement(looked_at[:, :, :, :-1], expected)
        read = _agreement(looked_at[:, :, :, 1:], expected)
        both = torch.stack([produced, read])  # (2, L, H+1)
        agreement = both if agreement is None else agreement + both
    if agreement is None:
        raise ValueError("there are no validation pairs to choose with")
    shifted, layer, head = np.unravel_index(int(agreement.argmax()), agreement.shape)
    is_mean = int(head) == agreement.size(2) - 1
    return AlignmentHead(
        layer=int(layer), head=None if is_mean else int(head), shifted=bool(shifted)
    )


def _agreement(looked_at: Tensor, expected: Tensor) -> Tensor:
    """Sum how likely the source places (L, B, H+1, T-1, 1) were, by (B, T-1, S): (L, H+1)."""
    likely = torch.take_along_dim(expected[None, :, None], looked_at, dim=-1)
    return likely.sum(dim=(1, 3, 4))
