"""What a model folder says about itself: `manifest.json`, read without torch.

    NAME/  manifest.json          this
           weights.safetensors    float32, float16 or int8
           tokenizer.json         or source.json and target.json where there are two vocabularies
           README.md              the model card
           known-words.bin        optional: see `engine.models.known_words`

Fields this version does not know are ignored; a later format version is refused.
"""

import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    field_validator,
    model_validator,
)

from engine.models.names import name_problem
from engine.nn.config import TransformerConfig
from engine.translatable import Phrase, translatable

FORMAT_VERSION = 1
MANIFEST_FILE = "manifest.json"
WEIGHTS_FILE = "weights.safetensors"
CARD_FILE = "README.md"
KNOWN_WORDS_FILE = "known-words.bin"
JOINT_TOKENIZER_FILE = "tokenizer.json"
SOURCE_TOKENIZER_FILE = "source.json"
TARGET_TOKENIZER_FILE = "target.json"

FILE_LIMITS = {
    MANIFEST_FILE: 1 << 20,
    WEIGHTS_FILE: 7 << 28,
    JOINT_TOKENIZER_FILE: 64 << 20,
    SOURCE_TOKENIZER_FILE: 64 << 20,
    TARGET_TOKENIZER_FILE: 64 << 20,
    CARD_FILE: 4 << 20,
    KNOWN_WORDS_FILE: 1 << 20,
}
"""Every file a model folder may speak of, and the bytes it may have; all together below 2 GiB."""

LAYER_LIMIT = 256
POSITION_VALUE_LIMIT = 1 << 24
"""Largest max_positions x d_model: no manifest may make its reader fill the memory."""
LIMITS_LENGTH_LIMIT = 300
BEAM_SIZE_LIMIT = 100
LENGTH_PENALTY_LIMIT = 10.0

WeightsDtype = Literal["float32", "float16", "int8"]
TokenizerKind = Literal["subword", "word", "sentencepiece"]
ForeignFormat = Literal["huggingface", "marian"]

Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_LANGUAGES_SHOWN = 5
"""The most that are named in a line; of more, the number is."""

Language = Annotated[str, Field(pattern="^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]


def _check_name(name: str) -> str:
    problem = name_problem(name)
    if problem is not None:
        raise ValueError(f"{name!r} is not possible: {problem}")
    return name


def _check_file(name: str) -> str:
    if name == MANIFEST_FILE or name not in FILE_LIMITS:
        raise ValueError(f"{name!r} cannot be a file of a model folder")
    return name


def _read_config(value: Any) -> TransformerConfig:
    if isinstance(value, TransformerConfig):
        config = value
    elif isinstance(value, dict):
        config = TransformerConfig.from_dict(value)
    else:
        raise ValueError("must be an object with the settings of a Transformer")  # noqa: TRY004 - pydantic collects ValueErrors
    problems = size_problems(config)
    if problems:
        raise ValueError("; ".join(map(str, problems)))
    return config


def size_problems(config: TransformerConfig) -> list[Phrase]:
    """Say what of a Transformer is larger than a manifest may have it."""
    problems = [
        Phrase.of(
            translatable("Phrase", "{name} {layers} is more than {limit}"),
            name=name,
            layers=layers,
            limit=LAYER_LIMIT,
        )
        for name, layers in (
            ("num_encoder_layers", config.num_encoder_layers),
            ("num_decoder_layers", config.num_decoder_layers),
        )
        if layers > LAYER_LIMIT
    ]
    if config.max_positions * config.d_model > POSITION_VALUE_LIMIT:
        problems.append(
            Phrase.of(
                translatable(
                    "Phrase", "max_positions {positions} x d_model {d_model} is more than {limit}"
                ),
                positions=config.max_positions,
                d_model=config.d_model,
                limit=POSITION_VALUE_LIMIT,
            )
        )
    return problems


class _Value(BaseModel):
    """A frozen part of a manifest: no coercion between types, no NaN, unknown fields ignored."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", allow_inf_nan=False)


class DecodingDefaults(_Value):
    """Default search settings; see `engine.search.beam_search`."""

    beam_size: int = Field(default=5, ge=1, le=BEAM_SIZE_LIMIT)
    length_penalty: float = Field(default=1.0, ge=0, le=LENGTH_PENALTY_LIMIT)
    penalty_kind: Literal["power", "gnmt"] = "power"
    max_length: int = Field(default=256, ge=1)
    """Tokens of a hypothesis, eos included."""
    is_narrowing: bool = False


class AlignmentHead(_Value):
    """Which cross-attention tells best what a target word was translated from."""

    layer: int = Field(ge=0)
    head: int | None = Field(ge=0)
    """None: the mean over all heads."""
    shifted: bool
    """The weights of a target token are those of the position that reads it, not predicts it."""


class Familiarity(_Value):
    """Limits beyond which a text counts as unfamiliar to the model."""

    min_mean_log_prob: float = Field(le=0)
    """Of the tokens of a translation, natural logarithm."""
    max_pieces_per_word: float = Field(gt=0)
    """Tokens a source word is cut into, on average."""


class Calibration(_Value):
    """Calibration of the model's probabilities; see `engine.search.confidence`."""

    temperature: float = Field(gt=0)
    words: int = Field(default=0, ge=0)
    """How many words of translations it was fitted and the errors were measured on; 0 is unknown,
    and then the errors say nothing."""
    ece_before: float = Field(default=0.0, ge=0, le=1)
    """Expected calibration error of the model's own probabilities of words."""
    ece_after: float = Field(default=0.0, ge=0, le=1)
    """The same at this temperature."""


class Score(_Value):
    """One measured quality of the model."""

    name: str
    value: float
    corpus: str
    signature: str = ""
    """sacreBLEU's, where it scored."""


class TrainingCorpus(_Value):
    """Training text of the model, with the statement that its licence requires."""

    name: str
    licence: str
    attribution: str = ""
    pairs: int = Field(ge=0)


class TrainingSummary(_Value):
    """How the model was trained."""

    recipe: str
    seed: int
    hardware: str
    hours: float = Field(ge=0)
    corpora: tuple[TrainingCorpus, ...] = ()


class ImportedFrom(_Value):
    """The published model that this one was converted from."""

    format: ForeignFormat
    name: str
    publisher: str = ""
    licence: str = ""
    address: str = ""


class CompressedFrom(_Value):
    """The model that this one is a smaller copy of."""

    name: str
    weights_dtype: WeightsDtype
    weights_sha256: Sha256
    """Of its weights file."""


class FineTunedFrom(_Value):
    """The model that this one learned on from."""

    name: str
    weights_sha256: Sha256
    """Of its weights file."""


class Manifest(_Value):
    """What a model folder says about itself.

    `save_model` fills in `files` and `weights_dtype`.

    Raises:
        pydantic.ValidationError: A ValueError with every problem at once, each with its field.
    """

    format_version: int = Field(default=FORMAT_VERSION, ge=1, le=FORMAT_VERSION)
    name: Annotated[str, AfterValidator(_check_name)]
    source_language: Language
    target_language: Language
    """Of a model of several directions, the one to begin with."""
    source_languages: tuple[Language, ...] = ()
    """All that the model reads; empty if it is one."""
    target_tokens: dict[Language, str] = Field(default_factory=dict)
    """All that it writes, each with the token before a source that asks for it (Johnson et al.
    2017): ">>deu<<". Empty if it is one, which needs no token."""
    limits: str = Field(default="", max_length=LIMITS_LENGTH_LIMIT)
    """One line for people: what the model is for and what it is not."""
    created: AwareDatetime
    config: Annotated[
        TransformerConfig,
        PlainValidator(_read_config),
        PlainSerializer(TransformerConfig.to_dict, return_type=dict[str, Any]),
    ]
    tokenizer_kind: TokenizerKind
    joint: bool
    """One vocabulary for both languages."""
    case: Literal["cased", "lower"]
    source_bos: bool
    """Source sequences begin with bos."""
    source_eos: bool
    """Source sequences end with eos."""
    decoding: DecodingDefaults = DecodingDefaults()
    alignment: AlignmentHead | None = None
    familiarity: Familiarity | None = None
    calibration: Calibration | None = None
    scores: tuple[Score, ...] = ()
    training: TrainingSummary | None = None
    """None if somebody else trained it."""
    imported_from: ImportedFrom | None = None
    compressed_from: CompressedFrom | None = None
    fine_tuned_from: FineTunedFrom | None = None
    weights_dtype: WeightsDtype = "float32"
    files: dict[Annotated[str, AfterValidator(_check_file)], Sha256] = Field(default_factory=dict)
    """sha256 of every other file of the folder."""

    @field_validator("limits")
    @classmethod
    def _limits_is_one_line(cls, limits: str) -> str:
        has_control = any(unicodedata.category(character) == "Cc" for character in limits)
        if has_control or len(limits.splitlines()) > 1:
            raise ValueError("must be one line without control characters")
        return limits

    @model_validator(mode="after")
    def _fields_agree(self) -> Self:
        problems = []
        if self.decoding.max_length > self.config.max_positions:
            problems.append(
                f"decoding.max_length {self.decoding.max_length} is more than "
                f"config.max_positions {self.config.max_positions}"
            )
        if self.alignment is not None:
            layers, heads = self.config.num_decoder_layers, self.config.num_heads
            if self.alignment.layer >= layers:
                problems.append(f"alignment.layer {self.alignment.layer} is not one of {layers}")
            if self.alignment.head is not None and self.alignment.head >= heads:
                problems.append(f"alignment.head {self.alignment.head} is not one of {heads}")
        if self.source_languages and self.source_language not in self.source_languages:
            problems.append(f"source_language {self.source_language} is not in source_languages")
        if self.target_tokens and self.target_language not in self.target_tokens:
            problems.append(f"target_language {self.target_language} is not in target_tokens")
        if self.joint and self.config.src_vocab_size != self.config.tgt_vocab_size:
            problems.append("joint is true, but config has vocabularies of different sizes")
        if problems:
            raise ValueError("; ".join(problems))
        return self

    @property
    def tokenizer_files(self) -> tuple[str, ...]:
        """The names of the tokenizer files: one joint file, or source and target."""
        if self.joint:
            return (JOINT_TOKENIZER_FILE,)
        return (SOURCE_TOKENIZER_FILE, TARGET_TOKENIZER_FILE)

    @property
    def trained(self) -> TrainingSummary:
        """How it was trained, of a model of which that is known."""
        assert self.training is not None
        return self.training

    @property
    def corpora(self) -> tuple[TrainingCorpus, ...]:
        """The text it was trained on, as far as that is known."""
        return () if self.training is None else self.training.corpora

    @property
    def is_converted(self) -> bool:
        """Whether it is a published model as it was; one that learned more here is not."""
        return self.imported_from is not None and self.training is None

    @property
    def temperature(self) -> float:
        """What probabilities are calibrated with; 1, which changes nothing, if none was fitted."""
        return 1.0 if self.calibration is None else self.calibration.temperature

    @property
    def sources(self) -> tuple[str, ...]:
        """Every language it reads."""
        return self.source_languages or (self.source_language,)

    @property
    def targets(self) -> tuple[str, ...]:
        """Every language it writes."""
        return tuple(self.target_tokens) or (self.target_language,)

    @property
    def directions(self) -> tuple[tuple[str, str], ...]:
        """Source and target language of everything it translates, its own direction first."""
        return tuple(self._directions())

    def has_direction(self, source: str, target: str) -> bool:
        """Return whether this is one of its directions."""
        is_own = (source, target) == (self.source_language, self.target_language)
        return is_own or (source != target and source in self.sources and target in self.targets)

    @property
    def is_multilingual(self) -> bool:
        """Whether it translates in more than one direction."""
        return len(tuple(islice(self._directions(), 2))) > 1

    @property
    def target_token(self) -> str:
        """What stands before a source to ask for the target language; empty if it needs none."""
        return self.target_tokens.get(self.target_language, "")

    def _directions(self) -> Iterator[tuple[str, str]]:
        own = self.source_language, self.target_language
        yield own
        for source in self.sources:
            for target in self.targets:
                if source != target and (source, target) != own:
                    yield source, target

    def in_direction(self, source: str, target: str) -> "Manifest":
        """Return the manifest with one of its directions as its own.

        Raises:
            ValueError: If the model has no such direction.
        """
        if (source, target) == (self.source_language, self.target_language):
            return self
        if not self.has_direction(source, target):
            raise ValueError(f"{self.name} does not translate from {source} to {target}")
        return self.model_copy(update={"source_language": source, "target_language": target})

    @property
    def direction(self) -> str:
        """Such as `en → de`."""
        return f"{self.source_language} → {self.target_language}"

    @property
    def languages(self) -> str:
        """Everything it translates, such as `en → de`, `en → de, fr` or `120 languages → en`."""
        return " → ".join(
            ", ".join(codes) if len(codes) <= _LANGUAGES_SHOWN else f"{len(codes)} languages"
            for codes in (self.sources, self.targets)
        )

    def to_json(self) -> str:
        """Return the manifest as the text of `manifest.json`."""
        return self.model_dump_json(indent=2) + "\n"
