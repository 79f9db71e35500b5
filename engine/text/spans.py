"""Ranges of a text, and which have characters in common."""

from collections.abc import Iterable, Sequence

from engine.translation import Span


def overlaps(span: Span, others: Iterable[Span]) -> bool:
    """Return whether a range has a character in common with one of some others."""
    start, end = span
    return any(start < last and first < end for first, last in others)


def common(span: Span, others: Iterable[Span]) -> int:
    """Return how many characters a range has in common with some others that do not overlap."""
    start, end = span
    return sum(max(0, min(end, last) - max(start, first)) for first, last in others)


def words_of_tokens(token_spans: Sequence[Span], word_spans: Sequence[Span]) -> tuple[int, ...]:
    """Return the word each token shares most characters with, or -1; both kinds are in order.

    A token may hold the blank before its word, so its start alone does not tell.
    """
    words = []
    nearest = 0
    for start, end in token_spans:
        while nearest < len(word_spans) and word_spans[nearest][1] <= start:
            nearest += 1
        best, most = -1, 0
        for word in range(nearest, len(word_spans)):
            if word_spans[word][0] >= end:
                break
            shared = min(end, word_spans[word][1]) - max(start, word_spans[word][0])
            if shared > most:
                best, most = word, shared
        words.append(best)
    return tuple(words)
