"""The events of a run, written as in `event_lines`. Torch-free.

A run begins with `Started` and ends with one of `Finished`, `Stopped` and `Failed`; a program that
ends without a last word crashed. Readers pass over events and fields they do not know, so a later
version may add some; what it may not do without a new `PROTOCOL_VERSION` is change one.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self, TypeAlias

from engine.errors import ActionableError, Datum, EngineError
from engine.foreign_text import safe_message
from training.preflight import Done, Estimated, Fetching, Previewed, Timed

PROTOCOL_VERSION = 1


class Order(StrEnum):
    """Orders to a run, one word per line of its standard input.

    The end of standard input means: stop and save.
    """

    PAUSE = "pause"
    """Save, and wait; the memory stays taken."""
    RESUME = "resume"
    """Go on after a pause."""
    TRY = "try"
    """Write the best weights so far as a model folder; `Lent` says where."""
    FINISH = "finish"
    """Train no more; measure and write the best weights as at the end of the recipe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A run began, or went on from a checkpoint taken after step `resumed_at`."""

    run: str
    """Its name among the runs."""
    recipe: str
    source_language: str
    target_language: str
    device: str
    resumed_at: int = 0
    first_model: str = ""
    """The name of the model that it fine-tunes, if any."""
    protocol: int = PROTOCOL_VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusRead:
    """The training text was read and cleaned; all counts are of sentence pairs."""

    name: str
    train: int
    validation: int
    test: int
    dropped: dict[str, int] = field(default_factory=dict)
    """How many training pairs were left out, for each reason."""
    unknown_origins: tuple[str, ...] = ()
    """Origins that the recipe weighs and the text does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenizerLearned:
    """The vocabularies are known."""

    kind: str
    src_vocab_size: int
    tgt_vocab_size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelBuilt:
    """The model is there, with weights that know nothing yet."""

    parameters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """The optimizer has made more steps; not every step is reported."""

    step: int
    epoch: int
    progress: float
    """Share of the run that is done, from 0 to 1."""
    loss: float
    """Mean loss a target token since the last such event."""
    learning_rate: float
    tokens_per_second: float
    eta_seconds: float | None = None
    gradient_norm: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochEnded:
    """Every training example was seen once more, `epoch` times; `perplexity` is exp(loss)."""

    step: int
    epoch: int
    loss: float
    """Mean negative log-likelihood of a target token over the epoch, while the model learned."""
    perplexity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Validated:
    """The model was measured on the validation text; `perplexity` is exp(loss)."""

    step: int
    epoch: int
    loss: float
    perplexity: float | None = None
    bleu: float | None = None
    """Of free-running translations, from 0 to 100."""
    teacher_forced_bleu: float | None = None
    """Of argmax under the fed reference, from 0 to 1: no score of translations."""
    is_best: bool = False
    losses: dict[str, float] = field(default_factory=dict)
    """The loss of each text by its name, where there are several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """What the model makes of a sentence by now; `target` is its own."""

    source: str
    target: str
    reference: str
    source_words: tuple[str, ...] = ()
    target_words: tuple[str, ...] = ()
    weights: tuple[tuple[float, ...], ...] = ()
    """Cross-attention, a row for each target word; empty where none was computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpointed:
    """From here the run can be resumed."""

    step: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshotted:
    """The weights after an epoch were kept as a model folder: to watch the model learn."""

    epoch: int
    step: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lent:
    """The best weights so far are in a model folder, to try during training."""

    step: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused:
    """The run waits for `Order.RESUME`; everything is saved."""

    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """The run continues after a pause."""

    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A decision the run made that its user should know of, such as smaller batches.

    `text` is English; a template with values is the same to be told in another language.
    """

    text: str
    template: str = ""
    """The text with fields of `str.format` where values stand."""
    values: dict[str, str | int | float] = field(default_factory=dict)
    cause: "Failed | None" = None
    """The error that the field `reason` tells, if any."""

    @classmethod
    def of(cls, template: str, **values: str | float) -> Self:
        """Fill a template, which is `translatable`: its translation is found by it."""
        return cls(text=template.format(**values), template=template, values=values)

    @classmethod
    def caused_by(cls, error: ActionableError, template: str, **values: str | float) -> Self:
        """Fill a template in which the field `reason` tells an error."""
        said = cls.of(template, **values, reason=str(error))
        return replace(said, cause=Failed.of(error))


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """The finished model was measured."""

    corpus: str
    metrics: dict[str, float]
    signatures: dict[str, str] = field(default_factory=dict)
    """How a metric was computed, by its name, in sacreBLEU's form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The new model compared with the one it would replace, on one text with the same search."""

    corpus: str
    pairs: int
    beam_size: int
    new: dict[str, float]
    """Figures by name, as in `Evaluated`."""
    old: dict[str, float]
    old_name: str
    difference: float
    """BLEU of the new one less that of the old."""
    low: float
    """Lower bound of the 95 % confidence interval of the difference, by paired bootstrap."""
    high: float
    p_value: float
    """How often chance alone would give so large a difference."""
    old_title: str = ""
    """What people call the old model, in English, if it came with the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Likened:
    """How like the new translations are to those of the model it was fine-tuned from.

    Of general sentences without references: it tells how much changed, not how good either is.
    """

    corpus: str
    sentences: int
    chrf: float
    """Of the new translations against the old ones; 100 where every one stayed as it was."""
    signature: str
    """sacreBLEU's."""
    old_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrasted:
    """One test sentence, as the old model translates it and as the new one does."""

    source: str
    reference: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """The report of the run was written: HTML, with PNG and SVG beside it."""

    path: str
    """Of the HTML page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """The model folder is there."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The run came to its end."""

    step: int
    seconds: float
    """What the whole run took, without the time it was stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """The run was asked to stop, and saved what it had."""

    step: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The run cannot continue; `kind` is that of a `TrainingError`, or `engine`."""

    kind: str
    message: str
    """The error in English."""
    error: str = ""
    """The kind of the error itself, those of the engine told apart; earlier versions do not say."""
    data: dict[str, Datum] = field(default_factory=dict)
    """What the message is built from; earlier versions do not say."""

    @classmethod
    def of(cls, error: ActionableError) -> Self:
        """Return the event that reports an error."""
        kind = EngineError.kind if isinstance(error, EngineError) else error.kind
        return cls(kind=kind, message=safe_message(str(error)), error=error.kind, data=error.data)


Event: TypeAlias = (
    Started
    | CorpusRead
    | TokenizerLearned
    | ModelBuilt
    | Stepped
    | EpochEnded
    | Validated
    | Sampled
    | Checkpointed
    | Snapshotted
    | Lent
    | Paused
    | Resumed
    | Message
    | Evaluated
    | Compared
    | Likened
    | Contrasted
    | Reported
    | Exported
    | Finished
    | Stopped
    | Failed
    | Fetching
    | Previewed
    | Timed
    | Estimated
    | Done
)
