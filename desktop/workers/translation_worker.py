"""The one object on the engine thread: it does what it is asked, one request after the other."""

import gc
import logging
import time
import traceback
from collections import deque
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot

from desktop.values.requests import (
    AlternativesRequest,
    AttentionRequest,
    Direction,
    FidelityRequest,
    HypothesesRequest,
    LoadedModel,
    LoadRequest,
    QuickRequest,
    QuickTranslation,
)
from desktop.values.worker_fault import WorkerFault, fault_of
from desktop.workers.engine_loader import join_engines
from engine.attention.maps import SentenceAttention
from engine.documents.file_translation import FileProgress, FileRequest, FileResult, translate_file
from engine.errors import EngineError, ModelNotFoundError
from engine.models.manifest import Manifest
from engine.text.language_detection import other_language
from engine.translation import (
    DEFAULT_OPTIONS,
    Alternative,
    Cancelled,
    Fidelity,
    ScoredText,
    SearchOptions,
    SentenceTranslation,
    Translation,
    TranslationRequest,
)

STREAM_SECONDS = 0.1
"""Finished sentences are collected for so long, then sent together."""

FREEZE_EVERY = 500
"""Sentences after which Python's garbage collector stops looking at the objects there are.

It would stop the window for a second each time it looks at all words of a very long text. They are
in no cycles, so they are freed all the same once nobody uses them."""

Request = (
    LoadRequest
    | TranslationRequest
    | AttentionRequest
    | AlternativesRequest
    | HypothesesRequest
    | QuickRequest
    | FidelityRequest
    | FileRequest
)

_log = logging.getLogger(__name__)


class SentenceInspector(Protocol):
    """What the worker needs of an `Inspector`."""

    def attention(
        self,
        source: str,
        target_ids: Sequence[int],
        *,
        hinted: Collection[int] = (),
        options: SearchOptions = DEFAULT_OPTIONS,
    ) -> SentenceAttention:
        """Return all attention of a sentence and a target."""
        ...

    def alternatives(
        self,
        source: str,
        target_ids: Sequence[int],
        word: int,
        *,
        count: int = 8,
        hinted: Collection[int] = (),
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: Callable[[], bool] | None = None,
    ) -> tuple[Alternative, ...]:
        """Return other words for one of the target."""
        ...

    def hypotheses(
        self,
        source: str,
        count: int,
        *,
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: Callable[[], bool] | None = None,
    ) -> tuple[ScoredText, ...]:
        """Return the best translations of a sentence."""
        ...


class SentenceCheck(Protocol):
    """What the worker needs of a `FidelityCheck`."""

    def check(
        self,
        sentence: SentenceTranslation,
        back: Any = None,
        *,
        options: SearchOptions = DEFAULT_OPTIONS,
        should_stop: Callable[[], bool] | None = None,
    ) -> Fidelity:
        """Return the words that a translation leaves out or adds; `back` is of another model."""
        ...


class Inspectable(Protocol):
    """What the worker needs of one of the models of an engine."""

    @property
    def inspector(self) -> SentenceInspector:
        """What looks inside its translations."""
        ...

    @property
    def fidelity(self) -> SentenceCheck:
        """What compares its translations with their sources."""
        ...


class Engine(Protocol):
    """What the worker needs of a `Translator`."""

    @property
    def manifest(self) -> Manifest:
        """What the model says about itself."""
        ...

    @property
    def device(self) -> object:
        """Where it computes."""
        ...

    @property
    def is_on_card(self) -> bool:
        """Whether a graphics card computes."""
        ...

    @property
    def has_formality(self) -> bool:
        """Whether the form of address can be chosen."""
        ...

    @property
    def middle_language(self) -> str:
        """The language between, where two models translate; else empty."""
        ...

    @property
    def steps(self) -> Sequence[Inspectable]:
        """The models that a sentence goes through."""
        ...

    def translate(self, request: TranslationRequest) -> Translation:
        """Translate a text."""
        ...


OpenEngine = Callable[[Path, str, int | None, Direction | None], Engine]
"""Load the model of a folder, for a device, with a number of threads, and in one direction."""


class TranslationWorker(QObject):
    """Works on the engine thread; every request ends in exactly one of three signals.

    Files are translated a few sentences at a time, and what was asked meanwhile goes between.

    Signals:
        answered: (request, its answer); for a LoadRequest a LoadedModel.
        cancelled: The request, because its event was set.
        failed: (request, an EngineError, OSError or WorkerFault).
        streamed: (TranslationRequest, the sentences that are new since the last time).
        progressed: (FileRequest, FileProgress).

    All are sent from the engine thread and carry plain values.
    """

    answered = Signal(object, object)
    cancelled = Signal(object)
    failed = Signal(object, object)
    streamed = Signal(object, object)
    progressed = Signal(object, object)
    _turn_came = Signal()

    def __init__(self, open_engine: OpenEngine) -> None:
        super().__init__()
        self._open_engine = open_engine
        self._engine: Engine | None = None
        self._in_use: LoadRequest | None = None
        """What loaded `_engine`."""
        self._aside: tuple[LoadRequest, Engine] | None = None
        """A model that only quick translations and checks use."""
        self._why_none: EngineError | OSError | WorkerFault = ModelNotFoundError("in use", ())
        self._files: deque[FileRequest] = deque()
        self._steps: Generator[FileProgress, None, FileResult] | None = None
        """Of the first file."""
        self._turn_came.connect(self._step, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def work(self, request: Request) -> None:
        """Carry out a request; a file is queued behind the others."""
        if isinstance(request, FileRequest):
            self._files.append(request)
            if len(self._files) == 1:
                self._turn_came.emit()
        else:
            self._attempt(request, lambda: self._answer(request))

    @Slot()
    def finish(self) -> None:
        """End all earlier requests, and save finished parts of files."""
        for request in self._files:
            request.cancelled.set()
        while self._files:
            self._step()
        self._engine = self._aside = None

    # --- one request ---

    def _attempt(self, request: Request, answer: Callable[[], object]) -> bool:
        """Look for the answer; unless it is None, the request has ended, however that went."""
        try:
            found = answer()
        except Cancelled:
            self.cancelled.emit(request)
        except BaseException as error:  # noqa: BLE001 - the edge: a Rust panic is no Exception
            portable = _portable(request, error)
            if isinstance(request, LoadRequest):
                self._why_none = portable
            self.failed.emit(request, portable)
        else:
            if found is None:
                return False
            self.answered.emit(request, found)
        return True

    def _answer(self, request: Request) -> object:
        if request.cancelled.is_set():
            raise Cancelled
        match request:
            case LoadRequest():
                return self._load(request)
            case TranslationRequest():
                return self._translate(request)
            case QuickRequest():
                return self._translate_quickly(request)
            case FidelityRequest():
                return self._check(request)
            case AttentionRequest():
                return (
                    self._use()
                    .steps[request.step]
                    .inspector.attention(
                        request.source,
                        request.target_ids,
                        hinted=request.hinted,
                        options=request.options,
                    )
                )
            case AlternativesRequest():
                return (
                    self._use()
                    .steps[request.step]
                    .inspector.alternatives(
                        request.source,
                        request.target_ids,
                        request.word,
                        count=request.count,
                        hinted=request.hinted,
                        options=request.options,
                        should_stop=request.cancelled.is_set,
                    )
                )
            case HypothesesRequest():
                return (
                    self._use()
                    .steps[request.step]
                    .inspector.hypotheses(
                        request.source,
                        request.count,
                        options=request.options,
                        should_stop=request.cancelled.is_set,
                    )
                )
            case _:
                raise TypeError(f"{type(request).__name__} is no request")

    def _use(self) -> Engine:
        if self._engine is None:
            raise self._why_none
        return self._engine

    def _load(self, request: LoadRequest) -> LoadedModel:
        """Open a model, then let the old one go: a model that cannot be opened costs nothing.

        For a moment there are two in memory.
        A file that is being translated keeps its own until it is done.
        """
        started = time.monotonic()
        engine = self._open(request)
        if request.cancelled.is_set():
            raise Cancelled
        self._engine, self._in_use, self._aside = engine, request, None
        return LoadedModel(
            name=request.name,
            manifest=engine.manifest,
            device=str(engine.device),
            seconds=time.monotonic() - started,
            title=request.title,
            has_formality=engine.has_formality,
            middle_language=engine.middle_language,
        )

    def _open(self, request: LoadRequest) -> Engine:
        """Open a model, or two that translate one after the other."""
        engine = self._open_engine(
            request.folder, request.device, request.threads, request.direction
        )
        return engine if request.then is None else join_engines(engine, self._open(request.then))

    def _translate(self, request: TranslationRequest) -> Translation:
        sentences: list[SentenceTranslation] = []
        sent = time.monotonic()

        def collect(index: int, sentence: SentenceTranslation) -> None:
            nonlocal sent
            sentences.append(sentence)
            if (index + 1) % FREEZE_EVERY == 0:
                gc.freeze()
            if time.monotonic() - sent >= STREAM_SECONDS and not request.cancelled.is_set():
                self.streamed.emit(request, tuple(sentences))
                sentences.clear()
                sent = time.monotonic()

        return self._use().translate(replace(request, on_sentence=collect))

    def _translate_quickly(self, request: QuickRequest) -> QuickTranslation:
        """Translate a text, back if it is in the language the model in use writes."""
        source, target = request.direction
        model, options = request.model, request.options
        if request.reverse is not None:
            found = other_language(request.text, source, target)
            if found == target:
                model, source, target = request.reverse, target, source
                options = request.reverse_options
        engine = self._use()
        if model != self._in_use:
            engine = self._beside(model)
        wish = TranslationRequest(
            request.text, options, with_alignment=False, cancelled=request.cancelled
        )
        return QuickTranslation((source, target), engine.translate(wish))

    def _beside(self, model: LoadRequest) -> Engine:
        """Return a model beside the one in use, loaded when it is first needed."""
        if self._aside is None or self._aside[0] != model:
            self._aside = model, self._open(model)
        return self._aside[1]

    def _check(self, request: FidelityRequest) -> tuple[Fidelity, ...]:
        """Compare translations with their sources; nothing is found in those of two models."""
        first, *others = self._use().steps
        if others:
            return (Fidelity(),) * len(request.sentences)
        back = None if request.back is None else self._beside(request.back).steps[0].fidelity
        return tuple(
            first.fidelity.check(
                sentence,
                back,
                options=request.options,
                should_stop=request.cancelled.is_set,
            )
            for sentence in request.sentences
        )

    # --- files ---

    @Slot()
    def _step(self) -> None:
        """Go on with the first file for a few sentences, then let others have their turn."""
        if not self._files:
            return
        first, *others = self._files
        if self._attempt(first, lambda: self._go_on(first)):
            self._steps = None
            self._files.popleft()
        for request in others:
            if request.cancelled.is_set():
                self._files.remove(request)
                self.cancelled.emit(request)
        if self._files:
            self._turn_came.emit()

    def _go_on(self, request: FileRequest) -> FileResult | None:
        """Return the result of a file, or None while there is more to do."""
        if self._steps is None:
            if request.cancelled.is_set():
                raise Cancelled
            self._steps = translate_file(self._use(), request)
        try:
            self.progressed.emit(request, next(self._steps))
        except StopIteration as end:
            result: FileResult = end.value
            return result
        return None


def _portable(request: Request, error: BaseException) -> EngineError | OSError | WorkerFault:
    """Return an error that may cross threads: it keeps no engine objects alive.

    What was not foreseen is logged, but not its message: that may hold the user's text.
    """
    if isinstance(error, EngineError | OSError | WorkerFault):
        error.__cause__ = error.__context__ = None
        return error.with_traceback(None)
    _log.error(
        "%s while at work on %s\n%s",
        type(error).__name__,
        type(request).__name__,
        "".join(traceback.format_tb(error.__traceback__)),
    )
    return fault_of(error)
