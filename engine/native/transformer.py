"""A Transformer whose steps the compiled kernel computes: the same numbers, several times faster.

Shapes: B sentences, S source length, T target length, N hypotheses a sentence, C candidates a
sentence, D d_model, V target vocabulary.
"""

import ctypes
import weakref
from collections.abc import Iterator
from typing import Literal, get_args

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.native.library import (
    CandidateAddresses,
    Instructions,
    Kernel,
    Outcome,
    Settings,
    load_kernel,
)
from engine.nn.attention import MultiHeadAttention
from engine.nn.candidates import Candidates
from engine.nn.embeddings import Embeddings
from engine.nn.layers import DecoderLayer, EncoderLayer
from engine.nn.masks import padding_mask
from engine.nn.transformer import Memory, Transformer

Precision = Literal["float32", "int8"]
"""What multiplies what. `float32`: 32-bit numbers. `int8`: weights and activations rounded to 255
steps, an output of a matrix and a row of activations having a scale each; sums are exact."""

_ACTIVATIONS = (None, functional.relu, functional.gelu, functional.silu)  # as in linear.inc


def has_kernel() -> bool:
    """Return whether the kernel was built and this processor has instructions worth it."""
    kernel = load_kernel()
    return kernel is not None and kernel.best > Instructions.BASELINE


def accelerated(model: Transformer, *, is_rounded: bool) -> "Transformer | NativeTransformer":
    """Return the fastest way to compute a model as well as PyTorch does.

    That is the kernel, for a model in 32 bits on a processor. It multiplies in 8 bits where the
    weights were stored so; models that were not lose by it (docs/models.md).

    Args:
        model: In eval mode.
        is_rounded: Whether its weights were stored in 8 bits.
    """
    is_fit = model.device.type == "cpu" and model.output.weight.dtype == torch.float32
    if not is_fit or not has_kernel():
        return model
    return NativeTransformer(model, precision="int8" if is_rounded else "float32")


class NativeTransformer:
    """What `engine.search` asks of a Transformer, computed by the kernel.

    Args:
        model: In eval mode, on the processor. Its embeddings are used where they are.
        precision: What multiplies what.
        threads: How many compute; None for as many as PyTorch takes.
        instructions: Which ones to use; None for the best this processor has.

    Raises:
        ValueError: If the kernel was not built, the model is in training mode or elsewhere, or the
            processor does not know the instructions.
        MemoryError: If there is no room for the weights.
    """

    training = False

    def __init__(
        self,
        model: Transformer,
        *,
        precision: Precision,
        threads: int | None = None,
        instructions: Instructions | None = None,
    ) -> None:
        kernel = load_kernel()
        if kernel is None:
            raise ValueError("the kernel was not built")
        if model.training:
            raise ValueError("the model is in training mode; call model.eval() first")
        if model.device.type != "cpu":
            raise ValueError(f"the kernel computes on the processor, not on {model.device}")
        self.pad_id, self.bos_id, self.eos_id = model.pad_id, model.bos_id, model.eos_id
        self.max_positions = model.max_positions
        self.tgt_vocab_size = model.tgt_vocab_size
        self.device = model.device
        self.footprint = model.footprint
        self.precision = precision
        self._kernel = kernel
        self._d_model = model.output.in_features
        self._embeddings = model.src_embeddings, model.tgt_embeddings
        settings = _settings(model, precision, threads or torch.get_num_threads())
        with torch.inference_mode():
            tensors = [_float32(tensor) for tensor in _tensors(model)]
        self._kept = tensors[:4]  # the kernel looks up embeddings where they are
        addresses = [None if tensor is None else tensor.data_ptr() for tensor in tensors]
        array = (ctypes.c_void_p * len(addresses))(*addresses)
        self.instructions = kernel.best if instructions is None else instructions
        if self.instructions not in kernel.known:
            raise ValueError(f"this processor does not know {self.instructions.name}")
        self._model = _made(kernel.build(ctypes.byref(settings), array, self.instructions))
        weakref.finalize(self, kernel.free, self._model)

    @property
    def computing(self) -> str:
        """What computes the model, for reports."""
        return f"compiled kernel, {self.instructions.name}, {self.precision}"

    def encode(self, src_ids: Tensor) -> Memory:
        """Read the source (B, S), padded at its end.

        Raises:
            ValueError: If padding stands before a token, there are more tokens than positions, or
                one is not in the vocabulary.
            MemoryError: If memory runs short; the model stays as it was.
        """
        batch, longest = src_ids.shape
        mask = padding_mask(src_ids, self.pad_id)
        lengths = _lengths(mask)
        if longest > self._embeddings[0].max_positions:
            limit = self._embeddings[0].max_positions
            raise ValueError(f"{longest} tokens, but positions for {limit} only")
        ids = _whole_numbers(src_ids)
        states = torch.zeros(batch, longest, self._d_model)
        outcome = self._kernel.encode(
            self._model, ids.data_ptr(), lengths.data_ptr(), batch, longest, states.data_ptr()
        )
        vocab_size = self._embeddings[0].tokens.num_embeddings
        _check(outcome, f"a token is not in the vocabulary of {vocab_size}")
        return Memory(states, mask)

    def start_cache(self, memory: Memory) -> "NativeCache":
        """Project the memory once for all steps to come.

        Raises:
            ValueError: If the memory is that of a model of another width.
            MemoryError: If memory runs short; the model stays as it was.
        """
        states = memory.states.to(torch.float32).contiguous()
        batch, longest, d_model = states.shape
        if d_model != self._d_model:
            raise ValueError(f"a memory of width {d_model} for a model of width {self._d_model}")
        lengths = _lengths(memory.mask)
        cache = self._kernel.begin(
            self._model, states.data_ptr(), lengths.data_ptr(), batch, longest
        )
        return NativeCache(self._kernel, _made(cache), self._model, batch)

    def step(self, last_ids: Tensor, cache: "NativeCache") -> Tensor:
        """Return the log-probabilities (B, N, V) after these tokens (B, N), and remember those.

        Raises:
            ValueError: If there are more tokens than positions, one is not in the vocabulary, or
                the cache is that of other hypotheses or of another model.
            MemoryError: If memory runs short; model and cache stay as they were.
        """
        if cache.model != self._model:
            raise ValueError("the cache is that of another model")
        if last_ids.shape != cache.shape:
            raise ValueError(
                f"tokens of shape {tuple(last_ids.shape)} for hypotheses of shape {cache.shape}"
            )
        if cache.length >= self._embeddings[1].max_positions:
            limit = self._embeddings[1].max_positions
            raise ValueError(f"{cache.length + 1} tokens, but positions for {limit} only")
        ids = _whole_numbers(last_ids)
        log_probs = torch.empty(*ids.shape, self.tgt_vocab_size)
        outcome = self._kernel.step(
            self._model, cache.address, ids.data_ptr(), log_probs.data_ptr()
        )
        _check(outcome, f"a token is not in the vocabulary of {self.tgt_vocab_size}")
        cache.length += 1
        return log_probs

    def forced_steps(self, memory: Memory, tgt_in: Tensor) -> Iterator[Tensor]:
        """Yield the log-probabilities (B, V) after each token of a target (B, T)."""
        cache = self.start_cache(memory)
        for last_ids in torch.split(tgt_in, 1, dim=1):
            yield self.step(last_ids, cache)[:, 0]

    def find_candidates(self, log_probs: Tensor, totals: Tensor, count: int) -> Candidates:
        """Find the best ways to go on (B, C) after a step (B, N, V) from totals (B, N).

        Equal ones stand in the order of their hypotheses and tokens.

        Raises:
            ValueError: If there are fewer than are wanted.
        """
        batch, width, vocab_size = log_probs.shape
        if not 0 < count <= width * vocab_size:
            raise ValueError(f"{count} candidates are wanted of {width * vocab_size}")
        log_probs, totals = log_probs.contiguous(), totals.contiguous()
        parents, ids = torch.empty(2, batch, count, dtype=torch.int64).unbind()
        own = torch.empty(batch, count)
        best = torch.empty(batch, count, dtype=torch.float64)
        found = Candidates(parents, ids, own, best)
        addresses = CandidateAddresses(*(tensor.data_ptr() for tensor in found))
        sizes = batch, width, vocab_size, count
        self._kernel.find_candidates(
            log_probs.data_ptr(), totals.data_ptr(), *sizes, ctypes.byref(addresses)
        )
        return found


class NativeCache:
    """The keys and values that the kernel keeps between steps.

    Its functions raise a ValueError if no hypothesis is where one says, and a MemoryError if memory
    runs short; the cache stays as it was.
    """

    def __init__(self, kernel: Kernel, address: int, model: int, batch: int) -> None:
        self.address = address
        self.model = model
        """Where the model is that can go on with it."""
        self.length = 0
        self.shape = batch, 1
        """How many hypotheses there are, B and N."""
        self._kernel = kernel
        weakref.finalize(self, kernel.end, address)

    def reorder(self, parents: Tensor) -> None:
        """Let hypothesis n of sentence b continue hypothesis parents[b, n], (B, N')."""
        shape = self.shape[0], parents.size(1)
        if not self.shape[1] == shape[1] == 1:  # there is one to continue
            self._select(None, parents, shape)

    def keep(self, rows: Tensor, parents: Tensor | None = None) -> None:
        """Keep only these sentences (B'), each of whose hypotheses continues one of its parents.

        Args:
            rows: Which ones.
            parents: (B', N'), as in `reorder`; None leaves all where they are.
        """
        width = self.shape[1] if parents is None else parents.size(1)
        self._select(rows, parents, (rows.numel(), width))

    def _select(self, rows: Tensor | None, parents: Tensor | None, shape: tuple[int, int]) -> None:
        if parents is not None and parents.shape != shape:
            raise ValueError(
                f"parents of shape {tuple(parents.shape)} for hypotheses of shape {shape}"
            )
        kept, origins = (
            None if tensor is None else _whole_numbers(tensor) for tensor in (rows, parents)
        )
        addresses = (None if ids is None else ids.data_ptr() for ids in (kept, origins))
        outcome = self._kernel.select(self.address, *addresses, *shape)
        _check(outcome, f"there is no such hypothesis among {self.shape}")
        self.shape = shape


def _settings(model: Transformer, precision: Precision, threads: int) -> Settings:
    layer = model.decoder_layers[0]
    assert isinstance(layer, DecoderLayer)
    attention, residual = layer.self_attention, layer.self_residual
    return Settings(
        src_vocab_size=model.src_embeddings.tokens.num_embeddings,
        vocab_size=model.tgt_vocab_size,
        d_model=model.output.in_features,
        d_ff=layer.feed_forward.inner.out_features,
        num_encoder_layers=len(model.encoder_layers),
        num_decoder_layers=len(model.decoder_layers),
        num_heads=attention.num_heads,
        head_dim=attention.head_dim,
        activation=_ACTIVATIONS.index(layer.feed_forward.activation),
        is_pre_norm=residual.is_pre,
        has_final_norm=isinstance(model.decoder_norm, nn.LayerNorm),
        precision=get_args(Precision).index(precision),
        threads=threads,
        norm_eps=residual.norm.eps,
        embedding_scale=model.tgt_embeddings.scale,
        attention_scale=attention.scale,
    )


def _tensors(model: Transformer) -> Iterator[Tensor | None]:
    """Yield the weights in the order in which the kernel builds the model."""
    for side in (model.src_embeddings, model.tgt_embeddings):
        assert isinstance(side, Embeddings)
        yield from (side.tokens.weight, side.positions)
    for layer in model.encoder_layers:
        assert isinstance(layer, EncoderLayer)
        yield from _self_attention(layer)
        yield from _feed_forward(layer)
    for layer in model.decoder_layers:
        assert isinstance(layer, DecoderLayer)
        yield from _self_attention(layer)
        cross = layer.cross_attention
        yield from _joined(cross.query)
        yield from _joined(cross.key, cross.value)
        yield from _joined(cross.output)
        yield from _norm(layer.cross_residual.norm)
        yield from _feed_forward(layer)
    for norm in (model.encoder_norm, model.decoder_norm):
        if isinstance(norm, nn.LayerNorm):
            yield from _norm(norm)
    yield from _joined(model.output)


def _self_attention(layer: EncoderLayer | DecoderLayer) -> Iterator[Tensor | None]:
    attention: MultiHeadAttention = layer.self_attention
    yield from _joined(attention.query, attention.key, attention.value)
    yield from _joined(attention.output)
    yield from _norm(layer.self_residual.norm)


def _feed_forward(layer: EncoderLayer | DecoderLayer) -> Iterator[Tensor | None]:
    yield from _joined(layer.feed_forward.inner)
    yield from _joined(layer.feed_forward.outer)
    yield from _norm(layer.feed_residual.norm)


def _joined(*linears: nn.Linear) -> Iterator[Tensor | None]:
    """Yield the weights and biases of maps of one input, one below the other."""
    yield torch.cat(tuple(linear.weight for linear in linears))
    biases: list[Tensor | None] = [linear.bias for linear in linears]
    present = [bias for bias in biases if bias is not None]
    yield torch.cat(present) if present else None


def _norm(norm: nn.LayerNorm) -> Iterator[Tensor]:
    yield norm.weight
    yield norm.bias


def _float32(tensor: Tensor | None) -> Tensor | None:
    return None if tensor is None else tensor.detach().to(torch.float32).contiguous()


def _whole_numbers(tensor: Tensor) -> Tensor:
    """Return the numbers as the kernel reads them."""
    return tensor.to("cpu", torch.int64).contiguous()


def _lengths(mask: Tensor) -> Tensor:
    """Return how many tokens each sentence has, (B,), by its mask (B, 1, 1, S)."""
    lengths = mask.sum(-1, dtype=torch.int32)  # (B, 1, 1)
    places = torch.arange(mask.size(-1))
    if not torch.equal(places < lengths[..., None], mask):
        raise ValueError("padding may stand at the end of a source only")
    return lengths.flatten()


def _made(address: int | None) -> int:
    if not address:
        raise MemoryError
    return address


def _check(outcome: int, out_of_range: str) -> None:
    if outcome == Outcome.OUT_OF_RANGE:
        raise ValueError(out_of_range)
    if outcome != Outcome.DONE:
        raise MemoryError
