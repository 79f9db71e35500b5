"""What to train and how: a recipe, read once at the door, every problem named at once. Torch-free.

A recipe is a TOML file of one flat table for each part of the work. The shipped ones stand in
`training/recipes`; the window's wizard and `--set` make others from them.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, model_validator

from engine.dictionary.dictionary import is_between
from engine.languages.lookup import all_rules
from engine.models.manifest import size_problems
from engine.models.names import lengthened, name_problem
from engine.nn.config import ConfigError, TransformerConfig
from engine.translatable import Phrase, translatable
from training.errors import RecipeError
from training.model_settings import (
    DecodingSettings,
    ExportSettings,
    FineTuningSettings,
    ModelSettings,
    TrainingSettings,
)
from training.recipe_problems import (
    corpus_contradictions,
    finding,
    marks_formality,
    missing_settings,
    near_names,
    tokenizer_contradictions,
    training_contradictions,
    unknown_setting,
)
from training.recipe_section import Language, OneLine, Section
from training.text_settings import (
    AugmentationSettings,
    CorpusKind,
    CorpusSettings,
    TokenizerSettings,
)
from training.toml_values import read_value, write_value

_TUNED = "-fine-tuned"

_LANGUAGES_OF = {
    "multi30k": ("en", "de", "fr"),
    "everyday": ("en", "de"),
    "toy": ("en", "fr"),
    "iwslt14": ("de", "en"),
}

OTHER_TEXT = {
    "corpus.name": "",
    "corpus.licence": "",
    "export.limits": translatable(
        "ModelStatement", "Text like its training text; not suited for other text."
    ),
}
"""The settings about a recipe's own text, reset for another text."""


class Recipe(Section):
    """Everything a run needs except the location of its text.

    A recipe that starts from a model may leave that model's settings to it: then it is incomplete
    until `training.first_model.complete` fills them in.

    Raises:
        RecipeError: If settings contradict each other; every contradiction at once.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)] = Field(
        description=translatable(
            "RecipeSetting", "name of the recipe: lower-case letters, digits, - and _"
        )
    )
    summary: OneLine = Field(
        description=translatable("RecipeSetting", "one line: what this recipe is for")
    )
    reproduces: OneLine = Field(
        "",
        description=translatable("RecipeSetting", "the published training it reproduces, if any"),
    )
    source_language: Language = Field(
        "", description=translatable("RecipeSetting", "language to translate from, such as en")
    )
    target_language: Language = Field(
        "", description=translatable("RecipeSetting", "language to translate to, such as de")
    )
    corpus: CorpusSettings
    augmentation: AugmentationSettings = AugmentationSettings()
    tokenizer: TokenizerSettings = TokenizerSettings()
    fine_tuning: FineTuningSettings = FineTuningSettings()
    model: ModelSettings = ModelSettings()
    training: TrainingSettings = TrainingSettings()
    decoding: DecodingSettings = DecodingSettings()
    export: ExportSettings = ExportSettings()

    @property
    def model_name(self) -> str:
        """What the finished model is called."""
        first = Path(self.fine_tuning.start_from).name
        if first and not self.corpus.name:
            return lengthened(first, _TUNED)
        text = self.corpus.name or self.corpus.kind
        return f"{self.source_language}-{self.target_language}-{text}"

    @property
    def is_complete(self) -> bool:
        """Whether it leaves nothing to the model it starts from."""
        return bool(self.source_language and self.target_language)

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        problems = list(_contradictions(self))
        if problems:
            raise RecipeError(problems, self.name)
        return self

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the recipe that plain values describe.

        Raises:
            RecipeError: With every problem at once, each naming its field.
        """
        name = values.get("name", "")
        problems = missing_settings(values)
        try:
            recipe = cls.model_validate(values)
        except ValidationError as error:
            meanings = describe_settings()
            problems += [finding(item, meanings, cls.model_fields) for item in error.errors()]
        except RecipeError:
            if not problems:
                raise
        if problems:
            raise RecipeError(problems, name if isinstance(name, str) else "")
        return recipe

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Return the recipe that TOML text describes.

        Raises:
            RecipeError: If it is no TOML, or with every problem of its settings at once.
        """
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RecipeError(
                [
                    Phrase.of(
                        translatable("Phrase", "it is not valid TOML: {error}"), error=str(error)
                    )
                ]
            ) from error
        return cls.from_dict(values)

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON can hold it; every setting of a complete one is there."""
        return self.model_dump(mode="json", exclude_unset=not self.is_complete)

    def to_toml(self) -> str:
        """Return the recipe as TOML; what a complete one says, later defaults do not change."""
        tables = [""]
        for name, value in self.to_dict().items():
            if isinstance(value, dict):
                lines = [f"{key} = {write_value(item)}\n" for key, item in value.items()]
                tables.append(f"\n[{name}]\n{''.join(lines)}")
            else:
                tables[0] += f"{name} = {write_value(value)}\n"
        return "".join(tables)

    def override(self, settings: Iterable[str]) -> "Recipe":
        """Return the recipe with some settings changed.

        Args:
            settings: `key=value`, as in `training.seed=7`; the value is TOML, and what is no TOML
                is text, so that `training.optimizer=adamw` needs no quotation marks. With another
                `corpus.kind`, what the recipe says of its own text (`OTHER_TEXT`) goes.

        Raises:
            RecipeError: With every problem at once, each naming its field.
        """
        values = self.model_dump(mode="json", exclude_unset=True)
        problems = []
        changed: set[str] = set()
        for setting in settings:
            key, equals, text = setting.partition("=")
            key = key.strip()
            if not equals:
                problems.append(
                    Phrase.of(
                        translatable(
                            "Phrase",
                            "{setting}: write it as key=value, for example training.seed=7",
                        ),
                        setting=setting,
                    )
                )
            elif key not in (known := describe_settings()):
                problems.append(unknown_setting(key, known))
            else:
                _put(values, key, read_value(text))
                changed.add(key)
        if problems:
            raise RecipeError(problems, self.name)
        if values["corpus"]["kind"] != self.corpus.kind:
            for key in OTHER_TEXT.keys() - changed:
                _put(values, key, OTHER_TEXT[key])
        return type(self).from_dict(values)

    def for_text(self, kind: CorpusKind, source_language: str, target_language: str) -> "Recipe":
        """Return the recipe for a user's text; for another than its own, it reproduces nothing.

        Args:
            kind: How the text is kept.
            source_language: What is translated from in it.
            target_language: What it is translated to.

        Raises:
            RecipeError: If the recipe cannot be used for that.
        """
        is_same = (kind, source_language, target_language) == (
            self.corpus.kind, self.source_language, self.target_language
        )  # fmt: skip
        if is_same and not self.corpus.repeats:
            return self
        values = self.model_dump(mode="json", exclude_unset=True)
        values |= {
            "source_language": source_language,
            "target_language": target_language,
            "reproduces": "",
        }
        corpus = values["corpus"]
        corpus |= {"kind": kind, "name": "", "licence": "", "repeats": (), "weights": {}}
        corpus["first_column"] = ""  # the user's own tables begin with the source
        corpus["tag_formality"] = self.corpus.tag_formality and marks_formality(target_language)
        if self.augmentation.hints and not is_between(source_language, target_language):
            values["augmentation"] |= {"hints": 0.0}
        if kind == "pairs":
            corpus |= {
                "drop_duplicates": True,
                "drop_copies": True,
                "drop_held_out": True,
                "drop_wrong_script": True,
                "drop_wrong_language": True,
                "drop_markup": True,
                "drop_number_mismatch": True,
                "max_length_ratio": self.corpus.max_length_ratio or 4.0,
            }
        if kind == "pairs" or kind != self.corpus.kind:
            _put(values, "export.limits", OTHER_TEXT["export.limits"])
        return type(self).from_dict(values)

    def changes_from(self, other: "Recipe") -> list[str]:
        """Return the settings with which `other.override` would give this recipe."""
        mine, theirs = self.model_dump(mode="json"), other.model_dump(mode="json")
        if self.corpus.kind != other.corpus.kind:
            for key, value in OTHER_TEXT.items():
                _put(theirs, key, value)
        return [
            f"{key}={write_value(_get(mine, key))}"
            for key in describe_settings()
            if _get(mine, key) != _get(theirs, key)
        ]

    def transformer_config(
        self, src_vocab_size: int, tgt_vocab_size: int, *, pad_id: int, bos_id: int, eos_id: int
    ) -> TransformerConfig:
        """Return the shape of this recipe's Transformer, once the vocabularies are known."""
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
    """Return what every setting means, by the name that `--set` takes, in the order of the file."""
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
    """Return the shipped recipe of that name, or the recipe in that TOML file.

    Raises:
        RecipeError: If there is none, or with every problem of its settings at once.
    """
    shipped = _shipped()
    if name_or_path in shipped:
        return Recipe.from_toml(shipped[str(name_or_path)])
    path = Path(name_or_path)
    if path.suffix != ".toml":
        name = str(name_or_path)
        near = near_names(name, shipped)
        problem = Phrase.of(
            translatable(
                "Phrase",
                "name: there is no recipe {name}; did you mean {near}? Or give the path of a .toml "
                "file",
            )
            if near
            else translatable(
                "Phrase",
                "name: there is no recipe {name}; choose one of {near}, or give the path of a "
                ".toml file",
            ),
            name=name,
            near=", ".join(near or shipped),
        )
        raise RecipeError([problem])
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        problem = Phrase.of(
            translatable("Phrase", "it cannot be read ({error})"),
            error=str(error.strerror or error),
        )
        raise RecipeError([problem], str(path)) from error
    except UnicodeDecodeError as error:
        raise RecipeError(
            [Phrase.of(translatable("Phrase", "it is not UTF-8 text"))], str(path)
        ) from error
    try:
        return Recipe.from_toml(text)
    except RecipeError as error:
        raise RecipeError(error.problems, str(path)) from error


def list_recipes() -> tuple[Recipe, ...]:
    """Return the shipped recipes, by name."""
    return tuple(Recipe.from_toml(text) for text in _shipped().values())


def _shipped() -> dict[str, str]:
    texts = {
        entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8")
        for entry in (files("training") / "recipes").iterdir()
        if entry.name.endswith(".toml")
    }
    return dict(sorted(texts.items()))


def _contradictions(recipe: Recipe) -> Iterator[Phrase]:
    """What no single field can know: settings that do not go together."""
    corpus, tokenizer, model = recipe.corpus, recipe.tokenizer, recipe.model
    training, decoding = recipe.training, recipe.decoding

    if recipe.is_complete and recipe.source_language == recipe.target_language:
        yield Phrase.of(
            translatable("Phrase", "target_language: is the same as source_language, {language}"),
            language=recipe.source_language,
        )
    languages = _LANGUAGES_OF.get(corpus.kind)
    for side in ("source_language", "target_language") if recipe.is_complete else ():
        if languages and getattr(recipe, side) not in languages:
            yield Phrase.of(
                translatable("Phrase", "{side}: the corpus {kind} has {languages}, not {language}"),
                side=side,
                kind=corpus.kind,
                languages=", ".join(languages),
                language=getattr(recipe, side),
            )
    if (problem := name_problem(recipe.model_name)) is not None:
        yield Phrase.of(
            translatable("Phrase", "corpus.name: the model cannot be called {name}: {problem}"),
            name=recipe.model_name,
            problem=str(problem),
        )
    yield from corpus_contradictions(corpus)
    if corpus.first_column not in ("", recipe.source_language, recipe.target_language):
        yield Phrase.of(
            translatable(
                "Phrase", "corpus.first_column: must be {source} or {target}, not {language}"
            ),
            source=recipe.source_language,
            target=recipe.target_language,
            language=corpus.first_column,
        )
    if corpus.tag_formality and not marks_formality(recipe.target_language):
        able = sorted(rules.name for rules in all_rules().values() if rules.formal_pattern)
        yield Phrase.of(
            translatable(
                "Phrase",
                "corpus.tag_formality: only {able} distinguishes du from Sie, but the target "
                "language is {language}; set it to false",
            ),
            able=", ".join(able),
            language=recipe.target_language,
        )
    direction = recipe.source_language, recipe.target_language
    if recipe.is_complete and recipe.augmentation.hints and not is_between(*direction):
        yield Phrase.of(
            translatable(
                "Phrase",
                "augmentation.hints: there is no dictionary from {source} to {target}; set it to 0",
            ),
            source=recipe.source_language,
            target=recipe.target_language,
        )
    yield from tokenizer_contradictions(tokenizer, corpus, recipe.augmentation)
    if tokenizer.kind == "sentencepiece" and not recipe.fine_tuning.start_from:
        yield Phrase.of(
            translatable(
                "Phrase",
                "tokenizer.kind: sentencepiece is not learned; choose bpe, or start from a model "
                "that has it",
            )
        )
    if model.tie == "all" and not tokenizer.joint and not recipe.fine_tuning.start_from:
        yield Phrase.of(
            translatable(
                "Phrase",
                "model.tie: all needs one shared vocabulary; set tokenizer.joint to true, or "
                "tie less",
            )
        )
    for name, length in (
        ("corpus.max_length", corpus.max_length),
        ("decoding.max_length", decoding.max_length),
    ):
        if length > model.max_positions:
            yield Phrase.of(
                translatable(
                    "Phrase", "{name}: {length} is more than model.max_positions, {limit}"
                ),
                name=name,
                length=length,
                limit=model.max_positions,
            )
    try:
        config = recipe.transformer_config(1000, 1000, pad_id=0, bos_id=1, eos_id=2)
    except ConfigError as error:
        shape_problems = error.problems
    else:
        shape_problems = tuple(size_problems(config))
    for shape_problem in shape_problems:
        yield Phrase.of(translatable("Phrase", "model.{problem}"), problem=shape_problem)
    yield from training_contradictions(training)


def _get(values: Mapping[str, Any], key: str) -> Any:
    table, _, name = key.rpartition(".")
    return (values[table] if table else values)[name]


def _put(values: dict[str, Any], key: str, value: Any) -> None:
    table, _, name = key.rpartition(".")
    (values.setdefault(table, {}) if table else values)[name] = value
