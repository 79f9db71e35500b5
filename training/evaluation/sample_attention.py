"""Attention of a model in training: one small map between words.

Which map tells most changes while a model learns, and nobody has measured it yet. So of the mean
of each layer, at the position that produces a word and at the one that reads it, the map is shown
that is sharpest and most spread: the mean of each row's highest weight times the share of source
words that some row looks at most. One that only looks at the full stop is neither useful nor first.

Shapes: L layers, H heads, T target and S source tokens, M target and N source words.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import torch

from engine.attention.alignment import groups_of_words, merge_words, normalized, produced, shifted
from engine.attention.maps import Weights
from engine.models.manifest import AlignmentHead
from engine.nn.transformer import Transformer
from engine.text.spans import words_of_tokens
from engine.tokenizers.encoding import find_words
from engine.tokenizers.tokenizer_pair import TokenizerPair
from training.corpus_formats.sentence_pair import SentencePair


class WordMap(NamedTuple):
    """A map between words: `weights` has a row for each target word."""

    source_words: tuple[str, ...]
    target_words: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]


def map_words(model: Transformer, tokenizers: TokenizerPair, source: str, target: str) -> WordMap:
    """Return the map of a translation; it is empty where one side has no words.

    Args:
        model: In eval mode.
        tokenizers: Its own.
        source: A sentence.
        target: Its translation.
    """
    pair = SentencePair(source, target)
    shown = _maps(model, tokenizers, pair)
    best = max(shown.weights.values(), key=_merit, default=())
    weights = tuple(tuple(round(float(weight), 3) for weight in row) for row in best)
    return WordMap(shown.source_words, shown.target_words, weights)


def choose_map(
    model: Transformer, tokenizers: TokenizerPair, pairs: Sequence[SentencePair]
) -> AlignmentHead | None:
    """Return the most informative map for some pairs; None if they have no words."""
    merits: defaultdict[AlignmentHead, float] = defaultdict(float)
    for pair in pairs:
        shown = _maps(model, tokenizers, pair)
        for head, weights in shown.weights.items():
            merits[head] += _merit(weights)
    return max(merits, key=merits.__getitem__, default=None)


class _Maps(NamedTuple):
    source_words: tuple[str, ...]
    target_words: tuple[str, ...]
    weights: dict[AlignmentHead, Weights]
    """(M, N), for each layer's mean and either position."""


def _maps(model: Transformer, tokenizers: TokenizerPair, pair: SentencePair) -> _Maps:
    read, written = tokenizers.source.encode(pair.source), tokenizers.target.encode(pair.target)
    longest = model.max_positions
    src, tgt = tokenizers.frame_source(read.ids)[:longest], written.ids[: longest - 1]
    if not (read.words and tgt):
        return _Maps((), (), {})
    with torch.inference_mode():
        weights_of_heads = model.cross_weights(
            torch.tensor([src], device=model.device),
            torch.tensor([tokenizers.tgt_in(tgt)], device=model.device),
        )
    cross = weights_of_heads[:, 0].float().cpu().numpy()  # (L, H, T, S)
    target_words = find_words(pair.target, written.spans)
    words_of = words_of_tokens(written.spans[: len(tgt)], target_words)
    rows = groups_of_words(words_of, len(target_words))
    first = len(tokenizers.source_prefix())
    columns = groups_of_words(read.word_ids, len(read.words), first=first)
    columns = tuple(tuple(one for one in group if one < len(src)) for group in columns)
    weights = {
        AlignmentHead(layer=layer, head=None, shifted=is_shifted): normalized(
            merge_words((shifted if is_shifted else produced)(mean), rows, columns)
        )
        for layer, mean in enumerate(cross.mean(axis=1))  # (T, S)
        for is_shifted in (False, True)
    }
    return _Maps(_texts(pair.source, read.words), _texts(pair.target, target_words), weights)


def _merit(weights: Weights) -> float:
    """Return how informative a map (M, N) is: its sharpness times its share of used columns."""
    if not weights.size:
        return 0.0
    return (
        float(weights.max(axis=-1).mean())
        * len(set(weights.argmax(axis=-1).tolist()))
        / len(weights[0])
    )


def _texts(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(text[start:end] for start, end in spans)
