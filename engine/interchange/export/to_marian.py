"""Our models in the format of Marian, written without it.

    model.npz                           the weights, and the settings of the model as YAML
    decoder.yml                         how to search
    vocab.yml                           tokens and their ids, or
    source.vocab.yml, target.vocab.yml  those of each language

Models that were imported from Marian are written for any Marian. Others need its newer Transformer:
Marian's own sinusoids are not ours, and a target begins with a vector of zeros there. So positions
are written as a table, and what our first token adds is part of the target's first row.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine.interchange.export.marian_tensors import (
    LENGTH_FACTOR,
    classic_arrays,
    is_classic,
    is_tied,
    new_arrays,
    num_positions,
)
from engine.interchange.export.tokenizer_files import tokens_by_id, write_tokenizers
from engine.models.folder import TorchModel
from engine.models.manifest import Manifest
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import Phrase, translatable

_NORM_EPS = 1e-5
"""Of the newer Transformer."""

_EOS, _UNK = "</s>", "<unk>"
_SHOWN_SPACE = {" ": "▁", "\t": "<0x09>", "\n": "<0x0A>", "\r": "<0x0D>"}


def reasons_against(loaded: TorchModel) -> list[Phrase]:
    """Say why Marian cannot compute a model; nothing if it can."""
    config = loaded.manifest.config
    found = {
        translatable("Phrase", "its attention heads are independent of each other"): (
            config.attention == "independent"
        ),
        translatable("Phrase", "its norms have an epsilon other than 0.00001"): (
            config.norm_eps != _NORM_EPS and not is_classic(loaded)
        ),
        translatable("Phrase", "its sources do not end with an end token"): (
            not loaded.manifest.source_eos
        ),
    }
    return [Phrase(reason) for reason, holds in found.items() if holds]


def write(loaded: TorchModel, folder: Path) -> None:
    """Write a model into an empty folder.

    Raises:
        OSError: If the folder cannot be written.
    """
    manifest, pair = loaded.manifest, loaded.tokenizers
    arrays: dict[str, Any] = dict(
        classic_arrays(loaded) if is_classic(loaded) else new_arrays(loaded)
    )
    settings = _yaml(_settings(loaded)).encode() + b"\0"
    arrays["special:model.yml"] = np.frombuffer(settings, np.int8)
    with (folder / "model.npz").open("wb") as file:
        np.savez(file, **arrays)
    names = vocabulary_files(pair)
    for name, tokenizer in zip(names, (pair.source, pair.target), strict=True):
        tokens = _spelled_tokens(tokenizer)
        if is_classic(loaded):
            del tokens[manifest.config.pad_id]
        ids = {token: index for index, token in enumerate(tokens)}
        (folder / name).write_text(_yaml(ids), encoding="utf-8")
    (folder / "decoder.yml").write_text(_yaml(_search(manifest, names)), encoding="utf-8")
    write_tokenizers(pair, folder)


def vocabulary_files(pair: TokenizerPair) -> tuple[str, str]:
    """Return the names of the files with the tokens of source and target."""
    if tokens_by_id(pair.source) == tokens_by_id(pair.target):
        return "vocab.yml", "vocab.yml"
    return "source.vocab.yml", "target.vocab.yml"


def _spelled_tokens(tokenizer: Tokenizer) -> list[str]:
    """Return the tokens by id as Marian needs them: different, without white space, eos as </s>."""
    special = {tokenizer.special.eos: _EOS, tokenizer.special.unk: _UNK}
    taken = set(special.values())
    spelled = []
    for token_id, token in enumerate(tokens_by_id(tokenizer)):
        name = special.get(token_id)
        if name is None:
            name = "".join(_SHOWN_SPACE.get(character, character) for character in token)
            while name in taken:
                name += "_"
        taken.add(name)
        spelled.append(name)
    return spelled


def _settings(loaded: TorchModel) -> dict[str, Any]:
    config = loaded.manifest.config
    is_pre, is_new = config.norm == "pre", not is_classic(loaded)
    has_tie = is_tied(config) or not is_new
    vocab_sizes = (config.src_vocab_size, config.tgt_vocab_size)
    return {
        "type": "transformer-new" if is_new else "transformer",
        "dim-vocabs": [size if is_new else size - 1 for size in vocab_sizes],
        "dim-emb": config.d_model,
        "enc-depth": config.num_encoder_layers,
        "dec-depth": config.num_decoder_layers,
        "transformer-heads": config.num_heads,
        "transformer-dim-ffn": config.d_ff,
        "transformer-decoder-dim-ffn": 0,
        "transformer-ffn-depth": 2,
        "transformer-decoder-ffn-depth": 0,
        "transformer-ffn-activation": config.activation,
        "transformer-preprocess": "n" if is_pre else "",
        "transformer-postprocess": "da" if is_pre else "dan",
        "transformer-postprocess-emb": "d",
        "transformer-postprocess-top": "n" if config.final_norm else "",
        "transformer-decoder-autoreg": "self-attention",
        "transformer-train-position-embeddings": is_new,
        "max-length": num_positions(config),
        "tied-embeddings": has_tie and config.tie == "decoder",
        "tied-embeddings-src": False,
        "tied-embeddings-all": has_tie and config.tie == "all",
        "version": "v1.12.42",
    }


def _search(manifest: Manifest, vocabularies: tuple[str, str]) -> dict[str, Any]:
    return {
        "relative-paths": True,
        "models": ["model.npz"],
        "vocabs": list(vocabularies),
        "beam-size": manifest.decoding.beam_size,
        "normalize": manifest.decoding.length_penalty,
        "word-penalty": 0,
        "max-length": num_positions(manifest.config),
        "max-length-crop": True,
        "max-length-factor": LENGTH_FACTOR,
        "allow-unk": True,
    }


def _yaml(values: Mapping[str, Any]) -> str:
    """Return a mapping of names to numbers, texts and lists of them as YAML, in block style."""
    lines = []
    for name, value in values.items():
        key = json.dumps(name, ensure_ascii=False)
        if isinstance(value, list):
            lines += [f"{key}:", *(f"  - {json.dumps(item)}" for item in value)]
        else:
            lines.append(f"{key}: {json.dumps(value)}")
    return "".join(f"{line}\n" for line in lines)
