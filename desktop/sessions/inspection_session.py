"""Look behind the shown translation: attention, other hypotheses, other words."""

from dataclasses import dataclass, replace

from cachetools import LRUCache
from PySide6.QtCore import QObject, Signal, Slot

from desktop.sessions.channel import Channel
from desktop.values.requests import AlternativesRequest, AttentionRequest, HypothesesRequest
from engine.attention.maps import SentenceAttention
from engine.glossary.glossary import NO_GLOSSARY
from engine.translation import (
    DEFAULT_OPTIONS,
    Formality,
    ScoredText,
    SearchOptions,
    SentenceTranslation,
    Step,
    Translation,
)

HYPOTHESES = 5
"""How many translations of a sentence are offered."""

SENTENCES_KEPT = 32
"""Sentences whose hypotheses are cached."""

CACHE_BYTES = 64 << 20
"""Attention cached to be shown again at once."""


_MapKey = tuple[int, str, tuple[int, ...], tuple[int, ...], SearchOptions]


@dataclass(frozen=True, slots=True)
class InspectedStep:
    """What can be inspected: a step of a sentence, of which most have only one."""

    sentence_index: int
    step: Step
    is_last: bool
    """Whether it wrote the translation that is shown, or a part of it."""


class InspectionSession(QObject):
    """Decides what to inspect; lives on the GUI thread.

    It inspects one sentence of the shown translation and one of its hypotheses; the
    first hypothesis is always the shown one. Asking again returns the same object. Where two models
    translate, each step of a sentence is inspected separately: see `places`.

    Signals:
        work_requested: A request for the worker.
        attention_requested: Maps are being asked for; they will have to be drawn.
        attention_ready: The SentenceAttention of the inspected hypothesis.
        comparison_ready: The SentenceAttention to compare with; None: no comparison.
        hypotheses_ready: The ScoredText of each hypothesis of the sentence, the shown one first.
        alternatives_ready: (AlternativesRequest, its Alternatives, the most probable first).
        failed: The error.
    """

    work_requested = Signal(object)
    attention_requested = Signal()
    attention_ready = Signal(object)
    comparison_ready = Signal(object)
    hypotheses_ready = Signal(object)
    alternatives_ready = Signal(object, object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_active = False
        self._translation: Translation | None = None
        self._places: tuple[InspectedStep, ...] = ()
        self._index = 0
        self._hypothesis = 0
        self._compared: int | None = None
        self._maps: LRUCache[_MapKey, SentenceAttention] = LRUCache(CACHE_BYTES, _cached_bytes)
        self._others: LRUCache[tuple[int, str, SearchOptions], tuple[ScoredText, ...]]
        self._others = LRUCache(SENTENCES_KEPT)
        """The best translations of the last inspected sentences, by their source and the
        options."""

        self._attentions = Channel(self)
        self._comparisons = Channel(self)
        self._hypotheses = Channel(self)
        self._alternatives = Channel(self)
        self._channels = (
            self._attentions,
            self._hypotheses,
            self._comparisons,
            self._alternatives,
        )
        for channel in self._channels:
            channel.sent.connect(self.work_requested)
        self._attentions.sent.connect(self.attention_requested)

    # --- what is inspected ---

    @property
    def places(self) -> tuple[InspectedStep, ...]:
        """All that can be inspected: each step of each sentence."""
        return self._places

    @property
    def place(self) -> InspectedStep | None:
        """What is inspected, if anything."""
        return self._places[self._index] if self._places else None

    @property
    def sentence(self) -> SentenceTranslation | None:
        """The inspected sentence, as the model of its step translated it, if any."""
        return None if self.place is None else self.place.step.sentence

    @property
    def options(self) -> SearchOptions:
        """The options that the translation was searched with."""
        return DEFAULT_OPTIONS if self._translation is None else self._translation.options

    @property
    def _model(self) -> int:
        """Which model made the inspected step."""
        return 0 if self.place is None else self.place.step.model

    @property
    def _asked_options(self) -> SearchOptions:
        """The options of the inspected step's model; of two models, neither follows a glossary."""
        options, place = self.options, self.place
        if place is not None and not place.is_last:
            return replace(options, formality=Formality.AUTOMATIC, glossary=NO_GLOSSARY)
        return options if self._model == 0 else replace(options, glossary=NO_GLOSSARY)

    def _others_key(self, sentence: SentenceTranslation) -> tuple[int, str, SearchOptions]:
        return self._model, sentence.source, self._asked_options

    @property
    def place_index(self) -> int:
        """Its index among the places."""
        return self._index

    @property
    def sentence_index(self) -> int:
        """Its index in the translation; all steps of a sentence have one."""
        return 0 if self.place is None else self.place.sentence_index

    @property
    def hypothesis_index(self) -> int:
        """The index of the inspected hypothesis."""
        return self._hypothesis

    @property
    def compared_index(self) -> int | None:
        """The index of the hypothesis it is compared with, if any."""
        return self._compared

    @property
    def hypotheses(self) -> tuple[ScoredText, ...]:
        """Its known hypotheses: the shown one, then the others, best first."""
        sentence = self.sentence
        if sentence is None:
            return ()
        shown = sentence.hypotheses[0]
        others = self._others.get(self._others_key(sentence), ())
        return (shown, *(other for other in others if other.text != shown.text))

    @Slot(object)
    def set_translation(self, translation: Translation) -> None:
        """Inspect another translation, at the same place if there is one."""
        before, asked = self.sentence, self.options
        self._translation = translation
        self._places = tuple(
            InspectedStep(index, step, is_last=step.model == sentence.parts[-1].model)
            for index, sentence in enumerate(translation.sentences)
            for step in sentence.parts
        )
        self._index = max(0, min(self._index, len(self._places) - 1))
        sentence = self.sentence
        self._alternatives.cancel()
        is_same = before is not None and sentence is not None and _key(before) == _key(sentence)
        if not is_same or asked != self.options:
            self._begin_sentence()
        self._ask()

    @Slot(int)
    def show_sentence(self, index: int) -> None:
        """Inspect another sentence, if possible in the same step."""
        if self.place is None or index == self.sentence_index:
            return
        model = self.place.step.model
        found = [at for at, place in enumerate(self._places) if place.sentence_index == index]
        found.sort(key=lambda at: self._places[at].step.model != model)
        if found:
            self.show_place(found[0])

    def show_place(self, index: int) -> None:
        """Inspect one of the places."""
        if index in range(len(self._places)) and index != self._index:
            self._index = index
            self._begin_sentence()
            self._ask()

    @Slot(int)
    def show_hypothesis(self, index: int) -> None:
        """Inspect another hypothesis; none is compared with itself."""
        if index in range(len(self.hypotheses)):
            if index == self._compared:
                self.compare_with(None)
            self._hypothesis = index
            self._ask_attention(self._attentions, index)

    def compare_with(self, index: int | None) -> None:
        """Compare with another hypothesis, or with none."""
        if index is None or index in range(len(self.hypotheses)):
            self._compared = index
            if index is None:
                self._comparisons.cancel()
                self.comparison_ready.emit(None)
            else:
                self._ask_attention(self._comparisons, index)

    def ask_alternatives(self, sentence: int, word: int) -> None:
        """Inspect the step that wrote a target word, and request alternatives for the word.

        Args:
            sentence: The index of the sentence.
            word: The index among its target words.
        """
        for at, place in enumerate(self._places):
            if place.sentence_index != sentence or not place.is_last:
                continue
            inside = place.step.sentence
            if word < len(inside.target_words):
                self.show_place(at)
                request = AlternativesRequest(
                    inside.source,
                    inside.hypotheses[0].ids,
                    word,
                    hinted=inside.hypotheses[0].hinted,
                    options=self._asked_options,
                    step=self._model,
                )
                self._alternatives.submit(request)
                return
            word -= len(inside.target_words)

    def ask_hypotheses(self) -> None:
        """Request the hypotheses of the inspected sentence."""
        sentence = self.sentence
        if sentence is None:
            return
        self.hypotheses_ready.emit(self.hypotheses)
        if self._others_key(sentence) in self._others:
            return
        self._hypotheses.submit(
            HypothesesRequest(sentence.source, HYPOTHESES, self._asked_options, self._model)
        )

    @Slot(bool)
    def set_active(self, is_active: bool) -> None:
        """Inspect only while the results are visible."""
        self._is_active = is_active
        if is_active:
            self._ask()
        else:
            for channel in (self._attentions, self._comparisons, self._hypotheses):
                channel.cancel()

    @Slot(bool)
    def set_stale(self, is_stale: bool) -> None:
        """Stop searching for hypotheses of outdated text: its translation goes first."""
        if is_stale:
            self._hypotheses.cancel()
        elif self._is_active and not self._hypotheses.is_wanted:
            self.ask_hypotheses()

    @Slot()
    def forget(self) -> None:
        """Drop everything: the model has changed."""
        self._translation = None
        self._places = ()
        self._index = 0
        self._others.clear()
        self._maps.clear()
        self._begin_sentence()
        self.close()

    @Slot()
    def close(self) -> None:
        """Cancel all requests."""
        for channel in self._channels:
            channel.cancel()

    # --- requests ---

    def _begin_sentence(self) -> None:
        self._hypothesis = 0
        self._hypotheses.cancel()
        if self._compared is not None:
            self.compare_with(None)

    def _ask(self) -> None:
        if not self._is_active:
            return
        self._ask_attention(self._attentions, self._hypothesis)
        self.ask_hypotheses()
        if self._compared is not None:
            self._ask_attention(self._comparisons, self._compared)

    def _ask_attention(self, channel: Channel, hypothesis: int) -> None:
        channel.cancel()
        sentence = self.sentence
        if not self._is_active or sentence is None:
            return
        wanted = self.hypotheses[hypothesis]
        request = AttentionRequest(
            sentence.source, wanted.ids, wanted.hinted, self._asked_options, self._model
        )
        known = self._maps.get(_map_key(request))
        if known is None:
            channel.submit(request)
        else:
            self._give(channel, known)

    def _give(self, channel: Channel, attention: SentenceAttention) -> None:
        if channel is self._attentions:
            self.attention_ready.emit(attention)
        else:
            self.comparison_ready.emit(attention)

    # --- answers of the worker ---

    @Slot(object, object)
    def on_answered(self, request: object, answer: object) -> None:
        """Handle an answer, if it is ours and still wanted."""
        channel = self._end(request)
        if channel is None:
            return
        match request:
            case AttentionRequest():
                assert isinstance(answer, SentenceAttention)
                self._maps[_map_key(request)] = answer
                self._give(channel, answer)
            case HypothesesRequest():
                assert isinstance(answer, tuple)
                self._others[request.step, request.source, request.options] = answer
                self.hypotheses_ready.emit(self.hypotheses)
            case _:
                self.alternatives_ready.emit(request, answer)

    @Slot(object)
    def on_cancelled(self, request: object) -> None:
        """Note that a request was cancelled."""
        self._end(request)

    @Slot(object, object)
    def on_failed(self, request: object, error: object) -> None:
        """Report an error, unless the answer is no longer wanted."""
        if self._end(request) is not None:
            self.failed.emit(error)

    def _end(self, request: object) -> Channel | None:
        """Note that a request ended; return its channel if it is ours and still wanted."""
        for channel in self._channels:
            is_wanted = channel.is_current(request)
            if channel.ended(request):
                return channel if is_wanted else None
        return None


def _key(sentence: SentenceTranslation) -> tuple[str, tuple[int, ...]]:
    return sentence.source, sentence.hypotheses[0].ids


def _map_key(request: AttentionRequest) -> _MapKey:
    return request.step, request.source, request.target_ids, request.hinted, request.options


def _cached_bytes(attention: SentenceAttention) -> int:
    """Return the cache cost of attention in bytes: at most the size of the cache."""
    maps = attention.maps
    return min(maps.encoder.nbytes + maps.decoder.nbytes + maps.cross.nbytes, CACHE_BYTES)
