"""Several models that name each token together: the mean of their probabilities decides.

It translates better than any of them alone, in as many times the time: a teacher whose
translations a smaller model learns from (Freitag et al. 2017).

Shapes: B sentences, N hypotheses a sentence, S source length, D d_model, V vocabulary.
"""

import math
from collections.abc import Sequence
from itertools import islice

import torch
from torch import Tensor

from engine.native.transformer import NativeCache, NativeTransformer
from engine.nn.kv_cache import DecoderCache
from engine.nn.transformer import Memory, Transformer


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
    def training(self) -> bool:
        """Whether one of them is not ready to search."""
        return any(model.training for model in self.models)

    def encode(self, src_ids: Tensor) -> Memory:
        """Read the source (B, S); the states of all models stand side by side, (B, S, sum of D)."""
        memories = [model.encode(src_ids) for model in self.models]
        return Memory(torch.cat([one.states for one in memories], dim=-1), memories[0].mask)

    def memories(self, memory: Memory) -> list[Memory]:
        """Return what each model reads of a memory."""
        widths = [model.output.in_features for model in self.models]
        return [
            Memory(states, memory.mask) for states in torch.split(memory.states, widths, dim=-1)
        ]

    def begin(self, src_ids: Tensor) -> DecoderCache:
        """Read the sources (B, S) for all steps to come."""
        return self.start_cache(self.encode(src_ids))

    def start_cache(self, memory: Memory) -> DecoderCache:
        """Project the memory once for all steps to come; the layers of all models, in order."""
        caches = [
            model.start_cache(own)
            for model, own in zip(self.models, self.memories(memory), strict=True)
        ]
        return DecoderCache([x for cache in caches for x in cache.layers], caches[0].memory_mask)

    def step(self, last_ids: Tensor, cache: DecoderCache) -> Tensor:
        """Predict the next token of N hypotheses a sentence, and remember this position.

        Args:
            last_ids: The newest token of each hypothesis, (B, N).
            cache: What `begin` gave and the steps before left.

        Returns:
            Log-probabilities, (B, N, V), of float32 or more.
        """
        layers = iter(cache.layers)
        predicted = []
        ancestry = cache.ancestry
        for model in self.models:
            own = DecoderCache([*islice(layers, len(model.decoder_layers))], cache.memory_mask)
            own.length, own.ancestry = cache.length, ancestry
            logits = model.step(last_ids, own)
            cache.ancestry = own.ancestry
            logits = logits.to(torch.promote_types(logits.dtype, torch.float32))
            predicted.append(logits.log_softmax(-1))
        cache.length += 1
        return torch.stack(predicted).logsumexp(0) - math.log(len(predicted))


Searched = Transformer | NativeTransformer | Ensemble
"""What a search asks for the next token."""


def log_probs_of_step(
    model: Searched, last_ids: Tensor, cache: DecoderCache | NativeCache
) -> Tensor:
    """Return the log-probabilities of the next token (B, N, V), of float32 or more.

    Args:
        model: What predicts.
        last_ids: The newest token of each hypothesis, (B, N).
        cache: What the same model began and the steps before left.
    """
    if isinstance(model, NativeTransformer):
        assert isinstance(cache, NativeCache)
        return model.step(last_ids, cache)
    assert isinstance(cache, DecoderCache)
    predicted = model.step(last_ids, cache)
    if isinstance(model, Ensemble):
        return predicted
    logits = predicted.to(torch.promote_types(predicted.dtype, torch.float32))
    # In place: for a second tensor of this size the allocator asks the system at every step.
    return torch.log_softmax(logits, -1, out=logits)
