"""Small models in the formats of other programs, for tests to import and to damage."""

import io
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from sentencepiece import SentencePieceTrainer
from torch import Tensor

from engine.interchange.huggingface_format.config import HuggingFaceConfig
from engine.interchange.huggingface_format.names import huggingface_name
from engine.models.tensor_layout import stored_tensors
from tests.support.tokenizers import SENTENCES, pieces_of

NAME = "opus-mt-en-de"


@cache
def pieces_model(language: str) -> bytes:
    """Return a SentencePiece model of the toy sentences in a language, en or de."""
    model = io.BytesIO()
    sentences = [text for text in SENTENCES if (text[0] in "ZEM") == (language == "de")]
    SentencePieceTrainer.train(
        sentence_iterator=iter(sentences),
        model_writer=model,
        vocab_size=80,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    return model.getvalue()


def vocabulary_of(languages: Sequence[str], tags: Sequence[str] = ()) -> dict[str, int]:
    """Return the vocabulary of some SentencePiece models, in the order of OPUS-MT's."""
    pieces = (piece for language in languages for piece in pieces_of(pieces_model(language)))
    tokens = dict.fromkeys(["</s>", "<unk>", *tags, *pieces, "<pad>"])
    del tokens["<s>"]
    return {token: index for index, token in enumerate(tokens)}


def write_tokenizer(
    folder: Path, *, tags: Sequence[str] = (), separate: bool = False, **settings: Any
) -> dict[str, int]:
    """Write the files of a `MarianTokenizer`; return the settings of a configuration that fit."""
    source = vocabulary_of(["en"] if separate else ["en", "de"], tags)
    target = vocabulary_of(["de"]) if separate else source
    while len(target) < len(source):  # Hugging Face has one pad_token_id for both
        del target["<pad>"]
        target |= {f"<unused{len(target)}>": len(target), "<pad>": len(target) + 1}
    while len(source) < len(target):
        del source["<pad>"]
        source |= {f"<unused{len(source)}>": len(source), "<pad>": len(source) + 1}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "source.spm").write_bytes(pieces_model("en"))
    (folder / "target.spm").write_bytes(pieces_model("de"))
    write_json(folder / "vocab.json", source)
    if separate:
        write_json(folder / "target_vocab.json", target)
    write_json(folder / "tokenizer_config.json", {"separate_vocabs": separate, **settings})
    pad = source["<pad>"]
    return {
        "vocab_size": len(source),
        "decoder_vocab_size": len(target),
        "pad_token_id": pad,
        "decoder_start_token_id": pad,
    }


def write_huggingface_model(
    folder: Path, *, tags: Sequence[str] = (), separate: bool = False, **changes: Any
) -> dict[str, Tensor]:
    """Write a tiny Marian model with random weights, as Hugging Face's library would.

    Returns:
        The tensors in its file; those that are tied have one name.
    """
    fields = {
        "model_type": "marian",
        "d_model": 16,
        "encoder_layers": 2,
        "decoder_layers": 2,
        "encoder_ffn_dim": 32,
        "decoder_ffn_dim": 32,
        "encoder_attention_heads": 4,
        "decoder_attention_heads": 4,
        "activation_function": "swish",
        "scale_embedding": True,
        "share_encoder_decoder_embeddings": not separate,
        "max_position_embeddings": 64,
        **write_tokenizer(folder, tags=tags, separate=separate),
        **changes,
    }
    write_json(folder / "config.json", fields)
    config = HuggingFaceConfig.model_validate(fields).transformer
    generator = torch.Generator().manual_seed(0)
    tensors = {
        huggingface_name(name): 0.3 * torch.randn(shape, generator=generator)
        for name, (_, shape) in stored_tensors(config, "float32").items()
    }
    if config.tie == "all":
        tensors["model.shared.weight"] = tensors.pop("model.decoder.embed_tokens.weight")
    tensors["final_logits_bias"] = tensors["final_logits_bias"][None]
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    return tensors


def write_json(path: Path, fields: Any) -> None:
    """Write a JSON file."""
    path.write_text(json.dumps(fields), encoding="utf-8")


def change_json(path: Path, **changes: Any) -> None:
    """Change fields of a JSON object in a file."""
    fields = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    write_json(path, {**fields, **changes})
