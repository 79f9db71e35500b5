"""What the encoder made of recent sentences, so that no question about one has it read again.

A sentence is searched, aligned, perhaps searched once more for its terms or for its n best: all of
that begins with the same memory.

Shapes: B batch, S source length, D d_model.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from cachetools import LRUCache

from engine.nn.decoding import Floats, Ints, Memory
from engine.search.decoder import Decoder

_KEPT_TOKENS = 4096
"""Those of a few pages: some megabytes."""


class MemoryCache:
    """The memories of the sentences that were last asked for, by their source ids.

    Args:
        model: What encodes.
    """

    def __init__(self, model: Decoder) -> None:
        self._model = model
        self._kept: LRUCache[tuple[int, ...], Floats] = LRUCache(_KEPT_TOKENS, getsizeof=len)
        """(S, D) each, without padding."""

    def memory(self, rows: Sequence[tuple[int, ...]], src_ids: Ints) -> Memory | None:
        """Return the memory of some sentences; those that are not known are encoded together.

        Args:
            rows: The ids of each, without padding.
            src_ids: The same with padding, (B, S).

        Returns:
            None for more sentences than are kept: a search divides those if the device is short of
            memory.
        """
        if sum(map(len, rows)) > _KEPT_TOKENS:
            return None
        unknown = {row: place for place, row in enumerate(rows) if row not in self._kept}
        if len(unknown) == len(rows):
            memory = self._model.encode(src_ids)
            self._keep(unknown, memory)
            return memory
        known = {row: self._kept[row] for row in rows if row in self._kept}
        if unknown:
            longest = max(map(len, unknown))
            known |= self._keep(unknown, self._model.encode(src_ids[[*unknown.values()], :longest]))
        lengths = np.array([len(row) for row in rows], dtype=np.int32)
        of_rows = [known[row] for row in rows]
        states = np.zeros((len(rows), lengths.max(), of_rows[0].shape[1]), of_rows[0].dtype)
        for place, of_row in enumerate(of_rows):
            states[place, : len(of_row)] = of_row
        return Memory(states, lengths)

    def _keep(
        self, rows: Iterable[tuple[int, ...]], memory: Memory
    ) -> dict[tuple[int, ...], Floats]:
        kept = {
            row: states[: len(row)].copy() for row, states in zip(rows, memory.states, strict=True)
        }
        self._kept.update(kept)
        return kept
