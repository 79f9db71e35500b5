"""How a German sentence addresses its reader: tags before a source let the user choose (du or Sie).

Sennrich et al. 2016, "Controlling Politeness in Neural Machine Translation via Side Constraints":
a tag stands before some of the sources whose targets show it, so that the model learns both to
follow the tag and to do without.
"""

import re
from collections.abc import Sequence

import numpy as np

from engine.tokenizers.subword import FORMAL_TAG, INFORMAL_TAG
from training.recipe import marks_formality

TAGGED_SHARE = 0.5
"""This share of the sentences that show their form carry its tag."""

_STREAM = 3
"""Keeps these random numbers apart from others of the same epoch."""

# At the beginning of a sentence "Sie" may be "she" or "they".
_FORMAL = re.compile(r"(?<=[\w,;)] )(?:Sie|Ihnen|Ihre?[mnrs]?)\b")
_INFORMAL = re.compile(r"\b(?:[Dd](?:u|ich|ir|eine?[mnrs]?)|[Ee]u(?:ch|er|re[mnrs]?))\b")


def formality_of(text: str, language: str) -> str | None:
    """Return the tag of the form of address that a sentence shows; None if none, or both."""
    if not marks_formality(language):
        return None
    is_formal, is_informal = bool(_FORMAL.search(text)), bool(_INFORMAL.search(text))
    if is_formal == is_informal:
        return None
    return FORMAL_TAG if is_formal else INFORMAL_TAG


def formality_tags(targets: Sequence[str], language: str, seed: Sequence[int]) -> list[str | None]:
    """Return what stands before the source of each target; the seed decides which go without."""
    drawn = np.random.default_rng([*seed, _STREAM]).random(len(targets)) < TAGGED_SHARE
    return [
        formality_of(target, language) if is_tagged else None
        for target, is_tagged in zip(targets, drawn.tolist(), strict=True)
    ]
