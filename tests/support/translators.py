"""A translator with learned subwords and random weights: its words are gibberish, its laws hold."""

from pathlib import Path
from typing import Any

import torch

from engine.manifest import Manifest
from engine.model_folder import save_model
from engine.translator import Translator
from tests.support.model_folders import toy_manifest
from tests.support.models import tiny_config, tiny_transformer
from tests.support.tokenizers import toy_subwords

SUBWORD_IDS = {"pad_id": 0, "bos_id": 1, "eos_id": 2}


def save_subword_model(
    folder: Path, *, seed: int = 0, settings: dict[str, Any] | None = None, **changes: Any
) -> Manifest:
    """Save a tiny random model whose one tokenizer was learned from the toy sentences.

    Args:
        folder: Where it shall be.
        seed: Of the weights.
        settings: Of the Transformer, where they shall differ from `tiny_config`.
        changes: Fields of the manifest.
    """
    tokenizer = toy_subwords("bpe")
    sizes = {"src_vocab_size": tokenizer.vocab_size, "tgt_vocab_size": tokenizer.vocab_size}
    config = tiny_config(**{**SUBWORD_IDS, **sizes, **(settings or {})})
    fields = {
        "config": config,
        "tokenizer_kind": "subword",
        "joint": True,
        "decoding": {"beam_size": 2, "max_length": 12},
        "alignment": {"layer": 1, "head": None, "shifted": True},
    }
    manifest = toy_manifest(**{**fields, **changes})
    model = tiny_transformer(seed, dtype=torch.float32, **config.to_dict())
    with torch.no_grad():
        model.output.bias[config.eos_id] += 2  # some hypotheses end, some are cut
    tokenizers = {name: tokenizer.to_json() for name in manifest.tokenizer_files}
    return save_model(folder, manifest, model.state_dict(), tokenizers, "# Toy\n")


def tiny_translator(folder: Path, **changes: Any) -> Translator:
    """Save a model as `save_subword_model` does and open it on the CPU."""
    save_subword_model(folder, **changes)
    return Translator.open(folder, device="cpu")
