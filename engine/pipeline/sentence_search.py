"""Sentences in, hypotheses out: the ids and tensors around a search, and what people chose.

Shapes: B batch, S source length, T target length, H heads.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import torch
from torch import Tensor

from engine.attention.alignment import (
    Weights,
    align,
    choose_head,
    groups_of_words,
    merge_words,
    normalized,
    produced,
    shifted,
    words_of_tokens,
)
from engine.glossary.glossary import TermMatch
from engine.models.folder import LoadedModel
from engine.models.manifest import AlignmentHead
from engine.native.transformer import accelerated
from engine.nn.transformer import Memory
from engine.pipeline.damage import is_damaged
from engine.pipeline.head_choice import HeadChoice
from engine.pipeline.lost_names import lost_names, nearly_copied
from engine.pipeline.memory_cache import MemoryCache
from engine.pipeline.notices import repeated
from engine.pipeline.quantity_search import lost_quantities, says_more
from engine.pipeline.rewriting.preprocess import Reading
from engine.pipeline.rewriting.vocabulary_coverage import is_covered
from engine.pipeline.term_search import (
    BEAM_WITH_TERMS,
    constraints_of,
    lacks,
    not_followed,
    renditions,
)
from engine.search.beam_search import Hypothesis, SearchSettings, search
from engine.search.constraints import Constraints
from engine.search.decoder import Decoder
from engine.search.ensemble import Ensemble
from engine.search.forced_decoding import force
from engine.tokenizers.encoding import Decoded, Encoding, find_words, in_one_line
from engine.translation import AlignedWords, Cancelled, Chosen

LOOP_GUARD_NGRAM = 3
"""Where a search runs into a loop, it is repeated with no sequence of so many tokens twice."""

LOOP_GUARD_ROOM = 20
"""Then a target may have twice as many tokens as its source, and so many more."""

ShouldStop = Callable[[], bool]


def raise_if(should_stop: ShouldStop | None) -> None:
    """Raise Cancelled where it is time to stop."""
    if should_stop is not None and should_stop():
        raise Cancelled


class Sources(NamedTuple):
    """Some sentences, and how the encoder reads them."""

    readings: Sequence[Reading]
    ids: Tensor
    """(B, S)"""
    tags: tuple[str, ...] = ()
    """Those that stand before each."""

    @property
    def encodings(self) -> list[Encoding]:
        """The ids of each, with places in the sentence."""
        return [reading.encoding for reading in self.readings]

    def some(self, rows: Sequence[int]) -> "Sources":
        """Return some of the sentences."""
        return Sources([self.readings[row] for row in rows], self.ids[rows], self.tags)


class SentenceSearch:
    """The searches of one loaded model on one device.

    Args:
        loaded: The model.
        device: Where it is.
        others: Models of its vocabulary, on the same device, that search together with it.
    """

    def __init__(
        self, loaded: LoadedModel, device: torch.device, others: Sequence[LoadedModel] = ()
    ) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self._others = [other.model for other in others]
        self.tokenizers = loaded.tokenizers
        self.device = device
        config = loaded.manifest.config
        self._languages = loaded.manifest.source_language, loaded.manifest.target_language
        self._head_choice = HeadChoice(config.num_decoder_layers, config.num_heads)

    @cached_property
    def scorer(self) -> Decoder:
        """What computes the model: the kernel where it can."""
        return accelerated(self.model, is_rounded=self.manifest.weights_dtype == "int8")

    @cached_property
    def searched(self) -> Decoder:
        """What is searched: the model, or all models together."""
        return Ensemble([self.model, *self._others]) if self._others else self.scorer

    @property
    def alignment(self) -> AlignmentHead:
        """The map that aligns words: the one that the model names, or the best one so far."""
        return self.manifest.alignment or self._head_choice.best

    @cached_property
    def _memories(self) -> MemoryCache:
        return MemoryCache(self.searched)

    def settings(
        self, beam_size: int | None = None, length_penalty: float | None = None, n_best: int = 1
    ) -> SearchSettings:
        """Join what is asked for with the model's defaults."""
        defaults = self.manifest.decoding
        return SearchSettings(
            beam_size=max(defaults.beam_size, n_best) if beam_size is None else beam_size,
            length_penalty=defaults.length_penalty if length_penalty is None else length_penalty,
            penalty_kind=defaults.penalty_kind,
            is_narrowing=defaults.is_narrowing,
            n_best=n_best,
            # The forced pass behind a cut target needs one position more, for bos.
            max_length=min(defaults.max_length, self.searched.max_positions - 1),
        )

    def check(self, chosen: Chosen) -> None:
        """Refuse a choice that no search and no alternative can have given.

        Raises:
            ValueError: Saying why.
        """
        room = self.model.max_positions - 1  # bos stands before it
        if len(chosen.ids) > room:
            raise ValueError(f"what was chosen has {len(chosen.ids)} tokens; at most {room}")
        specials = (self.model.pad_id, self.model.bos_id, self.model.eos_id)
        for token_id in chosen.ids:
            if token_id in specials or not 0 <= token_id < self.tokenizers.target.vocab_size:
                raise ValueError(f"what was chosen holds {token_id}, which is no token of a text")

    def fits(self, reading: Reading, tags: tuple[str, ...] = ()) -> bool:
        """Return whether there is room for a sentence behind tags."""
        framed = self.tokenizers.frame_source(reading.encoding.ids, tags)
        return len(framed) <= self.searched.max_positions

    def stack(self, readings: Sequence[Reading], tags: tuple[str, ...] = ()) -> Sources:
        """Put sentences that are to be searched together into one tensor, behind tags."""
        rows = [self.tokenizers.frame_source(reading.encoding.ids, tags) for reading in readings]
        return Sources(readings, self.tensor(rows), tags)

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the text of target ids in one line: breaks are the source's alone to set."""
        decoded = self.tokenizers.target.decode(tuple(ids))
        return replace(decoded, text=in_one_line(decoded.text))

    def tensor(self, rows: Sequence[Sequence[int]]) -> Tensor:
        """Stack rows of ids, padded at their ends, on the model's device."""
        longest = max(map(len, rows))
        padded = [[*row, *[self.model.pad_id] * (longest - len(row))] for row in rows]
        return torch.tensor(padded, dtype=torch.int64, device=self.device)

    def known_memory(self, sources: Sources) -> Memory | None:
        """Return what a search reads of some sentences; None of too many to be kept."""
        rows = [
            self.tokenizers.frame_source(reading.encoding.ids, sources.tags)
            for reading in sources.readings
        ]
        return self._memories.memory(rows, sources.ids)

    def memory(self, sources: Sources) -> Memory:
        """Return what the decoder of the model itself reads of some sentences."""
        known = self.known_memory(sources)
        if known is None:
            with torch.inference_mode():
                return self.scorer.encode(sources.ids)
        # The states of other models that search together with it stand behind its own.
        return Memory(known.states[..., : self.model.output.in_features], known.mask)

    def search(
        self,
        sources: Sources,
        choices: Sequence[Chosen],
        settings: SearchSettings,
        should_stop: ShouldStop | None = None,
    ) -> list[tuple[Hypothesis, ...]]:
        """Find the hypotheses of each sentence, and hold to what was chosen for it.

        What is kept, is chosen whole, or leaves no room to go on, is not searched. What runs into a
        loop is searched once more, so that it does not.

        Args:
            sources: The sentences.
            choices: One a sentence; one without ids leaves all to the search.
            settings: How to search.
            should_stop: Asked before every step.

        Raises:
            Cancelled: If should_stop said so.
        """
        found: dict[int, tuple[Hypothesis, ...]] = {}
        searched: list[int] = []
        for row, chosen in enumerate(choices):
            if sources.readings[row].is_kept:
                found[row] = (force(self.scorer, self.memory(sources.some([row])), (), settings),)
            elif chosen.is_whole or len(chosen.ids) >= settings.max_length:
                raise_if(should_stop)
                memory = self.memory(sources.some([row]))
                found[row] = (force(self.scorer, memory, chosen.ids, settings),)
            else:
                searched.append(row)
        prefixes = [chosen.ids for chosen in choices]
        if searched:
            found |= self._search(sources, searched, settings, prefixes, should_stop)
        looping: dict[SearchSettings, list[int]] = {}
        for row in searched:
            if self._is_looping(sources.readings[row].plain, found[row][0]):
                guarded = guard(settings, sources.encodings[row], choices[row].ids)
                looping.setdefault(guarded, []).append(row)
        for guarded, rows in looping.items():  # together those that have equal room
            found |= self._search(sources, rows, guarded, prefixes, should_stop)
        required = self._required(sources, choices, found, searched)
        if lacking := {
            row: terms for row, terms in required.items() if lacks(terms, self._texts(found[row]))
        }:
            found |= self._holding(sources, choices, settings, found, lacking, should_stop)
        losing = {}
        for row in searched:
            quantities = self._lost_quantities(sources.readings[row], found[row][0])
            if quantities and not choices[row].ids:
                losing[row] = (*required[row], *quantities)
        if losing:
            again = self._holding(sources, choices, settings, found, losing, should_stop)
            found |= {
                row: hypotheses
                for row, hypotheses in again.items()
                if self._says_more(sources.readings[row], hypotheses[0], found[row][0])
            }
        return [found[row] for row in range(len(choices))]

    def _search(
        self,
        sources: Sources,
        rows: Sequence[int],
        settings: SearchSettings,
        prefixes: Sequence[Sequence[int]],
        should_stop: ShouldStop | None,
        constraints: Constraints | None = None,
    ) -> dict[int, tuple[Hypothesis, ...]]:
        """Search some of the sentences at once.

        Args:
            sources: The sentences.
            rows: Which of them.
            settings: How to search.
            prefixes: How the hypotheses of each of the sentences must begin.
            should_stop: Asked before every step.
            constraints: What those of a single sentence must hold.
        """
        some = sources.some(rows)
        results = search(
            self.searched,
            some.ids,
            settings,
            memory=self.known_memory(some),
            prefixes=[prefixes[row] for row in rows],
            constraints=None if constraints is None else [constraints],
            should_stop=should_stop,
        )
        return dict(zip(rows, results, strict=True))

    def _required(
        self,
        sources: Sources,
        choices: Sequence[Chosen],
        found: Mapping[int, Sequence[Hypothesis]],
        rows: Sequence[int],
    ) -> dict[int, tuple[TermMatch, ...]]:
        """Return what the translations of some sentences must hold: terms, and names as they are.

        A term that was a hint is required only where the hint was not followed.
        Where a person has chosen how a translation begins, names are theirs to write.
        """
        required = {}
        for row in rows:
            reading, chosen = sources.readings[row], choices[row]
            required[row] = reading.terms
            if reading.hinted_terms:
                (text,) = self._texts(found[row][:1])
                required[row] += not_followed(reading.hinted_terms, text, self._languages[1])
            if not chosen.ids:
                required[row] += reading.certain_names
                required[row] += self._nearly_copied(sources.some([row]), found[row][0])
        return required

    def _nearly_copied(self, source: Sources, hypothesis: Hypothesis) -> tuple[TermMatch, ...]:
        """Return the words of one sentence that the model nearly took for names, and lost."""
        (reading,) = source.readings
        target = self.decode(hypothesis.ids)
        lost = lost_names(reading, target.text)
        if not lost:
            return ()
        (links,) = self.align(source, [hypothesis.ids], [target])
        memory, tokenizer = self.memory(source), self.tokenizers.target

        def log_probs_of(ids: Sequence[int]) -> Sequence[float]:
            return force(self.scorer, memory, ids, self.settings()).log_probs

        return nearly_copied(lost, reading, hypothesis, target, links, tokenizer, log_probs_of)

    def _texts(self, hypotheses: Sequence[Hypothesis]) -> list[str]:
        return [self.decode(one.ids).text for one in hypotheses]

    def _lost_quantities(self, reading: Reading, hypothesis: Hypothesis) -> tuple[TermMatch, ...]:
        (text,) = self._texts([hypothesis])
        return lost_quantities(
            reading, text, self._languages, lambda form: is_covered(form, self.tokenizers.target)
        )

    def _says_more(self, reading: Reading, new: Hypothesis, old: Hypothesis) -> bool:
        after, before = self._texts([new, old])
        return new.is_finished and says_more(reading, after, before, self._languages)

    def _holding(
        self,
        sources: Sources,
        choices: Sequence[Chosen],
        settings: SearchSettings,
        found: Mapping[int, Sequence[Hypothesis]],
        required: Mapping[int, Sequence[TermMatch]],
        should_stop: ShouldStop | None,
    ) -> dict[int, tuple[Hypothesis, ...]]:
        """Search some sentences so that their terms are translated as it is required.

        A term takes the place of what the model itself wrote for it. Where that leads to nothing,
        or damages the rest, the term may stand anywhere; where that does neither, the sentence
        stays as it was found.

        Args:
            sources: The sentences.
            choices: What was chosen for each.
            settings: How to search.
            found: What was found without the terms.
            required: The terms of each of these sentences.
            should_stop: Asked before every step.
        """
        rows = list(required)
        own = [found[row][0].ids for row in rows]
        decoded = [self.decode(ids) for ids in own]
        links = self.align(sources.some(rows), own, decoded)
        prefixes = [chosen.ids for chosen in choices]
        with_terms: dict[int, tuple[Hypothesis, ...]] = {}
        for row, target, ids, of_row in zip(rows, decoded, own, links, strict=True):
            reading, chosen, terms = sources.readings[row], choices[row], required[row]
            guarded = guard(settings, reading.encoding, chosen.ids)
            wide = replace(
                settings,
                beam_size=max(settings.beam_size, BEAM_WITH_TERMS),
                max_length=guarded.max_length,
            )
            places = renditions(terms, reading, target, ids, of_row)
            for instead_of in (places, [frozenset[int]()] * len(places)):
                constraints = constraints_of(
                    terms,
                    instead_of,
                    self.tokenizers.target,
                    self._goes_on,
                    wide.max_length - len(chosen.ids),
                )
                again = self._search(sources, [row], wide, prefixes, should_stop, constraints)
                (text,) = self._texts(again[row][:1])
                if not lacks(terms, [text]) and not is_damaged(
                    reading.plain, text, target.text, self._languages
                ):
                    with_terms |= again
                    break
        return with_terms

    def _goes_on(self, first: int, second: int) -> bool:
        """Return whether a token continues the previous word, or doubles its blank."""
        # Not at the beginning, where a blank would be left out.
        decoded = self.tokenizers.target.decode((second, first, second))
        border = decoded.spans[2][0]
        before, after = decoded.text[:border][-1:], decoded.text[border:][:1]
        return (before.isalnum() and after.isalnum()) or before == after == " "

    def _is_looping(self, source: str, hypothesis: Hypothesis) -> bool:
        target = self.decode(hypothesis.ids).text
        return not hypothesis.is_finished or bool(repeated(source, target))

    def align(
        self, sources: Sources, targets: Sequence[Sequence[int]], decoded: Sequence[Decoded]
    ) -> list[tuple[AlignedWords, ...]]:
        """Link the words of each pair by the model's alignment head, or by one found meanwhile.

        Once the head is known, the decoder reads the target as far up as that head only, from the
        memory that the search had.

        Args:
            sources: The sentences.
            targets: The ids of one hypothesis for each.
            decoded: The text of each.
        """
        tgt_in = self.tensor([self.tokenizers.tgt_in(ids) for ids in targets])
        first = len(self.tokenizers.source_prefix(sources.tags))
        groups = [
            (
                groups_of_words(words_of_tokens(target.spans, words), len(words)),
                groups_of_words(
                    reading.encoding.word_ids, len(reading.encoding.words), first=first
                ),
            )
            for reading, target in zip(sources.readings, decoded, strict=True)
            for words in [find_words(target.text, target.spans)]
        ]
        rows = [len(ids) + 1 for ids in targets]
        with torch.inference_mode():
            if self.manifest.alignment is None and not self._head_choice.is_settled:
                cross = _numbers(self.model.cross_weights(sources.ids, tgt_in))  # (L, B, H, T, S)
                for row, (end, of_words) in enumerate(zip(rows, groups, strict=True)):
                    self._head_choice.add(cross[:, row, :, :end], *of_words)
                maps = cross[self.alignment.layer]
            else:
                layer = self.alignment.layer
                memory = self.memory(sources)
                maps = _numbers(self.model.cross_weights_of_layer(memory, tgt_in, layer))
        head = self.alignment
        links = []
        for one, end, of_words in zip(maps, rows, groups, strict=True):  # (H, T, S)
            weights = choose_head(one, head.head)[:end]
            weights = shifted(weights) if head.shifted else produced(weights)
            links.append(align(normalized(merge_words(weights, *of_words))))
        return links


def _numbers(tensor: Tensor) -> Weights:
    weights: Weights = tensor.float().cpu().numpy()
    return weights


def guard(settings: SearchSettings, encoding: Encoding, prefix: Sequence[int]) -> SearchSettings:
    """Return settings with which no search runs in a loop, whatever it begins with."""
    room = max(2 * len(encoding.ids), len(prefix)) + LOOP_GUARD_ROOM
    return replace(
        settings, no_repeat_ngram=LOOP_GUARD_NGRAM, max_length=min(settings.max_length, room)
    )
