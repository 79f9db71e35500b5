"""Attention (section 3.2): scaled dot product, and several heads of it.

Shapes: B batch, T query length, S key length, D d_model, H heads, K head_dim.

Weights are computed only on request: a caller passes a recorder, and each attention appends what it
computed with. Without one, the fused kernel runs, which keeps no weights.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.nn.dropout import Dropout
from engine.nn.kv_cache import LayerCache


@dataclass(frozen=True, slots=True, eq=False)
class AttentionRecord:
    """The operands of an attention in one pass."""

    weights: Tensor
    """(B, H, T, S)"""
    values: Tensor
    """What the weights multiply, (B, H, S, K)."""
    outputs: Tensor
    """What then multiplies the values of each head, (D, H, K)."""

    def value_norms(self) -> Tensor:
        """Return how long the vector is that each place adds where a head looks at it, (B, H, S).

        That is f(x) = (x W_V + b_V) W_O of the head (Kobayashi et al. 2020). Times its weight,
        summed over heads and places, and with the output's bias, it is what the attention gave.
        """
        added = torch.einsum("bhsk,dhk->bhsd", self.values, self.outputs)
        norms: Tensor = torch.linalg.vector_norm(added, dim=-1)
        return norms


@dataclass(frozen=True, slots=True, eq=False)
class AttentionRecorder:
    """Where the attentions of one pass leave their operands: one record per layer.

    Those that are given no list record nothing.
    """

    encoder: list[AttentionRecord] | None = None
    decoder: list[AttentionRecord] | None = None
    cross: list[AttentionRecord] | None = None


def attend(
    q: Tensor, k: Tensor, v: Tensor, *, mask: Tensor | None, scale: float
) -> tuple[Tensor, Tensor]:
    """Mix the values by how well their keys match each query: softmax(q k^T scale) v (formula 1).

    Args:
        q: Queries, (B, H, T, K).
        k: Keys, (B, H, S, K).
        v: Values, (B, H, S, K).
        mask: True where a query may look; broadcastable to (B, H, T, S).
        scale: What similarities are multiplied by; the paper's is 1 / sqrt(K).

    Returns:
        The mixed values (B, H, T, K) and the weights (B, H, T, S). Each row of weights sums to
        one; a query that may not look anywhere has a row of zeros.
    """
    weights = attention_weights(q, k, mask=mask, scale=scale)
    return weights @ v, weights


def attention_weights(q: Tensor, k: Tensor, *, mask: Tensor | None, scale: float) -> Tensor:
    """Return the weights of `attend` alone, (B, H, T, S)."""
    scores = (q * scale) @ k.transpose(-2, -1)
    if mask is None:
        return scores.softmax(dim=-1)
    lowest = torch.finfo(scores.dtype).min
    weights = scores.masked_fill(~mask, lowest).softmax(dim=-1)
    return weights.masked_fill(~mask, 0.0)


class MultiHeadAttention(nn.Module):
    """Several attentions side by side (section 3.2.2).

    `independent` heads each project the full width: D to D for query, key and value, similarities
    scaled by 1 / sqrt(D), results joined to D * H and projected back to D. Otherwise heads share
    the width, K = D / H.
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        *,
        dropout: float,
        qkv_bias: bool = True,
        independent: bool = False,
    ) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_model if independent else d_model // num_heads
        width = num_heads * self.head_dim
        self.scale = 1.0 / math.sqrt(self.head_dim)
        self.query = nn.Linear(d_model, width, bias=qkv_bias)
        self.key = nn.Linear(d_model, width, bias=qkv_bias)
        self.value = nn.Linear(d_model, width, bias=qkv_bias)
        self.output = nn.Linear(width, d_model)
        self.dropout = Dropout(dropout)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None,
        records: list[AttentionRecord] | None = None,
    ) -> Tensor:
        """Let each position of x look at memory (x itself in self-attention).

        Args:
            x: Queries' side, (B, T, D).
            memory: Keys' and values' side, (B, S, D).
            mask: True where a query may look; broadcastable to (B, H, T, S).
            records: Where to leave what is computed with; None computes no weights.

        Returns:
            What was found, (B, T, D).
        """
        k, v = self.project_memory(memory)
        return self._mix(self._heads(self.query(x)), k, v, mask, records)

    def weights(self, x: Tensor, memory: Tensor, mask: Tensor | None) -> Tensor:
        """Return the weights (B, H, T, S) with which `forward` would look at memory."""
        q, k = self._heads(self.query(x)), self._heads(self.key(memory))
        return attention_weights(q, k, mask=mask, scale=self.scale)

    def project_memory(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Return the keys and values of memory (B, S, D), (B, H, S, K) each."""
        return self._heads(self.key(memory)), self._heads(self.value(memory))

    def step_self(self, x: Tensor, cache: LayerCache, mask: Tensor | None = None) -> Tensor:
        """Self-attention of one new position for N hypotheses a sentence: (B, N, D) to the same.

        Args:
            x: The newest position of each.
            cache: Where their keys and values are.
            mask: Which places of their sentence each looks at, (B, 1, N, P), 0 or -inf; None if
                each hypothesis has a row of its own.
        """
        if mask is not None:
            k, v = cache.append(self._heads(self.key(x)), self._heads(self.value(x)))
            return self._mix(self._heads(self.query(x)), k, v, mask, None)
        batch, width, _ = x.shape
        shape = (batch * width, self.num_heads, 1, self.head_dim)
        k, v = cache.append(self.key(x).view(shape), self.value(x).view(shape))
        q = self.query(x).view(shape)
        mixed = functional.scaled_dot_product_attention(q, k, v, scale=self.scale)
        projected: Tensor = self.output(mixed.reshape(batch, width, -1))
        return projected

    def step_cross(self, x: Tensor, cache: LayerCache, mask: Tensor) -> Tensor:
        """Cross-attention of N hypotheses a sentence, which stand as its queries: (B, N, D)."""
        q = self._heads(self.query(x))  # (B, H, N, K)
        return self._mix(q, cache.cross_keys, cache.cross_values, mask, None)

    def _heads(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        if length == 1:
            return x.view(batch, self.num_heads, 1, self.head_dim)
        return x.view(batch, length, self.num_heads, self.head_dim).transpose(1, 2)  # (B, H, T, K)

    def _mix(
        self,
        q: Tensor,
        k: Tensor,
        v: Tensor,
        mask: Tensor | None,
        records: list[AttentionRecord] | None,
    ) -> Tensor:
        if records is not None:
            mixed, weights = attend(q, k, v, mask=mask, scale=self.scale)
            outputs = self.output.weight.view(-1, self.num_heads, self.head_dim)  # (D, H, K)
            records.append(AttentionRecord(weights, v, outputs))
        elif self.training and self.dropout.rate > 0:
            weights = attention_weights(q, k, mask=mask, scale=self.scale)
            mixed = self.dropout(weights) @ v
        else:
            mixed = functional.scaled_dot_product_attention(
                q, k, v, attn_mask=mask, scale=self.scale
            )
        batch, _, length, _ = mixed.shape
        joined = mixed.transpose(1, 2).reshape(batch, length, self.num_heads * self.head_dim)
        projected: Tensor = self.output(joined)  # (B, T, D)
        return projected
