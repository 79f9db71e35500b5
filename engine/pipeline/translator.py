"""The door of the engine: text in, `Translation` out."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Self

from cachetools import LRUCache

from engine.errors import TextTooLongError
from engine.pipeline.draft import link_shown
from engine.pipeline.fidelity import FidelityCheck
from engine.pipeline.inspector import Inspector
from engine.pipeline.loaded_model import LoadedModel
from engine.pipeline.repairs import find_drafts
from engine.pipeline.rewriting.preprocess import Reading
from engine.pipeline.sentence_cache import CACHED_SENTENCES, NOTHING_CHOSEN, SentenceKey
from engine.pipeline.sentence_pipeline import SentencePipeline
from engine.pipeline.sentence_report import moved, report
from engine.pipeline.sentence_search import Sources
from engine.search.batches import batches_by_length
from engine.search.beam_search import SearchSettings
from engine.text.blanks import gap_between, kept_between
from engine.text.segmenter import Segment, split
from engine.tokenizers.encoding import replace_surrogates
from engine.translation import (
    TEXT_LIMIT,
    Fidelity,
    Formality,
    SentenceTranslation,
    ShouldStop,
    Translation,
    TranslationRequest,
    raise_if,
)

FIRST_SENTENCES = 16
"""Those that are looked at first where somebody waits for them: what a screen shows of a text."""

LOOK_AHEAD = 64
"""Then so many are looked at together: few enough to be shown soon."""

LOOK_AHEAD_ON_CARD = 2048
"""A graphics card has many nearly as soon as one."""

_TOKENS_AT_ONCE = 1000
"""Tokens searched together, padding counted: enough to keep a processor busy."""

_TOKENS_AROUND = 4
"""What a sentence takes besides its own tokens."""

LONGEST_SENTENCE = 400
"""Characters; longer sentences are split at clauses."""


class Translator:
    """Translates texts by one loaded model; used from one thread at a time.

    Its `inspector` shows what is behind a translation; its `fidelity` finds what one leaves out.
    """

    middle_language = ""
    """As of a `PivotTranslator`; here there is none."""

    def __init__(self, loaded: LoadedModel) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self.tokenizers = loaded.tokenizers
        self._pipeline = SentencePipeline(loaded)
        self.inspector = Inspector(self._pipeline)
        self.fidelity = FidelityCheck(self._pipeline)
        self._cache: LRUCache[SentenceKey, SentenceTranslation] = LRUCache(math.inf)

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        device: str = "auto",
        threads: int | None = None,
        direction: tuple[str, str] | None = None,
    ) -> Self:
        """Load the model of a folder.

        Args:
            folder: A model folder.
            device: auto, cpu or cuda.
            threads: Processor threads to compute with; None: one a core.
            direction: In which of its directions the model translates; None: its own.

        Raises:
            ModelFolderError: If the folder cannot be used.
            DeviceUnavailableError: If the wished device is not there.
            ValueError: If the model has no such direction.
        """
        return cls(LoadedModel.open(folder, device=device, threads=threads, direction=direction))

    @property
    def steps(self) -> tuple[Self]:
        """The models that a sentence goes through: this one."""
        return (self,)

    @property
    def has_formality(self) -> bool:
        """Whether the model lets one choose the form of address."""
        return self.tokenizers.has_formality

    @property
    def is_on_card(self) -> bool:
        """Whether a graphics card computes, for which many sentences at once are as one."""
        return self.device == "cuda"

    @property
    def device(self) -> str:
        """Where it computes: cpu or cuda."""
        return self.model.device

    @property
    def computing(self) -> str:
        """What computes translations, for reports: the compiled kernel, or PyTorch."""
        return self.model.computing

    def translate(self, request: TranslationRequest) -> Translation:
        """Translate a text; everything between its sentences is kept.

        Raises:
            TextTooLongError: If the text is longer than one request may be.
            Cancelled: If the request was cancelled meanwhile.
            ValueError: If the request asks for an impossible search.
        """
        started = time.monotonic()
        text = replace_surrogates(request.text)
        if len(text) > TEXT_LIMIT:
            raise TextTooLongError(len(text), TEXT_LIMIT)
        settings = self._pipeline.searches.settings(request.options, n_best=request.n_best)
        should_stop = request.cancelled.is_set
        options = request.options
        if not self.has_formality:
            options = replace(options, formality=Formality.AUTOMATIC)

        @cache
        def key_of(sentence: str) -> SentenceKey:
            chosen = request.chosen.get(sentence, NOTHING_CHOSEN)
            terms = self._pipeline.terms_of(sentence, options.glossary)
            is_free = sentence not in request.chosen and not terms and request.n_best == 1
            if options.with_phrases and is_free:
                chosen = self._pipeline.phrase(sentence, options.formality)
            return SentenceKey(
                sentence,
                settings,
                request.with_alignment,
                chosen,
                options.formality,
                terms,
                request.with_fidelity and not self.is_on_card,
            )

        known: dict[str, SentenceTranslation] = {}
        language = self.manifest.target_language
        target = ""
        sentences: list[SentenceTranslation] = []
        segments = self._split(text, LONGEST_SENTENCE)
        self._forget(CACHED_SENTENCES + sum(segment.is_sentence for segment in segments))
        for window in self._windows(segments, is_watched=request.on_sentence is not None):
            parts, readings = self._prepare(window, key_of, known, should_stop)
            waiting = self._batches([*readings.values()], settings)
            for part in parts:
                raise_if(should_stop)
                if not part.is_sentence:
                    target += kept_between(part.text, target, language)
                    continue
                if part.text not in known:  # then the next batch has it
                    group = next(waiting)
                    keys = [key_of(reading.source) for reading in group]
                    translated = self._translate_group(group, keys, should_stop)
                    for key, found in zip(keys, translated, strict=True):
                        known[key.text] = self._cache[key] = found
                last = sentences[-1] if sentences else None
                if last is not None and last.source_start + len(last.source) == part.start:
                    target += gap_between(last.source, part.text, language)
                before = known[part.text]
                sentence = moved(
                    before, part.start - before.source_start, len(target) - before.target_start
                )
                self._cache[key_of(part.text)] = sentence  # one copy of what a long text is made of
                target += sentence.target
                sentences.append(sentence)
                if request.on_sentence is not None:
                    request.on_sentence(len(sentences) - 1, sentence)
        raise_if(should_stop)
        return Translation(
            source=text,
            target=target,
            sentences=tuple(sentences),
            notices=tuple(notice for sentence in sentences for notice in sentence.notices),
            model=self.manifest.name,
            device=self.device,
            seconds=time.monotonic() - started,
            options=options,
        )

    def _forget(self, room: int) -> None:
        """Forget the sentences that nobody asked for lately, but for so many."""
        while len(self._cache) > room:
            self._cache.popitem()

    def _windows(
        self, segments: Sequence[Segment], *, is_watched: bool
    ) -> Iterator[Sequence[Segment]]:
        """Return the parts of a text that are looked at together: all, or few if it is watched."""
        if not is_watched:
            yield segments
            return
        window: list[Segment] = []
        room = FIRST_SENTENCES
        for segment in segments:
            window.append(segment)
            room -= segment.is_sentence
            if not room:
                yield window
                window, room = [], LOOK_AHEAD_ON_CARD if self.is_on_card else LOOK_AHEAD
        yield window

    def _prepare(
        self,
        segments: Sequence[Segment],
        key_of: Callable[[str], SentenceKey],
        known: dict[str, SentenceTranslation],
        should_stop: ShouldStop,
    ) -> tuple[list[Segment], dict[str, Reading]]:
        """Split parts of a text further until the model has room for each sentence.

        Args:
            segments: The parts.
            key_of: Returns what the translation of a sentence depends on.
            known: Translations, which those join that are in the cache.
            should_stop: Asked before every part.

        Returns:
            The parts, and what the model reads of those sentences that it has not translated
            before.
        """
        readings: dict[str, Reading] = {}

        def fitting(segment: Segment, longest: int) -> Iterator[Segment]:
            sentence, key = segment.text, key_of(segment.text)
            if segment.is_sentence and sentence not in known and key in self._cache:
                known[sentence] = self._cache[key]
            if not segment.is_sentence or sentence in readings or sentence in known:
                yield segment
                return
            reading = self._pipeline.preprocess(sentence, key.terms)
            if longest == 1 or self._pipeline.fits(reading, key.formality):
                self._pipeline.searches.check(key.chosen)
                readings[sentence] = reading
                yield segment
                return
            for part in self._split(sentence, longest // 2):
                at = replace(part, start=segment.start + part.start)
                yield from fitting(at, longest // 2)

        parts: list[Segment] = []
        for segment in segments:
            raise_if(should_stop)
            parts += fitting(segment, LONGEST_SENTENCE)
        return parts, readings

    def _split(self, text: str, longest: int) -> Sequence[Segment]:
        return split(text, self.manifest.source_language, longest)

    def _batches(
        self, readings: Sequence[Reading], settings: SearchSettings
    ) -> Iterator[list[Reading]]:
        """Return the sentences that are searched together, those of like length."""
        most = self.model.tokens_at_once(settings.beam_size, on_processor=_TOKENS_AT_ONCE)
        lengths = [len(reading.encoding.ids) + _TOKENS_AROUND for reading in readings]
        for rows in batches_by_length(lengths, most):
            yield [readings[row] for row in rows]

    def _translate_group(
        self, readings: Sequence[Reading], keys: Sequence[SentenceKey], should_stop: ShouldStop
    ) -> list[SentenceTranslation]:
        """Translate some sentences at once; their spans are their own."""
        pipeline, wish = self._pipeline, keys[0]
        sources = pipeline.stack(readings, wish.formality)
        choices = [key.chosen for key in keys]
        found = find_drafts(pipeline.searches, sources, choices, wish.settings, should_stop)
        raise_if(should_stop)
        with_alignment = wish.with_alignment or wish.with_fidelity
        link_shown(found, with_alignment=with_alignment)
        sentences = [
            report(drafts, key.chosen, with_alignment=with_alignment, manifest=self.manifest)
            for drafts, key in zip(found, keys, strict=True)
        ]
        if not wish.with_fidelity:
            return sentences
        noted = [
            self._noted(sentence, sources.some([row]), should_stop)
            for row, sentence in enumerate(sentences)
        ]
        return noted if wish.with_alignment else [replace(one, alignment=()) for one in noted]

    def _noted(
        self, sentence: SentenceTranslation, sources: Sources, should_stop: ShouldStop
    ) -> SentenceTranslation:
        """Return a sentence with a notice of the words that its translation leaves out."""
        found = Fidelity(self.fidelity.missing_words(sentence, sources, should_stop))
        notices = found.notices(0, len(sentence.source))
        return replace(sentence, notices=(*sentence.notices, *notices))
