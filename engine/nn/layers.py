"""One layer of the encoder and of the decoder (section 3.1), and the feed-forward network in them.

Shapes: B batch, T target length, S source length, N hypotheses, D d_model.
"""

from collections.abc import Callable

from torch import Tensor, nn
from torch.nn import functional

from engine.nn.attention import AttentionRecorder, MultiHeadAttention
from engine.nn.config import Activation, NormPlacement
from engine.nn.dropout import Dropout
from engine.nn.kv_cache import LayerCache

_ACTIVATIONS: dict[Activation, Callable[[Tensor], Tensor]] = {
    "relu": functional.relu,
    "gelu": functional.gelu,
    "swish": functional.silu,
}


class FeedForward(nn.Module):
    """Two linear maps with an activation between them, at each position alike (section 3.3)."""

    def __init__(self, d_model: int, d_ff: int, *, activation: Activation, dropout: float) -> None:
        super().__init__()
        self.inner = nn.Linear(d_model, d_ff)
        self.outer = nn.Linear(d_ff, d_model)
        self.activation = _ACTIVATIONS[activation]
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Map (B, T, D) to (B, T, D)."""
        mapped: Tensor = self.outer(self.dropout(self.activation(self.inner(x))))
        return mapped


class Residual(nn.Module):
    """The connection around a sub-layer: dropout, addition and the place of the norm.

    `post`: LayerNorm(x + Dropout(Sublayer(x))), section 5.4;
    `pre`: x + Dropout(Sublayer(LayerNorm(x))).
    """

    def __init__(
        self, d_model: int, *, placement: NormPlacement, eps: float, dropout: float
    ) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model, eps=eps)
        self.dropout = Dropout(dropout)
        self.is_pre = placement == "pre"

    def enter(self, x: Tensor) -> Tensor:
        """Return the sub-layer's input."""
        entering: Tensor = self.norm(x) if self.is_pre else x
        return entering

    def leave(self, x: Tensor, found: Tensor) -> Tensor:
        """Combine x with the sub-layer's output."""
        joined = x + self.dropout(found)
        leaving: Tensor = joined if self.is_pre else self.norm(joined)
        return leaving


class EncoderLayer(nn.Module):
    """Self-attention, then the feed-forward network."""

    def __init__(
        self,
        attention: MultiHeadAttention,
        feed_forward: FeedForward,
        residuals: tuple[Residual, Residual],
    ) -> None:
        super().__init__()
        self.self_attention = attention
        self.feed_forward = feed_forward
        self.self_residual, self.feed_residual = residuals

    def forward(self, x: Tensor, mask: Tensor, recorder: AttentionRecorder | None = None) -> Tensor:
        """Map (B, S, D) to (B, S, D); mask (B, 1, 1, S)."""
        records = recorder.encoder if recorder else None
        seen = self.self_residual.enter(x)
        x = self.self_residual.leave(x, self.self_attention(seen, seen, mask, records))
        fed: Tensor = self.feed_residual.leave(x, self.feed_forward(self.feed_residual.enter(x)))
        return fed


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention to the encoder's output, feed-forward network."""

    def __init__(
        self,
        self_attention: MultiHeadAttention,
        cross_attention: MultiHeadAttention,
        feed_forward: FeedForward,
        residuals: tuple[Residual, Residual, Residual],
    ) -> None:
        super().__init__()
        self.self_attention = self_attention
        self.cross_attention = cross_attention
        self.feed_forward = feed_forward
        self.self_residual, self.cross_residual, self.feed_residual = residuals

    def forward(
        self,
        x: Tensor,
        mask: Tensor,
        memory: Tensor,
        memory_mask: Tensor,
        recorder: AttentionRecorder | None = None,
    ) -> Tensor:
        """Map all positions at once, as in training.

        Args:
            x: Target side, (B, T, D).
            mask: Who may look where in it, broadcastable to (B, H, T, T).
            memory: Encoder output, (B, S, D).
            memory_mask: (B, 1, 1, S).
            recorder: Where to leave what self- and cross-attention compute with.

        Returns:
            (B, T, D).
        """
        records = recorder.decoder if recorder else None
        seen = self.self_residual.enter(x)
        x = self.self_residual.leave(x, self.self_attention(seen, seen, mask, records))
        asked = self.cross_residual.enter(x)
        records = recorder.cross if recorder else None
        found = self.cross_attention(asked, memory, memory_mask, records)
        x = self.cross_residual.leave(x, found)
        fed: Tensor = self.feed_residual.leave(x, self.feed_forward(self.feed_residual.enter(x)))
        return fed

    def cross_weights(self, x: Tensor, mask: Tensor, memory: Tensor, memory_mask: Tensor) -> Tensor:
        """Return the weights (B, H, T, S) of the cross-attention that `forward` would compute."""
        seen = self.self_residual.enter(x)
        x = self.self_residual.leave(x, self.self_attention(seen, seen, mask))
        asked = self.cross_residual.enter(x)
        return self.cross_attention.weights(asked, memory, memory_mask)

    def step(
        self, x: Tensor, cache: LayerCache, memory_mask: Tensor, self_mask: Tensor | None = None
    ) -> Tensor:
        """Map one new position of N hypotheses a sentence, (B, N, D), with what the cache holds."""
        seen = self.self_residual.enter(x)
        x = self.self_residual.leave(x, self.self_attention.step_self(seen, cache, self_mask))
        asked = self.cross_residual.enter(x)
        found = self.cross_attention.step_cross(asked, cache, memory_mask)
        x = self.cross_residual.leave(x, found)
        fed: Tensor = self.feed_residual.leave(x, self.feed_forward(self.feed_residual.enter(x)))
        return fed
