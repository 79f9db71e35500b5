"""Sentence pairs damaged by rule, with the words that a check should mark.

A damage leaves something out of a translation or adds something to it: a word, a phrase, the end,
a negation, or a source word that stays as it is. Damaged by rule, a sentence often reads badly; so
some are made another way too: the source is shortened and translated, which reads well.

Only words that are rare in the text are damaged by themselves: those that are not are articles and
the like, and their absence is no damage. Which source words a part of the translation stood for is
told by the alignment of the undamaged pair.
"""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from engine.tokenizers.encoding import find_words
from engine.translation import AlignedWords, Span

RARE = 0.01
"""The share of sentences in which a word may stand and yet be rare."""

FEWEST_WORDS, MOST_WORDS = 4, 45
"""Of a sentence that is damaged, punctuation counted."""

LONGEST_PHRASE = 5

UNTRANSLATED = "left untranslated"

_NEGATIONS = {
    "de": {"nicht": "", "kein": "ein", "keine": "eine", "keinen": "einen", "keinem": "einem",
           "nie": "immer", "niemals": "immer", "nichts": "etwas", "niemand": "jemand",
           "ohne": "mit"},
    "en": {"not": "", "no": "", "don't": "do", "doesn't": "does", "didn't": "did", "isn't": "is",
           "can't": "can", "cannot": "can", "won't": "will", "wasn't": "was", "aren't": "are",
           "never": "always", "nothing": "something", "nobody": "somebody", "without": "with"},
}  # fmt: skip
"""What is left of a negation when it is lost; the rules of the damage, not of the check."""

_VERBS = {
    "de": ("ist", "sind", "war", "kann", "können", "wird", "werden", "hat", "habe", "haben"),
    "en": ("is", "are", "was", "were", "can", "will", "has", "have", "must", "should", "would"),
}
"""After these, a negation may be added."""
_NOT = {"de": "nicht", "en": "not"}


@dataclass(frozen=True, slots=True)
class Damaged:
    """A sentence pair, the kind of its damage, and the words that should be marked for it."""

    kind: str
    source: str
    target: str
    missing: frozenset[Span] = frozenset()
    """Source words that the translation does not say."""
    added: Span | None = None
    """What nothing in the source explains, in the translation."""


class Rarity:
    """Which words of a text are rare in it."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._counts = Counter(
            word for line in lines for word in {line[a:b].casefold() for a, b in find_words(line)}
        )
        self._most = RARE * len(lines)

    def __call__(self, word: str) -> bool:
        """Return whether a word is rare; nothing without letters is."""
        return word[0].isalpha() and self._counts[word.casefold()] <= self._most


def is_fit(*texts: str) -> bool:
    """Return whether a pair has a length worth damaging."""
    return all(FEWEST_WORDS <= len(find_words(text)) <= MOST_WORDS for text in texts)


class Damager:
    """Damages the translations of one direction.

    Args:
        direction: Of the pairs.
        rare: Of the target language.
        others: Sentences of the target language, to add words from.
        seed: Of the random choices.
    """

    def __init__(
        self, direction: tuple[str, str], rare: Rarity, others: Sequence[str], seed: int = 1
    ) -> None:
        self._source_language, self._target_language = direction
        self._rare = rare
        self._others = others
        self._random = random.Random(seed)

    def damage(self, source: str, target: str, links: Iterable[AlignedWords]) -> Iterator[Damaged]:
        """Damage a translation in as many ways as there are rules for it.

        Args:
            source: The sentence.
            target: Its translation.
            links: Which of their words belong together.
        """
        strongest: dict[int, tuple[float, int]] = {}
        for link in links:
            strongest[link.source] = max(
                strongest.get(link.source, (0.0, -1)), (link.weight, link.target)
            )
        source_words, words = find_words(source), find_words(target)

        def left_out(kind: str, cut: AbstractSet[int], text: str) -> Iterator[Damaged]:
            missing = frozenset(
                source_words[of]
                for of, (_, to) in strongest.items()
                if to in cut and source[source_words[of][0]].isalpha()
            )
            if missing and text != target:
                yield Damaged(kind, source, text, missing)

        rare = [place for place, word in enumerate(words) if self._rare(target[slice(*word)])]
        if rare:
            place = self._random.choice(rare)
            yield from left_out("word left out", {place}, without(target, *words[place]))
        if phrase := self.phrase(target):
            text = without(target, words[phrase[0]][0], words[phrase[-1]][1])
            yield from left_out("phrase left out", {*phrase}, text)
        if end := ending(target):
            cut = {place for place, word in enumerate(words) if word[0] > end}
            yield from left_out("end left out", cut, target[:end] + target[-1])
        yield from self._negated(source, target)
        gaps = [
            first[1]
            for first, second in pairwise(words)
            if target[first[1] : second[0]] == " " and target[second[0]].isalpha()
        ]
        other = self._random.choice(self._others)
        if gaps and (phrase := self.phrase(other)):
            of_other = find_words(other)
            at = self._random.choice(gaps)
            rarest = [place for place in phrase if self._rare(other[slice(*of_other[place])])]
            for kind, first, last in (
                ("word added", rarest[0], rarest[0]),
                ("phrase added", phrase[0], phrase[-1]),
            ):
                new = other[of_other[first][0] : of_other[last][1]]
                if new.casefold() not in target.casefold():
                    yield _with(kind, source, target, at, " " + new)
        yield from self._untranslated(source, target, rare, strongest)

    def phrase(self, text: str) -> list[int]:
        """Return some words in a row, a rare one among them, by their index; none if it fails."""
        words = find_words(text)
        for _ in range(_TRIES):
            size = self._random.randint(2, LONGEST_PHRASE)
            if len(words) < size + FEWEST_WORDS:
                continue
            first = self._random.randrange(len(words) - size)
            found = [text[slice(*word)] for word in words[first : first + size]]
            if all(word[0].isalpha() for word in found) and any(map(self._rare, found)):
                return list(range(first, first + size))
        return []

    def _negated(self, source: str, target: str) -> Iterator[Damaged]:
        """Lose the negation of a pair that has one, or add one where there is none."""
        words = find_words(target)
        losses, gains = _NEGATIONS[self._target_language], _NEGATIONS[self._source_language]
        of_source = frozenset(
            word for word in find_words(source) if source[slice(*word)].lower() in gains
        )
        for start, end in words:
            rest = losses.get(target[start:end].lower())
            if rest is not None:
                if of_source:
                    text = _tidy(target[:start] + rest + target[end:])
                    yield Damaged("negation lost", source, text, of_source)
                return
        for start, end in words:
            if target[start:end] in _VERBS[self._target_language] and not of_source:
                word = " " + _NOT[self._target_language]
                yield _with("negation added", source, target, end, word)
                return

    def _untranslated(
        self,
        source: str,
        target: str,
        rare: Sequence[int],
        strongest: dict[int, tuple[float, int]],
    ) -> Iterator[Damaged]:
        """Put a source word in the place of its translation."""
        source_words, words = find_words(source), find_words(target)
        for of, (_, to) in strongest.items():
            word = source[slice(*source_words[of])]
            if to in rare and word.islower() and word.isalpha() and len(word) > 3:
                start, end = words[to]
                if word.casefold() not in target.casefold():
                    text = target[:start] + word + target[end:]
                    added = start, start + len(word)
                    yield Damaged(UNTRANSLATED, source, text, added=added)
                    return

    def shortened(self, source: str) -> Iterator[tuple[str, str, frozenset[Span]]]:
        """Leave something out of a source: the kind, what remains, and the words left out.

        Args:
            source: Of the language whose rare words this object knows.
        """
        words = find_words(source)
        rare = [word for word in words if self._rare(source[slice(*word)])]
        if rare:
            word = self._random.choice(rare)
            yield "word", without(source, *word), frozenset({word})
        if phrase := self.phrase(source):
            first, last = words[phrase[0]][0], words[phrase[-1]][1]
            cut = frozenset(words[place] for place in phrase)
            yield "phrase", without(source, first, last), cut
        if end := ending(source):
            cut = frozenset(word for word in words if word[0] > end and source[word[0]].isalpha())
            yield "end", source[:end] + source[-1], cut


_TRIES = 6


def ending(text: str) -> int:
    """Return where the last clause begins: at the last comma, if a minority of words follows."""
    comma = max(text.rfind(","), text.rfind(";"))
    words = find_words(text)
    after = sum(start > comma and text[start].isalpha() for start, _ in words)
    return comma if comma > 0 and 1 <= after < len(words) / 2 else 0


def without(text: str, start: int, end: int) -> str:
    """Return a text without a part of it, and without what that leaves doubled."""
    return _tidy(f"{text[:start]} {text[end:]}")


def _with(kind: str, source: str, target: str, at: int, new: str) -> Damaged:
    blank = len(new) - len(new.lstrip())
    text = target[:at] + new + target[at:]
    return Damaged(kind, source, text, added=(at + blank, at + len(new)))


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\s+([,.;:!?])", r"\1", text)).strip(" ,;:")
