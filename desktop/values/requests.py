"""What the window asks of the engine thread, and what comes back: plain values, no Qt, no torch.

Every request has its own event: set it from any thread, and the request ends soon, as
cancelled. `TranslationRequest` and `FileRequest` are the engine's own.
"""

from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Self

from engine.models.manifest import Manifest
from engine.models.registry import ModelEntry
from engine.translation import DEFAULT_OPTIONS, SearchOptions, SentenceTranslation, Translation

Direction = tuple[str, str]
"""Source and target language."""


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """Take another model; the one in use stays if this one cannot be loaded."""

    folder: Path
    name: str
    device: str = "auto"
    threads: int | None = None
    title: str = ""
    """As of a `ModelEntry`."""
    direction: Direction | None = None
    """In which of its directions the model is to translate; None: its own."""
    then: "LoadRequest | None" = None
    """The model that translates on what this one writes, if two translate."""
    cancelled: Event = field(default_factory=Event, compare=False, repr=False)

    @classmethod
    def of(cls, entry: ModelEntry, device: str, threads: int | None) -> Self:
        """Return what loads a usable model, or two."""
        manifest = entry.usable_manifest
        return cls(
            entry.path,
            entry.name,
            device,
            threads,
            entry.title,
            (manifest.source_language, manifest.target_language),
            None if entry.then is None else cls.of(entry.then, device, threads),
        )


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """The answer to a `LoadRequest`: what translates from now on."""

    name: str
    manifest: Manifest
    device: str
    seconds: float
    title: str = ""
    has_formality: bool = False
    """Whether the form of address can be chosen."""
    middle_language: str = ""
    """The language between, where two models translate."""


@dataclass(frozen=True, slots=True)
class QuickRequest:
    """Translate a text from another program, by whichever of two models reads its language."""

    text: str
    model: LoadRequest
    """What loads the model in use."""
    direction: Direction
    reverse: LoadRequest | None = None
    """What loads the model that translates back, perhaps the same one."""
    options: SearchOptions = DEFAULT_OPTIONS
    reverse_options: SearchOptions = DEFAULT_OPTIONS
    """Of the model that translates back."""
    cancelled: Event = field(default_factory=Event, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class QuickTranslation:
    """The answer to a `QuickRequest`."""

    direction: Direction
    """The languages it was translated from and to."""
    translation: Translation


@dataclass(frozen=True, slots=True)
class FidelityRequest:
    """The words that translations leave out or add: a tuple of each sentence's `Fidelity`."""

    sentences: tuple[SentenceTranslation, ...]
    """By the model in use."""
    options: SearchOptions = DEFAULT_OPTIONS
    back: LoadRequest | None = None
    """What loads the model that translates back; without one nothing counts as added."""
    cancelled: Event = field(default_factory=Event, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LanguageRequest:
    """Which other language a text is in than a model reads; for the language thread."""

    text: str
    source: str
    target: str
    readable: tuple[str, ...] = ()
    """The languages that other models read."""
    cancelled: Event = field(default_factory=Event, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AttentionRequest:
    """All attention of one sentence and one of its hypotheses: a `SentenceAttention`."""

    source: str
    target_ids: tuple[int, ...]
    hinted: tuple[int, ...] = ()
    """As of the `ScoredText` that has these ids."""
    options: SearchOptions = DEFAULT_OPTIONS
    step: int = 0
    """Which model translated it, where two do: 0 or 1."""
    cancelled: Event = field(default_factory=Event, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AlternativesRequest:
    """What else could stand at target word `word`: a tuple of `Alternative`."""

    source: str
    target_ids: tuple[int, ...]
    word: int
    count: int = 8
    hinted: tuple[int, ...] = ()
    """As of an `AttentionRequest`."""
    options: SearchOptions = DEFAULT_OPTIONS
    step: int = 0
    """As of an `AttentionRequest`."""
    cancelled: Event = field(default_factory=Event, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class HypothesesRequest:
    """The best translations of one sentence: a tuple of `ScoredText`, the best first."""

    source: str
    count: int
    options: SearchOptions = DEFAULT_OPTIONS
    step: int = 0
    """As of an `AttentionRequest`."""
    cancelled: Event = field(default_factory=Event, compare=False, repr=False)
