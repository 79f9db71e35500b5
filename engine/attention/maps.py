"""All attention of one sentence as plain numbers, and what is shown of it.

The window reads it before anything is computed, so NumPy is only named here, not imported. Shapes:
L layers, H heads, S source tokens, T decoder rows, R rows and C columns of a view.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.translation import Word

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Weights: TypeAlias = "npt.NDArray[np.floating]"
"""Attention weights as numpy holds them; sums are made in float32 at least."""

Kind = Literal["cross", "encoder", "decoder"]
Side = Literal["source", "target"]
Unit = Literal["tokens", "words"]
Reduction = Literal["head", "mean", "maximum", "rollout"]


@dataclass(frozen=True, slots=True, eq=False)
class AttentionMaps:
    """All weights of one pass over one sentence and one hypothesis; each row sums to one.

    Source columns are the source ids as the encoder got them, bos and eos among them if it got any.
    """

    encoder: Weights
    """(L, H, S, S)"""
    decoder: Weights
    """(L, H, T, T)"""
    cross: Weights
    """(L, H, T, S)"""

    def __post_init__(self) -> None:
        for name in ("encoder", "decoder", "cross"):
            if getattr(self, name).ndim != 4:
                raise ValueError(
                    f"{name} must have four dimensions, not {getattr(self, name).ndim}"
                )
        rows, columns = self.cross.shape[2:]
        for name, size in (("encoder", columns), ("decoder", rows)):
            if getattr(self, name).shape[2:] != (size, size):
                found = getattr(self, name).shape[2:]
                raise ValueError(f"{name} must be {size} by {size} to fit cross, not {found}")


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
class AlignmentMap:
    """Which map of cross-attention links words; a head of None is the mean of the layer."""

    layer: int
    head: int | None
    shifted: bool
    is_measured: bool
    """Whether it was chosen on translations made by people; else on what the model translates."""


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
    alignment: AlignmentMap | None = None


@dataclass(frozen=True, slots=True)
class AxisItem:
    """One row or column of a view: a token, or a word where words are shown.

    `start` and `end` delimit, in the sentence's own source or target text, the word it is or is
    part of. What belongs to no word (bos, eos) has an empty span, behind the word before it.
    `is_sink` says that attention rests here when there is nothing to look at: on what belongs to
    no word, and on words that are punctuation only.
    """

    label: str
    side: Side
    start: int
    end: int
    is_sink: bool


@dataclass(frozen=True, slots=True, eq=False)
class AttentionView:
    """All layers and heads of one kind of attention, with what stands on their axes.

    `sink_mass` is the share of all weight that lies in sinks, or lay there before they were hidden.
    """

    kind: Kind
    weights: Weights
    """(L, H, R, C)"""
    rollout: Weights
    """(R, C)"""
    rows: tuple[AxisItem, ...]
    columns: tuple[AxisItem, ...]
    sink_mass: float


@dataclass(frozen=True, slots=True)
class MapChoice:
    """Which map of a view: one head's; the mean or maximum over what is None; or the rollout."""

    reduction: Reduction
    layer: int | None = None
    head: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """One map less another, (R, C), on the axes of the first; NaN where the second has no match."""

    weights: Weights
    rows: tuple[AxisItem, ...]
    columns: tuple[AxisItem, ...]
