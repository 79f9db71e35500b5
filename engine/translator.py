"""The door of the engine: text in, `Translation` out; and the attention behind any sentence of it.

Shapes: B batch, S source length, T target length, L layers, H heads.
"""

import math
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Self

import torch
from torch import Tensor

from engine.alignment import (
    AttentionMaps,
    align,
    choose_map,
    groups_of_words,
    merge_words,
    normalized,
    produced,
    shifted,
    words_of_tokens,
)
from engine.attention import MapList
from engine.attention_views import SentenceAttention, ValueNorms
from engine.decoding import Hypothesis, SearchSettings, search
from engine.device import choose_device
from engine.encoding import Decoded, Encoding, find_words, replace_surrogates
from engine.errors import TextTooLongError
from engine.manifest import AlignmentHead
from engine.model_folder import LoadedModel, read_model
from engine.notices import WordPieces, notices_of, repeated
from engine.segmenter import Segment, split
from engine.translation import (
    TEXT_LIMIT,
    AlignedWords,
    Cancelled,
    Notice,
    ScoredText,
    SentenceTranslation,
    TargetToken,
    Translation,
    TranslationRequest,
    Word,
)

SENTENCES_AT_ONCE = 16
"""Sentences searched together: enough to keep a processor busy, few enough to be shown soon."""

LONGEST_SENTENCE = 400
"""Characters; longer sentences are split at clauses."""

_LINE_BREAK = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


LOOP_GUARD_NGRAM = 3
"""Where a search runs into a loop, it is repeated with no sequence of so many tokens twice."""

LOOP_GUARD_ROOM = 20
"""Then a target may have twice as many tokens as its source, and so many more."""


class Translator:
    """One loaded model on one device; used from one thread at a time."""

    def __init__(self, loaded: LoadedModel, device: torch.device) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self.source = loaded.source
        self.target = loaded.target
        self.device = device

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
        settings = self._search_settings(request)
        segments = [part for segment in self._split(text) for part in self._fitting(segment)]
        waiting = iter(dict.fromkeys(part.text for part in segments if part.is_sentence))
        known: dict[str, SentenceTranslation] = {}
        target = ""
        sentences: list[SentenceTranslation] = []
        for segment in segments:
            if not segment.is_sentence:
                target += segment.text
                continue
            if segment.text not in known:  # then it is the first of those that wait
                group = list(islice(waiting, SENTENCES_AT_ONCE))
                found = self._translate_group(group, settings, request)
                known.update(zip(group, found, strict=True))
            sentence = _moved(known[segment.text], segment.start, len(target))
            target += sentence.target
            sentences.append(sentence)
            if request.on_sentence is not None:
                request.on_sentence(len(sentences) - 1, sentence)
            if request.cancelled.is_set():
                raise Cancelled
        return Translation(
            source=text,
            target=target,
            sentences=tuple(sentences),
            notices=tuple(notice for sentence in sentences for notice in sentence.notices),
            model=self.manifest.name,
            device=str(self.device),
            seconds=time.monotonic() - started,
        )

    def attention(self, source: str, target_ids: Sequence[int]) -> SentenceAttention:
        """Give every attention weight of a sentence and a target, whatever search found it.

        Args:
            source: One sentence.
            target_ids: The ids of a hypothesis, without bos and eos.
        """
        encoding = self.source.encode(source)
        src_ids = self._tensor([self._framed(encoding.ids)])
        tgt_in = self._tensor([[self.model.bos_id, *target_ids]])
        with torch.inference_mode():
            tensors = self.model.attention_maps(src_ids, tgt_in)
        numbers = [tensor[:, 0].float().cpu().numpy() for tensor in tensors[:6]]  # not the logits
        for array in numbers:
            array.flags.writeable = False
        decoded = self._decode(target_ids)
        names = [self.target.token(token_id) for token_id in target_ids]
        target_words = find_words(decoded.text)
        before = (-1,) if self.manifest.source_bos else ()
        after = (-1,) if self.manifest.source_eos else ()
        return SentenceAttention(
            source=source,
            target=decoded.text,
            maps=AttentionMaps(*numbers[:3]),
            value_norms=ValueNorms(*numbers[3:]),
            source_tokens=tuple(self.source.token(i) for i in self._framed(encoding.ids)),
            target_inputs=(self.target.token(self.model.bos_id), *names),
            target_outputs=(*names, self.target.token(self.model.eos_id)),
            source_words=_words(source, encoding.words),
            target_words=_words(decoded.text, target_words),
            source_word_ids=(*before, *encoding.word_ids, *after),
            target_word_ids=words_of_tokens(decoded.spans, target_words),
        )

    # --- sentences ---

    def _split(self, text: str, longest: int = LONGEST_SENTENCE) -> Sequence[Segment]:
        return split(text, self.manifest.source_language, longest)

    def _fitting(self, segment: Segment, longest: int = LONGEST_SENTENCE) -> list[Segment]:
        """Give the segment, in parts if it has more tokens than the model has positions."""
        if not segment.is_sentence:
            return [segment]
        room = self.model.max_positions - self.manifest.source_bos - self.manifest.source_eos
        if len(self.source.encode(segment.text).ids) <= room or longest == 1:
            return [segment]
        parts = self._split(segment.text, longest // 2)
        return [
            fitting
            for part in parts
            for fitting in self._fitting(
                replace(part, start=segment.start + part.start), longest // 2
            )
        ]

    def _translate_group(
        self, group: Sequence[str], settings: SearchSettings, request: TranslationRequest
    ) -> list[SentenceTranslation]:
        """Translate some sentences at once; their spans are their own."""
        encodings = [self.source.encode(sentence) for sentence in group]
        src_ids = self._tensor([self._framed(encoding.ids) for encoding in encodings])
        found = search(self.model, src_ids, settings, should_stop=request.cancelled.is_set)
        for row, (source, encoding) in enumerate(zip(group, encodings, strict=True)):
            if self._is_looping(source, found[row][0]):
                found[row] = self._search_without_loops(encoding, settings, request)
        best = [hypotheses[0] for hypotheses in found]
        decoded = [self._decode(hypothesis.ids) for hypothesis in best]
        links: Sequence[tuple[AlignedWords, ...]] = [()] * len(group)
        if request.with_alignment and self.manifest.alignment is not None:
            links = self._align(self.manifest.alignment, src_ids, best, encodings, decoded)
        return [
            self._sentence(*parts)
            for parts in zip(group, encodings, found, decoded, links, strict=True)
        ]

    def _is_looping(self, source: str, hypothesis: Hypothesis) -> bool:
        target = self._decode(hypothesis.ids).text
        return not hypothesis.is_finished or bool(repeated(source, target))

    def _search_without_loops(
        self, encoding: Encoding, settings: SearchSettings, request: TranslationRequest
    ) -> tuple[Hypothesis, ...]:
        """Search a sentence again, with no sequence of tokens twice and an end in sight."""
        longest = min(settings.max_length, 2 * len(encoding.ids) + LOOP_GUARD_ROOM)
        guarded = replace(settings, no_repeat_ngram=LOOP_GUARD_NGRAM, max_length=longest)
        src_ids = self._tensor([self._framed(encoding.ids)])
        return search(self.model, src_ids, guarded, should_stop=request.cancelled.is_set)[0]

    def _sentence(
        self,
        source: str,
        encoding: Encoding,
        hypotheses: Sequence[Hypothesis],
        decoded: Decoded,
        links: tuple[AlignedWords, ...],
    ) -> SentenceTranslation:
        best = hypotheses[0]
        texts = [decoded.text, *(self._decode(other.ids).text for other in hypotheses[1:])]
        tokens = tuple(
            TargetToken(decoded.text[start:end], math.exp(log_prob), start, end)
            for (start, end), log_prob in zip(decoded.spans, best.log_probs, strict=False)
        )
        return SentenceTranslation(
            source=source,
            source_start=0,
            target=decoded.text,
            target_start=0,
            hypotheses=tuple(
                ScoredText(text, other.score, other.ids)
                for text, other in zip(texts, hypotheses, strict=True)
            ),
            tokens=tokens,
            source_words=_words(source, encoding.words),
            target_words=_words(decoded.text, find_words(decoded.text)),
            alignment=links,
            notices=self._notices(source, encoding, best, decoded.text),
        )

    def _notices(
        self, source: str, encoding: Encoding, best: Hypothesis, target: str
    ) -> tuple[Notice, ...]:
        words = _words(source, encoding.words)
        groups = groups_of_words(encoding.word_ids, len(words))
        unk = self.source.special.unk
        return notices_of(
            Word(source, 0, len(source)),
            target,
            source_language=self.manifest.source_language,
            target_language=self.manifest.target_language,
            words=[
                WordPieces(
                    word,
                    num_pieces=len(group),
                    num_unknown=sum(encoding.ids[i] == unk for i in group),
                    num_bytes=sum(self.source.is_byte(encoding.ids[i]) for i in group),
                )
                for word, group in zip(words, groups, strict=True)
            ],
            log_probs=best.log_probs,
            is_finished=best.is_finished,
            limits=self.manifest.familiarity,
        )

    def _align(
        self,
        head: AlignmentHead,
        src_ids: Tensor,
        hypotheses: Sequence[Hypothesis],
        encodings: Sequence[Encoding],
        decoded: Sequence[Decoded],
    ) -> list[tuple[AlignedWords, ...]]:
        """Link the words of each pair by the model's alignment head, from one forced pass."""
        tgt_in = self._tensor([[self.model.bos_id, *best.ids] for best in hypotheses])
        cross: MapList = []
        with torch.inference_mode():
            self.model.decode_states(tgt_in, self.model.encode(src_ids), None, cross)
        maps = torch.stack(cross).transpose(0, 1).float().cpu().numpy()  # (B, L, H, T, S)
        links = []
        for row, (best, encoding, target) in enumerate(
            zip(hypotheses, encodings, decoded, strict=True)
        ):
            weights = choose_map(maps[row], head.layer, head.head)[: len(best.ids) + 1]
            weights = shifted(weights) if head.shifted else produced(weights)
            words = find_words(target.text)
            merged = merge_words(
                weights,
                groups_of_words(words_of_tokens(target.spans, words), len(words)),
                groups_of_words(
                    encoding.word_ids, len(encoding.words), first=int(self.manifest.source_bos)
                ),
            )
            links.append(align(normalized(merged)))
        return links

    # --- ids and settings ---

    def _framed(self, ids: Sequence[int]) -> list[int]:
        """Give source ids between the special tokens the model was trained with."""
        special = self.source.special
        before = [special.bos] if self.manifest.source_bos else []
        after = [special.eos] if self.manifest.source_eos else []
        return [*before, *ids, *after]

    def _decode(self, ids: Sequence[int]) -> Decoded:
        """Give the text of target ids in one line: breaks are the source's alone to set."""
        decoded = self.target.decode(tuple(ids))
        return replace(decoded, text=_LINE_BREAK.sub(" ", decoded.text))

    def _tensor(self, rows: Sequence[Sequence[int]]) -> Tensor:
        """Stack rows of ids, padded at their ends, on the model's device."""
        longest = max(map(len, rows))
        padded = [[*row, *[self.model.pad_id] * (longest - len(row))] for row in rows]
        return torch.tensor(padded, dtype=torch.int64, device=self.device)

    def _search_settings(self, request: TranslationRequest) -> SearchSettings:
        """Join what the request asks for with the model's defaults."""
        defaults = self.manifest.decoding
        beam_size, penalty = request.beam_size, request.length_penalty
        if beam_size is None:
            beam_size = max(defaults.beam_size, request.n_best)
        return SearchSettings(
            beam_size=beam_size,
            length_penalty=defaults.length_penalty if penalty is None else penalty,
            penalty_kind=defaults.penalty_kind,
            n_best=request.n_best,
            # The forced pass behind a cut target needs one position more, for bos.
            max_length=min(defaults.max_length, self.model.max_positions - 1),
        )


def _words(text: str, spans: Sequence[tuple[int, int]]) -> tuple[Word, ...]:
    return tuple(Word(text[start:end], start, end) for start, end in spans)


def _moved(sentence: SentenceTranslation, by_source: int, by_target: int) -> SentenceTranslation:
    """Give the sentence with all its places that much further on in source and target."""
    return replace(
        sentence,
        source_start=sentence.source_start + by_source,
        target_start=sentence.target_start + by_target,
        tokens=tuple(
            replace(token, start=token.start + by_target, end=token.end + by_target)
            for token in sentence.tokens
        ),
        source_words=_moved_words(sentence.source_words, by_source),
        target_words=_moved_words(sentence.target_words, by_target),
        notices=tuple(
            replace(notice, start=notice.start + by_source, end=notice.end + by_source)
            for notice in sentence.notices
        ),
    )


def _moved_words(words: tuple[Word, ...], by: int) -> tuple[Word, ...]:
    return tuple(Word(word.text, word.start + by, word.end + by) for word in words)
