"""What decoding remembers between steps: keys and values, so that a step computes one position.

Shapes: B sentences, N hypotheses a sentence, H heads, K head_dim, S source length, T positions
so far.
"""

import torch
from torch import Tensor


class LayerCache:
    """Keys and values of one decoder layer.

    Self-attention's grow by one position a step; cross-attention's are filled once and shared by
    all hypotheses of a sentence.
    """

    def __init__(self, cross_keys: Tensor, cross_values: Tensor) -> None:
        self.cross_keys = cross_keys  # (B, H, S, K)
        self.cross_values = cross_values  # (B, H, S, K)
        self.keys: Tensor | None = None  # (B*N, H, T, K)
        self.values: Tensor | None = None  # (B*N, H, T, K)

    def append(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Add one position (B*N, H, 1, K); return all positions so far."""
        if self.keys is None or self.values is None:
            self.keys, self.values = keys, values
        else:
            self.keys = torch.cat([self.keys, keys], dim=2)
            self.values = torch.cat([self.values, values], dim=2)
        return self.keys, self.values


class DecoderCache:
    """The caches of all decoder layers, the source mask, and how many positions they hold."""

    def __init__(self, layers: list[LayerCache], memory_mask: Tensor) -> None:
        self.layers = layers
        self.memory_mask = memory_mask  # (B, 1, 1, S)
        self.length = 0

    def reorder(self, parents: Tensor) -> None:
        """Let hypothesis n of sentence b continue what hypothesis parents[b, n] held.

        Args:
            parents: Indices into the hypotheses of the same sentence, (B, N'); N' may differ
                from N, as when one beginning is spread over a beam.
        """
        batch, new_width = parents.shape
        width = self._width(batch)
        if width == new_width == 1:
            return
        rows = torch.arange(batch, device=parents.device)[:, None] * width + parents
        self._select(rows.flatten())

    def keep(self, rows: Tensor) -> None:
        """Go on with these sentences only, (B',) indices; the others are finished."""
        width = self._width(self.memory_mask.size(0))
        self.memory_mask = self.memory_mask.index_select(0, rows)
        for layer in self.layers:
            layer.cross_keys = layer.cross_keys.index_select(0, rows)
            layer.cross_values = layer.cross_values.index_select(0, rows)
        own = rows[:, None] * width + torch.arange(width, device=rows.device)
        self._select(own.flatten())

    def _width(self, batch: int) -> int:
        """N, which all layers share; 1 before the first step."""
        keys = self.layers[0].keys
        return 1 if keys is None else keys.size(0) // batch

    def _select(self, rows: Tensor) -> None:
        for layer in self.layers:
            if layer.keys is not None and layer.values is not None:
                layer.keys = layer.keys.index_select(0, rows)
                layer.values = layer.values.index_select(0, rows)
