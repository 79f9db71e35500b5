"""The events of what comes before a run: text is fetched and looked at, the run is estimated.

Each of these verbs ends with `Done` or `Failed`, and is told as in `progress`. Torch-free.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetching:
    """A file of a corpus is on its way."""

    file: str
    number: int
    """Which one it is, from 1."""
    count: int
    done_bytes: int
    total_bytes: int | None = None
    """None where the server does not say."""
    origin: str = ""
    """The address or folder it comes from."""


SMALL_TEXT = 5_000
"""Sentence pairs: with fewer, even a training made for small text learns hardly anything (Sennrich
and Zhang 2019)."""

ENOUGH_TO_FINE_TUNE = 100
"""Sentence pairs: with fewer, hardly any are left to see what fine-tuning changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HintCounts:
    """How many training pairs can get hints from the dictionary, and which hints they get."""

    read: int
    """The pairs that were looked at: all of them, or a sample."""
    hinted: int
    """Those that can get hints."""
    in_dictionary_form: int = 0
    """Hints with a word that the target has in another form, so that the model inflects it."""
    as_in_target: int = 0
    """Hints with a word as the target writes it."""
    with_several_candidates: int = 0
    for_several_words: int = 0
    """Hints for a phrase of the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Previewed:
    """What a recipe would learn from, read and cleaned; counts are of sentence pairs."""

    name: str
    licence: str
    train: int
    validation: int
    test: int
    is_held_out: bool
    """Whether validation text was split off, because the corpus brought none."""
    encodings: dict[str, str]
    """The encoding of each file, by its path."""
    first: tuple[tuple[str, str], ...]
    """The first training pairs."""
    dropped: dict[str, int] = field(default_factory=dict)
    """How many training pairs are left out, for each reason."""
    dropped_first: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """The first pairs that are left out, for each reason."""
    origins: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Of how many training pairs each origin is, and how often an epoch has them."""
    unknown_origins: tuple[str, ...] = ()
    """Origins that the recipe weighs and the text does not have."""
    validation_parts: dict[str, int] = field(default_factory=dict)
    """How many pairs of each text validate."""
    hints: HintCounts | None = None
    """Where the recipe gives hints."""

    @property
    def is_small(self) -> bool:
        """Whether the text is too small to learn a language from."""
        return self.train < SMALL_TEXT


LONG_SECONDS = 12 * 3600
FEW_STEPS = 600
"""The warm-up of the quick look, the shortest run that is meant to translate: in fewer steps a
model has hardly begun to learn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """A step is taken to measure how long it takes."""

    step: int
    steps: int
    """The most that are taken; where they are slow, fewer are enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimated:
    """What a run would need, measured by some real steps on this machine."""

    device: str
    threads: int
    parameters: int
    steps: int
    """The most the run can take."""
    tokens_per_second: float
    seconds: float
    """The most it will take, validation and measuring counted; an early stop makes it less."""
    disk_bytes: int
    disk_free_bytes: int
    memory_bytes: int
    memory_free_bytes: int
    is_trained: bool = False
    """Whether the run starts from a model, which translates already."""

    @property
    def is_room_lacking(self) -> bool:
        """Whether the disk has too little room for the run."""
        return self.disk_bytes > self.disk_free_bytes

    @property
    def is_memory_lacking(self) -> bool:
        """Whether there is too little memory for the run."""
        return self.memory_bytes > self.memory_free_bytes

    @property
    def has_few_steps(self) -> bool:
        """Whether the run ends before a model could learn to translate."""
        return self.steps < FEW_STEPS and not self.is_trained

    @property
    def is_long(self) -> bool:
        """Whether the run takes so long on the processor that a graphics card would be better."""
        return self.seconds > LONG_SECONDS and self.device == "cpu"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A verb that is no run did what it was asked; `path` is what it made, if anything."""

    path: str = ""
