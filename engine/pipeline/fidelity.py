"""What a translation leaves out or adds: without word lists, by what the models themselves hold.

A word of the source is *missing* if the translation is likelier without it. A word of the
translation is *added* if the source is likelier without it, as a translation back: contrastive
conditioning (Vamvas and Sennrich 2022, section 3). Only words that attention has left over are
asked about. What else was tried, and what this finds: docs/decisions/0031-fidelity.md.

Shapes: B sources.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from cachetools import LRUCache

from engine.pipeline.sentence_cache import CACHED_SENTENCES
from engine.pipeline.sentence_pipeline import SentencePipeline
from engine.pipeline.sentence_report import moved, moved_words
from engine.pipeline.sentence_search import Sources
from engine.search.forced_decoding import log_prob_given
from engine.text.spans import overlaps
from engine.translation import (
    DEFAULT_OPTIONS,
    AlignedWords,
    Fidelity,
    NoticeKind,
    SearchOptions,
    SentenceTranslation,
    ShouldStop,
    Span,
    Word,
    raise_if,
)

LEFT_OVER = 0.35
"""A word is asked about if no word of the other side gives it this share of its attention: one in
ten, and in half of all sentences none."""

LEAST_GAIN = math.log(4)
"""A sentence must be four times as likely without a word for that to count, a natural logarithm.

As a difference between two values of one model it hardly depends on the model: it is the same for
both directions and both questions. `python -m benchmarks.fidelity` prints what it should be."""

_TOKENS_AT_ONCE = 2000
"""Of sources and targets that are compared at once: well under a tenth of a second between two
looks at whether anybody still wants to know."""


class FidelityCheck:
    """Compares sentences with their translations by one loaded model, and one of the way back.

    Used from the thread that translates.
    """

    def __init__(self, pipeline: SentencePipeline) -> None:
        self._pipeline = pipeline
        self._known: LRUCache[tuple[str, str, bool], Fidelity] = LRUCache(CACHED_SENTENCES)
        """By a sentence, its translation, and whether there was a way back; from place 0."""

    def check(
        self,
        sentence: SentenceTranslation,
        back: "FidelityCheck | None" = None,
        *,
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: ShouldStop | None = None,
    ) -> Fidelity:
        """Return the words that a translation leaves out, and those that it adds.

        What a person wrote, what stayed as it is, and what went through a third language is not
        judged; nor are terms of the glossary.

        Args:
            sentence: As this model translated it.
            back: Of a model that translates back; without one nothing counts as added.
            options: Those that it was searched with.
            should_stop: Asked before every batch.

        Raises:
            Cancelled: If should_stop said so.
        """
        key = sentence.source, sentence.target, back is not None
        if sentence.is_edited or sentence.is_phrase or sentence.steps:
            return Fidelity()
        if key not in self._known:
            at_first = moved(sentence, -sentence.source_start, -sentence.target_start)
            sources = self.read(sentence.source, options)
            missing = self.missing_words(at_first, sources, should_stop)
            added = () if back is None else back.added_words(at_first, should_stop)
            self._known[key] = Fidelity(missing, added)
        known = self._known[key]
        return Fidelity(
            moved_words(known.missing, sentence.source_start),
            moved_words(known.added, sentence.target_start),
        )

    def missing_words(
        self,
        sentence: SentenceTranslation,
        sources: Sources,
        should_stop: ShouldStop | None = None,
    ) -> tuple[Word, ...]:
        """Return the words of a source that its translation leaves out.

        Args:
            sentence: As this model translated it, with its alignment; its places begin at 0.
            sources: The same, from `read`.
            should_stop: Asked before every batch.

        Raises:
            Cancelled: If should_stop said so.
        """
        if sentence.is_phrase or _is_untranslated(sentence):
            return ()
        spans = [(word.start, word.end) for word in sentence.source_words]
        shares = _shares(sentence.source, spans, sentence.alignment)
        ids = sentence.hypotheses[0].ids
        found = self.unneeded_words(sources, ids, shares, should_stop)
        return _words(sentence.source, found, [use.source for use in sentence.terms])

    def added_words(
        self, sentence: SentenceTranslation, should_stop: ShouldStop | None = None
    ) -> tuple[Word, ...]:
        """Return the words of a translation that nothing in its source explains.

        Args:
            sentence: As a model of the other direction translated it; its places begin at 0.
            should_stop: Asked before every batch.

        Raises:
            Cancelled: If should_stop said so.
        """
        if _is_untranslated(sentence):
            return ()
        sources, ids = self.read(sentence.target), self.ids_of(sentence.source)
        shares = self.attention_to_words(sources, ids)
        found = self.unneeded_words(sources, ids, shares, should_stop)
        return _words(sentence.target, found, [use.target for use in sentence.terms])

    def unneeded_words(
        self,
        sources: Sources,
        target_ids: Sequence[int],
        shares: Mapping[Span, float],
        should_stop: ShouldStop | None = None,
    ) -> tuple[Span, ...]:
        """Return the words of a sentence that a target is likelier without.

        Args:
            sources: The sentence, from `read`.
            target_ids: The ids of any target, without bos and eos.
            shares: How much attention its words have: see `attention_to_words`.
            should_stop: Asked before every batch.

        Raises:
            Cancelled: If should_stop said so.
        """
        raise_if(should_stop)
        words = [word for word, share in shares.items() if share < LEFT_OVER]
        gains = self.gains_without(sources, target_ids, words, should_stop)
        return tuple(
            word
            for word, gain in zip(words, gains, strict=True)
            if gain is not None and gain >= LEAST_GAIN
        )

    def attention_to_words(self, sources: Sources, target_ids: Sequence[int]) -> dict[Span, float]:
        """Return the largest share of its attention that any target word gives each source word.

        Args:
            sources: One sentence, from `read`.
            target_ids: The ids of any target, without bos and eos.

        Returns:
            By place, from 0 (no link) to 1, for each word with letters; none where the model reads
            nothing, or where the sentence or the target is too long for it.
        """
        if not self._can_compare(sources, target_ids):
            return {}
        searches = self._pipeline.searches
        (reading,) = sources.readings
        (links,) = searches.align(sources, [target_ids], [searches.decode(target_ids)])
        return _shares(reading.source, reading.encoding.words, links)

    def gains_without(
        self,
        sources: Sources,
        target_ids: Sequence[int],
        places: Sequence[Span],
        should_stop: ShouldStop | None = None,
    ) -> tuple[float | None, ...]:
        """Return how much likelier a target is without each of some parts of its source.

        A part that the target says is missed; one that it does not say is in the way.

        Args:
            sources: One sentence, from `read`.
            target_ids: The ids of any target, without bos and eos.
            places: The parts, each left out by itself.
            should_stop: Asked before every batch.

        Returns:
            For each part the log-probability of the target given the rest of the source, less the
            one given all of it; None for a part that the model does not read, or that is all it
            reads, and for every part where the sentence or the target is too long for it.

        Raises:
            Cancelled: If should_stop said so.
        """
        pipeline, model = self._pipeline, self._pipeline.model
        (reading,) = sources.readings
        ids = reading.encoding.ids
        rests = [
            tuple(
                token
                for token, (first, last) in zip(ids, reading.encoding.spans, strict=True)
                if last <= start or end <= first
            )
            for start, end in places
        ]
        asked = [place for place, rest in enumerate(rests) if 0 < len(rest) < len(ids)]
        if not asked or not self._can_compare(sources, target_ids):
            return (None,) * len(places)
        rows = [
            pipeline.tokenizers.frame_source(row, sources.tags)
            for row in (ids, *(rests[place] for place in asked))
        ]
        at_once = max(1, _TOKENS_AT_ONCE // (len(rows[0]) + len(target_ids)))
        found: list[float] = []
        for start in range(0, len(rows), at_once):
            raise_if(should_stop)
            src_ids = pipeline.searches.padded(rows[start : start + at_once])  # (B, S)
            found += log_prob_given(model, model.encode(src_ids), target_ids).tolist()
        whole, *without = found
        gains = dict(zip(asked, (value - whole for value in without), strict=True))
        return tuple(gains.get(place) for place in range(len(places)))

    def _can_compare(self, sources: Sources, target_ids: Sequence[int]) -> bool:
        longest = max(sources.ids.shape[1], len(target_ids) + 1)
        is_read = not sources.readings[0].is_kept
        return is_read and longest <= self._pipeline.model.max_positions

    def read(self, source: str, options: SearchOptions = DEFAULT_OPTIONS) -> Sources:
        """Return a sentence as the model reads it."""
        return self._pipeline.read(source, options)

    def ids_of(self, target: str) -> tuple[int, ...]:
        """Return the ids of a target that somebody else made."""
        return self._pipeline.tokenizers.target.encode(target).ids


def _shares(text: str, words: Sequence[Span], links: Iterable[AlignedWords]) -> dict[Span, float]:
    """Return the weight of the strongest link of each source word with letters, by its place."""
    strongest = [0.0] * len(words)
    for link in links:
        strongest[link.source] = max(strongest[link.source], link.weight)
    return {
        word: share
        for word, share in zip(words, strongest, strict=True)
        if any(map(str.isalpha, text[slice(*word)]))
    }


def _is_untranslated(sentence: SentenceTranslation) -> bool:
    """Return whether a notice says that nothing was translated."""
    stayed = (NoticeKind.COPIED, NoticeKind.LONG_WORD, NoticeKind.KEPT)
    return any(notice.kind in stayed for notice in sentence.notices)


def _words(text: str, spans: Sequence[Span], terms: Sequence[Word]) -> tuple[Word, ...]:
    """Return the words at some places, but for those of a glossary's terms."""
    return tuple(
        Word(text[start:end], start, end)
        for start, end in spans
        if not overlaps((start, end), [(term.start, term.end) for term in terms])
    )
