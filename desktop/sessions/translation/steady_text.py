"""What to show of a translation while its source grows: words that the next key hardly changes.

A word is shown once the translations of the source at three lengths in words agree on it and on
all words before it (local agreement, Liu et al. 2020). What is shown stays until typing stops, or
until it has been contradicted at several lengths. Lengths are counted, not translations, so a fast
computer, which translates after more of the keys, shows the same. Measured: docs/decisions/0023.
"""

from desktop.text.text_change import shared_start
from engine.translation import Translation

AGREEING = 3
"""At so many lengths of the source must a word be the same before it is shown."""

MOST_CONTRADICTIONS = 3
"""Translations of so many lengths that begin differently replace what is shown."""


class SteadyText:
    """Follows the translations of a text to which somebody adds.

    Args:
        shown: The translation that is on show; None if nothing is.
    """

    def __init__(self, shown: Translation | None = None) -> None:
        self.shown = "" if shown is None else shown.target
        self._targets = dict.fromkeys(range(1 - AGREEING, 0), self.shown)
        """The last translation of each length of the source in words, in rising order."""
        self._contradicting: set[int] = set()
        """The lengths at which the translations have begun differently from what is shown."""

    def follow(self, translation: Translation) -> str:
        """Return what to show now.

        Args:
            translation: Of the text as it is now.
        """
        target = translation.target
        length = sum(len(sentence.source_words) for sentence in translation.sentences)
        known = {at: text for at, text in self._targets.items() if at <= length}
        known.setdefault(length, target)
        self._targets = dict(list(known.items())[-AGREEING:])
        steady = min((_agreed(text, target) for text in self._targets.values()), key=len)
        self._targets[length] = target
        if steady.startswith(self.shown):
            self.shown = steady
            self._contradicting.clear()
        elif not self.shown.startswith(steady):
            self._contradicting.add(length)
            if len(self._contradicting) == MOST_CONTRADICTIONS:
                self.shown = steady
                self._contradicting.clear()
        return self.shown


def _agreed(one: str, other: str) -> str:
    """Return the common beginning of two texts without a word that only begins alike."""
    cut = shared_start(one, other)
    if any(text[cut : cut + 1].isalnum() for text in (one, other)):
        while cut and one[cut - 1].isalnum():
            cut -= 1
    return one[:cut].rstrip()
