"""A sentence and its translation: what all corpora consist of."""

from typing import NamedTuple


class SentencePair(NamedTuple):
    """A sentence and its translation."""

    source: str
    target: str


Pairs = tuple[SentencePair, ...]
