"""How a sentence addresses its reader: tags before a source let the user choose (du or Sie).

Sennrich et al. 2016, "Controlling Politeness in Neural Machine Translation via Side Constraints":
a tag stands before some of the sources whose targets show it, so that the model learns both to
follow the tag and to do without.
"""

import re
from collections.abc import Sequence

import numpy as np

from engine.languages.lookup import rules_of
from engine.tokenizers.subword import FORMAL_TAG, INFORMAL_TAG
from training.recipe_problems import marks_formality

TAGGED_SHARE = 0.5
"""This share of the sentences that show their form carry its tag."""

_STREAM = 3
"""Separates these random numbers from others of the same epoch."""


def formality_of(text: str, language: str) -> str | None:
    """Return the tag of a sentence's form of address; None if it shows none or both."""
    if not marks_formality(language):
        return None
    rules = rules_of(language)
    is_formal, is_informal = (
        re.search(pattern, text) is not None
        for pattern in (rules.formal_pattern, rules.informal_pattern)
    )
    if is_formal == is_informal:
        return None
    return FORMAL_TAG if is_formal else INFORMAL_TAG


def formality_tags(targets: Sequence[str], language: str, seed: Sequence[int]) -> list[str | None]:
    """Return the tag before the source of each target; the seed decides which have none."""
    drawn = np.random.default_rng([*seed, _STREAM]).random(len(targets)) < TAGGED_SHARE
    return [
        formality_of(target, language) if is_tagged else None
        for target, is_tagged in zip(targets, drawn.tolist(), strict=True)
    ]
