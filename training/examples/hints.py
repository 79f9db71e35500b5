"""Hints in training sources: what the dictionary says of some of their words.

For each pair that is drawn, one to three words or phrases of the source whose translation the
dictionary knows, and which stands in the target, get it as a hint: mostly in its dictionary form,
so that the model learns to inflect (Bergmanis and Pinnis 2021), sometimes among wrong candidates,
so that it learns to choose (Zhong and Chiang 2020), and sometimes another word altogether, in hint
and target alike, so that it learns to follow what it would not have chosen itself.
"""

import random
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple, Self

import numpy as np

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import FILE as DICTIONARY
from engine.dictionary.making import key_of
from engine.languages.lemmas import lemma_of
from engine.tokenizers.hints import Hint
from engine.translatable import Phrase, translatable
from training.corpus_formats.sentence_pair import SentencePair
from training.errors import CorpusError
from training.preflight import HintCounts

LONGEST = 3
"""Words of a phrase that gets a hint."""
NUM_HINTS = (1, 1, 1, 2, 2, 3)
"""How many a pair gets, each as likely."""
IN_DICTIONARY_FORM = 0.75
WITH_WRONG_CANDIDATES = 0.3
WITH_ANOTHER_WORD = 0.3
FREQUENT = 0.0175
"""Words in more than this share of the sentences of a shard get no hint: "the", "ist"."""

_STREAM = 4
"""Separates these random numbers from others of the same epoch."""
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PLAIN_NOUN = re.compile("[a-z]{3,10}[abcdegiklmnopqrtuvwz]")


class HintedPair(NamedTuple):
    """A pair with hints in its source."""

    pair: SentencePair
    hints: tuple[Hint, ...]


class _Found(NamedTuple):
    """What the dictionary knows of a part of a source."""

    start: int
    end: int
    right: str
    """A translation that stands in the target."""
    wrong: tuple[str, ...]
    frequency: int


class HintWriter:
    """Gives hints to training pairs.

    Args:
        dictionary: Of the direction that is learned.
    """

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary
        self._source_language = dictionary.source_language
        self._target_language = dictionary.target_language
        self._others = _OtherWords(dictionary)

    @classmethod
    def find(cls, source_language: str, target_language: str) -> Self:
        """Return what gives hints from the included dictionary.

        Args:
            source_language: A code, which may name a region.
            target_language: Likewise.

        Raises:
            CorpusError: If the dictionary is missing.
        """
        dictionary = Dictionary.find(source_language, target_language)
        if dictionary is None:
            raise CorpusError(
                DICTIONARY,
                None,
                Phrase.of(translatable("Phrase", "hints need it, and it is missing")),
            )
        return cls(dictionary)

    def write(
        self, pairs: Mapping[int, SentencePair], share: float, seed: Sequence[int]
    ) -> dict[int, HintedPair]:
        """Return the pairs that get hints, by their key; the same ones for the same seed.

        Args:
            pairs: Those of a shard, by any number.
            share: The chance of a pair to be drawn.
            seed: Numbers that tell this shard of this epoch from all others.
        """
        drawn = np.random.default_rng([*seed, _STREAM]).random(len(pairs)) < share
        frequencies: defaultdict[str, int] = defaultdict(int)
        for pair in pairs.values():
            for word in {word.casefold() for word in WORD.findall(pair.source)}:
                frequencies[word] += 1
        most = max(1.0, FREQUENT * len(pairs))
        found = {}
        for (place, pair), is_drawn in zip(pairs.items(), drawn.tolist(), strict=True):
            if is_drawn:
                chance = random.Random(" ".join(map(str, (*seed, place))))
                if hinted := self._hinted(pair, frequencies, most, chance):
                    found[place] = hinted
        return found

    def count(self, pairs: Sequence[SentencePair], seed: Sequence[int]) -> HintCounts:
        """Return how many pairs can get hints, and which ones they get where all of them are drawn.

        Args:
            pairs: Training text, or a sample of it; more than a shard takes long.
            seed: As for `write`.
        """
        hinted = self.write(dict(enumerate(pairs)), 1.0, seed).values()
        hints = [(hint, pair) for pair, of_pair in hinted for hint in of_pair]
        as_in_target = sum(
            any(_says(pair.target, words) for words in hint.words) for hint, pair in hints
        )
        return HintCounts(
            read=len(pairs),
            hinted=len(hinted),
            in_dictionary_form=len(hints) - as_in_target,
            as_in_target=as_in_target,
            with_several_candidates=sum(len(hint.words) > 1 for hint, _ in hints),
            for_several_words=sum(
                " " in key_of(pair.source[hint.start : hint.end]) for hint, pair in hints
            ),
        )

    def _hinted(
        self, pair: SentencePair, frequencies: Mapping[str, int], most: float, chance: random.Random
    ) -> HintedPair | None:
        target = _Target(pair.target, self._target_language)
        known = list(self._known(pair.source, target, frequencies, most, chance))
        if not known:
            return None
        chosen: list[_Found] = []
        for _ in range(chance.choice(NUM_HINTS)):
            free = [
                one
                for one in known
                if all(one.end <= other.start or one.start >= other.end for other in chosen)
            ]
            if free:  # rare words first, which the model knows least
                weights = [(3 + one.frequency) ** -0.5 for one in free]
                chosen += chance.choices(free, weights)
        hints = [
            Hint(one.start, one.end, self._candidates(one, target, chance))
            for one in sorted(chosen)
        ]
        return HintedPair(pair._replace(target=target.text), tuple(hints))

    def _known(
        self,
        source: str,
        target: "_Target",
        frequencies: Mapping[str, int],
        most: float,
        chance: random.Random,
    ) -> Iterator[_Found]:
        """Yield the parts of a source whose translation the dictionary has and the target says."""
        words = list(WORD.finditer(source))
        for first in range(len(words)):
            for last in reversed(range(first, min(first + LONGEST, len(words)))):
                start, end = words[first].start(), words[last].end()
                frequency = frequencies[words[first][0].casefold()] if first == last else 0
                if frequency > most:
                    continue
                translations = self._dictionary.translations(source[start:end])
                right = [words for words in translations if words in target]
                if right:
                    wrong = tuple(words for words in translations if words not in right)
                    yield _Found(start, end, chance.choice(right), wrong, frequency)
                    break

    def _candidates(
        self, found: _Found, target: "_Target", chance: random.Random
    ) -> tuple[str, ...]:
        """Return what a hint says; it may put another word into the target."""
        written = target.written(found.right)
        if (
            written is not None
            and target.text.count(written) == 1
            and chance.random() < WITH_ANOTHER_WORD
            and (other := self._others.instead_of(found.right, written, chance))
        ):
            target.replace(written, other[1])
            return other[:1]
        is_in_form = written is None or chance.random() < IN_DICTIONARY_FORM
        candidates = [found.right if is_in_form else str(written)]
        if found.wrong and chance.random() < WITH_WRONG_CANDIDATES:
            candidates += chance.sample(found.wrong, min(len(found.wrong), chance.choice((1, 2))))
            chance.shuffle(candidates)
        return tuple(candidates)


def _says(text: str, words: str) -> bool:
    """Return whether a text has these words, in this form."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


class _Target:
    """The target of a pair, and which words it has in which form."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self._language = language

    @cached_property
    def _forms(self) -> dict[str, str]:
        """The first word of each dictionary form, and of each form case folded."""
        forms: dict[str, str] = {}
        for word in WORD.findall(self.text):
            forms.setdefault(lemma_of(word, self._language), word)
            forms.setdefault(word.casefold(), word)
        return forms

    @cached_property
    def _folded(self) -> str:
        return f" {' '.join(WORD.findall(self.text.casefold()))} "

    def __contains__(self, words: str) -> bool:
        """Return whether the target says a word in any form, or a phrase in this one."""
        return self.written(words) is not None or f" {words.casefold()} " in self._folded

    def written(self, word: str) -> str | None:
        """Return a word as the target writes it; None if it does not, or if it is a phrase."""
        forms = self._forms
        return forms.get(lemma_of(word, self._language)) or forms.get(word.casefold())

    def replace(self, written: str, new: str) -> None:
        """Write another word in place of one that stands there once."""
        self.text = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", new, self.text)
        for name in ("_forms", "_folded"):
            self.__dict__.pop(name, None)


class _OtherWords:
    """Words that can stand where another one stands, without a change to the words beside it.

    A German noun becomes a compound of itself, which has the same gender and inflection; an English
    noun becomes another one with a regular plural, which takes the same article.
    """

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary

    def instead_of(self, word: str, written: str, chance: random.Random) -> tuple[str, str] | None:
        """Return another word, in its dictionary form and as it is to be written, if one fits.

        Args:
            word: In its dictionary form.
            written: In the form that it has in a sentence.
            chance: Chooses.
        """
        match self._dictionary.target_language:
            case "de" if word.istitle() and written.istitle():
                compounds = self._compounds(word)
                if not compounds:
                    return None
                other = chance.choice(compounds)
                return other, other[: len(other) - len(word)] + written.lower()
            case "en" if written in (word, f"{word}s") and written.islower():
                other = chance.choice(self._plain_nouns)
                has_same_article = (other[0] in "aeiou") == (word[0] in "aeiou")
                return (other, other + written[len(word) :]) if has_same_article else None
        return None

    def _compounds(self, noun: str) -> list[str]:
        """Return the German compounds whose last part is a noun."""
        ending = noun.lower()[::-1]
        first = bisect_left(self._backwards, ending)
        found = takewhile(lambda word: word.startswith(ending), self._backwards[first:])
        longer = (word for word in found if len(word) > len(ending) + 2)
        return [word[::-1].capitalize() for word in longer]

    @cached_property
    def _backwards(self) -> list[str]:
        """Return all German nouns in small letters, last letter first, sorted."""
        nouns = {german for _, german in self._dictionary.entries() if german.istitle()}
        return sorted(noun.lower()[::-1] for noun in nouns if noun.isalpha())

    @cached_property
    def _plain_nouns(self) -> list[str]:
        """Return the English nouns that only take an s in the plural."""
        nouns = {english for german, english in self._dictionary.entries() if german.istitle()}
        return sorted(filter(_PLAIN_NOUN.fullmatch, nouns))
