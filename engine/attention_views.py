"""All attention of one sentence as plain numbers, and what of it is shown.

Torch-free: the window reads it. Shapes: L layers, H heads, S source tokens, T decoder rows.
"""

from dataclasses import dataclass

from engine.alignment import AttentionMaps, Weights
from engine.translation import Word


@dataclass(frozen=True, slots=True, eq=False)
class ValueNorms:
    """How long the vector is that each head adds for each place it may look at.

    It is what stands there, mapped by the head's value and output projections: what a weight of
    the maps multiplies (Kobayashi et al. 2020, "Attention is Not Only a Weight").
    """

    encoder: Weights
    """(L, H, S)"""
    decoder: Weights
    """(L, H, T)"""
    cross: Weights
    """(L, H, S)"""


@dataclass(frozen=True, slots=True)
class SentenceAttention:
    """All attention of one sentence and one target, with what stands on the axes of its maps.

    `target_inputs` name the rows of decoder maps by the token that was read there (bos first),
    `target_outputs` the rows of cross maps by the token that was produced there (eos last).
    Word ids give the word of each axis place, -1 where it belongs to none.
    """

    source: str
    target: str
    maps: AttentionMaps
    value_norms: ValueNorms
    source_tokens: tuple[str, ...]
    target_inputs: tuple[str, ...]
    target_outputs: tuple[str, ...]
    source_words: tuple[Word, ...]
    target_words: tuple[Word, ...]
    source_word_ids: tuple[int, ...]
    target_word_ids: tuple[int, ...]
    """Of the target's tokens, neither bos nor eos counted."""
