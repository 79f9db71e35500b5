"""Read a model in Marian's own format: a folder as Marian saves it, or as OPUS-MT publishes it."""

import re
from pathlib import Path

from engine.errors import ForeignModelError, TokenizerError
from engine.interchange.conversion import ForeignModel
from engine.interchange.marian_format.errors import MarianError
from engine.interchange.marian_format.files import (
    MarianFiles,
    find_files,
    read_small,
)
from engine.interchange.marian_format.layout import NORM_EPS, MarianSettings, read_settings
from engine.interchange.marian_format.npz import NpzFile
from engine.interchange.marian_format.vocabulary import MarianVocabulary, read_vocabularies
from engine.interchange.marian_format.weights import convert_weights
from engine.interchange.marian_format.yaml_text import Yaml, YamlError, read_mapping
from engine.interchange.model_languages import find_languages, languages_in_name
from engine.interchange.publisher_card import read_publisher_card
from engine.models.manifest import CARD_FILE, ImportedFrom, size_problems
from engine.nn.config import ConfigError, TransformerConfig

_OPTIONS = "special:model.yml"
_OPTIONS_LIMIT = 1 << 20
_MAX_POSITIONS = 512
"""Marian has no limit; its models are seldom trained with more than 500 tokens."""
_RELEASE = re.compile(r"https://[^\s()]+/[^\s()/]+/[^\s()/]+\.zip")
"""The address of a release, PAIR/NAME.zip."""
_PUBLISHERS = {
    "https://object.pouta.csc.fi/OPUS-MT-models/": "Helsinki-NLP",
    "https://object.pouta.csc.fi/Tatoeba-MT-models/": "Helsinki-NLP",
}
"""Whose releases are at addresses that begin so: their cards do not say it."""
_LICENCE_FILE = "LICENSE"
_LICENCES = {"Attribution 4.0 International": "CC BY 4.0"}
"""What the text of a licence begins with."""
_PREPROCESSING_FILE = "preprocess.sh"
_NORMALIZES = (b"normalize-punctuation", "s/“/".encode())
"""What a script holds that normalises punctuation: the name of Moses' own, or the rules."""


def read_marian(folder: Path, languages: tuple[str, str] | None) -> ForeignModel:
    """Read and check a whole folder: weights, settings, vocabularies and what names the model.

    Args:
        folder: With what `engine.interchange.marian_format.files` lists.
        languages: The direction that the user named, from and to; None to find it in the files.

    Raises:
        ForeignModelError: If the model is not whole, or of a kind that we do not compute; every
            problem at once.
        LanguagesUnknownError: If nothing says which languages it translates.
    """
    try:
        files = find_files(folder)
        vocabularies = read_vocabularies(files)
        with NpzFile(files.model) as file:
            return _read_model(folder, files, file, vocabularies, languages)
    except MarianError as error:
        raise ForeignModelError(folder, error.problems) from error


def _read_model(
    folder: Path,
    files: MarianFiles,
    file: NpzFile,
    vocabularies: tuple[MarianVocabulary, MarianVocabulary],
    languages: tuple[str, str] | None,
) -> ForeignModel:
    source, target = vocabularies
    settings, config = _read_config(file, source, target)
    card = read_publisher_card(folder / CARD_FILE)
    name = folder.resolve().name
    address = _find_address(card.text)
    stated = [
        (card.source_languages, card.target_languages),
        languages_in_name(name),
        languages_in_name(address.split("/")[-2] if address else ""),
    ]
    found = find_languages(folder, source.tokens, stated, languages)
    is_normalized = card.has_normalized_punctuation or _normalizes(folder)
    punctuation = (found.source, found.target) if is_normalized else ("", "")
    weights = convert_weights(file, settings, config, target.unk_id)
    tokenizers = []
    for vocabulary, path, language in zip(vocabularies, files.pieces, punctuation, strict=True):
        try:
            tokenizers.append(vocabulary.tokenizer(config.pad_id, language))
        except TokenizerError as error:
            raise MarianError([f"{path.name}: {error.reason}"]) from error
    is_joint = source == target and not is_normalized
    return ForeignModel(
        config=config,
        weights=weights,
        source=tokenizers[0],
        target=None if is_joint else tokenizers[1],
        source_language=found.source,
        target_language=found.target,
        source_languages=found.sources,
        target_tokens=found.target_tokens,
        decoding=files.decoding,
        imported_from=ImportedFrom(
            format="marian",
            name=name,
            publisher=card.publisher or _publisher(address),
            licence=card.licence or _read_licence(folder),
            address=address or card.address,
        ),
        scores=card.scores,
        card=card.text,
    )


def _read_config(
    file: NpzFile, source: MarianVocabulary, target: MarianVocabulary
) -> tuple[MarianSettings, TransformerConfig]:
    """Return what the settings in the file say, in Marian's terms and in ours."""
    settings, problems = read_settings(_read_options(file))
    for side, size, vocabulary in zip(
        ("source", "target"), settings.vocab_sizes, (source, target), strict=True
    ):
        found = len(vocabulary.tokens)
        if size != found:
            problems.append(f"the model has {size:,} {side} tokens, its vocabulary {found:,}")
    if source.eos_id != target.eos_id:
        problems.append(
            f"the end of a sentence is token {source.eos_id} of the source and {target.eos_id} of "
            "the target; only one for both is supported"
        )
    pad_id = min(settings.vocab_sizes)
    try:
        config = TransformerConfig(
            src_vocab_size=settings.vocab_sizes[0] + 1,
            tgt_vocab_size=settings.vocab_sizes[1] + 1,
            d_model=settings.d_model,
            d_ff=settings.d_ff,
            num_encoder_layers=settings.num_encoder_layers,
            num_decoder_layers=settings.num_decoder_layers,
            num_heads=settings.num_heads,
            activation=settings.activation,
            norm=settings.norm,
            final_norm=settings.final_norm,
            norm_eps=NORM_EPS,
            positions="sinusoidal_marian",
            max_positions=_MAX_POSITIONS,
            tie=settings.tie,
            pad_id=pad_id,
            bos_id=pad_id,
            eos_id=target.eos_id,
        )
    except ConfigError as error:
        raise MarianError([*problems, *map(str, error.problems)]) from error
    problems += map(str, size_problems(config))
    if problems:
        raise MarianError(problems)
    return settings, config


def _read_options(file: NpzFile) -> dict[str, Yaml]:
    header = file.headers.get(_OPTIONS)
    if header is None:
        raise MarianError([f"it has no {_OPTIONS}: Marian did not save its settings"])
    if header.dtype.itemsize != 1 or len(header.shape) != 1 or header.shape[0] > _OPTIONS_LIMIT:
        raise MarianError([f"{_OPTIONS} is not a text of at most {_OPTIONS_LIMIT:,} bytes"])
    try:
        return read_mapping(file.read(_OPTIONS).tobytes().rstrip(b"\0").decode("utf-8"))
    except (UnicodeDecodeError, YamlError) as error:
        raise MarianError([f"{_OPTIONS}: {error}"]) from error


def _normalizes(folder: Path) -> bool:
    """Return whether the script that prepares text for the model normalises its punctuation."""
    script = folder / _PREPROCESSING_FILE
    if not script.is_file():
        return False
    text = read_small(script)
    return any(mark in text for mark in _NORMALIZES)


def _find_address(card: str) -> str:
    """Return the address of the release that a card describes first; empty if it has none."""
    found = _RELEASE.search(card)
    return found[0] if found else ""


def _publisher(address: str) -> str:
    found = (name for start, name in _PUBLISHERS.items() if address.startswith(start))
    return next(found, "")


def _read_licence(folder: Path) -> str:
    path = folder / _LICENCE_FILE
    if not path.is_file():
        return ""
    text = read_small(path)[:1000].decode("utf-8", errors="replace")
    return next((name for title, name in _LICENCES.items() if title in text), "")
