"""A Transformer that the compiled kernel computes: the same numbers, several times faster.

Torch-free. Shapes: B sentences, S source length, T target length, N hypotheses a sentence, C
candidates a sentence, K best tokens of a hypothesis, D d_model, V target vocabulary, L layers, H
heads, P places.
"""

import ctypes
import weakref
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from engine.edition import has_torch
from engine.native.library import (
    ForcedAddresses,
    Instructions,
    Kernel,
    LooksAddresses,
    Outcome,
    Settings,
    TensorAddresses,
    load_kernel,
)
from engine.native.predictions import NativePredictions
from engine.nn.config import Activation, TransformerConfig
from engine.nn.decoding import (
    AttentionArrays,
    Floats,
    Ints,
    Memory,
    Rows,
    address,
    lengths_of,
    padded,
)
from engine.nn.positions import sinusoidal_positions
from engine.threads import default_threads

Precision = Literal["float32", "int8"]
"""What multiplies what. `float32`: 32-bit numbers. `int8`: weights and activations rounded to 255
steps, an output of a matrix and a row of activations having a scale each; sums are exact."""


class Weight(NamedTuple):
    """A matrix (rows, columns) or a vector of a Transformer."""

    numbers: npt.NDArray[Any]
    """float32 or float16; steps in int8 where there are scales."""
    scales: npt.NDArray[np.float32] | None = None
    """What the steps of each row are multiplied by, (rows,)."""


def has_kernel() -> bool:
    """Return whether the kernel was built, and is faster here than PyTorch, if that is there."""
    kernel = load_kernel()
    return kernel is not None and (kernel.best > Instructions.BASELINE or not has_torch())


class NativeTransformer:
    """What `engine.search` asks of a Transformer, computed by the kernel.

    Args:
        config: The settings of the Transformer.
        weights: By the names of `Transformer.state_dict`.
        precision: What multiplies what. How attention looked is computed in float32 in any case.
        threads: How many compute; None for as many as there are cores.
        instructions: Which ones to use; None for the best this processor has.

    Raises:
        ValueError: If the kernel was not built, or the processor does not know the instructions.
        MemoryError: If there is no room for the weights.
    """

    device = "cpu"

    def __init__(
        self,
        config: TransformerConfig,
        weights: Mapping[str, Weight],
        *,
        precision: Precision,
        threads: int | None = None,
        instructions: Instructions | None = None,
    ) -> None:
        kernel = load_kernel()
        if kernel is None:
            raise ValueError("the kernel was not built")
        self.instructions = kernel.best if instructions is None else instructions
        if self.instructions not in kernel.known:
            raise ValueError(f"this processor does not know {self.instructions.name}")
        self.pad_id, self.bos_id, self.eos_id = config.pad_id, config.bos_id, config.eos_id
        self.tgt_vocab_size = config.tgt_vocab_size
        self.max_positions = config.max_positions
        self.precision = precision
        self._config = config
        self._kernel = kernel
        tensors = [*_tensors(config, weights, precision)]
        self._kept = tensors[:4]  # the kernel looks up embeddings where they are
        settings = _settings(config, precision, threads or default_threads())
        addresses = (TensorAddresses * len(tensors))(*map(_addresses, tensors))
        self._model = _made(kernel.build(ctypes.byref(settings), addresses, self.instructions))
        weakref.finalize(self, kernel.free, self._model)

    @property
    def computing(self) -> str:
        """What computes the model, for reports."""
        return f"compiled kernel, {self.instructions.name}, {self.precision}"

    def tokens_at_once(self, beam_size: int, on_processor: int) -> int:  # noqa: ARG002  no card
        """Return how many source tokens, padding counted, to search at once."""
        return on_processor

    def encode(self, src_ids: Ints) -> Memory:
        """Read the source (B, S), padded at its end.

        Raises:
            ValueError: If padding stands before a token, there are more tokens than positions, or
                one is not in the vocabulary.
            MemoryError: If memory runs short; the model stays as it was.
        """
        return self._encode(src_ids, None, None)

    def _encode(self, src_ids: Ints, weights: Floats | None, norms: Floats | None) -> Memory:
        ids, lengths = _whole_numbers(src_ids), lengths_of(src_ids, self.pad_id)
        batch, longest = ids.shape
        self._check_length(longest)
        states = np.zeros((batch, longest, self._config.d_model), dtype=np.float32)
        looks = LooksAddresses(address(weights), address(norms))
        outcome = self._kernel.encode(
            *(self._model, address(ids), address(lengths), batch, longest, address(states)),
            ctypes.byref(looks),
        )
        _check(outcome, f"a token is not in the vocabulary of {self._config.src_vocab_size}")
        return Memory(states, lengths)

    def start_cache(self, memory: Memory) -> "NativeCache":
        """Project the memory once for all steps to come.

        Raises:
            ValueError: If the memory is that of a model of another width.
            MemoryError: If memory runs short; the model stays as it was.
        """
        states, lengths = self._read(memory)
        batch, longest, _ = states.shape
        cache = self._kernel.begin(self._model, address(states), address(lengths), batch, longest)
        return NativeCache(self._kernel, _made(cache), self._model, batch)

    def step(self, last_ids: Ints, cache: "NativeCache") -> "NativePredictions":
        """Predict what follows these tokens (B, N), and remember those.

        Raises:
            ValueError: If there are more tokens than positions, one is not in the vocabulary, or
                the cache is that of other hypotheses or of another model.
            MemoryError: If memory runs short; model and cache stay as they were.
        """
        if cache.model != self._model:
            raise ValueError("the cache is that of another model")
        if last_ids.shape != cache.shape:
            raise ValueError(f"tokens of shape {last_ids.shape} for hypotheses of {cache.shape}")
        self._check_length(cache.length + 1)
        ids = _whole_numbers(last_ids)
        log_probs = np.empty((*ids.shape, self.tgt_vocab_size), dtype=np.float32)
        outcome = self._kernel.step(self._model, cache.address, address(ids), address(log_probs))
        self._check_target(outcome)
        cache.length += 1
        return NativePredictions(self._kernel, log_probs)

    def score(self, memory: Memory, tgt_in: Rows, tgt_out: Rows) -> Floats:
        """Return the log-probability of each token of given targets, (B, T).

        Raises:
            ValueError: If the memory is that of a model of another width, there are more tokens
                than positions, or one is not in the vocabulary.
            MemoryError: If memory runs short; the model stays as it was.
        """
        wanted = padded(tgt_out, self.pad_id)
        log_probs = np.zeros(wanted.shape, dtype=np.float32)
        self._force(memory, tgt_in, wanted=wanted, log_probs=log_probs)
        return log_probs

    def cross_weights(self, memory: Memory, tgt_in: Rows, layer: int | None = None) -> Floats:
        """Return the weights of cross-attention, (L, B, H, T, S), of one layer or of all.

        Raises:
            As `score`.
        """
        layers = range(self._config.num_decoder_layers)
        wanted = layers if layer is None else layers[layer : layer + 1]
        cross = self._room(wanted, len(tgt_in), _longest(tgt_in), memory.states.shape[1])
        looks = LooksAddresses(address(cross))
        self._force(memory, tgt_in, layers=wanted, cross=looks)
        return cross

    def attention_maps(self, src_ids: Ints, tgt_in: Rows) -> AttentionArrays:
        """Return every attention weight of sources (B, S) and targets, and value norms.

        Raises:
            As `encode` and `score`.
        """
        layers = range(self._config.num_decoder_layers)
        of_encoder = range(self._config.num_encoder_layers)
        batch, sources = src_ids.shape
        targets = _longest(tgt_in)
        maps = AttentionArrays(
            encoder=self._room(of_encoder, batch, sources, sources),
            decoder=self._room(layers, batch, targets, targets),
            cross=self._room(layers, batch, targets, sources),
            encoder_norms=self._room(of_encoder, batch, sources),
            decoder_norms=self._room(layers, batch, targets),
            cross_norms=self._room(layers, batch, sources),
        )
        memory = self._encode(src_ids, maps.encoder, maps.encoder_norms)
        itself = LooksAddresses(address(maps.decoder), address(maps.decoder_norms))
        cross = LooksAddresses(address(maps.cross), address(maps.cross_norms))
        self._force(memory, tgt_in, layers=layers, itself=itself, cross=cross)
        return maps

    def _room(self, layers: range, batch: int, *lengths: int) -> Floats:
        """Return zeros for what attention leaves, (L, B, H, *lengths)."""
        shape = len(layers), batch, self._config.num_heads, *lengths
        return np.zeros(shape, dtype=np.float32)

    def _force(
        self,
        memory: Memory,
        tgt_in: Rows,
        *,
        layers: range = range(1),
        wanted: Ints | None = None,
        log_probs: Floats | None = None,
        itself: LooksAddresses | None = None,
        cross: LooksAddresses | None = None,
    ) -> None:
        states, src_lengths = self._read(memory)
        ids = padded(tgt_in, self.pad_id)
        lengths = np.array([len(row) for row in tgt_in], dtype=np.int32)
        batch, longest = ids.shape
        self._check_length(longest)
        if batch != len(states):
            raise ValueError(f"{batch} targets for {len(states)} sources")
        forced = ForcedAddresses(
            *(address(states), address(src_lengths), address(ids), address(lengths)),
            *(batch, states.shape[1], longest, layers.start, layers.stop - 1),
            *(address(wanted), address(log_probs)),
            itself or LooksAddresses(),
            cross or LooksAddresses(),
        )
        self._check_target(self._kernel.force(self._model, ctypes.byref(forced)))

    def _read(self, memory: Memory) -> tuple[Floats, Ints]:
        """Return a memory as the kernel reads it."""
        states = np.ascontiguousarray(memory.states, dtype=np.float32)
        width = self._config.d_model
        if states.shape[2] != width:
            raise ValueError(f"a memory of width {states.shape[2]} for a model of width {width}")
        return states, np.ascontiguousarray(memory.lengths, dtype=np.int32)

    def _check_length(self, length: int) -> None:
        if length > self.max_positions:
            raise ValueError(f"{length} tokens, but positions for {self.max_positions} only")

    def _check_target(self, outcome: int) -> None:
        _check(outcome, f"a token is not in the vocabulary of {self.tgt_vocab_size}")


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

    def reorder(self, parents: Ints) -> None:
        """Let hypothesis n of sentence b continue hypothesis parents[b, n], (B, N')."""
        shape = self.shape[0], parents.shape[1]
        if not self.shape[1] == shape[1] == 1:  # there is one to continue
            self._select(None, parents, shape)

    def keep(self, rows: Ints, parents: Ints | None = None) -> None:
        """Keep only these sentences (B'), each of whose hypotheses continues one of its parents.

        Args:
            rows: Which ones.
            parents: (B', N'), as in `reorder`; None leaves all where they are.
        """
        width = self.shape[1] if parents is None else parents.shape[1]
        self._select(rows, parents, (rows.size, width))

    def _select(self, rows: Ints | None, parents: Ints | None, shape: tuple[int, int]) -> None:
        if parents is not None and parents.shape != shape:
            raise ValueError(f"parents of shape {parents.shape} for hypotheses of {shape}")
        kept = None if rows is None else _whole_numbers(rows)
        origins = None if parents is None else _whole_numbers(parents)
        outcome = self._kernel.select(self.address, address(kept), address(origins), *shape)
        _check(outcome, f"there is no such hypothesis among {self.shape}")
        self.shape = shape


def _settings(config: TransformerConfig, precision: Precision, threads: int) -> Settings:
    is_independent = config.attention == "independent"
    head_dim = config.d_model if is_independent else config.d_model // config.num_heads
    return Settings(
        src_vocab_size=config.src_vocab_size,
        vocab_size=config.tgt_vocab_size,
        d_model=config.d_model,
        d_ff=config.d_ff,
        num_encoder_layers=config.num_encoder_layers,
        num_decoder_layers=config.num_decoder_layers,
        num_heads=config.num_heads,
        head_dim=head_dim,
        activation=1 + get_args(Activation).index(config.activation),  # as in linear.inc
        is_pre_norm=config.norm == "pre",
        has_final_norm=config.final_norm,
        precision=get_args(Precision).index(precision),
        threads=threads,
        norm_eps=config.norm_eps,
        embedding_scale=config.d_model**0.5 if config.scale_embeddings else 1.0,
        attention_scale=head_dim**-0.5,
    )


def _tensors(
    config: TransformerConfig, weights: Mapping[str, Weight], precision: Precision
) -> Iterator[Weight | None]:
    """Yield the weights in the order in which the kernel builds the model.

    Embeddings that are the weights of the output are left out, for the kernel looks them up there,
    unless it rounds those.
    """
    output = weights["output.weight"]
    is_rounded = precision == "int8" and output.scales is None
    waves = None
    if config.positions != "learned":
        waves = Weight(_waves(config.max_positions, config.d_model, config.positions))

    def linear(*names: str) -> Iterator[Weight | None]:
        """Yield the weights and biases of maps of one input, one below the other."""
        yield _joined([weights[f"{name}.weight"] for name in names])
        biases = [weights[f"{name}.bias"] for name in names if f"{name}.bias" in weights]
        yield _joined(biases) if biases else None

    def norm(name: str) -> Iterator[Weight]:
        yield from (_joined([weights[f"{name}.{part}"]]) for part in ("weight", "bias"))

    def self_attention(layer: str) -> Iterator[Weight | None]:
        attention = f"{layer}.self_attention"
        yield from linear(*(f"{attention}.{part}" for part in ("query", "key", "value")))
        yield from linear(f"{attention}.output")
        yield from norm(f"{layer}.self_residual.norm")

    def feed_forward(layer: str) -> Iterator[Weight | None]:
        yield from linear(f"{layer}.feed_forward.inner")
        yield from linear(f"{layer}.feed_forward.outer")
        yield from norm(f"{layer}.feed_residual.norm")

    for side in ("src_embeddings", "tgt_embeddings"):
        tokens = weights[f"{side}.tokens.weight"]
        is_output = address(tokens.numbers) == address(output.numbers)
        yield None if is_output and not is_rounded else _joined([tokens])
        yield waves or _joined([weights[f"{side}.positions"]])
    for index in range(config.num_encoder_layers):
        yield from self_attention(f"encoder_layers.{index}")
        yield from feed_forward(f"encoder_layers.{index}")
    for index in range(config.num_decoder_layers):
        layer = f"decoder_layers.{index}"
        yield from self_attention(layer)
        yield from linear(f"{layer}.cross_attention.query")
        yield from linear(f"{layer}.cross_attention.key", f"{layer}.cross_attention.value")
        yield from linear(f"{layer}.cross_attention.output")
        yield from norm(f"{layer}.cross_residual.norm")
        yield from feed_forward(layer)
    if config.final_norm:
        yield from norm("encoder_norm")
        yield from norm("decoder_norm")
    yield from linear("output")


_waves = lru_cache(maxsize=1)(sinusoidal_positions)
"""The waves of positions, which models of one shape share."""


def _joined(parts: Sequence[Weight]) -> Weight:
    """Return weights one below the other, as the kernel reads them: float32, or int8 and scales."""
    if len(parts) == 1 and parts[0].scales is not None:
        return parts[0]  # where it is: an embedding may be both sides'
    if all(part.scales is not None for part in parts):
        scales = np.concatenate([part.scales for part in parts if part.scales is not None])
        return Weight(np.concatenate([part.numbers for part in parts]), scales)
    numbers = [
        part.numbers if part.scales is None else part.numbers * part.scales[:, None]
        for part in parts
    ]
    whole = numbers[0] if len(numbers) == 1 else np.concatenate(numbers)
    return Weight(np.ascontiguousarray(whole, dtype=np.float32))


def _addresses(weight: Weight | None) -> TensorAddresses:
    if weight is None:
        return TensorAddresses()
    if weight.scales is None:
        return TensorAddresses(values=address(weight.numbers))
    return TensorAddresses(steps=address(weight.numbers), scales=address(weight.scales))


def _longest(rows: Rows) -> int:
    return max(map(len, rows), default=0)


def _whole_numbers(array: Ints) -> Ints:
    """Return the numbers as the kernel reads them."""
    return np.ascontiguousarray(array, dtype=np.int64)


def _made(address: int | None) -> int:
    if not address:
        raise MemoryError
    return address


def _check(outcome: int, out_of_range: str) -> None:
    if outcome == Outcome.OUT_OF_RANGE:
        raise ValueError(out_of_range)
    if outcome != Outcome.DONE:
        raise MemoryError
