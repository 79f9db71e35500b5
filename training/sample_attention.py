"""Where a model that still learns looks while it translates: one small map between words.

Which map tells most changes while a model learns, and nobody has measured it yet. So of the mean
of each layer, at the step that produces a word and at the step that reads it, the map is shown
that is sharpest and most spread: the mean of each row's highest weight times the share of source
words that some row looks at most. One that only looks at the full stop is neither useful nor first.

Shapes: L layers, H heads, T target and S source tokens, M target and N source words.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch

from engine.alignment import (
    AttentionMaps,
    Weights,
    groups_of_words,
    merge_words,
    normalized,
    produced,
    shifted,
    words_of_tokens,
)
from engine.encoding import find_words
from engine.tokenizer import TokenizerPair
from engine.transformer import Transformer


class WordMap(NamedTuple):
    """A map between words: `weights` has a row for each target word."""

    source_words: tuple[str, ...]
    target_words: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]


def map_words(
    model: Transformer,
    tokenizers: TokenizerPair,
    source: str,
    target: str,
    *,
    source_bos: bool,
    source_eos: bool,
) -> WordMap:
    """Give the map of a translation; it is empty where one side has no words.

    Args:
        model: In eval mode.
        tokenizers: Its own.
        source: A sentence.
        target: What became of it.
        source_bos: Whether the model's sources begin with bos.
        source_eos: Whether the model's sources end with eos.
    """
    read, written = tokenizers.source.encode(source), tokenizers.target.encode(target)
    special = tokenizers.source.special
    src = [*([special.bos] * source_bos), *read.ids, *([special.eos] * source_eos)]
    longest = model.max_positions
    src, tgt = src[:longest], written.ids[: longest - 1]
    if not (read.words and tgt):
        return WordMap((), (), ())
    with torch.inference_mode():
        tensors = model.attention_maps(
            torch.tensor([src], device=model.device),
            torch.tensor([[model.bos_id, *tgt]], device=model.device),
        )
    cross = AttentionMaps(*(tensor[:, 0].float().cpu().numpy() for tensor in tensors[:3])).cross
    target_words = find_words(target)
    rows = groups_of_words(
        words_of_tokens(written.spans[: len(tgt)], target_words), len(target_words)
    )
    columns = groups_of_words(read.word_ids, len(read.words), first=int(source_bos))
    columns = tuple(tuple(one for one in group if one < len(src)) for group in columns)
    maps = cross.mean(axis=1)  # (L, T, S)
    best = max(
        (
            normalized(merge_words(steps(layer), rows, columns))
            for layer in maps
            for steps in (produced, shifted)
        ),
        key=_merit,
    )
    return WordMap(
        _texts(source, read.words),
        _texts(target, target_words),
        tuple(tuple(round(float(weight), 3) for weight in row) for row in best),
    )


def _merit(weights: Weights) -> float:
    """Say how much a map (M, N) tells: how sharp it is, times how many columns it looks at."""
    if not weights.size:
        return 0.0
    return (
        float(weights.max(axis=-1).mean())
        * len(set(weights.argmax(axis=-1).tolist()))
        / len(weights[0])
    )


def _texts(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(text[start:end] for start, end in spans)
