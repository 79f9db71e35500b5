"""A sentence and its translation: what all corpora consist of."""

from typing import NamedTuple

Direction = tuple[str, str]
"""The language translated from, and the one translated to, as in `("en", "de")`."""


class SentencePair(NamedTuple):
    """A sentence and its translation."""

    source: str
    target: str


Pairs = tuple[SentencePair, ...]
