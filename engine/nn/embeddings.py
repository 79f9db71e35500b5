"""Tokens and their places as vectors (sections 3.4 and 3.5).

Shapes: B batch, T length, D d_model, V vocabulary, P positions.
"""

import math

import torch
from torch import Tensor, nn

from engine.nn.config import Positions
from engine.nn.dropout import Dropout
from engine.nn.positions import sinusoidal_positions


class Embeddings(nn.Module):
    """Token embedding, times sqrt(D) where wished, plus positions, then dropout."""

    def __init__(
        self,
        vocab_size: int,
        d_model: int,
        *,
        positions: Positions,
        max_positions: int,
        scaled: bool,
        dropout: float,
        pad_id: int,
    ) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocab_size, d_model, padding_idx=pad_id)
        self.scale = math.sqrt(d_model) if scaled else 1.0
        self.dropout = Dropout(dropout)
        self.positions: Tensor
        if positions == "learned":
            self.positions = nn.Parameter(torch.empty(max_positions, d_model))
            nn.init.normal_(self.positions, std=d_model**-0.5)
        else:
            table = sinusoidal_positions(max_positions, d_model, positions)
            self.register_buffer("positions", torch.from_numpy(table), persistent=False)

    @property
    def max_positions(self) -> int:
        """The longest sequence there are positions for."""
        return self.positions.size(0)

    def forward(self, ids: Tensor, start: int = 0) -> Tensor:
        """Embed tokens that stand at positions start, start + 1 and so on.

        Args:
            ids: Token ids, (B, T).
            start: The position of the first one.

        Returns:
            Vectors, (B, T, D).

        Raises:
            ValueError: If the sequence is longer than the table of positions.
        """
        return self._place(ids, start, start + ids.size(1))

    def at(self, ids: Tensor, position: int) -> Tensor:
        """Embed tokens (B, N) that all stand at one position: (B, N, D)."""
        return self._place(ids, position, position + 1)

    def _place(self, ids: Tensor, start: int, end: int) -> Tensor:
        if end > self.max_positions:
            raise ValueError(f"{end} tokens, but positions for {self.max_positions} only")
        placed: Tensor = self.dropout(self.tokens(ids) * self.scale + self.positions[start:end])
        return placed
