"""Compare word alignments with human ones by Och and Ney's measures (2003)."""

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from engine.attention.alignment import Link


@dataclass(frozen=True, slots=True)
class AlignmentScore:
    """Links A against sure links S and possible links P, each from 0 to 1.

    Sure links are possible too: S is part of P.
    """

    error_rate: float
    """AER = 1 - (|A and S| + |A and P|) / (|A| + |S|): 0 is best."""
    precision: float
    """|A and P| / |A|: the share of links that are possible."""
    recall: float
    """|A and S| / |S|: the share of sure links that were found."""
    links: int
    """|A|."""


def score_links(
    links: AbstractSet[Link], sure: AbstractSet[Link], possible: AbstractSet[Link]
) -> AlignmentScore:
    """Score links against human ones, all as (sentence, target word, source word).

    A corpus is scored as a whole, not as the mean of its sentences. If nothing was linked, or
    nothing must be, nothing counts as wrong.

    Args:
        links: The links to score, A.
        sure: The sure links, S.
        possible: The possible links, P; the sure links need not be repeated in it.
    """
    are_sure = len(links & sure)
    are_possible = sum(link in sure or link in possible for link in links)
    return AlignmentScore(
        error_rate=1 - _share(are_sure + are_possible, len(links) + len(sure)),
        precision=_share(are_possible, len(links)),
        recall=_share(are_sure, len(sure)),
        links=len(links),
    )


def in_sentence(number: int, links: Collection[Link]) -> frozenset[Link]:
    """Convert links of one sentence, (target word, source word), to those of a corpus."""
    return frozenset((number, *link) for link in links)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
