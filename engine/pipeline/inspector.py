"""Inspect the translation of one sentence: its attention, other words, other hypotheses.

Shapes: B batch, S source length, T target length, L layers, H heads.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.attention.maps import (
    AlignmentMap,
    AttentionMaps,
    SentenceAttention,
    ValueNorms,
    Weights,
)
from engine.pipeline.draft import link_shown
from engine.pipeline.repairs import find_drafts, guard
from engine.pipeline.sentence_cache import NOTHING_CHOSEN
from engine.pipeline.sentence_pipeline import SentencePipeline
from engine.pipeline.sentence_report import words_at
from engine.search.alternatives import find_alternatives
from engine.text.spans import words_of_tokens
from engine.translation import (
    DEFAULT_OPTIONS,
    Alternative,
    ScoredText,
    SearchOptions,
    ShouldStop,
    raise_if,
)


class Inspector:
    """Looks inside the translations of one loaded model; used from the thread that translates."""

    def __init__(self, pipeline: SentencePipeline) -> None:
        self._pipeline = pipeline

    def hypotheses(
        self,
        source: str,
        count: int,
        *,
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: ShouldStop | None = None,
    ) -> tuple[ScoredText, ...]:
        """Return the best translations of a sentence that read differently, best first.

        Args:
            source: One sentence; it is not split.
            count: How many to give at most; the beam is at least as wide.
            options: How to search for them.
            should_stop: Asked before every step.

        Raises:
            Cancelled: If should_stop said so.
            ValueError: If the search is impossible.
        """
        if count < 1:
            raise ValueError(f"count must be at least 1, not {count}")
        pipeline = self._pipeline
        settings = pipeline.searches.settings(options)
        width = max(settings.beam_size, count)
        wide = replace(settings, beam_size=width, n_best=width)
        sources = pipeline.read(source, options)
        found = find_drafts(pipeline.searches, sources, [NOTHING_CHOSEN], wide, should_stop)
        link_shown(found, with_alignment=False)
        distinct: dict[str, ScoredText] = {}
        for draft in found[0]:
            distinct.setdefault(draft.written.text, draft.scored)
        return tuple(distinct.values())[:count]

    def alternatives(
        self,
        source: str,
        target_ids: Sequence[int],
        word: int,
        *,
        count: int = 8,
        hinted: Collection[int] = (),
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: ShouldStop | None = None,
    ) -> tuple[Alternative, ...]:
        """Return other words that could stand at a place of a sentence's translation.

        Args:
            source: One sentence.
            target_ids: The ids of a hypothesis, without bos and eos.
            word: Which of its words, as in `SentenceTranslation.target_words`.
            count: How many to give at most, the present word among them.
            hinted: As `ScoredText.hinted` of the hypothesis.
            options: Those that the hypothesis was searched with.
            should_stop: Asked before every step.

        Returns:
            Distinct words, the most probable first; none for a word that was carried over.

        Raises:
            Cancelled: If should_stop said so.
            ValueError: If there is no such word.
        """
        raise_if(should_stop)
        pipeline = self._pipeline
        sources = pipeline.read(source, options, hinted)
        (reading,) = sources.readings
        shown = pipeline.shown(sources, target_ids)
        if not 0 <= word < len(shown.words):
            raise ValueError(f"there is no word {word} among {len(shown.words)}")
        place = shown.model_words[word]
        if place < 0:
            return ()
        greedy = pipeline.searches.settings(SearchOptions(beam_size=1))
        found = find_alternatives(
            pipeline.searches.model,
            sources.ids,
            pipeline.searches.memory(sources),
            target_ids,
            place,
            guard(greedy, reading.encoding, target_ids),
            decode=pipeline.searches.decode,
            write=lambda ids: pipeline.shown(sources, ids).text,
            never=pipeline.tokenizers.target.special.ids,
            count=count,
            temperature=pipeline.manifest.temperature,
            should_stop=should_stop,
        )
        named = []
        for other in found:
            is_present = other.ids == tuple(target_ids[: len(other.ids)])
            if is_present:
                named.append(replace(other, word=shown.text[slice(*shown.words[word])]))
            else:
                named.append(replace(other, word=reading.cased(other.word)))
        return tuple(named)

    def attention(
        self,
        source: str,
        target_ids: Sequence[int],
        *,
        hinted: Collection[int] = (),
        options: SearchOptions = DEFAULT_OPTIONS,
    ) -> SentenceAttention:
        """Return every attention weight of a sentence and a target, whatever search found it.

        Args:
            source: One sentence.
            target_ids: The ids of a hypothesis, without bos and eos.
            hinted: As `ScoredText.hinted` of the hypothesis.
            options: Those that it was searched with.
        """
        pipeline = self._pipeline
        tokenizers = pipeline.tokenizers
        sources = pipeline.read(source, options, hinted)
        encoding = sources.readings[0].encoding
        tgt_in = [tokenizers.tgt_in(target_ids)]
        maps = pipeline.model.attention_maps(sources.ids, tgt_in)
        written = pipeline.shown(sources, target_ids)
        name = tokenizers.target.token
        before = len(tokenizers.source_prefix(sources.tags))
        after = len(tokenizers.source_suffix)
        return SentenceAttention(
            source=source,
            target=written.text,
            maps=AttentionMaps(
                encoder=_of_first(maps.encoder),
                decoder=_of_first(maps.decoder),
                cross=_of_first(maps.cross),
            ),
            value_norms=ValueNorms(
                encoder=_of_first(maps.encoder_norms),
                decoder=_of_first(maps.decoder_norms),
                cross=_of_first(maps.cross_norms),
            ),
            source_tokens=tuple(map(tokenizers.source.token, sources.ids[0].tolist())),
            target_inputs=tuple(map(name, tokenizers.tgt_in(target_ids))),
            target_outputs=tuple(map(name, tokenizers.tgt_out(target_ids))),
            source_words=words_at(source, encoding.words),
            target_words=words_at(written.text, written.words),
            source_word_ids=(*[-1] * before, *encoding.word_ids, *[-1] * after),
            target_word_ids=words_of_tokens(written.token_spans, written.words),
            alignment=AlignmentMap(
                **pipeline.searches.alignment.model_dump(),
                is_measured=pipeline.manifest.alignment is not None,
            ),
        )


def _of_first(array: Weights) -> Weights:
    """Return what an array (L, B, ...) holds of its first sentence; nobody may change it."""
    first = array[:, 0]
    first.flags.writeable = False
    return first
