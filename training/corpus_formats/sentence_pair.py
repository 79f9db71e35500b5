"""A sentence and its translation: what all corpora consist of."""

from collections.abc import Sequence
from typing import NamedTuple

Direction = tuple[str, str]
"""The language translated from, and the one translated to, as in `("en", "de")`."""


class SentencePair(NamedTuple):
    """A sentence and its translation."""

    source: str
    target: str


class SyntheticPair(SentencePair):
    """A pair one side of which a machine wrote; nothing is measured on it."""

    __slots__ = ()


class BackTranslation(SyntheticPair):
    """A pair whose source a machine wrote, as a translation of the target."""

    __slots__ = ()


Pairs = Sequence[SentencePair]
