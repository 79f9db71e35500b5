"""Sentences in, hypotheses out: the ids around one search.

Shapes: B batch, S source length, T target length, H heads.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.attention.alignment import (
    align,
    choose_head,
    groups_of_words,
    merge_words,
    normalized,
    produced,
    shifted,
)
from engine.models.manifest import AlignmentHead
from engine.nn.decoding import Ints, Memory, padded
from engine.pipeline.head_choice import HeadChoice
from engine.pipeline.loaded_model import LoadedModel
from engine.pipeline.memory_cache import MemoryCache
from engine.pipeline.rewriting.preprocess import Reading
from engine.search.beam_search import Hypothesis, SearchSettings, search
from engine.search.constraints import Constraints
from engine.search.forced_decoding import force
from engine.text.spans import words_of_tokens
from engine.tokenizers.encoding import Decoded, Encoding, find_words, in_one_line
from engine.translation import (
    DEFAULT_OPTIONS,
    AlignedWords,
    Chosen,
    SearchOptions,
    ShouldStop,
    raise_if,
)


class Sources(NamedTuple):
    """Some sentences, and how the encoder reads them."""

    readings: Sequence[Reading]
    ids: Ints
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
    """The searches of one loaded model."""

    def __init__(self, loaded: LoadedModel) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self.tokenizers = loaded.tokenizers
        config = loaded.manifest.config
        self.languages = loaded.manifest.source_language, loaded.manifest.target_language
        self._head_choice = HeadChoice(config.num_decoder_layers, config.num_heads)
        self._memories = MemoryCache(self.model)

    @property
    def alignment(self) -> AlignmentHead:
        """The map that aligns words: the one that the model names, or the best one so far."""
        return self.manifest.alignment or self._head_choice.best

    def settings(
        self, options: SearchOptions = DEFAULT_OPTIONS, *, n_best: int = 1
    ) -> SearchSettings:
        """Join what is asked for with the model's defaults."""
        defaults = self.manifest.decoding
        beam_size, length_penalty = options.beam_size, options.length_penalty
        return SearchSettings(
            beam_size=max(defaults.beam_size, n_best) if beam_size is None else beam_size,
            length_penalty=defaults.length_penalty if length_penalty is None else length_penalty,
            penalty_kind=defaults.penalty_kind,
            is_narrowing=defaults.is_narrowing,
            n_best=n_best,
            # The forced pass behind a cut target needs one position more, for bos.
            max_length=min(defaults.max_length, self.model.max_positions - 1),
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
        return len(framed) <= self.model.max_positions

    def stack(self, readings: Sequence[Reading], tags: tuple[str, ...] = ()) -> Sources:
        """Put sentences that are to be searched together into one array, behind tags."""
        rows = [self.tokenizers.frame_source(reading.encoding.ids, tags) for reading in readings]
        return Sources(readings, self.padded(rows), tags)

    def decode(self, ids: Sequence[int]) -> Decoded:
        """Return the text of target ids in one line: breaks are the source's alone to set."""
        decoded = self.tokenizers.target.decode(tuple(ids))
        return replace(decoded, text=in_one_line(decoded.text))

    def padded(self, rows: Sequence[Sequence[int]]) -> Ints:
        """Stack rows of ids, padded at their ends."""
        return padded(rows, self.model.pad_id)

    def known_memory(self, sources: Sources) -> Memory | None:
        """Return what a search reads of some sentences; None of too many to be kept."""
        rows = [
            self.tokenizers.frame_source(reading.encoding.ids, sources.tags)
            for reading in sources.readings
        ]
        return self._memories.memory(rows, sources.ids)

    def memory(self, sources: Sources) -> Memory:
        """Return what the decoder reads of some sentences."""
        known = self.known_memory(sources)
        return self.model.encode(sources.ids) if known is None else known

    def search(
        self,
        sources: Sources,
        choices: Sequence[Chosen],
        settings: SearchSettings,
        should_stop: ShouldStop | None = None,
        constraints: Sequence[Constraints] | None = None,
    ) -> list[tuple[Hypothesis, ...]]:
        """Find the hypotheses of each sentence, and hold to what was chosen for it.

        What is kept, is chosen whole, or leaves no room to go on, is not searched.

        Args:
            sources: The sentences.
            choices: One a sentence; one without ids leaves all to the search.
            settings: How to search.
            should_stop: Asked before every step.
            constraints: What the hypotheses of each must hold.

        Raises:
            Cancelled: If should_stop said so.
        """
        found: dict[int, tuple[Hypothesis, ...]] = {}
        for row, (reading, chosen) in enumerate(zip(sources.readings, choices, strict=True)):
            if reading.is_kept or chosen.is_whole or len(chosen.ids) >= settings.max_length:
                raise_if(should_stop)
                ids = () if reading.is_kept else chosen.ids
                found[row] = (self.forced(sources.some([row]), ids, settings),)
        rows = [row for row in range(len(choices)) if row not in found]
        if rows:
            some = sources.some(rows)
            results = search(
                self.model,
                some.ids,
                settings,
                memory=self.known_memory(some),
                prefixes=[choices[row].ids for row in rows],
                constraints=constraints and [constraints[row] for row in rows],
                should_stop=should_stop,
            )
            found |= dict(zip(rows, results, strict=True))
        return [found[row] for row in range(len(choices))]

    def forced(self, source: Sources, ids: Sequence[int], settings: SearchSettings) -> Hypothesis:
        """Return a target of one sentence as a search would have found it."""
        return force(self.model, self.memory(source), ids, settings)

    def goes_on(self, first: int, second: int) -> bool:
        """Return whether a token continues the previous word, or doubles its blank."""
        # Not at the beginning, where a blank would be left out.
        decoded = self.tokenizers.target.decode((second, first, second))
        border = decoded.spans[2][0]
        before, after = decoded.text[:border][-1:], decoded.text[border:][:1]
        return (before.isalnum() and after.isalnum()) or before == after == " "

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
        tgt_in = [self.tokenizers.tgt_in(ids) for ids in targets]
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
        memory = self.memory(sources)
        if self.manifest.alignment is None and not self._head_choice.is_settled:
            cross = self.model.cross_weights(memory, tgt_in)  # (L, B, H, T, S)
            for row, (end, of_words) in enumerate(zip(rows, groups, strict=True)):
                self._head_choice.add(cross[:, row, :, :end], *of_words)
            maps = cross[self.alignment.layer]
        else:
            (maps,) = self.model.cross_weights(memory, tgt_in, self.alignment.layer)
        head = self.alignment
        links = []
        for one, end, of_words in zip(maps, rows, groups, strict=True):  # (H, T, S)
            weights = choose_head(one, head.head)[:end]
            weights = shifted(weights) if head.shifted else produced(weights)
            links.append(align(normalized(merge_words(weights, *of_words))))
        return links
