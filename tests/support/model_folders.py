"""Small model folders, whole ones, for tests to use and to damage."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from torch import Tensor

from engine.models.known_words import KnownWords
from engine.models.manifest import MANIFEST_FILE, Manifest, TrainingSummary, WeightsDtype
from engine.models.saving import save_model
from engine.nn.config import TransformerConfig
from engine.tokenizers.vocabulary import Vocabulary
from engine.tokenizers.word import BLANK, SPECIAL_TOKENS, WordTokenizer
from tests.support.models import tiny_config, tiny_transformer

WORD_IDS = {"pad_id": 1, "bos_id": 2, "eos_id": 3}
"""The special ids of word tokenizers."""


def word_config(**changes: Any) -> TransformerConfig:
    """Return the settings of a tiny Transformer that fits word tokenizers."""
    return tiny_config(**{**WORD_IDS, **changes})


def toy_tokenizer(vocab_size: int) -> WordTokenizer:
    """Return a tokenizer of blank-separated words w4, w5 and so on: the word's number is its id."""
    words = (f"w{index}" for index in range(len(SPECIAL_TOKENS), vocab_size))
    return WordTokenizer(BLANK, Vocabulary([*SPECIAL_TOKENS, *words]), lowercase=False)


def toy_manifest(**changes: Any) -> Manifest:
    """Return a manifest of a tiny word model, not yet saved."""
    values: dict[str, Any] = {
        "name": "toy",
        "source_language": "en",
        "target_language": "de",
        "created": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        "config": word_config(),
        "tokenizer_kind": "word",
        "joint": False,
        "case": "cased",
        "source_bos": True,
        "source_eos": True,
        "decoding": {"max_length": 32},
        "training": TrainingSummary(recipe="toy", seed=1, hardware="a test", hours=0.0),
    }
    return Manifest.model_validate({**values, **changes})


def toy_tokenizers(manifest: Manifest) -> dict[str, str]:
    """Return the tokenizer files that fit a manifest."""
    sizes = (manifest.config.src_vocab_size, manifest.config.tgt_vocab_size)
    return {
        name: toy_tokenizer(size).to_json()
        for name, size in zip(manifest.tokenizer_files, sizes, strict=False)
    }


def save_toy_model(
    folder: Path,
    *,
    seed: int = 0,
    weights: Mapping[str, Tensor] | None = None,
    dtype: WeightsDtype = "float32",
    replace: bool = False,
    known_words: KnownWords | None = None,
    **changes: Any,
) -> Manifest:
    """Save a tiny random model; `changes` are fields of its manifest."""
    manifest = toy_manifest(**changes)
    if weights is None:
        weights = tiny_transformer(seed, **manifest.config.to_dict()).state_dict()
    return save_model(
        folder,
        manifest,
        weights,
        toy_tokenizers(manifest),
        "# Toy\n\nA card with an umlaut: ä.\n",
        dtype=dtype,
        replace=replace,
        known_words=known_words,
    )


def change_manifest(folder: Path, changes: Mapping[str, Any]) -> None:
    """Rewrite fields of a saved manifest; a dotted name reaches into an object."""
    path = folder / MANIFEST_FILE
    values = json.loads(path.read_text(encoding="utf-8"))
    for name, value in changes.items():
        *parents, last = name.split(".")
        place = values
        for parent in parents:
            place = place[parent]
        place[last] = value
    path.write_text(json.dumps(values), encoding="utf-8")


def rewrite_file(folder: Path, name: str, data: bytes) -> None:
    """Replace a file and its checksum, so that only its content can be found wrong."""
    (folder / name).write_bytes(data)
    path = folder / MANIFEST_FILE
    values = json.loads(path.read_text(encoding="utf-8"))
    values["files"][name] = hashlib.sha256(data).hexdigest()
    path.write_text(json.dumps(values), encoding="utf-8")


def tree(folder: Path) -> dict[str, bytes | None]:
    """Return everything below a folder, hidden things too: relative paths with their content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }
