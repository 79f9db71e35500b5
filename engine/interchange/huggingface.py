"""Read a Marian model of Hugging Face Transformers: a folder as OPUS-MT publishes it there."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from engine.errors import ForeignModelError, TokenizerError
from engine.interchange.conversion import ForeignModel
from engine.interchange.huggingface_format.config import HuggingFaceConfig
from engine.interchange.huggingface_format.weights import (
    SAFETENSORS_FILE,
    TORCH_FILE,
    find_weights,
    read_weights,
)
from engine.interchange.model_languages import (
    Languages,
    find_languages,
    languages_in_name,
    named_languages,
)
from engine.interchange.publisher_card import read_publisher_card
from engine.models.manifest import CARD_FILE, ImportedFrom
from engine.models.manifest_file import validation_problems
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.vocabulary import SpecialTokens

CONFIG_FILE = "config.json"
_GENERATION_FILE = "generation_config.json"
_TOKENIZER_FILE = "tokenizer_config.json"
_SIZE_LIMIT = 64 << 20
"""Of every file but the weights."""

_OPUS = "opus-mt-"
"""What the names of models hold that were all trained on normalised punctuation."""
_CACHE = "models--"
"""How the cache of Hugging Face names its folders: models--PUBLISHER--NAME/snapshots/HASH."""

_VOCABULARY: TypeAdapter[dict[str, int]] = TypeAdapter(dict[str, int])


def read_huggingface(folder: Path, languages: tuple[str, str] | None) -> ForeignModel:
    """Read and check a whole folder: configuration, weights, tokenizers and what names them.

    Args:
        folder: With `config.json`, `model.safetensors` or `pytorch_model.bin`, `source.spm`,
            `target.spm` and `vocab.json`.
        languages: The direction that the user named, from and to; None to find it in the files.

    Raises:
        ForeignModelError: If the model is not whole, or of a kind that we do not compute.
        LanguagesUnknownError: If nothing says which languages it translates.
    """
    files = _Files(folder)
    fields = files.read_object(CONFIG_FILE)
    if fields and fields.get("model_type") != "marian":  # its other files have other names
        kind = f"model_type is {fields.get('model_type')!r}; only marian models are supported"
        raise ForeignModelError(folder, [f"{CONFIG_FILE}: {kind}"])
    settings = files.read_object(_TOKENIZER_FILE)
    is_separate = settings.get("separate_vocabs") is True
    source_file, target_file = "vocab.json", "target_vocab.json" if is_separate else "vocab.json"
    weights_file = files.require(CONFIG_FILE, source_file, target_file, "source.spm", "target.spm")
    config = files.read_config(fields)
    source_vocabulary = files.read_vocabulary(source_file)
    target_vocabulary = files.read_vocabulary(target_file)
    source_pieces, target_pieces = files.read("source.spm"), files.read("target.spm")
    files.raise_problems()
    assert config is not None

    card = read_publisher_card(folder / CARD_FILE)
    publisher, name = _published_as(folder)
    names = (name, *_own_names(fields, settings))
    stated = [
        (card.source_languages, card.target_languages),
        (_named(settings, "source_lang"), _named(settings, "target_lang")),
        *map(languages_in_name, names),
    ]
    found = find_languages(folder, target_vocabulary, stated, languages)

    is_normalized = card.has_normalized_punctuation or any(_OPUS in name for name in names)
    tokenizers = _Tokenizers(config, settings, files.problems)
    source = tokenizers.build(
        ("source.spm", source_pieces),
        (source_file, source_vocabulary),
        config.vocab_size,
        found.source if is_normalized else "",
    )
    target = tokenizers.build(
        ("target.spm", target_pieces),
        (target_file, target_vocabulary),
        config.target_vocab_size,
        found.target if is_normalized else "",
    )
    files.raise_problems()
    assert source is not None
    assert target is not None
    return ForeignModel(
        config=config.transformer,
        weights=read_weights(weights_file, config.transformer),
        source=source,
        target=target,
        source_language=found.source,
        target_language=found.target,
        source_languages=found.sources,
        target_tokens=found.target_tokens,
        decoding=config.decoding,
        imported_from=ImportedFrom(
            format="huggingface",
            name=name,
            publisher=publisher or card.publisher,
            licence=card.licence,
            address=card.address,
        ),
        scores=card.scores,
        card=card.text,
    )


class _Files:
    """The small files of a folder, and what is wrong with them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[str] = []

    def raise_problems(self) -> None:
        """Raise ForeignModelError if there are problems."""
        if self.problems:
            raise ForeignModelError(self.folder, list(dict.fromkeys(self.problems)))

    def require(self, *names: str) -> Path:
        """Return the file of weights.

        Raises:
            ForeignModelError: If that is missing, or one of these files.
        """
        missing = [name for name in names if not (self.folder / name).is_file()]
        weights = find_weights(self.folder)
        if weights is None:
            missing.append(f"{SAFETENSORS_FILE} or {TORCH_FILE}")
        self.problems += [f"{name} is missing" for name in missing]
        self.raise_problems()
        assert weights is not None
        return weights

    def read(self, name: str) -> bytes:
        """Return what a file holds; nothing, and a problem, if that cannot be read."""
        path = self.folder / name
        try:
            if path.stat().st_size <= _SIZE_LIMIT:
                return path.read_bytes()
        except OSError as error:
            self.problems.append(f"{name}: it cannot be read ({error.strerror})")
        else:
            self.problems.append(f"{name}: it is larger than {_SIZE_LIMIT:,} bytes")
        return b""

    def read_object(self, name: str) -> dict[str, Any]:
        """Return a JSON object; an empty one if there is no such file."""
        if not (self.folder / name).is_file():
            return {}
        try:
            fields = from_json(self.read(name), allow_inf_nan=False)
        except ValueError as error:
            self.problems.append(f"{name}: it is not JSON ({error})")
            return {}
        if isinstance(fields, dict):
            return fields
        self.problems.append(f"{name}: it is not a JSON object")
        return {}

    def read_config(self, fields: Mapping[str, Any]) -> HuggingFaceConfig | None:
        """Return the configuration, and how to search; None, and problems, if it cannot be used."""
        generation = self.read_object(_GENERATION_FILE)
        said = {name: value for name, value in generation.items() if value is not None}
        try:
            return HuggingFaceConfig.model_validate_json(to_json({**fields, **said}))
        except ValidationError as error:
            self.problems += [f"{CONFIG_FILE}: {text}" for text in validation_problems(error)]
        return None

    def read_vocabulary(self, name: str) -> dict[str, int]:
        """Return a vocabulary in the order of its ids, and a problem if these have gaps."""
        try:
            vocabulary = _VOCABULARY.validate_json(self.read(name), strict=True)
        except ValidationError as error:
            self.problems.append(f"{name}: {validation_problems(error)[0]}")
            return {}
        if sorted(vocabulary.values()) != list(range(len(vocabulary))):
            self.problems.append(f"{name}: its ids are not 0 to {len(vocabulary) - 1}, each once")
        return dict(sorted(vocabulary.items(), key=lambda item: item[1]))


class _Tokenizers:
    """Builds the tokenizers of a model; `problems` grows by what is wrong with them."""

    def __init__(
        self, config: HuggingFaceConfig, settings: Mapping[str, Any], problems: list[str]
    ) -> None:
        self._config = config
        self._unk = _token(settings, "unk_token", "<unk>")
        self._eos = _token(settings, "eos_token", "</s>")
        self._problems = problems

    def build(
        self,
        pieces: tuple[str, bytes],
        vocabulary: tuple[str, Mapping[str, int]],
        size: int,
        punctuation: str,
    ) -> SentencePieceTokenizer | None:
        """Return a tokenizer; each of its files with its name. None if they do not fit."""
        name, ids = vocabulary
        eos_id = self._config.eos_token_id
        wrong = []
        if len(ids) != size:
            wrong.append(f"{name}: it has {len(ids):,} tokens; config.json says {size:,}")
        if self._unk not in ids:
            wrong.append(f"{name}: it has no {self._unk}")
        if ids.get(self._eos) != eos_id:
            found = ids.get(self._eos, "missing")
            wrong.append(f"{name}: {self._eos} is {found}; config.json says eos_token_id {eos_id}")
        if wrong:
            self._problems += wrong
            return None
        special = SpecialTokens(
            pad=self._config.pad_token_id,
            bos=self._config.decoder_start_token_id,
            eos=eos_id,
            unk=ids[self._unk],
        )
        try:
            return SentencePieceTokenizer(pieces[1], list(ids), special, punctuation=punctuation)
        except TokenizerError as error:
            self._problems.append(f"{pieces[0]} and {name}: {error.reason}")
            return None


def _token(settings: Mapping[str, Any], name: str, default: str) -> str:
    """Return a special token, which is a string there or an object that has it as content."""
    value = settings.get(name)
    content = value.get("content") if isinstance(value, dict) else value
    return content if isinstance(content, str) else default


def _named(settings: Mapping[str, Any], name: str) -> Languages:
    value = settings.get(name)
    return named_languages(value) if isinstance(value, str) else ()


def _published_as(folder: Path) -> tuple[str, str]:
    """Return the publisher and the name of a model: the folder's name, unless it is a cache's."""
    for part in folder.parts:
        if part.startswith(_CACHE) and part.count("--") == 2:
            _, publisher, name = part.split("--")
            return publisher, name
    return "", folder.resolve().name


def _own_names(*settings: Mapping[str, Any]) -> list[str]:
    """Return what the files call the model, or the one that it was made from, without its place."""
    named = (fields.get(name) for fields in settings for name in ("_name_or_path", "name_or_path"))
    return [
        name.replace("\\", "/").rstrip("/").rpartition("/")[2]
        for name in named
        if isinstance(name, str)
    ]
