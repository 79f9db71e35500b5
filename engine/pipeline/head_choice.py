"""Choose the map that aligns words from what a model translates, where its folder names none.

Where a map aligns words, most source words are looked at by some target word; where it rests on a
few words, most are not. So of all layers, heads and means of heads, at the step that writes a word
and at the one that reads it, that map is taken whose target words look at the most different source
words. It needs no translations made by people, and few sentences: see docs/alignment.md.

Shapes: L layers, H heads, T decoder rows, S source tokens, N words of the target, W of the source.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.attention.alignment import merge_words, produced, shifted
from engine.attention.maps import Weights
from engine.models.manifest import AlignmentHead

FEWEST_WORDS = 3
"""A shorter sentence is covered by any map."""

SETTLED_WORDS = 2000
"""Source words after which the choice stays: then the same text has the same links all day."""


class HeadChoice:
    """Counts, map by map, how many source words are looked at.

    Args:
        num_layers: L, of the decoder.
        num_heads: H.
    """

    def __init__(self, num_layers: int, num_heads: int) -> None:
        self._covered: npt.NDArray[np.float64] = np.zeros((2, num_layers, num_heads + 1))
        # Before there is any text, and among equals: the last layer, as most would read it.
        self._covered[0, -1, -1] = 0.5
        self._num_words = 0

    @property
    def is_settled(self) -> bool:
        """Whether enough was seen."""
        return self._num_words >= SETTLED_WORDS

    @property
    def best(self) -> AlignmentHead:
        """The map that covers most so far."""
        step, layer, head = np.unravel_index(int(self._covered.argmax()), self._covered.shape)
        is_mean = int(head) == self._covered.shape[2] - 1
        return AlignmentHead(
            layer=int(layer), head=None if is_mean else int(head), shifted=bool(step)
        )

    def add(
        self,
        cross: Weights,
        target_groups: Sequence[Sequence[int]],
        source_groups: Sequence[Sequence[int]],
    ) -> None:
        """Count one sentence.

        Args:
            cross: Its cross-attention, (L, H, T, S).
            target_groups: The tokens of each target word, as `merge_words` takes them.
            source_groups: Likewise of the source.
        """
        if self.is_settled or min(len(target_groups), len(source_groups)) < FEWEST_WORDS:
            return
        mean = cross.mean(axis=1, dtype=np.float32, keepdims=True)
        maps = np.concatenate([cross, mean], axis=1)  # (L, H+1, T, S)
        for step, rows in enumerate((produced(maps), shifted(maps))):
            looked_at = merge_words(rows, target_groups, source_groups).argmax(axis=-1)
            is_word = looked_at[..., None] == np.arange(len(source_groups))  # (L, H+1, N, W)
            self._covered[step] += is_word.any(axis=-2).sum(axis=-1)
        self._num_words += len(source_groups)
