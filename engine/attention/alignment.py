"""From attention maps to aligned words: choose a map, shift it, merge tokens to words, link.

Shapes: L layers, H heads, S source tokens, T decoder rows, N target tokens, W words.
`T = N + 1`: the decoder reads bos and the N target tokens. Its row t reads token t - 1 (row 0 reads
bos) and produces token t; the last row produces eos.

Which row speaks for a target token? The row that produces it shows where the model looked *while
choosing the word*. The row that reads it, one step later, shows where the chosen word comes from:
as a word alignment that is far better. Measured on a Transformer of 6 layers (mean over the heads,
alignment error rate, notebook of mt-upc/transformer-contributions-nmt): 28 for the best layer of
the rows that read, 50 for the best of those that produce, 64 for their last.
A small model may differ: docs/alignment.md has one whose rows that produce align far better,
so each model folder says which rows and which map are its alignment.
"""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

import numpy as np

from engine.attention.maps import Weights
from engine.translation import AlignedWords

Link = tuple[int, ...]
"""(target word, source word); for a whole corpus (sentence, target word, source word)."""


def choose_head(maps: Weights, head: int | None) -> Weights:
    """Return one map (T, S) of a layer's (H, T, S); without a head, the mean over all of them."""
    if head is None:
        mean: Weights = maps.mean(axis=0, dtype=np.float32)
        return mean
    chosen: Weights = maps[head].astype(np.float32)
    return chosen


def shifted(cross: Weights) -> Weights:
    """Return the rows (..., N, S) of (..., T, S) that read each target token: the alignment.

    The row that reads the last token is the one that produces eos.
    """
    return cross[..., 1:, :]


def produced(cross: Weights) -> Weights:
    """Return the rows (..., N, S) that produce each target token, out of (..., T, S)."""
    return cross[..., :-1, :]


def merge_words(
    weights: Weights, target_groups: Sequence[Sequence[int]], source_groups: Sequence[Sequence[int]]
) -> Weights:
    """Weights between words (..., Wt, Ws) from weights between tokens (..., N, S).

    A group holds the indices of the tokens of one word. The weights of a word's source tokens are
    summed, those of its target tokens averaged: rows that sum to one still do where every source
    token is in one group (use `normalized` otherwise). A word without tokens gets zeros.
    """
    rows, columns = weights.shape[-2:]
    from_target = np.zeros((len(target_groups), rows), dtype=np.float32)
    for word, group in enumerate(target_groups):
        if group:
            from_target[word, list(group)] = 1 / len(group)
    to_source = np.zeros((columns, len(source_groups)), dtype=np.float32)
    for word, group in enumerate(source_groups):
        to_source[list(group), word] = 1
    # OpenBLAS sometimes computes past the edge of a small matrix and flags numbers not in it.
    with np.errstate(invalid="ignore"):
        merged: Weights = from_target @ weights.astype(np.float32) @ to_source
    return merged


def groups_of_words(
    word_ids: Sequence[int], num_words: int, *, first: int = 0
) -> tuple[tuple[int, ...], ...]:
    """Return the tokens of each word, where `word_ids[i]` is the word of token `first + i`.

    `first` is 1 where a bos stands before the tokens. Ids out of range belong to no word.
    """
    groups: list[list[int]] = [[] for _ in range(num_words)]
    for token, word in enumerate(word_ids, start=first):
        if 0 <= word < num_words:
            groups[word].append(token)
    return tuple(tuple(group) for group in groups)


def normalized(weights: Weights) -> Weights:
    """Return the rows made to sum to one again; a row of zeros stays one."""
    sums = weights.sum(axis=-1, keepdims=True, dtype=np.float32)
    result: Weights = np.divide(
        weights, sums, out=np.zeros(weights.shape, dtype=np.float32), where=sums > 0
    )
    return result


def without_sinks(weights: Weights, columns: Sequence[int]) -> Weights:
    """Return the map with nothing in these columns, and each row made to sum to one again.

    Heads park their attention on bos, eos and punctuation when there is nothing to look at. The
    columns stay, empty, so that indices keep their meaning.
    """
    kept = weights.astype(np.float32)
    kept[..., list(columns)] = 0
    return normalized(kept)


def sink_mass(weights: Weights, columns: Sequence[int]) -> Weights:
    """Return how much of each row lies in these columns: what `without_sinks` removes."""
    mass: Weights = weights[..., list(columns)].sum(axis=-1, dtype=np.float32)
    return mass


def align(weights: Weights, threshold: float = 0.1) -> tuple[AlignedWords, ...]:
    """Return the pairs of words in (Wt, Ws) with at least this weight, by target and source."""
    targets, sources = np.nonzero(weights >= threshold)
    return tuple(
        AlignedWords(int(target), int(source), float(weights[target, source]))
        for target, source in zip(targets, sources, strict=True)
    )


def turned(links: Collection[Link]) -> frozenset[Link]:
    """Links of the opposite direction, with source and target exchanged."""
    return frozenset((*link[:-2], link[-1], link[-2]) for link in links)


_NEIGHBOURS = tuple((t, s) for t in (-1, 0, 1) for s in (-1, 0, 1) if (t, s) != (0, 0))


def grow_diag(forward: AbstractSet[Link], backward: AbstractSet[Link]) -> frozenset[Link]:
    """Return two alignments of one sentence made one: grow-diag (Koehn et al. 2005).

    Starts with what both say, then adds what one says where it touches a link, also diagonally, and
    one of its two words has no link yet. Both are given as (target, source): use `turned`.
    """
    union = forward | backward
    links = set(forward & backward)
    targets = {target for target, _ in links}
    sources = {source for _, source in links}
    waiting = sorted(links, reverse=True)
    while waiting:
        target, source = waiting.pop()
        for step_target, step_source in _NEIGHBOURS:
            link = (target + step_target, source + step_source)
            is_new = link[0] not in targets or link[1] not in sources
            if is_new and link in union and link not in links:
                links.add(link)
                targets.add(link[0])
                sources.add(link[1])
                waiting.append(link)
    return frozenset(links)


def agreement(forward: AbstractSet[Link], backward: AbstractSet[Link]) -> float:
    """Return how far two alignments agree, from 0 to 1: 2 |A and B| / (|A| + |B|).

    With no human alignment at hand, the layer and head on which both directions agree most are the
    best guess for a model. Both are given as (target, source): use `turned`.
    """
    size = len(forward) + len(backward)
    return 2 * len(forward & backward) / size if size else 1.0
