"""All attention of one sentence as plain numbers, and what of it is shown.

Torch-free: the window reads it. Shapes: L layers, H heads, S source tokens, T decoder rows.
"""

from dataclasses import dataclass

from engine.alignment import AttentionMaps
from engine.translation import Word


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
    source_tokens: tuple[str, ...]
    target_inputs: tuple[str, ...]
    target_outputs: tuple[str, ...]
    source_words: tuple[Word, ...]
    target_words: tuple[Word, ...]
    source_word_ids: tuple[int, ...]
    target_word_ids: tuple[int, ...]
    """Of the target's tokens, neither bos nor eos counted."""
