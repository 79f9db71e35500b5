"""Translate between any languages there are models for, for several callers, one after another."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from cachetools import LRUCache

from engine.documents.doubts import Doubt
from engine.documents.part_translation import translate_parts
from engine.errors import ModelNotFoundError
from engine.folders import Folders
from engine.languages.lookup import primary_subtag
from engine.models.registry import ModelEntry, find_model, find_pivots, list_models
from engine.text.language_detection import language_chances
from engine.translation import Cancelled, SearchOptions, Translation, TranslationRequest

if TYPE_CHECKING:
    from engine.pipeline.pivot import PivotTranslator
    from engine.pipeline.translator import Translator

LOADED_MODELS = 2
"""A model and the one that translates back."""

_OPTIONS = SearchOptions(with_phrases=True)

_LOOK_SECONDS = 0.2
"""How often is looked whether a caller still waits."""


class GivenUpError(Exception):
    """A translation was given up: its caller has gone, or it took longer than callers may wait."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The language a text is most likely in, of those that can be read, from 0 to 1."""

    language: str
    probability: float


class TranslationService:
    """Answers callers on many threads with models that are loaded when they are first needed.

    Args:
        folders: Where the models are.
        device: auto, cpu or cuda.
        threads: Processor threads to compute with; None: one a core.
        seconds: How long a translation may take, the wait for others included.
    """

    def __init__(
        self, folders: Folders, *, device: str = "auto", threads: int | None = None, seconds: float
    ) -> None:
        self.seconds = seconds
        self._folders = folders
        self._device = device
        self._threads = threads
        self._computing = Lock()
        self._loaded: LRUCache[tuple[Path, tuple[str, str]], Translator] = LRUCache(LOADED_MODELS)

    def directions(self) -> Mapping[str, tuple[str, ...]]:
        """Return each language that can be read, with those it can be translated to."""
        found: dict[str, dict[str, None]] = {}
        models = list_models(self._folders)
        for entry in models:
            if entry.manifest is not None and entry.problem is None:
                for source, target in entry.manifest.directions:
                    found.setdefault(source, {})[target] = None
        for source, target in find_pivots(models):
            found[source][target] = None
        return {source: tuple(targets) for source, targets in found.items()}

    def guess_language(self, text: str) -> Guess:
        """Return the likeliest language of those that can be read, and how likely it is.

        Raises:
            ModelNotFoundError: If there is no model at all.
        """
        readable = list(self.directions())
        if not readable:
            raise ModelNotFoundError("at all", ())
        chances = language_chances(text, readable)
        best = max(readable, key=lambda code: chances.get(primary_subtag(code), 0.0))
        return Guess(best, chances.get(primary_subtag(best), 0.0))

    def translate(
        self,
        text: str,
        source: str,
        target: str,
        *,
        n_best: int = 1,
        is_gone: Callable[[], bool] = lambda: False,
    ) -> Translation:
        """Translate a text, unless its caller has gone.

        Raises:
            ModelNotFoundError: If there is no model of that direction.
            EngineError: If the model or the device cannot be used, or the text is too long.
            GivenUpError: If it takes too long, or the caller has gone.
        """
        request = TranslationRequest(text, _OPTIONS, n_best=n_best, with_alignment=False)
        with self._translator(source, target, request.cancelled, is_gone) as translator:
            return translator.translate(request)

    def translate_html(
        self, html: str, source: str, target: str, *, is_gone: Callable[[], bool] = lambda: False
    ) -> tuple[str, list[Doubt]]:
        """Translate a page or a piece of one, between its tags; else as `translate` does.

        Returns:
            The page, and its sentences that need checking.

        Raises:
            DocumentError: If it cannot be read.
        """
        from engine.documents.tagged.language_tags import Languages
        from engine.documents.tagged.web_page import read_html

        wish = TranslationRequest("", _OPTIONS)
        parts = list(read_html(html, Languages(source, target)))
        with self._translator(source, target, wish.cancelled, is_gone) as translator:
            steps = list(translate_parts(translator, parts, wish))
        return "".join(step.text for step in steps), [one for step in steps for one in step.doubts]

    @contextmanager
    def _translator(
        self, source: str, target: str, cancelled: Event, is_gone: Callable[[], bool]
    ) -> Iterator["Translator | PivotTranslator"]:
        """Wait for the turn, and for no longer than the caller does; then the event is set."""
        entry = find_model(self._folders, None, source, target)
        end = time.monotonic() + self.seconds
        done = Event()

        def is_over() -> bool:
            return is_gone() or time.monotonic() >= end

        def watch() -> None:
            while not done.wait(min(_LOOK_SECONDS, max(0.0, end - time.monotonic()))):
                if is_over():
                    cancelled.set()
                    return

        while not self._computing.acquire(timeout=min(_LOOK_SECONDS, self.seconds)):
            if is_over():
                raise GivenUpError
        Thread(target=watch, daemon=True).start()
        try:
            yield self._open(entry)
        except Cancelled as error:
            raise GivenUpError from error
        finally:
            done.set()
            self._computing.release()

    def _open(self, entry: ModelEntry) -> "Translator | PivotTranslator":
        """Load each model once, also where two translate through a third language."""
        from engine.pipeline.pivot import PivotTranslator
        from engine.pipeline.translator import Translator

        def opened(one: ModelEntry) -> Translator:
            manifest = one.usable_manifest
            direction = manifest.source_language, manifest.target_language
            loaded = self._loaded.get((one.path, direction))
            if loaded is None or loaded.manifest != manifest:  # replaced meanwhile
                loaded = Translator.open(
                    one.path, device=self._device, threads=self._threads, direction=direction
                )
                self._loaded[one.path, direction] = loaded
            return loaded

        if entry.then is None:
            return opened(entry)
        return PivotTranslator(*map(opened, (entry, entry.then)))
