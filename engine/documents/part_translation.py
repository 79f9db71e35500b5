"""Translate the parts of a document: like lengths together, and written in the document's order.

Sentences of many blocks are looked at together, and those of like length are translated in one
step: a search of unlike ones computes mostly padding. Equal sentences are translated once.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol

from engine.documents.doubts import Doubt, find_doubts, finished_lines
from engine.documents.journal import NO_JOURNAL, FinishedSentence, Journal
from engine.markup.extraction import Block
from engine.markup.reinsertion import TranslatedSentence, reinsert
from engine.models.manifest import Manifest
from engine.search.batches import batches_by_length
from engine.translation import Cancelled, Translation, TranslationRequest

LOOK_AHEAD = 256
"""Sentences that are put in order of length, so that each step has like ones."""

LOOK_AHEAD_ON_CARD = 2048
"""The same on a graphics card."""

CHARACTERS_AT_ONCE = 2400
"""The most characters per step, every sentence counted as the longest: well under a second."""

CHARACTERS_ON_CARD = 30_000
"""The same on a graphics card."""

_CHARACTERS_AROUND = 16
"""What a sentence takes besides its own characters."""


class TextTranslator(Protocol):
    """The interface of a translator; `Translator` is one."""

    @property
    def manifest(self) -> Manifest:
        """The model's manifest."""

    @property
    def middle_language(self) -> str:
        """The language between, where two models translate; else empty."""

    @property
    def is_on_card(self) -> bool:
        """Whether a graphics card computes, which translates many sentences as fast as one."""

    def translate(self, request: TranslationRequest) -> Translation:
        """Translate a text."""


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one step: the finished text, and the progress.

    `ready` counts the sentences in all text so far, `done` those that wait to be written too, and
    `known` those of them that were not translated now, for the journal had them.
    """

    text: str
    ready: int
    done: int
    known: int
    parts: int
    """The parts of the document that the text so far covers."""
    doubts: tuple[Doubt, ...] = ()


def count_sentences(parts: Sequence[str | Block]) -> int:
    """Return how many sentences the parts of a document have."""
    return sum(1 for part in parts for _ in _sentences(part))


def translate_parts(
    translator: TextTranslator,
    parts: Sequence[str | Block],
    wish: TranslationRequest,
    journal: Journal = NO_JOURNAL,
) -> Iterator[Step]:
    """Translate the parts of a document, some sentences of like length at a step.

    Args:
        translator: The translator.
        parts: The document.
        wish: How, and the flag that ends it; its text is ignored.
        journal: The sentences that are known, which each new one joins.

    Raises:
        Cancelled: If the wish was cancelled meanwhile.
    """
    look_ahead = LOOK_AHEAD_ON_CARD if translator.is_on_card else LOOK_AHEAD
    at_once = CHARACTERS_ON_CARD if translator.is_on_card else CHARACTERS_AT_ONCE
    marked = _marked_sentences(parts)
    writer = _Writer(translator.manifest.target_language)
    done = num_known = 0
    for group in _groups(parts, look_ahead):
        counts = Counter(chain.from_iterable(map(_sentences, group)))
        finished = journal.find(counts)
        known = sum(counts[sentence] for sentence in finished)
        done += known
        num_known += known
        missing = [sentence for sentence in counts if sentence not in finished]
        writer.begin(group, finished)
        if not missing:
            journal.keep({}, done)
            yield writer.step(done, num_known)
        lengths = [len(sentence) + _CHARACTERS_AROUND for sentence in missing]
        for rows in batches_by_length(lengths, at_once):
            if wish.cancelled.is_set():
                raise Cancelled
            batch = [missing[row] for row in rows]
            request = replace(
                wish, text="\n".join(batch), with_alignment=not marked.isdisjoint(batch)
            )
            lines = finished_lines(translator.translate(request))
            done += sum(counts[sentence] for sentence in batch)
            journal.keep(lines, done)
            writer.know(lines)
            yield writer.step(done, num_known)


class _Writer:
    """Writes the parts of a document in order, each as soon as all its sentences are known."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._waiting: deque[str | Block] = deque()
        self._lacking: deque[str] = deque()
        """The sentences of the next part, from the first one on that may be unknown."""
        self._known: dict[str, FinishedSentence] = {}
        self._translated: dict[str, TranslatedSentence] = {}
        self._num_parts = self._num_blocks = self._num_ready = 0

    def begin(self, group: Sequence[str | Block], finished: Mapping[str, FinishedSentence]) -> None:
        """Go on with some parts when all before them are written, whose sentences are forgotten."""
        self._waiting.extend(group)
        self._lacking.extend(_sentences(group[0]))
        self._known.clear()
        self._translated.clear()
        self.know(finished)

    def know(self, finished: Mapping[str, FinishedSentence]) -> None:
        """Take translated sentences."""
        self._known.update(finished)
        self._translated.update((text, one.translated) for text, one in finished.items())

    def step(self, done: int, num_known: int) -> Step:
        """Return the text that is complete now, with these figures."""
        first = self._num_blocks + 1
        texts: list[str] = []
        blocks: list[Block] = []
        while self._is_next_complete():
            part = self._waiting.popleft()
            self._num_parts += 1
            texts.append(self._written(part))
            if isinstance(part, Block):
                blocks.append(part)
            if self._waiting:
                self._lacking.extend(_sentences(self._waiting[0]))
        self._num_blocks += len(blocks)
        doubts = tuple(find_doubts(blocks, first, self._known))
        return Step("".join(texts), self._num_ready, done, num_known, self._num_parts, doubts)

    def _written(self, part: str | Block) -> str:
        if isinstance(part, str):
            return part
        return part.finish(reinsert(part.passage, self._translated, self._language))

    def _is_next_complete(self) -> bool:
        while self._lacking and self._lacking[0] in self._known:
            self._lacking.popleft()
            self._num_ready += 1
        return bool(self._waiting) and not self._lacking


def _sentences(part: str | Block) -> Iterator[str]:
    return iter(()) if isinstance(part, str) else part.passage.sentences()


def _marked_sentences(parts: Sequence[str | Block]) -> frozenset[str]:
    """Return the sentences with marks among them, which only an alignment can place."""
    return frozenset(
        sentence
        for part in parts
        if isinstance(part, Block) and part.passage.items
        for sentence in part.passage.sentences()
    )


def _groups(parts: Sequence[str | Block], at_once: int) -> Iterator[list[str | Block]]:
    """Parts that are translated together: few sentences, or one long block."""
    group: list[str | Block] = []
    size = 0
    for part in parts:
        added = sum(1 for _ in _sentences(part))
        if size and size + added > at_once:
            yield group
            group, size = [], 0
        group.append(part)
        size += added
    if group:
        yield group
