"""The words that a model knows well after training: those that are often in its training text."""

from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from training.examples.hints import WORD

OFTEN = 20
"""Times: nouns that are rarer than this are looked up. Measured with the general models on 1,100
sentences: where it was 10, fewer nouns came out right; where it was 50, general text was worse."""
MOST_WORDS = 100_000


def frequent_words(
    sources: Iterable[str], before: AbstractSet[str] = frozenset()
) -> AbstractSet[str]:
    """Return the words that a text has often, in small letters, and those that were known before.

    Args:
        sources: The sentences that the model reads in training.
        before: What it knew when that began.
    """
    counts = Counter(
        word for source in sources for word in WORD.findall(source.casefold()) if word not in before
    )
    often = [word for word, count in counts.most_common(MOST_WORDS) if count >= OFTEN]
    return before | {*often[: max(0, MOST_WORDS - len(before))]}
