"""Ranges of a text, and whether they have characters in common."""

from collections.abc import Iterable

from engine.translation import Span


def overlaps(span: Span, others: Iterable[Span]) -> bool:
    """Return whether a range has a character in common with one of some others."""
    start, end = span
    return any(start < last and first < end for first, last in others)


def common(span: Span, others: Iterable[Span]) -> int:
    """Return how many characters a range has in common with some others that do not overlap."""
    start, end = span
    return sum(max(0, min(end, last) - max(start, first)) for first, last in others)
