"""What to show of a translation while its source grows: words that the next key hardly changes.

A word is shown once three translations in a row agree on it and on all words before it (local
agreement, Liu et al. 2020), and if it looks at no source word that was written just now (AlignAtt,
Papi et al. 2023). What is shown stays until typing stops, or until it has been contradicted for
long. Measured: docs/decisions/0023.
"""

from desktop.text.text_change import shared_start
from engine.translation import Translation

UNSETTLED = 2
"""The last words of the source, for which the translation may still change."""

AGREEING = 3
"""So many translations in a row must have a word before it is shown."""

MOST_CONTRADICTIONS = 8
"""So many translations in a row that begin differently replace what is shown."""


class SteadyText:
    """Follows the translations of a text to which somebody adds.

    Args:
        shown: The translation that is on show; None if nothing is.
    """

    def __init__(self, shown: Translation | None = None) -> None:
        self.shown = "" if shown is None else shown.target
        self._earlier = [self.shown] * (AGREEING - 1)
        """The translations before the next one."""
        self._contradictions = 0

    def follow(self, translation: Translation) -> str:
        """Return what to show now.

        Args:
            translation: Of the text as it is now.
        """
        target = translation.target
        agreed = [_agreed(earlier, target) for earlier in self._earlier]
        self._earlier = [*self._earlier[1:], target]
        steady = min(*agreed, target[: _settled_end(translation)], key=len)
        if not self.shown.startswith(steady):
            is_longer = steady.startswith(self.shown)
            self._contradictions = 0 if is_longer else self._contradictions + 1
            if is_longer or self._contradictions == MOST_CONTRADICTIONS:
                self.shown, self._contradictions = steady, 0
        return self.shown


def _settled_end(translation: Translation) -> int:
    """Return where the first target word begins that looks at one of the last source words."""
    if not translation.sentences:
        return len(translation.target)
    last = translation.sentences[-1]
    words = [place for place, word in enumerate(last.source_words) if word.text[0].isalnum()]
    if len(words) < UNSETTLED:
        return last.target_start
    strongest: dict[int, tuple[float, int]] = {}
    for link in last.alignment:
        found = link.weight, link.source
        strongest[link.target] = max(found, strongest.get(link.target, found))
    end = last.target_start
    for place, word in enumerate(last.target_words):
        if place in strongest and strongest[place][1] >= words[-UNSETTLED]:
            break
        end = word.end
    return end


def _agreed(one: str, other: str) -> str:
    """Return the common beginning of two texts without a word that only begins alike."""
    cut = shared_start(one, other)
    if any(text[cut : cut + 1].isalnum() for text in (one, other)):
        while cut and one[cut - 1].isalnum():
            cut -= 1
    return one[:cut].rstrip()
