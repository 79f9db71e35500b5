"""Hugging Face `generate`, with our weights in the class of `transformers` that computes our model.

Pegasus has the layers of our general models: norms before each sub-layer and after each stack, one
embedding for everything, a bias on the logits. Its table of positions is overwritten with ours.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor
from transformers import GenerationConfig, PegasusConfig, PegasusForConditionalGeneration
from transformers.utils import logging

from benchmarks.decoding.engines import Decoder, Ids, Search, UnsupportedModelError
from benchmarks.decoding.ours import padded
from engine.models.folder import read_model
from engine.nn.config import TransformerConfig
from engine.nn.transformer import Transformer

IMPOSSIBLE = -1e4
"""A bias that no logit makes up for."""

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
"""Our names of parameters, and Pegasus', in the order in which they are replaced."""

logging.disable_progress_bar()


def prepare(model: Path, folder: Path, precision: str) -> Path:  # noqa: ARG001  there is one
    """Save the weights as a Pegasus model."""
    loaded = read_model(model)
    config = loaded.manifest.config
    _check(config)
    pegasus = PegasusForConditionalGeneration(_pegasus_config(config))
    pegasus.load_state_dict(dict(_weights(loaded.model)))
    pegasus.save_pretrained(folder)
    return folder


def load(prepared: Path, precision: str, threads: int) -> Decoder:
    """Load a saved Pegasus model."""
    torch.set_num_threads(threads)
    model = PegasusForConditionalGeneration.from_pretrained(
        prepared, dtype=getattr(torch, precision)
    ).eval()
    config = model.config

    def decode(sources: Sequence[Ids], settings: Search) -> list[Ids]:
        src_ids = padded(sources, config.pad_token_id)
        ranking = {"length_penalty": settings.length_penalty, "early_stopping": True}
        generation = GenerationConfig(
            num_beams=settings.beam_size,
            min_new_tokens=settings.min_length,
            max_new_tokens=settings.max_length,
            decoder_start_token_id=config.decoder_start_token_id,
            pad_token_id=config.pad_token_id,
            eos_token_id=config.eos_token_id,
            **(ranking if settings.beam_size > 1 else {}),
        )
        mask = (src_ids != config.pad_token_id).long()
        with torch.inference_mode():
            found = model.generate(src_ids, attention_mask=mask, generation_config=generation)
        return [_unframed(row, config.eos_token_id) for row in found.tolist()]

    return decode


def _unframed(row: Sequence[int], eos_id: int) -> Ids:
    """Return what stands between bos and the first eos."""
    ids = list(row[1:])
    return tuple(ids[: ids.index(eos_id)] if eos_id in ids else ids)


def _check(config: TransformerConfig) -> None:
    fits = (
        config.norm == "pre"
        and config.final_norm
        and config.attention == "split"
        and config.tie == "all"
        and config.qkv_bias
        and config.norm_eps == 1e-5
    )
    if not fits:
        raise UnsupportedModelError("no class of transformers computes this model")


def _pegasus_config(config: TransformerConfig) -> PegasusConfig:
    return PegasusConfig(
        vocab_size=config.src_vocab_size,
        d_model=config.d_model,
        encoder_layers=config.num_encoder_layers,
        decoder_layers=config.num_decoder_layers,
        encoder_attention_heads=config.num_heads,
        decoder_attention_heads=config.num_heads,
        encoder_ffn_dim=config.d_ff,
        decoder_ffn_dim=config.d_ff,
        max_position_embeddings=config.max_positions,
        activation_function=config.activation,
        scale_embedding=config.scale_embeddings,
        pad_token_id=config.pad_id,
        bos_token_id=config.bos_id,
        eos_token_id=config.eos_id,
        decoder_start_token_id=config.bos_id,
        forced_eos_token_id=None,
    )


def _weights(model: Transformer) -> Iterator[tuple[str, Tensor]]:
    """Return our weights under Pegasus' names; pad and bos get a bias that forbids them."""
    state = model.state_dict()
    bias = state.get("output.bias", torch.zeros(model.tgt_vocab_size)).clone()
    bias[[model.pad_id, model.bos_id]] = IMPOSSIBLE
    yield "final_logits_bias", bias[None]
    tokens = model.src_embeddings.tokens.weight
    for name in ("model.shared", "model.encoder.embed_tokens", "model.decoder.embed_tokens"):
        yield f"{name}.weight", tokens
    yield "lm_head.weight", tokens
    yield "model.encoder.embed_positions.weight", model.src_embeddings.positions
    yield "model.decoder.embed_positions.weight", model.tgt_embeddings.positions
    for name, values in state.items():
        if name.startswith(("encoder_", "decoder_")):
            theirs = name
            for our_part, their_part in _PARTS.items():
                theirs = theirs.replace(our_part, their_part, 1)
            yield f"model.{theirs}", values
