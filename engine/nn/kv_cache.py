"""The keys and values that decoding keeps between steps, so that a step computes one position.

The hypotheses of a sentence share most of their past; at each step some branch and others end.
Copying keys and values at every step costs more than attention itself, so the hypotheses of a
narrow beam store theirs side by side, and each remembers which are its own.

Shapes: B sentences, N hypotheses a sentence, H heads, K head_dim, S source length, P places: one
for each position of each hypothesis where a beam is narrow, else one for each position.
"""

import torch
from torch import Tensor

_ROOM = 8
"""Positions by which a layer's room grows: to copy all at every step costs more than room does."""

_NARROW = 8
"""Hypotheses that leave their keys side by side: each looks past those of all the others."""


class LayerCache:
    """Keys and values of one decoder layer.

    Self-attention's grow at every step; cross-attention's are filled once and shared by all
    hypotheses of a sentence.
    """

    def __init__(self, cross_keys: Tensor, cross_values: Tensor) -> None:
        self.cross_keys = cross_keys  # (B, H, S, K)
        self.cross_values = cross_values  # (B, H, S, K)
        self.length = 0  # P
        self._keys: Tensor | None = None  # (B or B*N, H, P and room for more, K)
        self._values: Tensor | None = None

    @property
    def keys(self) -> Tensor | None:
        """The keys so far, (B, H, P, K), or (B*N, H, P, K) of a wide beam; None before a step."""
        return None if self._keys is None else self._keys.narrow(2, 0, self.length)

    @property
    def values(self) -> Tensor | None:
        """The values so far, shaped as the keys; None before the first."""
        return None if self._values is None else self._values.narrow(2, 0, self.length)

    @property
    def num_rows(self) -> int:
        """B, or B*N of a wide beam."""
        return (self.cross_keys if self._keys is None else self._keys).size(0)

    def append(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Add some places (B or B*N, H, 1 or N, K); return all so far."""
        start, count = self.length, keys.size(2)
        end = start + count
        if self._keys is None or self._values is None:
            self._keys, self._values = _roomier(None, keys), _roomier(None, values)
        elif end > self._keys.size(2):
            self._keys, self._values = _roomier(self._keys, keys), _roomier(self._values, values)
        self._keys.narrow(2, start, count).copy_(keys)
        self._values.narrow(2, start, count).copy_(values)
        self.length = end
        return self._keys.narrow(2, 0, end), self._values.narrow(2, 0, end)

    def select(self, rows: Tensor) -> None:
        """Replace row i with row rows[i]."""
        if self._keys is not None and self._values is not None:
            self._keys = self._keys.index_select(0, rows)
            self._values = self._values.index_select(0, rows)


def _roomier(held: Tensor | None, added: Tensor) -> Tensor:
    """Return what is held with room for some times what is added, (rows, H, 1 or N, K)."""
    rows, heads, count, width = added.shape
    more = added.new_empty(rows, heads, _ROOM * count, width)
    return more if held is None else torch.cat([held, more], dim=2)


class DecoderCache:
    """The caches of all decoder layers, the source mask, and how many positions they hold."""

    def __init__(self, layers: list[LayerCache], memory_mask: Tensor) -> None:
        self.layers = layers
        self.memory_mask = memory_mask  # (B, 1, 1, S), True where to look, or 0 there, else -inf
        self.length = 0
        self.ancestry: Tensor | None = None
        """Which places each hypothesis continues, (B, 1, N, P): 0 for its own, else -inf. None if
        a row is one hypothesis' alone: of a beam of one, and of a wide one."""
        self._apart: Tensor | None = None  # (N, N): each looks at itself alone

    def step_mask(self, width: int) -> Tensor | None:
        """Open this step's places, one per hypothesis, and return where each may look."""
        if self.ancestry is not None:
            if self._apart is None or self._apart.size(0) != width:
                above = self.ancestry.new_full((width, width), -torch.inf).triu(1)
                self._apart = above + above.T  # 0 on the diagonal
            own = self._apart.expand(self.ancestry.size(0), 1, -1, -1)
            self.ancestry = torch.cat([self.ancestry, own], dim=3)
        return self.ancestry

    def reorder(self, parents: Tensor) -> None:
        """Let hypothesis n of sentence b continue hypothesis parents[b, n].

        Args:
            parents: Indices into the hypotheses of the same sentence, (B, N'); N' may differ
                from N, as when one beginning is spread over a beam.
        """
        batch, new_width = parents.shape
        if self.ancestry is not None:
            index = parents[:, None, :, None].expand(-1, -1, -1, self.ancestry.size(3))
            self.ancestry = self.ancestry.gather(2, index)
            return
        width = self._width()
        if width == new_width == 1:
            return
        first = self.layers[0]
        if width == 1 and new_width <= _NARROW:
            self.ancestry = first.cross_keys.new_zeros(batch, 1, new_width, first.length)
            return
        rows = torch.arange(batch, device=parents.device)[:, None] * width + parents
        self._select(rows.flatten())

    def keep(self, rows: Tensor, parents: Tensor | None = None) -> None:
        """Keep only these sentences, (B',) indices; the others are finished.

        Args:
            rows: Which ones.
            parents: What each of their hypotheses continues, (B', N'), as in `reorder`; None
                leaves all where they are.
        """
        width = self._width()
        self.memory_mask = self.memory_mask.index_select(0, rows)
        for layer in self.layers:
            layer.cross_keys = layer.cross_keys.index_select(0, rows)
            layer.cross_values = layer.cross_values.index_select(0, rows)
        if width > 1:
            if parents is None:
                parents = torch.arange(width, device=rows.device).expand(rows.size(0), -1)
            self._select((rows[:, None] * width + parents).flatten())
            return
        self._select(rows)
        if self.ancestry is not None:
            self.ancestry = self.ancestry.index_select(0, rows)
        if parents is not None:
            self.reorder(parents)

    def _width(self) -> int:
        """Return how many rows a sentence has: N of a wide beam, else 1."""
        first = self.layers[0]
        return first.num_rows // first.cross_keys.size(0)

    def _select(self, rows: Tensor) -> None:
        for layer in self.layers:
            layer.select(rows)
