"""What to train and how: a recipe, read once at the door, every problem named at once. Torch-free.

A recipe is a TOML file of one flat table for each part of the work. The shipped ones stand in
`training/recipes`; the window's wizard and `--set` make others from them.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.config import (
    Activation,
    AttentionKind,
    NormPlacement,
    Positions,
    Tie,
    TransformerConfig,
)
from engine.manifest import (
    BEAM_SIZE_LIMIT,
    LENGTH_PENALTY_LIMIT,
    LIMITS_LENGTH_LIMIT,
    name_problem,
    size_problems,
)
from training.errors import RecipeError

CorpusKind = Literal["multi30k", "pairs", "toy", "reverse", "iwslt14"]
TokenizerKind = Literal["bpe", "byte_level", "words", "blank"]
Metric = Literal["bleu", "loss", "teacher_forced_bleu"]

_LANGUAGES_OF = {"multi30k": ("en", "de", "fr"), "toy": ("en", "fr"), "iwslt14": ("de", "en")}
_SUBWORDS = ("bpe", "byte_level")

Probability = Annotated[float, Field(ge=0, lt=1)]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Above = Annotated[float, Field(gt=0)]
OneLine = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$")]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]


class Section(BaseModel):
    """One flat table of a recipe: frozen, strict about types, without unknown settings."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", allow_inf_nan=False, defer_build=True
    )


class CorpusSettings(Section):
    """Which text is learned from, and which pairs of it are left out."""

    kind: CorpusKind = Field(
        description="multi30k: the image captions; pairs: your own aligned text; toy: 20 shipped "
        "pairs; reverse: made-up sentences to be reversed; iwslt14: TED talks"
    )
    name: Annotated[str, Field(pattern=r"^[a-z0-9_-]*$", max_length=60)] = Field(
        "", description="what the text is called in the model's name; empty: its kind"
    )
    licence: OneLine = Field(
        "", description="whose the text is and what may be done with it, for the model's card"
    )
    first_column: OneLine = Field(
        "",
        description="pairs only: language of a table's first column, as in en, where its first "
        "line names none; empty: the one translated from",
    )
    repeats: tuple[Positive, ...] = Field(
        (),
        strict=False,
        description="pairs only: how often an epoch has each of several texts, in the order of "
        "--data; empty: there is one text",
    )
    validation_limit: Count = Field(
        0, description="validate with at most this many pairs of each text; 0: all"
    )
    max_length: Positive = Field(
        256, description="longest training sentence in tokens, <s> and </s> counted"
    )
    too_long: Literal["drop", "cut"] = Field(
        "drop", description="what becomes of longer training pairs"
    )
    max_words: Count = Field(
        0, description="drop training pairs with more words than this on a side; 0: keep all"
    )
    max_length_ratio: Annotated[float, Field(ge=0)] = Field(
        0.0,
        description="drop training pairs one side of which is this many times as long as the "
        "other; 0: keep all",
    )
    drop_duplicates: bool = Field(False, description="keep only the first of equal training pairs")
    drop_held_out: bool = Field(
        False, description="drop training pairs a side of which is in the validation or test text"
    )
    drop_copies: bool = Field(
        False, description="drop training pairs of more than three words that are equal both sides"
    )
    drop_wrong_script: bool = Field(
        False, description="drop training pairs a side of which is not in its language's script"
    )
    tag_synthetic: bool = Field(
        False, description="put a tag before training sources that a machine translated back"
    )


class AugmentationSettings(Section):
    """How training pairs are rewritten, anew each epoch, as people type."""

    lower_case: Probability = Field(
        0.0, description="chance that a source is written in lower case"
    )
    capitals: Probability = Field(0.0, description="chance that both sides are written in capitals")
    no_final_mark: Probability = Field(
        0.0, description="chance that both sides lose their final punctuation mark"
    )
    quotes: Probability = Field(
        0.0,
        description="chance that a source's apostrophes and quotation marks are made straight, "
        "made curly, or its apostrophes left out",
    )
    typo: Probability = Field(
        0.0,
        description="chance that two letters of a source change places, or one is lost or doubled",
    )
    name: Probability = Field(
        0.0, description="chance that a name that both sides spell alike is another one"
    )


class TokenizerSettings(Section):
    """How text becomes tokens."""

    kind: TokenizerKind = Field(
        description="bpe: subwords, case kept; byte_level: subwords over bytes; words: the "
        "language's word rules; blank: split at white space"
    )
    joint: bool = Field(True, description="one vocabulary for both languages")
    vocab_size: Positive = Field(
        8000, description="entries of a subword vocabulary, special tokens counted"
    )
    min_frequency: Positive = Field(
        2, description="how often a word or a pair of subwords must be seen to be learned"
    )
    lowercase: bool = Field(False, description="words only: write everything in lower case")
    dropout: Probability = Field(
        0.0, description="subwords only: chance to leave out a merge while training (BPE-dropout)"
    )
    bos_on_source: bool = Field(True, description="source sentences begin with <s>")
    eos_on_source: bool = Field(True, description="source sentences end with </s>")


class ModelSettings(Section):
    """The shape of the Transformer, and how its weights begin."""

    d_model: Positive = Field(512, description="width of the model")
    d_ff: Positive = Field(2048, description="inner width of the feed-forward networks")
    num_encoder_layers: Positive = Field(6, description="layers that read the source")
    num_decoder_layers: Positive = Field(6, description="layers that write the target")
    num_heads: Positive = Field(8, description="attention heads of each layer")
    dropout: Probability = Field(
        0.1, description="dropout after each sub-layer and on embeddings plus positions"
    )
    attention_dropout: Probability = Field(0.1, description="dropout on attention weights")
    activation_dropout: Probability = Field(
        0.1, description="dropout inside the feed-forward networks"
    )
    activation: Activation = Field("relu", description="function inside the feed-forward networks")
    norm: NormPlacement = Field("post", description="LayerNorm after or before each sub-layer")
    final_norm: bool = Field(False, description="one more LayerNorm after each stack")
    norm_eps: Above = Field(1e-5, description="what LayerNorm adds to the variance")
    qkv_bias: bool = Field(True, description="biases on query, key and value projections")
    output_bias: bool = Field(True, description="a bias on the projection to the vocabulary")
    attention: AttentionKind = Field(
        "split", description="heads share d_model (split) or each project all of it (independent)"
    )
    positions: Positions = Field("sinusoidal", description="how positions are told apart")
    max_positions: Positive = Field(5000, description="positions the model can tell apart")
    scale_embeddings: bool = Field(True, description="multiply embeddings by sqrt(d_model)")
    tie: Tie = Field("none", description="which of embeddings and output share their weights")
    initialisation: Literal["pytorch", "xavier", "scaled"] = Field(
        "xavier",
        description="how weights begin: PyTorch's defaults; Xavier-uniform for every matrix; "
        "scaled: Xavier, and embeddings normal with deviation d_model^-0.5",
    )


class TrainingSettings(Section):
    """How the weights are learned, and when to stop."""

    seed: Count = Field(42, description="every random choice of the run follows from it")
    label_smoothing: Probability = Field(
        0.0, description="probability taken from the right token and spread over others"
    )
    smoothing_kind: Literal["uniform", "others"] = Field(
        "uniform",
        description="spread over the whole vocabulary (uniform), or over all but the right token "
        "and padding (others)",
    )
    r_drop: Annotated[float, Field(ge=0)] = Field(
        0.0, description="weight of R-Drop: two passes with other dropout must agree; 0: off"
    )
    optimizer: Literal["adam", "adamw"] = Field("adam", description="adamw decays weights apart")
    betas: tuple[Probability, Probability] = Field(
        (0.9, 0.98), strict=False, description="memory of Adam's two running means"
    )
    eps: Above = Field(1e-9, description="what Adam adds to its divisor")
    weight_decay: Annotated[float, Field(ge=0)] = Field(0.0, description="pull of weights to 0")
    schedule: Literal["noam", "inverse_sqrt", "constant"] = Field(
        "noam",
        description="noam: noam_factor d_model^-0.5 min(step^-0.5, step warmup_steps^-1.5); "
        "inverse_sqrt: linear to learning_rate, then falling with step^-0.5; constant",
    )
    learning_rate: Above = Field(
        1e-3, description="highest rate of inverse_sqrt, the rate of constant; noam ignores it"
    )
    noam_factor: Above = Field(1.0, description="factor of the noam schedule")
    warmup_steps: Count = Field(4000, description="steps over which the rate rises")
    clip_norm: Annotated[float, Field(ge=0)] = Field(
        1.0, description="longest gradient, longer ones are shortened to it; 0: off"
    )
    batch_kind: Literal["tokens", "sentences"] = Field(
        "tokens", description="what batch_size counts"
    )
    batch_size: Positive = Field(
        4096,
        description="sentences of a batch, or tokens of its longer side with padding counted",
    )
    accumulation: Positive = Field(1, description="batches whose gradients make one step")
    drop_last: bool = Field(False, description="leave out an epoch's last batch if incomplete")
    max_epochs: Count = Field(100, description="passes over the training text; 0: no limit")
    max_steps: Count = Field(0, description="steps of the optimizer; 0: no limit")
    best_metric: Metric = Field(
        "bleu", description="the validation figure that says which weights are best"
    )
    patience: Count = Field(
        0, description="stop after this many validations without a better one; 0: never"
    )
    validate_every: Count = Field(0, description="steps between validations; 0: each epoch")
    checkpoint_every: Positive = Field(
        500, description="steps between checkpoints; more is lost when the machine stops"
    )
    average_checkpoints: Count = Field(
        0, description="how many epochs' weights are averaged at the end; 0 or 1: none"
    )
    ema_decay: Probability = Field(
        0.0, description="memory of a running mean of the weights; 0: none is kept"
    )
    precision: Literal["float32", "bf16"] = Field(
        "float32", description="numbers used in the forward pass; bf16 is for GPUs"
    )


class DecodingSettings(Section):
    """How the finished model searches for a translation, unless asked otherwise."""

    beam_size: Annotated[int, Field(ge=1, le=BEAM_SIZE_LIMIT)] = Field(
        5, description="hypotheses kept; 1 is greedy"
    )
    length_penalty: Annotated[float, Field(ge=0, le=LENGTH_PENALTY_LIMIT)] = Field(
        1.0, description="how far longer translations are favoured"
    )
    penalty_kind: Literal["power", "gnmt"] = Field(
        "power", description="power: length^p; gnmt: ((5 + length) / 6)^p"
    )
    max_length: Positive = Field(256, description="longest translation in tokens")


class ExportSettings(Section):
    """What the finished model folder holds."""

    weights_dtype: Literal["float32", "float16", "int8"] = Field(
        "float32", description="how the weights are stored"
    )
    limits: Annotated[OneLine, Field(max_length=LIMITS_LENGTH_LIMIT)] = Field(
        "", description="one line: what the model is for, and what not"
    )


class Recipe(Section):
    """All that a run needs to know but where its text lies.

    Raises:
        RecipeError: If settings contradict each other; every contradiction at once.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)] = Field(
        description="name of the recipe: lower-case letters, digits, - and _"
    )
    summary: OneLine = Field(description="one line: what this recipe gives")
    reproduces: OneLine = Field("", description="which published training it repeats, if any")
    source_language: Language = Field(description="language translated from, as in en")
    target_language: Language = Field(description="language translated to, as in de")
    corpus: CorpusSettings
    augmentation: AugmentationSettings = AugmentationSettings()
    tokenizer: TokenizerSettings
    model: ModelSettings = ModelSettings()
    training: TrainingSettings = TrainingSettings()
    decoding: DecodingSettings = DecodingSettings()
    export: ExportSettings = ExportSettings()

    @property
    def model_name(self) -> str:
        """What the finished model is called."""
        text = self.corpus.name or self.corpus.kind
        return f"{self.source_language}-{self.target_language}-{text}"

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        problems = list(_contradictions(self))
        if problems:
            raise RecipeError(problems, self.name)
        return self

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The recipe that plain values describe.

        Raises:
            RecipeError: With every problem at once, each naming its field.
        """
        name = values.get("name", "")
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            problems = [_problem(dict(item)) for item in error.errors()]
            raise RecipeError(problems, name if isinstance(name, str) else "") from error

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """The recipe that TOML text describes.

        Raises:
            RecipeError: If it is no TOML, or with every problem of its settings at once.
        """
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RecipeError([f"it is not TOML: {error}"]) from error
        return cls.from_dict(values)

    def to_dict(self) -> dict[str, Any]:
        """The recipe as JSON can hold it; every setting is there."""
        return self.model_dump(mode="json")

    def to_toml(self) -> str:
        """The recipe as TOML; every setting is there, so later defaults change nothing."""
        tables = [""]
        for name, value in self.to_dict().items():
            if isinstance(value, dict):
                lines = [f"{key} = {_toml_value(item)}\n" for key, item in value.items()]
                tables.append(f"\n[{name}]\n{''.join(lines)}")
            else:
                tables[0] += f"{name} = {_toml_value(value)}\n"
        return "".join(tables)

    def override(self, settings: Iterable[str]) -> "Recipe":
        """The recipe with some settings changed.

        Args:
            settings: `key=value`, as in `training.seed=7`; the value is TOML, and what is no TOML
                is text, so that `training.optimizer=adamw` needs no quotation marks.

        Raises:
            RecipeError: With every problem at once, each naming its field.
        """
        values = self.to_dict()
        problems = []
        for setting in settings:
            key, equals, text = setting.partition("=")
            key = key.strip()
            if not equals:
                problems.append(f"{setting}: write it as key=value, as in training.seed=7")
            elif key not in (known := describe_settings()):
                problems.append(f"{key}: is not a setting{_did_you_mean(key, known)}")
            else:
                table, _, name = key.rpartition(".")
                (values[table] if table else values)[name] = _read_value(text)
        if problems:
            raise RecipeError(problems, self.name)
        return type(self).from_dict(values)

    def changes_from(self, other: "Recipe") -> list[str]:
        """Give the settings with which `other.override` would give this recipe."""
        mine, theirs = self.to_dict(), other.to_dict()
        changes = []
        for key in describe_settings():
            table, _, name = key.rpartition(".")
            value = (mine[table] if table else mine)[name]
            if value != (theirs[table] if table else theirs)[name]:
                changes.append(f"{key}={_toml_value(value)}")
        return changes

    def transformer_config(
        self, src_vocab_size: int, tgt_vocab_size: int, *, pad_id: int, bos_id: int, eos_id: int
    ) -> TransformerConfig:
        """The shape of this recipe's Transformer, once the vocabularies are known."""
        shape = self.model.model_dump(exclude={"initialisation"})
        return TransformerConfig(
            src_vocab_size=src_vocab_size,
            tgt_vocab_size=tgt_vocab_size,
            pad_id=pad_id,
            bos_id=bos_id,
            eos_id=eos_id,
            **shape,
        )


def describe_settings() -> dict[str, str]:
    """What every setting means, by the name that `--set` takes, in the order of the file."""
    described = {}
    for name, field in Recipe.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            for inner, setting in kind.model_fields.items():
                described[f"{name}.{inner}"] = setting.description or ""
        else:
            described[name] = field.description or ""
    return described


def load_recipe(name_or_path: str | Path) -> Recipe:
    """The shipped recipe of that name, or the recipe in that TOML file.

    Raises:
        RecipeError: If there is none, or with every problem of its settings at once.
    """
    shipped = _shipped()
    if name_or_path in shipped:
        return Recipe.from_toml(shipped[str(name_or_path)])
    path = Path(name_or_path)
    if path.suffix != ".toml":
        known = ", ".join(shipped)
        raise RecipeError(
            [
                f"name: there is no recipe {name_or_path}"
                f"{_did_you_mean(str(name_or_path), shipped)}; "
                f"there are {known}, or give the path of a .toml file"
            ]
        )
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        problem = f"it cannot be read: {error.strerror or error}"
        raise RecipeError([problem], str(path)) from error
    except UnicodeDecodeError as error:
        raise RecipeError(["it is not UTF-8 text"], str(path)) from error
    try:
        return Recipe.from_toml(text)
    except RecipeError as error:
        raise RecipeError(error.problems, str(path)) from error


def list_recipes() -> tuple[Recipe, ...]:
    """The shipped recipes, by name."""
    return tuple(Recipe.from_toml(text) for text in _shipped().values())


def _shipped() -> dict[str, str]:
    texts = {
        entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8")
        for entry in (files("training") / "recipes").iterdir()
        if entry.name.endswith(".toml")
    }
    return dict(sorted(texts.items()))


def _contradictions(recipe: Recipe) -> Iterator[str]:
    """What no single field can know: settings that do not go together."""
    corpus, tokenizer, model = recipe.corpus, recipe.tokenizer, recipe.model
    training, decoding = recipe.training, recipe.decoding

    if recipe.source_language == recipe.target_language:
        yield f"target_language: is the same as source_language, {recipe.source_language}"
    languages = _LANGUAGES_OF.get(corpus.kind)
    for side in ("source_language", "target_language"):
        if languages and getattr(recipe, side) not in languages:
            yield (
                f"{side}: the corpus {corpus.kind} has {', '.join(languages)}, "
                f"not {getattr(recipe, side)}"
            )
    if (problem := name_problem(recipe.model_name)) is not None:
        yield f"corpus.name: the model cannot be called {recipe.model_name}: {problem}"
    if corpus.repeats and corpus.kind != "pairs":
        yield f"corpus.repeats: the corpus {corpus.kind} is one text; leave it empty"
    if corpus.first_column not in ("", recipe.source_language, recipe.target_language):
        yield (
            f"corpus.first_column: must be {recipe.source_language} or {recipe.target_language}, "
            f"not {corpus.first_column}"
        )
    if tokenizer.kind == "words" and tokenizer.joint:
        yield "tokenizer.joint: words follow the rules of one language each; set it to false"
    if tokenizer.lowercase and tokenizer.kind != "words":
        yield f"tokenizer.lowercase: the tokenizer {tokenizer.kind} keeps case; set it to false"
    if corpus.tag_synthetic and tokenizer.kind not in _SUBWORDS:
        yield f"corpus.tag_synthetic: the tokenizer {tokenizer.kind} has no tag; set it to false"
    if tokenizer.dropout and tokenizer.kind not in _SUBWORDS:
        yield f"tokenizer.dropout: the tokenizer {tokenizer.kind} has no merges; set it to 0"
    if tokenizer.kind in _SUBWORDS and tokenizer.vocab_size < 300:
        yield (
            "tokenizer.vocab_size: subwords need 256 entries for bytes and some to learn; "
            f"make it 300 or more, not {tokenizer.vocab_size}"
        )
    if model.tie == "all" and not tokenizer.joint:
        yield "model.tie: all needs one vocabulary; set tokenizer.joint to true, or tie less"
    for name, length in (
        ("corpus.max_length", corpus.max_length),
        ("decoding.max_length", decoding.max_length),
    ):
        if length > model.max_positions:
            yield f"{name}: {length} is more than model.max_positions, {model.max_positions}"
    try:
        config = recipe.transformer_config(1000, 1000, pad_id=0, bos_id=1, eos_id=2)
    except ValueError as error:
        yield from (f"model.{problem}" for problem in str(error).split("; "))
    else:
        yield from (f"model.{problem}" for problem in size_problems(config))
    if training.schedule != "constant" and not training.warmup_steps:
        yield f"training.warmup_steps: the schedule {training.schedule} needs at least 1"
    if not (training.max_epochs or training.max_steps or training.patience):
        yield "training.max_epochs: nothing ends the run; set it, max_steps or patience"


def _problem(error: dict[str, Any]) -> str:
    """One line for one of pydantic's findings."""
    path = ".".join(str(part) for part in error["loc"])
    match error["type"]:
        case "missing":
            return f"{path}: is missing"
        case "extra_forbidden":
            names = describe_settings().keys() | Recipe.model_fields.keys()
            return f"{path}: is not a setting{_did_you_mean(path, names)}"
        case "string_pattern_mismatch":
            return (
                f"{path}: {error['input']!r} is not of the right form ({describe_settings()[path]})"
            )
        case "model_type" | "dict_type":
            return f"{path}: should be a table, not {error['input']!r}"
        case _:
            return f"{path}: {error['msg'].removeprefix('Input ')}, not {error['input']!r}"


def _did_you_mean(wrong: str, known: Iterable[str]) -> str:
    names = sorted(known)
    last = wrong.rpartition(".")[2]
    near = [name for name in names if name.rpartition(".")[2] == last]
    near = near or get_close_matches(wrong, names, n=1, cutoff=0.75)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _read_value(text: str) -> Any:
    try:
        values = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text.strip()
    return values["value"] if len(values) == 1 else text.strip()


def _toml_value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # JSON's escapes are TOML's too; only DEL must be escaped in TOML and not in JSON.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(_toml_value(item) for item in value)}]"
        case _:
            return repr(value)
