"""Score the word alignments in a model's attention against human ones.

The model is fed the human target sentences. A map links every target word to the source word
it attends to most; a model of the opposite direction links the other way, and both can be combined.

Shapes: L layers, H heads, W words.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.attention.alignment import Link, grow_diag, turned
from engine.models.manifest import AlignmentHead
from training.corpus_formats.gold_alignments import GoldAlignments
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.alignment_error import AlignmentScore, in_sentence, score_links
from training.evaluation.reverse_alignment import Links, links_of_maps
from training.evaluation.trained_model import TrainedModel


class ModelMaps(NamedTuple):
    """A model, and the alignment map named in its model folder, if any."""

    trained: TrainedModel
    chosen: AlignmentHead | None


class ScoredMap(NamedTuple):
    """A map and its alignment scores."""

    head: AlignmentHead
    score: AlignmentScore


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentReport:
    """The alignment scores of each way to read attention."""

    pairs: int
    """The number of scored pairs: those too long for the model, or without words, are skipped."""
    maps: tuple[ScoredMap, ...]
    """Every layer, head and mean of heads, at both positions."""
    naive: ScoredMap
    """The mean over the heads of the last layer, at the position that writes the word."""
    best_unshifted: ScoredMap
    """The best of all at the position that writes, by the human links."""
    best_shifted: ScoredMap
    """The best of all at the position that reads, by the human links."""
    chosen: ScoredMap | None
    """The map that the model folder names, which was chosen without them."""
    symmetrised: Mapping[str, AlignmentScore]
    """The chosen map combined with that of the reverse model: intersection, union, grow-diag."""
    symmetrised_best: AlignmentScore | None
    """Grow-diag of the best shifted maps of both models."""


def score_alignments(
    forward: ModelMaps, gold: GoldAlignments, reverse: ModelMaps | None = None
) -> AlignmentReport | None:
    """Score a model's maps against human links, alone and combined with a reverse model's.

    Args:
        forward: A model of the direction of the gold alignments.
        gold: The human alignments.
        reverse: A model of the opposite direction; its tokens may differ.

    Returns:
        None if no pair could be scored.
    """
    ours = links_of_maps(forward.trained, gold.pairs)
    theirs: dict[int, Links] = {}
    if reverse is not None:
        back = [SentencePair(pair.target, pair.source) for pair in gold.pairs]
        theirs = links_of_maps(reverse.trained, back)
    rows = ours.keys() if reverse is None else ours.keys() & theirs.keys()
    if not rows:
        return None
    sure, possible = (
        frozenset(link for link in links if link[0] in rows) for links in (gold.sure, gold.possible)
    )

    def scored(links: frozenset[Link]) -> AlignmentScore:
        return score_links(links, sure, possible)

    there = _by_head(ours, rows)
    maps = tuple(ScoredMap(head, scored(links)) for head, links in there.items())
    best = {is_read: _best(maps, shifted=is_read) for is_read in (False, True)}
    last = max(head.layer for head in there)
    naive = AlignmentHead(layer=last, head=None, shifted=False)
    chosen = None
    if forward.chosen is not None:
        chosen = ScoredMap(forward.chosen, scored(there[forward.chosen]))
    symmetrised: dict[str, AlignmentScore] = {}
    symmetrised_best = None
    if reverse is not None:
        around = {head: turned(links) for head, links in _by_head(theirs, rows).items()}
        if forward.chosen is not None and reverse.chosen is not None:
            one, other = there[forward.chosen], around[reverse.chosen]
            symmetrised = {
                "intersection": scored(one & other),
                "union": scored(one | other),
                "grow-diag": scored(_grown(one, other, rows)),
            }
        scores = [ScoredMap(head, scored(links)) for head, links in around.items()]
        one, other = there[best[True].head], around[_best(scores, shifted=True).head]
        symmetrised_best = scored(_grown(one, other, rows))
    return AlignmentReport(
        pairs=len(rows),
        maps=maps,
        naive=ScoredMap(naive, scored(there[naive])),
        best_unshifted=best[False],
        best_shifted=best[True],
        chosen=chosen,
        symmetrised=symmetrised,
        symmetrised_best=symmetrised_best,
    )


def _best(maps: Collection[ScoredMap], *, shifted: bool) -> ScoredMap:
    among = [scored for scored in maps if scored.head.shifted == shifted]
    return min(among, key=lambda scored: scored.score.error_rate)


def _by_head(
    links: Mapping[int, Links], rows: Collection[int]
) -> dict[AlignmentHead, frozenset[Link]]:
    """Return the links of each map out of (2, L, H + 1, W) for each pair."""
    _, layers, heads = next(iter(links.values())).shape[:-1]
    return {
        AlignmentHead(
            layer=layer, head=None if head == heads - 1 else head, shifted=shifted
        ): frozenset(
            (row, target, int(links[row][int(shifted), layer, head, target]))
            for row in rows
            for target in np.flatnonzero(links[row][int(shifted), layer, head] >= 0).tolist()
        )
        for shifted in (False, True)
        for layer in range(layers)
        for head in range(heads)
    }


def _grown(
    one: Collection[Link], other: Collection[Link], rows: Collection[int]
) -> frozenset[Link]:
    """Apply grow-diag to each sentence."""
    sides: list[dict[int, set[Link]]] = [{row: set() for row in rows} for _ in range(2)]
    for links, side in zip((one, other), sides, strict=True):
        for row, *link in links:
            side[row].add(tuple(link))
    grown = (in_sentence(row, grow_diag(sides[0][row], sides[1][row])) for row in rows)
    return frozenset().union(*grown)
