"""The door of the engine: text in, `Translation` out; and the attention behind any sentence of it.

Shapes: B batch, S source length, T target length, L layers, H heads.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Self

import torch
from cachetools import LRUCache
from torch import Tensor

from engine.attention.alignment import AttentionMaps, Weights, words_of_tokens
from engine.attention.views import SentenceAttention, ValueNorms
from engine.device import choose_device
from engine.errors import TextTooLongError
from engine.models.folder import LoadedModel, read_model
from engine.pipeline.postprocess import Written, is_plain, write
from engine.pipeline.sentence_cache import CACHED_SENTENCES, NOTHING_CHOSEN, SentenceKey
from engine.pipeline.sentence_report import moved, report, words_at
from engine.pipeline.sentence_search import SentenceSearch, ShouldStop, Sources, guard, raise_if
from engine.search.alternatives import find_alternatives
from engine.search.beam_search import Hypothesis
from engine.text.segmenter import Segment, split
from engine.tokenizers.encoding import replace_surrogates
from engine.translation import (
    TEXT_LIMIT,
    AlignedWords,
    Alternative,
    Formality,
    ScoredText,
    SentenceTranslation,
    Translation,
    TranslationRequest,
)

SENTENCES_AT_ONCE = 16
"""Sentences searched together: enough to keep a processor busy, few enough to be shown soon."""

_SENTENCES_ON_CARD = 256
"""The same of a graphics card, which has them all nearly as soon."""

LONGEST_SENTENCE = 400
"""Characters; longer sentences are split at clauses."""


class Translator:
    """One loaded model on one device; used from one thread at a time."""

    def __init__(self, loaded: LoadedModel, device: torch.device) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self.tokenizers = loaded.tokenizers
        self.device = device
        self._searches = SentenceSearch(loaded, device)
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
        settings = self._searches.settings(
            request.beam_size, request.length_penalty, n_best=request.n_best
        )
        should_stop = request.cancelled.is_set
        formality = request.formality if self.has_formality else Formality.AUTOMATIC
        segments = list(self._segments(text, formality, should_stop))
        keys = {
            part.text: SentenceKey(
                part.text,
                settings,
                request.with_alignment,
                request.chosen.get(part.text, NOTHING_CHOSEN),
                formality,
            )
            for part in segments
            if part.is_sentence
        }
        for key in keys.values():
            self._searches.check(key.chosen)
        known = {key.text: found for key in keys.values() if (found := self._cache.get(key))}
        waiting = iter([key for key in keys.values() if key.text not in known])
        target = ""
        sentences: list[SentenceTranslation] = []
        for segment in segments:
            raise_if(should_stop)
            if not segment.is_sentence:
                target += segment.text
                continue
            if segment.text not in known:  # then it is the first of those that wait
                at_once = _SENTENCES_ON_CARD if self.is_on_card else SENTENCES_AT_ONCE
                group = list(islice(waiting, at_once))
                for key, found in zip(
                    group, self._translate_group(group, should_stop), strict=True
                ):
                    known[key.text] = found
                    self._cache[key] = found
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
        )

    def hypotheses(
        self,
        source: str,
        count: int,
        *,
        beam_size: int | None = None,
        length_penalty: float | None = None,
        formality: Formality = Formality.AUTOMATIC,
        should_stop: ShouldStop | None = None,
    ) -> tuple[ScoredText, ...]:
        """Return the best translations of a sentence that read differently, best first.

        Args:
            source: One sentence; it is not split.
            count: How many to give at most; the beam is at least as wide.
            beam_size: None is the model's own.
            length_penalty: None is the model's own.
            formality: Their form of address.
            should_stop: Asked before every step.

        Raises:
            Cancelled: If should_stop said so.
            ValueError: If the search is impossible.
        """
        if count < 1:
            raise ValueError(f"count must be at least 1, not {count}")
        settings = self._searches.settings(beam_size, length_penalty)
        width = max(settings.beam_size, count)
        wide = replace(settings, beam_size=width, n_best=width)
        sources = self._read([source], formality)
        (found,) = self._searches.search(sources, [NOTHING_CHOSEN], wide, should_stop)
        distinct: dict[str, ScoredText] = {}
        for hypothesis, written in zip(found, self._write(sources, [found])[0], strict=True):
            text = written.text
            distinct.setdefault(text, ScoredText(text, hypothesis.score, hypothesis.ids))
        return tuple(distinct.values())[:count]

    def alternatives(
        self,
        source: str,
        target_ids: Sequence[int],
        word: int,
        *,
        count: int = 8,
        formality: Formality = Formality.AUTOMATIC,
        should_stop: ShouldStop | None = None,
    ) -> tuple[Alternative, ...]:
        """Return other words that could stand at a place of a sentence's translation.

        Args:
            source: One sentence.
            target_ids: The ids of a hypothesis, without bos and eos.
            word: Which of its words, as in `SentenceTranslation.target_words`.
            count: How many to give at most, the present word among them.
            formality: The form of address that the hypothesis was asked for with.
            should_stop: Asked before every step.

        Returns:
            Distinct words, the most probable first; none for a word that was carried over.

        Raises:
            Cancelled: If should_stop said so.
            ValueError: If there is no such word.
        """
        raise_if(should_stop)
        sources = self._read([source], formality)
        (reading,) = sources.readings
        shown = self._written(sources, target_ids)
        if not 0 <= word < len(shown.words):
            raise ValueError(f"there is no word {word} among {len(shown.words)}")
        place = shown.model_words[word]
        if place < 0:
            return ()
        found = find_alternatives(
            self.model,
            sources.ids,
            target_ids,
            place,
            guard(self._searches.settings(beam_size=1), reading.encoding, target_ids),
            decode=self._searches.decode,
            write=lambda ids: self._written(sources, ids).text,
            never=self.tokenizers.target.special.ids,
            count=count,
            temperature=self.manifest.temperature,
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
        formality: Formality = Formality.AUTOMATIC,
    ) -> SentenceAttention:
        """Return every attention weight of a sentence and a target, whatever search found it.

        Args:
            source: One sentence.
            target_ids: The ids of a hypothesis, without bos and eos.
            formality: The form of address that it was asked for with.
        """
        tokenizers = self.tokenizers
        sources = self._read([source], formality)
        encoding = sources.readings[0].encoding
        tgt_in = self._searches.tensor([tokenizers.tgt_in(target_ids)])
        with torch.inference_mode():
            tensors = self.model.attention_maps(sources.ids, tgt_in)
        written = self._written(sources, target_ids)
        name = tokenizers.target.token
        before = len(tokenizers.source_prefix(sources.tags))
        after = len(tokenizers.source_suffix)
        return SentenceAttention(
            source=source,
            target=written.text,
            maps=AttentionMaps(
                encoder=_numbers(tensors.encoder),
                decoder=_numbers(tensors.decoder),
                cross=_numbers(tensors.cross),
            ),
            value_norms=ValueNorms(
                encoder=_numbers(tensors.encoder_norms),
                decoder=_numbers(tensors.decoder_norms),
                cross=_numbers(tensors.cross_norms),
            ),
            source_tokens=tuple(map(tokenizers.source.token, sources.ids[0].tolist())),
            target_inputs=tuple(map(name, tokenizers.tgt_in(target_ids))),
            target_outputs=tuple(map(name, tokenizers.tgt_out(target_ids))),
            source_words=words_at(source, encoding.words),
            target_words=words_at(written.text, written.words),
            source_word_ids=(*[-1] * before, *encoding.word_ids, *[-1] * after),
            target_word_ids=words_of_tokens(written.token_spans, written.words),
        )

    # --- sentences ---

    def _segments(
        self, text: str, formality: Formality, should_stop: ShouldStop
    ) -> Iterator[Segment]:
        tags = self.tokenizers.formality_tags(formality)
        around = len(self.tokenizers.frame_source((), tags))
        for segment in self._split(text):
            raise_if(should_stop)
            yield from self._fitting(segment, self.model.max_positions - around)

    def _split(self, text: str, longest: int = LONGEST_SENTENCE) -> Sequence[Segment]:
        return split(text, self.manifest.source_language, longest)

    def _fitting(
        self, segment: Segment, room: int, longest: int = LONGEST_SENTENCE
    ) -> list[Segment]:
        """Return the segment, in parts if it has more tokens than the model has room for."""
        if not segment.is_sentence:
            return [segment]
        reading = self._searches.reading(segment.text)
        if len(reading.encoding.ids) <= room or longest == 1:
            return [segment]
        parts = self._split(segment.text, longest // 2)
        return [
            fitting
            for part in parts
            for fitting in self._fitting(
                replace(part, start=segment.start + part.start), room, longest // 2
            )
        ]

    def _read(self, sentences: Sequence[str], formality: Formality) -> Sources:
        readings = [self._searches.reading(text) for text in sentences]
        return self._searches.stacked(readings, self.tokenizers.formality_tags(formality))

    def _translate_group(
        self, group: Sequence[SentenceKey], should_stop: ShouldStop
    ) -> list[SentenceTranslation]:
        """Translate some sentences at once; their spans are their own."""
        sources = self._read([key.text for key in group], group[0].formality)
        choices = [key.chosen for key in group]
        found = self._searches.search(sources, choices, group[0].settings, should_stop)
        raise_if(should_stop)
        with_alignment = group[0].with_alignment
        written = self._write(sources, found, with_alignment=with_alignment)
        return [
            report(*parts, with_alignment=with_alignment, manifest=self.manifest)
            for parts in zip(sources.readings, found, written, strict=True)
        ]

    def _write(
        self,
        sources: Sources,
        found: Sequence[Sequence[Hypothesis]],
        *,
        with_alignment: bool = False,
    ) -> list[list[Written]]:
        """Return the hypotheses of each sentence as they are shown.

        Args:
            sources: The sentences.
            found: The hypotheses of each.
            with_alignment: Whether the links of the best are needed in any case.
        """
        unk = self.tokenizers.target.special.unk
        languages = self.manifest.source_language, self.manifest.target_language
        rows = [
            (row, hypothesis.ids, with_alignment and number == 0)
            for row, hypotheses in enumerate(found)
            for number, hypothesis in enumerate(hypotheses)
        ]
        decoded = [self._searches.decode(ids) for _, ids, _ in rows]
        unknown = [
            [
                (start, end)
                for (start, end), token_id in zip(text.spans, ids, strict=True)
                if token_id == unk and start < end
            ]
            for text, (_, ids, _) in zip(decoded, rows, strict=True)
        ]
        aligned = [
            index
            for index, (row, _, is_wanted) in enumerate(rows)
            if is_wanted
            or not is_plain(sources.readings[row], decoded[index], unknown[index], languages)
        ]
        links: list[tuple[AlignedWords, ...]] = [()] * len(rows)
        if aligned:
            found_links = self._searches.align(
                self._searches.stacked(
                    [sources.readings[rows[index][0]] for index in aligned], sources.tags
                ),
                [rows[index][1] for index in aligned],
                [decoded[index] for index in aligned],
            )
            for index, of_row in zip(aligned, found_links, strict=True):
                links[index] = of_row
        written: list[list[Written]] = [[] for _ in found]
        for (row, _, _), text, linked, tokens in zip(rows, decoded, links, unknown, strict=True):
            reading = sources.readings[row]
            written[row].append(write(reading, text, linked, unknown=tokens, languages=languages))
        return written

    def _written(self, sources: Sources, ids: Sequence[int]) -> Written:
        """Return a target of one sentence as it is shown."""
        hypothesis = Hypothesis(tuple(ids), (), 0.0, is_finished=True)
        return self._write(sources, [[hypothesis]])[0][0]


def _numbers(tensor: Tensor) -> Weights:
    """Return what a tensor (L, B, ...) holds of its first sentence; nobody may change it."""
    array: Weights = tensor[:, 0].float().cpu().numpy()
    array.flags.writeable = False
    return array
