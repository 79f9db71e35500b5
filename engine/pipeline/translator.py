"""The door of the engine: text in, `Translation` out."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Self

import torch
from cachetools import LRUCache

from engine.device import choose_device
from engine.errors import TextTooLongError
from engine.models.folder import LoadedModel, read_model
from engine.pipeline.inspector import Inspector
from engine.pipeline.preprocess import Reading
from engine.pipeline.sentence_cache import CACHED_SENTENCES, NOTHING_CHOSEN, SentenceKey
from engine.pipeline.sentence_pipeline import SentencePipeline
from engine.pipeline.sentence_report import moved, report
from engine.pipeline.sentence_search import ShouldStop, raise_if
from engine.search.batch_size import tokens_at_once
from engine.search.batches import batches_by_length
from engine.search.beam_search import SearchSettings
from engine.text.segmenter import Segment, split
from engine.tokenizers.encoding import replace_surrogates
from engine.translation import (
    TEXT_LIMIT,
    Formality,
    SentenceTranslation,
    Translation,
    TranslationRequest,
)

FIRST_SENTENCES = 16
"""Those that are searched first where somebody waits for them: what a screen shows of a text."""

LOOK_AHEAD = 64
"""Then so many are put in order of length at a time: few enough to be shown soon."""

LOOK_AHEAD_ON_CARD = 2048
"""A graphics card has many nearly as soon as one."""

_TOKENS_AT_ONCE = 800
"""Tokens searched together, padding counted: enough to keep a processor busy."""

_TOKENS_AROUND = 4
"""What a sentence takes besides its own tokens."""

LONGEST_SENTENCE = 400
"""Characters; longer sentences are split at clauses."""


class Translator:
    """Translates texts by one loaded model on one device; used from one thread at a time.

    Its `inspector` shows what is behind a translation.
    """

    def __init__(self, loaded: LoadedModel, device: torch.device) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self.tokenizers = loaded.tokenizers
        self.device = device
        self._pipeline = SentencePipeline(loaded, device)
        self.inspector = Inspector(self._pipeline)
        self._cache: LRUCache[SentenceKey, SentenceTranslation] = LRUCache(CACHED_SENTENCES)

    @classmethod
    def open(cls, folder: Path, *, device: str = "auto", threads: int | None = None) -> Self:
        """Load the model of a folder.

        Args:
            folder: A model folder.
            device: auto, cpu or cuda.
            threads: Processor threads to compute with; None leaves PyTorch's choice.

        Raises:
            ModelFolderError: If the folder cannot be used.
            DeviceUnavailableError: If the wished device is not there.
        """
        chosen = choose_device(device)
        if threads is not None:
            torch.set_num_threads(threads)
        return cls(read_model(folder, chosen), chosen)

    @property
    def has_formality(self) -> bool:
        """Whether the model lets one choose the form of address."""
        return self.tokenizers.has_formality

    @property
    def is_on_card(self) -> bool:
        """Whether a graphics card computes, for which many sentences at once are as one."""
        return self.device.type == "cuda"

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
        settings = self._pipeline.searches.settings(
            request.beam_size, request.length_penalty, n_best=request.n_best
        )
        should_stop = request.cancelled.is_set
        formality = request.formality if self.has_formality else Formality.AUTOMATIC

        @cache
        def key_of(sentence: str) -> SentenceKey:
            chosen = request.chosen.get(sentence, NOTHING_CHOSEN)
            terms = request.glossary.find(sentence)
            return SentenceKey(sentence, settings, request.with_alignment, chosen, formality, terms)

        segments, readings = self._prepare(text, key_of, should_stop)
        keys = {part.text: key_of(part.text) for part in segments if part.is_sentence}
        for key in keys.values():
            self._pipeline.searches.check(key.chosen)
        known = {key.text: self._cache[key] for key in keys.values() if key.text not in readings}
        waiting = self._batches(
            [*readings.values()], settings, is_watched=request.on_sentence is not None
        )
        target = ""
        sentences: list[SentenceTranslation] = []
        for segment in segments:
            raise_if(should_stop)
            if not segment.is_sentence:
                target += segment.text
                continue
            if segment.text not in known:  # then the next batch has it
                group = next(waiting)
                of_group = [keys[reading.source] for reading in group]
                translated = self._translate_group(group, of_group, should_stop)
                for key, found in zip(of_group, translated, strict=True):
                    known[key.text] = self._cache[key] = found
            sentence = moved(known[segment.text], segment.start, len(target))
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
            device=str(self.device),
            seconds=time.monotonic() - started,
            formality=formality,
            glossary=request.glossary,
        )

    def _prepare(
        self, text: str, key_of: Callable[[str], SentenceKey], should_stop: ShouldStop
    ) -> tuple[list[Segment], dict[str, Reading]]:
        """Split a text into sentences that the model has room for.

        Returns:
            The parts of the text, and what the model reads of those sentences that it has not
            translated before.
        """
        readings: dict[str, Reading] = {}

        def fitting(segment: Segment, longest: int) -> Iterator[Segment]:
            sentence, key = segment.text, key_of(segment.text)
            if not segment.is_sentence or sentence in readings or key in self._cache:
                yield segment
                return
            reading = self._pipeline.preprocess(sentence, key.terms)
            if longest == 1 or self._pipeline.fits(reading, key.formality):
                readings[sentence] = reading
                yield segment
                return
            for part in self._split(sentence, longest // 2):
                at = replace(part, start=segment.start + part.start)
                yield from fitting(at, longest // 2)

        segments: list[Segment] = []
        for segment in self._split(text, LONGEST_SENTENCE):
            raise_if(should_stop)
            segments += fitting(segment, LONGEST_SENTENCE)
        return segments, readings

    def _split(self, text: str, longest: int) -> Sequence[Segment]:
        return split(text, self.manifest.source_language, longest)

    def _batches(
        self, readings: Sequence[Reading], settings: SearchSettings, *, is_watched: bool
    ) -> Iterator[list[Reading]]:
        """Return the sentences to search together, like lengths; if watched, the first ones first.

        Args:
            readings: Of all sentences, in the order of the text.
            settings: How they are searched.
            is_watched: Whether somebody waits for each.
        """
        look_ahead = LOOK_AHEAD_ON_CARD if self.is_on_card else LOOK_AHEAD
        ends = [len(readings)]
        if is_watched:
            ends = [*range(FIRST_SENTENCES, len(readings), look_ahead), len(readings)]
        most = tokens_at_once(
            self._pipeline.searches.searched, settings.beam_size, on_processor=_TOKENS_AT_ONCE
        )
        for start, end in pairwise([0, *ends]):
            window = readings[start:end]
            lengths = [len(reading.encoding.ids) + _TOKENS_AROUND for reading in window]
            for rows in batches_by_length(lengths, most):
                yield [window[row] for row in rows]

    def _translate_group(
        self, readings: Sequence[Reading], keys: Sequence[SentenceKey], should_stop: ShouldStop
    ) -> list[SentenceTranslation]:
        """Translate some sentences at once; their spans are their own."""
        pipeline, wish = self._pipeline, keys[0]
        sources = pipeline.stack(readings, wish.formality)
        choices = [key.chosen for key in keys]
        found = pipeline.searches.search(sources, choices, wish.settings, should_stop)
        raise_if(should_stop)
        written = pipeline.postprocess(sources, found, with_alignment=wish.with_alignment)
        return [
            report(*parts, with_alignment=wish.with_alignment, manifest=self.manifest)
            for parts in zip(readings, found, written, strict=True)
        ]
