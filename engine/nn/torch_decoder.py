"""What a search asks of Transformers, computed by PyTorch, on whatever device they are.

Shapes: B sentences, N hypotheses a sentence, S source length, T target length, D d_model, L layers,
H heads, V vocabulary, K best tokens of a hypothesis, C candidates a sentence, P places.
"""

import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np
import torch
from torch import Tensor

from engine.nn.decoding import (
    AttentionArrays,
    Candidates,
    Floats,
    Ints,
    Memory,
    Rows,
    lengths_of,
    padded,
)
from engine.nn.kv_cache import DecoderCache
from engine.nn.transformer import Memory as MemoryTensors
from engine.nn.transformer import Transformer

_BLOCK = 64
"""Neighbours in the vocabulary that `top` looks at together."""

_SHARE = 0.4
"""Of a card's free memory: others compute on it too, and some targets are long."""

_MOST_HYPOTHESES = 8192
"""A larger batch is hardly faster, and its slowest sentence keeps all others waiting."""

_LIKELY_LENGTH = 24
"""Tokens of a sentence, to reckon how many hypotheses so many tokens are."""

_STRETCH = 2
"""How many times as long as its source a target may be before memory runs short."""

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _computes(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compute without gradients; a card that has too little memory is out of memory."""

    @wraps(function)
    def computing(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            with torch.inference_mode():
                return function(*args, **kwargs)
        except torch.OutOfMemoryError as error:
            raise MemoryError(str(error)) from None

    return computing


class Footprint(NamedTuple):
    """The memory that a search needs, in bytes."""

    position: int
    """The keys and values of one position of one hypothesis, in all layers."""
    src_token: int
    """The encoder's inner states of one token."""
    step: int
    """What one step makes of one hypothesis: logits in float32, and their largest."""


class TorchDecoder:
    """One Transformer, or several of one vocabulary that name each token together.

    Several translate better than any of them alone, in as many times the time: the mean of their
    probabilities decides. That is a teacher whose translations a smaller model learns from (Freitag
    et al. 2017).

    Args:
        models: In eval mode, at least one, on one device.

    Raises:
        ValueError: If a model is in training mode, or their vocabularies or special tokens cannot
            be the same.
    """

    def __init__(self, *models: Transformer) -> None:
        kinds = {
            (m.src_embeddings.tokens.num_embeddings, m.tgt_vocab_size, m.pad_id, m.bos_id, m.eos_id)
            for m in models
        }
        if len(kinds) != 1:
            raise ValueError(f"models must share one vocabulary, not {len(kinds)}")
        if any(model.training for model in models):
            raise ValueError("the model is in training mode; call model.eval() before searching")
        self.models = models
        ((_, self.tgt_vocab_size, self.pad_id, self.bos_id, self.eos_id),) = kinds
        self._place = models[0].device

    @property
    def max_positions(self) -> int:
        """The longest source and the longest target that all of them can read, in tokens."""
        return min(model.max_positions for model in self.models)

    @property
    def device(self) -> str:
        """Where it computes: cpu or cuda."""
        return self._place.type

    @property
    def computing(self) -> str:
        """What computes the model, for reports."""
        several = f"{len(self.models)} models, " if len(self.models) > 1 else ""
        return f"{several}PyTorch, {self.device}"

    @property
    def footprint(self) -> Footprint:
        """The memory that a search needs: as much as all of them together."""
        return Footprint(*map(sum, zip(*map(_footprint, self.models), strict=True)))

    def tokens_at_once(self, beam_size: int, on_processor: int) -> int:
        """Return how many source tokens, padding counted, to search at once.

        A processor is busy with few; on a graphics card each step costs nearly as much for one
        sentence as for hundreds, so it is as many as its memory allows.
        """
        if self.device != "cuda":
            return on_processor
        free, _ = torch.cuda.mem_get_info(self._place)
        free += torch.cuda.memory_reserved(self._place) - torch.cuda.memory_allocated(self._place)
        bytes_of = self.footprint
        # Keys and values of each hypothesis, twice while a layer's room grows; those of the source.
        positions = 1 + 2 * beam_size * _STRETCH
        steps = beam_size / _LIKELY_LENGTH  # the tokens of a sentence share what a step needs
        cost = bytes_of.position * positions + bytes_of.src_token + bytes_of.step * steps
        most = _MOST_HYPOTHESES * _LIKELY_LENGTH // beam_size
        return max(1, min(int(free * _SHARE / cost), most))

    @_computes
    def encode(self, src_ids: Ints) -> Memory:
        """Read the source (B, S); the states of all models stand side by side, (B, S, sum of D)."""
        lengths = lengths_of(src_ids, self.pad_id)
        ids = self._ids(src_ids)
        states = [_floats(model.encode(ids).states) for model in self.models]
        return Memory(np.concatenate(states, axis=-1) if len(states) > 1 else states[0], lengths)

    @_computes
    def start_cache(self, memory: Memory) -> "TorchCache":
        """Project the memory once for all steps to come."""
        return TorchCache(
            [
                model.start_cache(own)
                for model, own in zip(self.models, self._memories(memory), strict=True)
            ]
        )

    @_computes
    def step(self, last_ids: Ints, cache: "TorchCache") -> "TorchPredictions":
        """Predict what follows these tokens (B, N), and remember those."""
        ids = self._ids(last_ids)
        return TorchPredictions(
            _mean(
                [
                    model.step(ids, own)
                    for model, own in zip(self.models, cache.of_models, strict=True)
                ]
            )
        )

    @_computes
    def score(self, memory: Memory, tgt_in: Rows, tgt_out: Rows) -> Floats:
        """Return the log-probability of each token of given targets, (B, T)."""
        ids, wanted = self._padded(tgt_in), self._padded(tgt_out)
        log_probs = _mean(
            [
                _log_probs(model.decode(ids, own))
                for model, own in zip(self.models, self._memories(memory), strict=True)
            ]
        )
        return _floats(log_probs.gather(2, wanted[:, :, None])[:, :, 0])

    @_computes
    def cross_weights(self, memory: Memory, tgt_in: Rows, layer: int | None = None) -> Floats:
        """Return the weights of the first model's cross-attention, (L, B, H, T, S)."""
        model, own, ids = self.models[0], self._memories(memory)[0], self._padded(tgt_in)
        if layer is None:
            weights = model.cross_weights_from(own, ids)
        else:
            weights = model.cross_weights_of_layer(own, ids, layer)[None]
        return _floats(weights)

    @_computes
    def attention_maps(self, src_ids: Ints, tgt_in: Rows) -> AttentionArrays:
        """Return every attention weight of the first model, and its value norms."""
        maps = self.models[0].attention_maps(self._ids(src_ids), self._padded(tgt_in))
        return AttentionArrays(
            _floats(maps.encoder),
            _floats(maps.decoder),
            _floats(maps.cross),
            _floats(maps.encoder_norms),
            _floats(maps.decoder_norms),
            _floats(maps.cross_norms),
        )

    def _ids(self, ids: Ints) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(ids, dtype=np.int64)).to(self._place)

    def _padded(self, rows: Rows) -> Tensor:
        return self._ids(padded(rows, self.pad_id))

    def _memories(self, memory: Memory) -> list[MemoryTensors]:
        """Return what each model reads of a memory."""
        lengths = torch.from_numpy(memory.lengths).to(self._place)
        places = torch.arange(memory.states.shape[1], device=self._place)
        mask = (places < lengths[:, None])[:, None, None, :]
        widths = [model.output.in_features for model in self.models]
        states = torch.from_numpy(memory.states[..., : sum(widths)]).to(self._place)
        return [
            MemoryTensors(own.to(model.output.weight.dtype), mask)
            for model, own in zip(self.models, torch.split(states, widths, dim=-1), strict=True)
        ]


class TorchCache:
    """The keys and values that each model keeps between steps."""

    def __init__(self, of_models: Sequence[DecoderCache]) -> None:
        self.of_models = of_models

    @_computes
    def reorder(self, parents: Ints) -> None:
        """Let hypothesis n of sentence b continue hypothesis parents[b, n], (B, N')."""
        for cache in self.of_models:
            cache.reorder(_like(parents, cache))

    @_computes
    def keep(self, rows: Ints, parents: Ints | None = None) -> None:
        """Keep only these sentences (B'), each of whose hypotheses continues one of its parents."""
        for cache in self.of_models:
            origins = None if parents is None else _like(parents, cache)
            cache.keep(_like(rows, cache), origins)


class TorchPredictions:
    """Log-probabilities (B, N, V) of the next tokens, on the device that computed them."""

    def __init__(self, log_probs: Tensor) -> None:
        self.log_probs = log_probs

    @_computes
    def forbid_tokens(self, ids: Sequence[int]) -> None:
        """Write -inf over tokens of every hypothesis."""
        for token_id in ids:
            self.log_probs[:, :, token_id] = -torch.inf

    @_computes
    def forbid(self, places: Ints) -> None:
        """Write -inf over some places (P, 3)."""
        self.log_probs[self._index(places)] = -torch.inf

    @_computes
    def keep_only(self, rows: Ints, ids: Ints) -> None:
        """Write -inf over all but one token of every hypothesis of some sentences, (B',) each."""
        which, tokens = (torch.from_numpy(each).to(self.log_probs.device) for each in (rows, ids))
        kept = self.log_probs[which, :, tokens]
        self.log_probs[which] = -torch.inf
        self.log_probs[which, :, tokens] = kept

    @_computes
    def at(self, places: Ints) -> Floats:
        """Return the log-probabilities (P,) of some places (P, 3)."""
        return _floats(self.log_probs[self._index(places)])

    @_computes
    def top(self, count: int) -> tuple[Floats, Ints]:
        """Return the highest log-probabilities of each hypothesis and their tokens, (B, N, K)."""
        best, ids = top(self.log_probs, count)
        return _floats(best), ids.numpy(force=True)

    @_computes
    def best(self, totals: Floats, count: int) -> Candidates:
        """Find the best ways to go on (B, C) from totals (B, N)."""
        best, ids = top(self.log_probs, min(count, self.log_probs.size(2)))  # (B, N, K)
        so_far = torch.from_numpy(np.ascontiguousarray(totals)).to(best.device)
        sums, places = (so_far[:, :, None] + best).flatten(1).topk(count)  # (B, C)
        chosen = (each.flatten(1).gather(1, places).double() for each in (ids, best))
        # One way to the processor for all of them: each waits for the card.
        together = torch.stack([(places // best.size(2)).double(), *chosen, sums])
        parents, tokens, log_probs, found = together.numpy(force=True)
        return Candidates(parents.astype(np.int64), tokens.astype(np.int64), log_probs, found)

    @_computes
    def draw(self, draws: Floats, top_k: int) -> Ints:
        """Return the token (B,) of the first hypothesis at which probabilities pass a draw (B,)."""
        allowed, tokens = self.log_probs[:, 0].double(), None
        if top_k:
            allowed, tokens = allowed.topk(min(top_k, allowed.size(1)))  # (B, K)
        passed = allowed.softmax(-1).cumsum(-1)
        whole = passed[:, -1:]
        # What is forbidden adds nothing, so nothing is passed at it if less than all was drawn.
        wanted = torch.from_numpy(draws).to(passed.device)[:, None] * whole
        drawn = wanted.minimum(whole.nextafter(torch.zeros_like(whole)))
        places = (passed <= drawn).sum(-1, keepdim=True)  # (B, 1)
        found = places if tokens is None else tokens.gather(1, places)
        return found[:, 0].numpy(force=True)

    def _index(self, places: Ints) -> tuple[Tensor, ...]:
        return torch.from_numpy(places).to(self.log_probs.device).unbind(1)


def top(values: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Do what values.topk(count) does, on CPU several times faster where rows are long.

    The largest values lie in those blocks whose maxima are the largest, and maxima are cheap.
    """
    size = values.size(-1)
    if size < 8 * _BLOCK * count:
        return values.topk(count)
    tail = size // _BLOCK * _BLOCK
    maxima = values[..., :tail].view(*values.shape[:-1], -1, _BLOCK).amax(-1)
    blocks = maxima.topk(count).indices  # (..., count)
    inside = torch.arange(_BLOCK, device=values.device)
    places = (blocks[..., None] * _BLOCK + inside).flatten(-2)  # (..., count * _BLOCK)
    rest = torch.arange(tail, size, device=values.device).expand(*values.shape[:-1], -1)
    places = torch.cat([places, rest], dim=-1)
    best, where = values.gather(-1, places).topk(count)
    return best, places.gather(-1, where)


def _footprint(model: Transformer) -> Footprint:
    weight = model.output.weight
    state = weight.size(1) * weight.element_size()
    return Footprint(
        2 * len(model.decoder_layers) * state, 16 * state, 3 * 4 * model.tgt_vocab_size
    )


def _log_probs(logits: Tensor) -> Tensor:
    return torch.log_softmax(logits.to(torch.promote_types(logits.dtype, torch.float32)), -1)


def _mean(log_probs: Sequence[Tensor]) -> Tensor:
    """Return the logarithms of mean probabilities."""
    if len(log_probs) == 1:
        return log_probs[0]
    return torch.stack([*log_probs]).logsumexp(0) - math.log(len(log_probs))


def _floats(tensor: Tensor) -> Floats:
    """Return the numbers of a tensor, in float32 at least."""
    wide = tensor.to(torch.promote_types(tensor.dtype, torch.float32))
    array: Floats = wide.numpy(force=True)
    return array


def _like(array: Ints, cache: DecoderCache) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(array)).to(cache.memory_mask.device)
