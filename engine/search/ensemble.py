"""Several models that name each token together: the mean of their probabilities decides.

It translates better than any of them alone, in as many times the time: a teacher whose
translations a smaller model learns from (Freitag et al. 2017).

Shapes: B sentences, N hypotheses a sentence, C candidates a sentence, S source length, T target
length, D d_model, V vocabulary.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import islice

import torch
from torch import Tensor

from engine.nn.candidates import Candidates, find_candidates
from engine.nn.kv_cache import DecoderCache
from engine.nn.transformer import Footprint, Memory, Transformer


class Ensemble:
    """Transformers of one vocabulary; to a search, what a single one is.

    Args:
        models: In eval mode, at least one, on one device.

    Raises:
        ValueError: If their vocabularies or special tokens cannot be the same.
    """

    def __init__(self, models: Sequence[Transformer]) -> None:
        kinds = {
            (m.src_embeddings.tokens.num_embeddings, m.tgt_vocab_size, m.pad_id, m.bos_id, m.eos_id)
            for m in models
        }
        if len(kinds) != 1:
            raise ValueError(f"models must share one vocabulary, not {len(kinds)}")
        self.models = tuple(models)
        ((_, self.tgt_vocab_size, self.pad_id, self.bos_id, self.eos_id),) = kinds

    @property
    def max_positions(self) -> int:
        """The longest source and the longest target that all of them can read, in tokens."""
        return min(model.max_positions for model in self.models)

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.models[0].device

    @property
    def footprint(self) -> Footprint:
        """The memory that a search needs: as much as all of them together."""
        return Footprint(*map(sum, zip(*(model.footprint for model in self.models), strict=True)))

    @property
    def computing(self) -> str:
        """What computes the models, for reports."""
        return f"{len(self.models)} models, {self.models[0].computing}"

    @property
    def training(self) -> bool:
        """Whether one of them is not ready to search."""
        return any(model.training for model in self.models)

    def encode(self, src_ids: Tensor) -> Memory:
        """Read the source (B, S); the states of all models stand side by side, (B, S, sum of D)."""
        memories = [model.encode(src_ids) for model in self.models]
        return Memory(torch.cat([one.states for one in memories], dim=-1), memories[0].mask)

    def _memories(self, memory: Memory) -> list[Memory]:
        """Return what each model reads of a memory."""
        widths = [model.output.in_features for model in self.models]
        return [
            Memory(states, memory.mask) for states in torch.split(memory.states, widths, dim=-1)
        ]

    def start_cache(self, memory: Memory) -> DecoderCache:
        """Project the memory once for all steps to come; the layers of all models, in order."""
        caches = [
            model.start_cache(own)
            for model, own in zip(self.models, self._memories(memory), strict=True)
        ]
        return DecoderCache([x for cache in caches for x in cache.layers], caches[0].memory_mask)

    def step(self, last_ids: Tensor, cache: DecoderCache) -> Tensor:
        """Return the log-probabilities (B, N, V) after these tokens (B, N), and remember those."""
        layers = iter(cache.layers)
        predicted = []
        ancestry = cache.ancestry
        for model in self.models:
            own = DecoderCache([*islice(layers, len(model.decoder_layers))], cache.memory_mask)
            own.length, own.ancestry = cache.length, ancestry
            predicted.append(model.step(last_ids, own))
            cache.ancestry = own.ancestry
        cache.length += 1
        return _mean(predicted)

    def forced_steps(self, memory: Memory, tgt_in: Tensor) -> Iterator[Tensor]:
        """Yield the log-probabilities (B, V) after each token of a target (B, T)."""
        of_models = (
            model.forced_steps(own, tgt_in)
            for model, own in zip(self.models, self._memories(memory), strict=True)
        )
        return map(_mean, zip(*of_models, strict=True))

    def find_candidates(self, log_probs: Tensor, totals: Tensor, count: int) -> Candidates:
        """Find the best ways to go on (B, C) after a step (B, N, V) from totals (B, N)."""
        return find_candidates(log_probs, totals, count)


def _mean(log_probs: Sequence[Tensor]) -> Tensor:
    """Return the logarithms of mean probabilities."""
    return torch.stack([*log_probs]).logsumexp(0) - math.log(len(log_probs))
