"""What of one text belongs to what of the other, and which words to mark; plain Python, no Qt.

Offsets and spans count Unicode code points; spans are half-open.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal

from desktop.text.text_change import Edit
from engine.text.spans import words_of_tokens
from engine.translation import (
    AlignedWords,
    NoticeKind,
    SentenceTranslation,
    Span,
    Translation,
    Word,
)

Level = Literal["unsure", "doubtful"]
Origin = Literal["glossary", "dictionary", "unused"]
"""Of a hint: "unused" is in the dictionary, but the translation does not follow it."""

UNSURE = 0.5
"""A word less probable than this is unsure: another may be the right one."""
DOUBTFUL = 0.2
"""Below this it is doubtful."""

STRONG = 0.5
"""Words are partners if their weight is at least this share of the largest that either has."""


@dataclass(frozen=True, slots=True)
class Link:
    """Words of one sentence that belong together.

    Words are indices into those of the sentence, spans the places where they stand in the texts
    now. A source word that was edited since has no span.
    """

    sentence: int
    source_words: tuple[int, ...]
    target_words: tuple[int, ...]
    source_spans: tuple[Span, ...]
    target_spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A sentence and its translation, where they stand in the texts now."""

    sentence: int
    source_span: Span
    target_span: Span


@dataclass(frozen=True, slots=True)
class Mark:
    """A target word that the model was not sure of."""

    start: int
    end: int
    level: Level
    probability: float


@dataclass(frozen=True, slots=True)
class HintMark:
    """A word of one of the texts of which the glossary or the dictionary says what it becomes."""

    start: int
    end: int
    source: str
    target: str
    origin: Origin


class Links:
    """Which words of the two texts of a translation are aligned with each other.

    Links survive editing of the source. Told what stands there now, they carry offsets over what
    both texts begin and end with; words between, where the edit is, have none. Nothing is built
    beforehand: sentences and words are found by bisection.
    """

    def __init__(self, translation: Translation) -> None:
        self._translation = translation

    def at_source(self, offset: int, text: str | None = None) -> Link | None:
        """Return the source word at an offset and the target words aligned with it.

        Args:
            offset: A place in the source text as it is now. It speaks of the word that holds the
                character after it, or else the one before it.
            text: The source text as it is now; None if it is what was translated.

        Returns:
            None if there is no word or it was edited. A word may have no partners.
        """
        edit = Edit.between(self._translation.source, text)
        for place in (offset, offset - 1):
            found = _source_word(self._translation, edit.before(place))
            if found is not None:
                index, word = found
                links = _strong(self._translation.sentences[index].alignment)
                targets = sorted(link.target for link in links if link.source == word)
                link = self.of_words(index, (word,), targets, text)
                return link if link.source_spans else None
        return None

    def at_target(self, offset: int, text: str | None = None) -> Link | None:
        """Return the target word at an offset and the source words aligned with it.

        Args:
            offset: A place in the target text; as for `at_source`.
            text: The source text as it is now; None if it is what was translated.

        Returns:
            None if there is no word. A word may have no partners.
        """
        found = _target_word(self._translation, offset)
        if found is None:
            return None
        index, word = found
        links = _strong(self._translation.sentences[index].alignment)
        sources = sorted(link.source for link in links if link.target == word)
        return self.of_words(index, sources, (word,), text)

    def pair_at_source(self, offset: int, text: str | None = None) -> SentencePair | None:
        """Return the sentence containing a character of the current source text."""
        place = Edit.between(self._translation.source, text).before(offset)
        sentences = self._translation.sentences
        if place is None:
            return None
        index = bisect_right(sentences, place, key=lambda s: s.source_start) - 1
        if index < 0 or place >= sentences[index].source_start + len(sentences[index].source):
            return None
        return self.pair(index, text)

    def pair_at_target(self, offset: int, text: str | None = None) -> SentencePair | None:
        """Return the sentence containing a character of the translation."""
        sentences = self._translation.sentences
        index = bisect_right(sentences, offset, key=lambda s: s.target_start) - 1
        if index < 0 or offset >= sentences[index].target_start + len(sentences[index].target):
            return None
        return self.pair(index, text)

    def pair(self, index: int, text: str | None = None) -> SentencePair | None:
        """Return both sides of a sentence; None if its source was edited."""
        sentence = self._translation.sentences[index]
        start = sentence.source_start
        edit = Edit.between(self._translation.source, text)
        source_span = edit.after(start, start + len(sentence.source))
        target_span = sentence.target_start, sentence.target_start + len(sentence.target)
        return None if source_span is None else SentencePair(index, source_span, target_span)

    def of_words(
        self,
        sentence: int,
        source_words: Sequence[int],
        target_words: Sequence[int],
        text: str | None = None,
    ) -> Link:
        """Return the link of chosen words of a sentence, aligned or not.

        Args:
            sentence: Its index.
            source_words: Indices of some of its source words.
            target_words: Indices of some of its target words.
            text: The source text as it is now; None if it is what was translated.
        """
        edit = Edit.between(self._translation.source, text)
        chosen = self._translation.sentences[sentence]
        sources = [chosen.source_words[word] for word in source_words]
        targets = [chosen.target_words[word] for word in target_words]
        spans = [edit.after(word.start, word.end) for word in sources]
        return Link(
            sentence,
            tuple(source_words),
            tuple(target_words),
            tuple(span for span in spans if span is not None),
            tuple((word.start, word.end) for word in targets),
        )


def _strong(alignment: Sequence[AlignedWords]) -> list[AlignedWords]:
    """Return the links that matter: the alignment also holds glances in passing."""
    of_target: dict[int, float] = {}
    of_source: dict[int, float] = {}
    for link in alignment:
        of_target[link.target] = max(link.weight, of_target.get(link.target, 0.0))
        of_source[link.source] = max(link.weight, of_source.get(link.source, 0.0))
    return [
        link
        for link in alignment
        if link.weight >= STRONG * min(of_target[link.target], of_source[link.source])
    ]


# --- Marks


def confidence_marks(sentences: Iterable[SentenceTranslation]) -> tuple[Mark, ...]:
    """Return the target words that the model was not sure of.

    Punctuation is never marked, nor is what the model did not choose: a term of the glossary, a
    set phrase.
    """
    marks = []
    for sentence in sentences:
        if sentence.is_phrase:
            continue
        probabilities = word_probabilities(sentence)
        for word, probability in zip(sentence.target_words, probabilities, strict=True):
            if probability is None or probability >= UNSURE or not has_letters(word.text):
                continue
            if any(_overlap(word, use.target) for use in sentence.terms):
                continue
            level: Level = "doubtful" if probability < DOUBTFUL else "unsure"
            marks.append(Mark(word.start, word.end, level, probability))
    return tuple(marks)


def hint_marks(translation: Translation) -> tuple[list[HintMark], list[HintMark]]:
    """Return what the glossary and the dictionary say of words of the source, and of the target."""
    in_source, in_target = [], []
    for sentence in translation.sentences:
        uses: list[tuple[Word, str, Word | None, Origin]] = [
            (use.source, use.target.text, use.target, "glossary") for use in sentence.terms
        ]
        uses += [
            (one.source, one.entry, one.target, "dictionary" if one.target else "unused")
            for one in sentence.looked_up
        ]
        for source, says, target, origin in uses:
            in_source.append(HintMark(source.start, source.end, source.text, says, origin))
            if target is not None:
                in_target.append(HintMark(target.start, target.end, source.text, says, origin))
    return in_source, in_target


def _overlap(word: Word, other: Word) -> bool:
    return word.start < other.end and word.end > other.start


def has_letters(text: str) -> bool:
    """Return whether a word has letters or digits; all others are punctuation or pictures."""
    return any(character.isalnum() for character in text)


def word_probabilities(sentence: SentenceTranslation) -> tuple[float | None, ...]:
    """Return how probable the model held each target word: all its tokens, one after the other.

    A token counts for the word it shares most characters with; a word without tokens has None.
    """
    owners = words_of_tokens(
        [(token.start, token.end) for token in sentence.tokens],
        [(word.start, word.end) for word in sentence.target_words],
    )
    of_words: list[list[float]] = [[] for _ in sentence.target_words]
    for owner, token in zip(owners, sentence.tokens, strict=True):
        if owner >= 0:
            of_words[owner].append(token.probability)
    return tuple(prod(tokens) if tokens else None for tokens in of_words)


def unknown_marks(sentences: Iterable[SentenceTranslation]) -> tuple[Span, ...]:
    """Return where the source words stand that the model does not know."""
    return tuple(
        (word.start, word.end)
        for sentence in sentences
        for notice in sentence.notices
        if notice.kind is NoticeKind.UNKNOWN_WORDS
        for word in sentence.source_words
        if notice.start <= word.start < notice.end and word.text in notice.details
    )


# --- Places


def _source_word(translation: Translation, place: int | None) -> tuple[int, int] | None:
    """Return the sentence and the source word that hold a character of the source."""
    if place is None:
        return None
    index = bisect_right(translation.sentences, place, key=lambda s: s.source_start) - 1
    if index < 0:
        return None
    word = _word_at(translation.sentences[index].source_words, place)
    return None if word is None else (index, word)


def _target_word(translation: Translation, offset: int) -> tuple[int, int] | None:
    """Return the sentence and the word that hold the character after an offset, or before it."""
    for place in (offset, offset - 1):
        index = bisect_right(translation.sentences, place, key=lambda s: s.target_start) - 1
        if index >= 0:
            word = _word_at(translation.sentences[index].target_words, place)
            if word is not None:
                return index, word
    return None


def _word_at(words: Sequence[Word], place: int) -> int | None:
    index = bisect_right(words, place, key=lambda word: word.start) - 1
    return index if index >= 0 and place < words[index].end else None
