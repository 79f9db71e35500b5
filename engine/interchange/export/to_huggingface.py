"""Our models as folders of Hugging Face Transformers, written without it.

    config.json              the settings, for one of its classes
    generation_config.json   how to search
    model.safetensors        the weights
    tokenizer_config.json    and the tokenizer's files

Two of its classes compute what we do: Marian has post-norm layers, Pegasus pre-norm layers with a
norm after each stack and one embedding for everything.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save
from torch import Tensor

from engine.interchange.export.residual_order import halves_order, reordered
from engine.interchange.export.tokenizer_files import tokens_by_id, write_tokenizers
from engine.models.folder import TorchModel
from engine.models.manifest import Manifest
from engine.nn.config import TransformerConfig
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translatable import Phrase, translatable

_NORM_EPS = 1e-5

_PARTS = {
    "_layers.": ".layers.",
    "_norm.": ".layer_norm.",
    "self_attention": "self_attn",
    "cross_attention": "encoder_attn",
    "self_residual.norm": "self_attn_layer_norm",
    "cross_residual.norm": "encoder_attn_layer_norm",
    "feed_residual.norm": "final_layer_norm",
    "feed_forward.inner": "fc1",
    "feed_forward.outer": "fc2",
    ".query.": ".q_proj.",
    ".key.": ".k_proj.",
    ".value.": ".v_proj.",
    ".output.": ".out_proj.",
}
"""Our names of parameters, and theirs, in the order in which they are replaced."""


def reasons_against(loaded: TorchModel) -> list[Phrase]:
    """Say why no class of Transformers computes a model; nothing if one does."""
    config = loaded.manifest.config
    pre = config.norm == "pre"
    found = {
        translatable("Phrase", "its attention heads are independent of each other"): (
            config.attention == "independent"
        ),
        translatable("Phrase", "its norms have an epsilon other than 0.00001"): (
            config.norm_eps != _NORM_EPS
        ),
        translatable("Phrase", "it has a norm after each stack, but its layers are post-norm"): (
            config.final_norm and not pre
        ),
        translatable("Phrase", "its layers are pre-norm, but no norm follows each stack"): (
            pre and not config.final_norm
        ),
        translatable("Phrase", "its layers are pre-norm, but its embeddings are not all tied"): (
            pre and config.tie != "all"
        ),
    }
    return [Phrase(reason) for reason, holds in found.items() if holds]


def is_saved_again(config: TransformerConfig) -> bool:
    """Return whether `save_pretrained` saves all of the model.

    Marian's class reads any positions, but saves none: it has to be able to compute them.
    """
    return config.norm == "pre" or _is_computed(config)


def _is_computed(config: TransformerConfig) -> bool:
    """Return whether Marian's class computes these positions, once their sines are put first."""
    is_even = config.d_model % 2 == 0
    return config.positions == "sinusoidal_halves" or (config.positions == "sinusoidal" and is_even)


def write(loaded: TorchModel, folder: Path) -> None:
    """Write a model into an empty folder.

    Raises:
        OSError: If the folder cannot be written.
    """
    manifest, pair = loaded.manifest, loaded.tokenizers
    weights = {name: tensor.contiguous() for name, tensor in _weights(loaded)}
    # Not by save_file: a full disk would be an error of the library, without its number.
    (folder / "model.safetensors").write_bytes(save(weights, metadata={"format": "pt"}))
    _write_json(folder / "config.json", _config(manifest.config))
    _write_json(folder / "generation_config.json", _generation(manifest))
    write_tokenizers(pair, folder)
    _write_json(folder / "tokenizer_config.json", _tokenizer_config(loaded))
    if isinstance(pair.source, SentencePieceTokenizer):
        _write_json(folder / "vocab.json", _numbered(pair.source))
        if _has_two_vocabularies(pair):
            _write_json(folder / "target_vocab.json", _numbered(pair.target))


def _config(config: TransformerConfig) -> dict[str, Any]:
    is_pre = config.norm == "pre"
    return {
        "architectures": ["PegasusForConditionalGeneration" if is_pre else "MarianMTModel"],
        "model_type": "pegasus" if is_pre else "marian",
        "dtype": "float32",
        "is_encoder_decoder": True,
        "vocab_size": config.src_vocab_size,
        "decoder_vocab_size": config.tgt_vocab_size,
        "d_model": config.d_model,
        "encoder_layers": config.num_encoder_layers,
        "decoder_layers": config.num_decoder_layers,
        "num_hidden_layers": config.num_encoder_layers,
        "encoder_attention_heads": config.num_heads,
        "decoder_attention_heads": config.num_heads,
        "encoder_ffn_dim": config.d_ff,
        "decoder_ffn_dim": config.d_ff,
        "activation_function": config.activation,
        "dropout": config.dropout,
        "attention_dropout": config.attention_dropout,
        "activation_dropout": config.activation_dropout,
        "max_position_embeddings": config.max_positions,
        "scale_embedding": config.scale_embeddings,
        "share_encoder_decoder_embeddings": config.tie == "all",
        "tie_word_embeddings": config.tie != "none",
        "pad_token_id": config.pad_id,
        "bos_token_id": config.bos_id,
        "eos_token_id": config.eos_id,
        "decoder_start_token_id": config.bos_id,
        "forced_eos_token_id": None,
    }


def _generation(manifest: Manifest) -> dict[str, Any]:
    """Return how to search; like our search, it never generates pad and bos."""
    config, decoding = manifest.config, manifest.decoding
    return {
        "num_beams": decoding.beam_size,
        **({"early_stopping": True} if decoding.beam_size > 1 else {}),
        **({"length_penalty": decoding.length_penalty} if decoding.beam_size > 1 else {}),
        "max_new_tokens": min(decoding.max_length, config.max_positions - 1),
        "suppress_tokens": sorted({config.pad_id, config.bos_id} - {config.eos_id}),
        "pad_token_id": config.pad_id,
        "bos_token_id": config.bos_id,
        "eos_token_id": config.eos_id,
        "decoder_start_token_id": config.bos_id,
    }


def _tokenizer_config(loaded: TorchModel) -> dict[str, Any]:
    manifest, pair = loaded.manifest, loaded.tokenizers
    special, tokens = pair.source.special, tokens_by_id(pair.source)
    config = {
        "pad_token": tokens[special.pad],
        "eos_token": tokens[special.eos],
        "model_max_length": manifest.config.max_positions,
        "clean_up_tokenization_spaces": False,
    }
    if isinstance(pair.source, SentencePieceTokenizer):
        return config | {
            "tokenizer_class": "MarianTokenizer",
            "unk_token": tokens[special.unk],
            "source_lang": manifest.source_language,
            "target_lang": manifest.target_language,
            "separate_vocabs": _has_two_vocabularies(pair),
        }
    # Without unk_token, which would be left out of translations in silence.
    return config | {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": tokens[special.bos],
        "model_input_names": ["input_ids", "attention_mask"],
    }


def _has_two_vocabularies(pair: TokenizerPair) -> bool:
    return tokens_by_id(pair.source) != tokens_by_id(pair.target)


def _numbered(tokenizer: Tokenizer) -> dict[str, int]:
    return {token: index for index, token in enumerate(tokens_by_id(tokenizer))}


def _weights(loaded: TorchModel) -> Iterator[tuple[str, Tensor]]:
    """Return the weights under the names of Transformers; of tied ones, the first."""
    model, config = loaded.model, loaded.manifest.config
    weights: Mapping[str, Tensor] = model.state_dict()
    if config.norm == "pre" or not _is_computed(config):
        yield "model.encoder.embed_positions.weight", model.src_embeddings.positions
        yield "model.decoder.embed_positions.weight", model.tgt_embeddings.positions
    elif config.positions == "sinusoidal":
        weights = reordered(weights, halves_order(config.d_model))
    if config.tie == "all":
        yield "model.shared.weight", weights["tgt_embeddings.tokens.weight"]
    else:
        yield "model.encoder.embed_tokens.weight", weights["src_embeddings.tokens.weight"]
        yield "model.decoder.embed_tokens.weight", weights["tgt_embeddings.tokens.weight"]
    if config.tie == "none":
        yield "lm_head.weight", weights["output.weight"]
    bias = weights.get("output.bias", torch.zeros(config.tgt_vocab_size))
    yield "final_logits_bias", bias[None]
    for name, values in weights.items():
        if not name.startswith(("encoder_", "decoder_")):
            continue
        theirs = f"model.{name}"
        for our_part, their_part in _PARTS.items():
            theirs = theirs.replace(our_part, their_part, 1)
        yield theirs, values
        if not config.qkv_bias and theirs.endswith(
            ("q_proj.weight", "k_proj.weight", "v_proj.weight")
        ):
            yield theirs.removesuffix("weight") + "bias", torch.zeros(values.size(0))


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
