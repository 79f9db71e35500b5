"""The Transformer (section 3): encode a source, decode a target at once or step by step.

Shapes: B batch, S source length, T target length, N hypotheses a sentence, D d_model, H heads,
L layers, V target vocabulary.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

from engine.nn.attention import AttentionRecord, AttentionRecorder, MultiHeadAttention
from engine.nn.config import TransformerConfig
from engine.nn.embeddings import Embeddings
from engine.nn.kv_cache import DecoderCache, LayerCache
from engine.nn.layers import DecoderLayer, EncoderLayer, FeedForward, Residual
from engine.nn.masks import causal_mask, padding_mask


class Memory(NamedTuple):
    """The encoder's output, and which of its positions are no padding."""

    states: Tensor  # (B, S, D)
    mask: Tensor  # (B, 1, 1, S)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AttentionTensors:
    """All attention weights of one teacher-forced pass, its value norms and its logits."""

    encoder: Tensor  # (L, B, H, S, S)
    decoder: Tensor  # (L, B, H, T, T)
    cross: Tensor  # (L, B, H, T, S)
    encoder_norms: Tensor  # (L, B, H, S)
    decoder_norms: Tensor  # (L, B, H, T)
    cross_norms: Tensor  # (L, B, H, S)
    logits: Tensor  # (B, T, V)


class Transformer(nn.Module):
    """Encoder and decoder stacks between embeddings and the projection to the vocabulary."""

    def __init__(
        self,
        *,
        src_embeddings: Embeddings,
        tgt_embeddings: Embeddings,
        encoder_layers: list[EncoderLayer],
        decoder_layers: list[DecoderLayer],
        encoder_norm: nn.Module,
        decoder_norm: nn.Module,
        output: nn.Linear,
        config: TransformerConfig,
    ) -> None:
        super().__init__()
        self.config = config
        self.src_embeddings = src_embeddings
        self.tgt_embeddings = tgt_embeddings
        self.encoder_layers = nn.ModuleList(encoder_layers)
        self.decoder_layers = nn.ModuleList(decoder_layers)
        self.encoder_norm = encoder_norm
        self.decoder_norm = decoder_norm
        self.output = output
        self.pad_id = config.pad_id
        self.bos_id = config.bos_id
        self.eos_id = config.eos_id

    @property
    def max_positions(self) -> int:
        """The longest source and the longest target, in tokens."""
        return min(self.src_embeddings.max_positions, self.tgt_embeddings.max_positions)

    @property
    def tgt_vocab_size(self) -> int:
        """V, how many tokens the target vocabulary has."""
        return self.output.out_features

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.output.weight.device

    def encode(self, src_ids: Tensor, recorder: AttentionRecorder | None = None) -> Memory:
        """Read the source (B, S)."""
        mask = padding_mask(src_ids, self.pad_id)
        x = self.src_embeddings(src_ids)
        for layer in self.encoder_layers:
            x = layer(x, mask, recorder)
        return Memory(self.encoder_norm(x), mask)

    def decode(
        self, tgt_in: Tensor, memory: Memory, recorder: AttentionRecorder | None = None
    ) -> Tensor:
        """Predict what follows each prefix of the target, all at once.

        Args:
            tgt_in: The target after its bos, (B, T). Padding may stand at its end only: nothing
                before it can look there.
            memory: What `encode` gave.
            recorder: Where to leave what the decoder's attentions compute with.

        Returns:
            Logits, (B, T, V).
        """
        states = self.decode_states(tgt_in, memory, recorder)
        logits: Tensor = self.output(states)
        return logits

    def decode_states(
        self, tgt_in: Tensor, memory: Memory, recorder: AttentionRecorder | None = None
    ) -> Tensor:
        """Return the decoder's last states (B, T, D), which `output` turns into logits."""
        mask = causal_mask(tgt_in.size(1), tgt_in.device)
        x = self.tgt_embeddings(tgt_in)
        for layer in self.decoder_layers:
            x = layer(x, mask, memory.states, memory.mask, recorder)
        states: Tensor = self.decoder_norm(x)
        return states

    def forward(self, src_ids: Tensor, tgt_in: Tensor) -> Tensor:
        """Return the logits (B, T, V) of a target (B, T) whose source is (B, S)."""
        return self.decode(tgt_in, self.encode(src_ids))

    def start_cache(self, memory: Memory) -> DecoderCache:
        """Project the memory once for all steps to come."""
        layers = [
            LayerCache(*layer.cross_attention.project_memory(memory.states))
            for layer in self._decoder_layers()
        ]
        # As attention adds it: made once here instead of in every layer at every step.
        added = torch.zeros_like(memory.mask, dtype=memory.states.dtype)
        return DecoderCache(layers, added.masked_fill(~memory.mask, -torch.inf))

    def step(self, last_ids: Tensor, cache: DecoderCache) -> Tensor:
        """Return the log-probabilities (B, N, V) after these tokens (B, N), and remember those."""
        x = self.tgt_embeddings.at(last_ids, cache.length)
        self_mask = cache.step_mask(last_ids.size(1))
        for layer, layer_cache in zip(self._decoder_layers(), cache.layers, strict=True):
            x = layer.step(x, layer_cache, cache.memory_mask, self_mask)
        cache.length += 1
        return _log_probs(self.output(self.decoder_norm(x)))

    def attention_maps(self, src_ids: Tensor, tgt_in: Tensor) -> AttentionTensors:
        """Return every attention weight of the pair, from one pass, whatever made the target."""
        encoder: list[AttentionRecord] = []
        decoder: list[AttentionRecord] = []
        cross: list[AttentionRecord] = []
        recorder = AttentionRecorder(encoder, decoder, cross)
        logits = self.decode(tgt_in, self.encode(src_ids, recorder), recorder)
        return AttentionTensors(
            encoder=_weights(encoder),
            decoder=_weights(decoder),
            cross=_weights(cross),
            encoder_norms=_value_norms(encoder),
            decoder_norms=_value_norms(decoder),
            cross_norms=_value_norms(cross),
            logits=logits,
        )

    def cross_weights(self, src_ids: Tensor, tgt_in: Tensor) -> Tensor:
        """Return the weights of cross-attention alone, (L, B, H, T, S), from one pass."""
        return self.cross_weights_from(self.encode(src_ids), tgt_in)

    def cross_weights_from(self, memory: Memory, tgt_in: Tensor) -> Tensor:
        """Return the same for sources that were encoded before."""
        cross: list[AttentionRecord] = []
        self.decode_states(tgt_in, memory, AttentionRecorder(cross=cross))
        return _weights(cross)

    def cross_weights_of_layer(self, memory: Memory, tgt_in: Tensor, layer: int) -> Tensor:
        """Return the weights of one layer's cross-attention, (B, H, T, S).

        What stands above that layer is not computed, nor is the source encoded again.
        """
        mask = causal_mask(tgt_in.size(1), tgt_in.device)
        x = self.tgt_embeddings(tgt_in)
        below = self._decoder_layers()[: layer + 1]
        for lower in below[:-1]:
            x = lower(x, mask, memory.states, memory.mask)
        return below[-1].cross_weights(x, mask, memory.states, memory.mask)

    def _decoder_layers(self) -> list[DecoderLayer]:
        return [layer for layer in self.decoder_layers if isinstance(layer, DecoderLayer)]


def _log_probs(logits: Tensor) -> Tensor:
    """Turn logits into log-probabilities of float32 or more, where no gradient is wanted."""
    logits = logits.to(torch.promote_types(logits.dtype, torch.float32))
    # In place: for a second tensor of this size the allocator asks the system at every step.
    return torch.log_softmax(logits, -1, out=logits)


def _weights(records: Iterable[AttentionRecord]) -> Tensor:
    return torch.stack([record.weights for record in records])


def _value_norms(records: Iterable[AttentionRecord]) -> Tensor:
    return torch.stack([record.value_norms() for record in records])


def build_transformer(config: TransformerConfig) -> Transformer:
    """Build the Transformer that the settings describe, with PyTorch's default initialisation."""
    c = config

    def attention() -> MultiHeadAttention:
        return MultiHeadAttention(
            c.d_model,
            c.num_heads,
            dropout=c.attention_dropout,
            qkv_bias=c.qkv_bias,
            independent=c.attention == "independent",
        )

    def feed_forward() -> FeedForward:
        return FeedForward(c.d_model, c.d_ff, activation=c.activation, dropout=c.activation_dropout)

    def residual() -> Residual:
        return Residual(c.d_model, placement=c.norm, eps=c.norm_eps, dropout=c.dropout)

    def embeddings(vocab_size: int) -> Embeddings:
        return Embeddings(
            vocab_size,
            c.d_model,
            positions=c.positions,
            max_positions=c.max_positions,
            scaled=c.scale_embeddings,
            dropout=c.dropout,
            pad_id=c.pad_id,
        )

    def final_norm() -> nn.Module:
        return nn.LayerNorm(c.d_model, eps=c.norm_eps) if c.final_norm else nn.Identity()

    model = Transformer(
        src_embeddings=embeddings(c.src_vocab_size),
        tgt_embeddings=embeddings(c.tgt_vocab_size),
        encoder_layers=[
            EncoderLayer(attention(), feed_forward(), (residual(), residual()))
            for _ in range(c.num_encoder_layers)
        ],
        decoder_layers=[
            DecoderLayer(
                attention(), attention(), feed_forward(), (residual(), residual(), residual())
            )
            for _ in range(c.num_decoder_layers)
        ],
        encoder_norm=final_norm(),
        decoder_norm=final_norm(),
        output=nn.Linear(c.d_model, c.tgt_vocab_size, bias=c.output_bias),
        config=config,
    )
    if c.tie in ("decoder", "all"):
        model.output.weight = model.tgt_embeddings.tokens.weight
    if c.tie == "all":
        model.src_embeddings.tokens.weight = model.tgt_embeddings.tokens.weight
    return model
