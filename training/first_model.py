"""The model that a run starts from: what it leaves to a recipe, and what it settles. Torch-free."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from engine.dictionary.dictionary import is_between
from engine.errors import ModelFolderDamagedError, TokenizerError
from engine.models.manifest import WEIGHTS_FILE, Manifest
from engine.models.manifest_file import read_manifest
from engine.tokenizers.hints import reads_hints
from engine.tokenizers.subword import FORMAL_TAG, HINT_TAGS, SYNTHETIC_TAG, SubwordTokenizer
from engine.tokenizers.tokenizer import Tokenizer, load_tokenizer
from engine.tokenizers.word import BLANK, WordTokenizer
from engine.translatable import Phrase, translatable
from training.errors import CheckpointError, RecipeError
from training.model_settings import DecodingSettings, ModelSettings
from training.recipe import Recipe

_SETTLED = ("source_language", "target_language", "tokenizer", "model")
"""What of a recipe must agree with the model; but these settings need not:"""
_FREE = {
    "tokenizer.vocab_size",
    "model.dropout",
    "model.attention_dropout",
    "model.activation_dropout",
}

HINTS = 0.4
"""The share of sources with hints, as in the general recipes: without them a model that reads hints
forgets how."""


@dataclass(frozen=True, slots=True)
class FirstModel:
    """A model folder, and the weights that were in it when a run began with them."""

    folder: Path
    weights_sha256: str

    @classmethod
    def of_folder(cls, folder: Path) -> Self:
        """Return the model of a folder as it is now.

        Raises:
            ModelFolderError: If it is no model folder.
        """
        return cls(folder.resolve(), _weights_of(read_manifest(folder)))

    def read_manifest(self, run: Path) -> Manifest:
        """Return its manifest, if it is still the model that the run began with.

        Raises:
            ModelFolderError: If it is not there any more.
            CheckpointError: If it has other weights now.
        """
        manifest = read_manifest(self.folder)
        if _weights_of(manifest) != self.weights_sha256:
            reason = Phrase.of(
                translatable(
                    "Phrase",
                    "the model {model} that it started from has changed since; restore it, or "
                    "start a new run",
                ),
                model=self.folder.name,
            )
            raise CheckpointError(run, reason)
        return manifest


def _weights_of(manifest: Manifest) -> str:
    return manifest.files.get(WEIGHTS_FILE, "")


def complete(recipe: Recipe, folder: Path) -> Recipe:
    """Return a recipe that starts from a model, with what it leaves to that model.

    Raises:
        ModelFolderError: If it is no model folder.
        RecipeError: If the recipe sets something else than the model has; every problem at once.
    """
    manifest = read_manifest(folder)
    source = _source_tokenizer(folder, manifest)
    theirs = _settings_of(manifest, source)
    values = recipe.model_dump(mode="json", exclude_unset=True)
    if (recipe.source_language, recipe.target_language) in manifest.directions:
        theirs |= {side: values[side] for side in ("source_language", "target_language")}
    problems = [*_contradictions(values, theirs, folder.name), *_missing_tags(source, recipe)]
    if problems:
        raise RecipeError(problems, recipe.name)
    for name, value in theirs.items():
        values[name] = {**value, **values.get(name, {})} if isinstance(value, dict) else value
    limit = manifest.config.max_positions
    values.setdefault("fine_tuning", {}).setdefault("start_from", folder.name)
    values["corpus"].setdefault("max_length", min(recipe.corpus.max_length, limit))
    return Recipe.from_dict(values)


def _source_tokenizer(folder: Path, manifest: Manifest) -> Tokenizer:
    name = manifest.tokenizer_files[0]
    try:
        return load_tokenizer((folder / name).read_text(encoding="utf-8"))
    except (OSError, UnicodeError, TokenizerError) as error:
        raise ModelFolderDamagedError(folder, [f"{name}: {error}"]) from error


def _settings_of(manifest: Manifest, source: Tokenizer) -> dict[str, Any]:
    """Return the settings of a recipe that describe a model."""
    shape, search = manifest.config.to_dict(), manifest.decoding.model_dump()
    can_have_hints = is_between(manifest.source_language, manifest.target_language)
    return {
        "source_language": manifest.source_language,
        "target_language": manifest.target_language,
        "tokenizer": {
            "kind": _kind_of(source),
            "joint": manifest.joint,
            "vocab_size": source.vocab_size,
            "lowercase": manifest.case == "lower",
            "bos_on_source": manifest.source_bos,
            "eos_on_source": manifest.source_eos,
        },
        "augmentation": {"hints": HINTS} if can_have_hints and reads_hints(source) else {},
        "model": {name: shape[name] for name in ModelSettings.model_fields if name in shape},
        "decoding": {name: search[name] for name in DecodingSettings.model_fields},
        "export": {"weights_dtype": manifest.weights_dtype},
    }


def _kind_of(tokenizer: Tokenizer) -> str:
    match tokenizer:
        case SubwordTokenizer():
            return tokenizer.flavour
        case WordTokenizer():
            return "blank" if tokenizer.language == BLANK else "words"
        case _:
            return tokenizer.kind


def _contradictions(values: dict[str, Any], theirs: dict[str, Any], model: str) -> Iterator[Phrase]:
    """Yield what a recipe sets that is not so in the model."""
    for name in _SETTLED:
        own, other = values.get(name), theirs[name]
        if isinstance(own, dict):
            pairs = [(f"{name}.{key}", own[key], other[key]) for key in other if key in own]
        else:
            pairs = [(name, own, other)] if own else []
        for path, value, model_value in pairs:
            if path not in _FREE and value != model_value:
                yield Phrase.of(
                    translatable("Phrase", "{name}: is {value}, but the model {model} has {other}"),
                    name=path,
                    value=str(value),
                    model=model,
                    other=str(model_value),
                )


def _missing_tags(tokenizer: Tokenizer, recipe: Recipe) -> Iterator[Phrase]:
    tags = tokenizer.tags if isinstance(tokenizer, SubwordTokenizer) else ()
    wanted = (
        ("corpus.tag_synthetic", recipe.corpus.tag_synthetic, SYNTHETIC_TAG),
        ("corpus.tag_formality", recipe.corpus.tag_formality, FORMAL_TAG),
        ("augmentation.hints", bool(recipe.augmentation.hints), HINT_TAGS[0]),
    )
    for name, is_wanted, tag in wanted:
        if is_wanted and tag not in tags:
            yield Phrase.of(
                translatable(
                    "Phrase", "{name}: the model's vocabulary has no tag {tag}; turn it off"
                ),
                name=name,
                tag=tag,
            )
