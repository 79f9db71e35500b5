"""Tokens and their places as vectors (sections 3.4 and 3.5).

Shapes: B batch, T length, D d_model, V vocabulary, P positions.
"""

import math

import torch
from torch import Tensor, nn

from engine.nn.config import Positions
from engine.nn.dropout import Dropout


def sinusoidal_positions(
    num_positions: int, d_model: int, kind: Positions = "sinusoidal"
) -> Tensor:
    """Return each position its waves: sin and cos of p / 10000^(2i / D) (section 3.5).

    Args:
        num_positions: P.
        d_model: D.
        kind: `sinusoidal` interleaves sine and cosine, as in the paper; the others put all sines
            first. The waves of `sinusoidal_marian` are p / 10000^(2i / (D - 2)).

    Returns:
        The table (P, D).
    """
    places = torch.arange(num_positions, dtype=torch.float64)[:, None]
    waves = torch.arange(0, d_model, 2, dtype=torch.float64)
    # At least 1: of two columns there is one wave, the first.
    longest = max(d_model - 2, 1) if kind == "sinusoidal_marian" else d_model
    angles = places * torch.exp(waves * (-math.log(10000.0) / longest))  # (P, ceil(D/2))
    table = torch.empty(num_positions, d_model, dtype=torch.float64)
    if kind == "sinusoidal":
        table[:, 0::2] = angles.sin()
        table[:, 1::2] = angles[:, : d_model // 2].cos()
    else:
        table[:, : d_model // 2] = angles.sin()
        table[:, d_model // 2 :] = angles.cos()
    return table.float()


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
            self.register_buffer("positions", table, persistent=False)

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
