"""Our weights under Marian's names, of its Transformer and of its newer one.

Marian's Transformer is the one that imported models have: their weights go back as they came. Of
the newer one, which Marian calls transformer-new, positions are any table, one for each side.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from engine.interchange.marian_format.layout import NORM_EPS, MarianSettings, layer_names
from engine.models.folder import TorchModel
from engine.nn.attention import MultiHeadAttention
from engine.nn.config import TransformerConfig
from engine.nn.embeddings import Embeddings
from engine.nn.layers import DecoderLayer, EncoderLayer
from engine.nn.positions import sinusoidal_positions

IMPOSSIBLE = -1e4
"""A bias that no logit makes up for: Marian writes any token but, if asked to, unk."""

LENGTH_FACTOR = 3
"""How many times as long as its source a target may become."""

_Array = npt.NDArray[Any]
_Arrays = Iterator[tuple[str, _Array]]


def is_classic(loaded: TorchModel) -> bool:
    """Return whether a model is computed by the Transformer that every version of Marian has."""
    config, embeddings = loaded.manifest.config, loaded.model.tgt_embeddings
    return (
        config.positions == "sinusoidal_marian"
        and config.scale_embeddings
        and config.attention == "split"
        and config.norm_eps == NORM_EPS
        and config.pad_id == config.bos_id
        and not loaded.manifest.source_bos
        and not embeddings.tokens.weight[config.bos_id].any()
    )


def classic_arrays(loaded: TorchModel) -> _Arrays:
    """Return the weights of a model that is classic, without the token that only we have."""
    config = loaded.manifest.config
    weights = loaded.model.state_dict()

    def without_pad(values: Tensor) -> Tensor:
        return torch.cat([values[: config.pad_id], values[config.pad_id + 1 :]])

    for ours, theirs, is_transposed in layer_names(_classic_settings(config)):
        # A bias of the queries, keys or values may be missing; that of anything else is not.
        values = weights.get(ours, torch.zeros(config.d_model))
        yield theirs, _array(values.T if is_transposed else values[None])
    source = without_pad(weights["src_embeddings.tokens.weight"])
    target = without_pad(weights["tgt_embeddings.tokens.weight"])
    if config.tie == "all":
        yield "Wemb", _array(target)
    else:
        yield "encoder_Wemb", _array(source)
        yield "decoder_Wemb", _array(target)
    if config.tie == "none":
        yield "decoder_ff_logit_out_Wt", _array(without_pad(weights["output.weight"]))
    bias = weights.get("output.bias", torch.zeros(config.tgt_vocab_size))
    yield "decoder_ff_logit_out_b", _array(without_pad(bias)[None])


def _classic_settings(config: TransformerConfig) -> MarianSettings:
    """Return what names the tensors of the layers."""
    return MarianSettings(
        vocab_sizes=(config.src_vocab_size - 1, config.tgt_vocab_size - 1),
        d_model=config.d_model,
        d_ff=config.d_ff,
        num_encoder_layers=config.num_encoder_layers,
        num_decoder_layers=config.num_decoder_layers,
        tied_layers=(),
        num_heads=config.num_heads,
        activation=config.activation,
        norm=config.norm,
        final_norm=config.final_norm,
        has_projections=True,
        has_output_bias=True,
        tie=config.tie,
        shared_embeddings=config.tie == "all",
    )


def new_arrays(loaded: TorchModel) -> _Arrays:
    """Return the weights of any model with heads that share the width."""
    model, config = loaded.model, loaded.manifest.config
    scale = model.tgt_embeddings.scale
    # Nothing scales embeddings there, so they are written scaled. An output that is tied to them
    # is right again if what it reads was divided by the same.
    tied = is_tied(config)
    read_by_output = 1 / scale if tied else 1.0
    last = len(model.decoder_layers) - 1
    for side, embeddings, layers, norm in (
        ("Encoder", model.src_embeddings, model.encoder_layers, model.encoder_norm),
        ("Decoder", model.tgt_embeddings, model.decoder_layers, model.decoder_norm),
    ):
        scope = f"TransformerBatch{side}->{side.lower()}"
        for index, layer in enumerate(layers):
            assert isinstance(layer, EncoderLayer | DecoderLayer)
            is_top = side == "Decoder" and index == last and not config.final_norm
            factor = read_by_output if is_top else 1.0
            yield from _layer(f"{scope}->layers->at({index})", layer, config, factor)
        if isinstance(norm, nn.LayerNorm):
            factor = read_by_output if side == "Decoder" else 1.0
            yield from _norm(f"{scope}->postprocessor", norm, factor)
        positions = _positions(embeddings, config)
        if side == "Decoder":
            positions[0] += scale * embeddings.tokens.weight[config.bos_id]
        yield f"{scope}->positionEmbedding->embeddings", _array(positions)
        if not (tied and config.tie == "all"):
            yield f"{side.lower()}_Wemb", _array(embeddings.tokens.weight * scale)
    if not tied:
        yield "decoder_ff_logit_out_Wt", _array(model.output.weight)
    elif config.tie == "all":
        yield "Wemb", _array(model.tgt_embeddings.tokens.weight * scale)
    yield "decoder_ff_logit_out_b", _output_bias(model.output, config)


def num_positions(config: TransformerConfig) -> int:
    """Return how many positions the newer Transformer has: it aborts where there is none.

    No target of a source that we read is longer.
    """
    return LENGTH_FACTOR * config.max_positions


def _positions(embeddings: Embeddings, config: TransformerConfig) -> Tensor:
    """Return the table of positions, (num_positions, D); learned ones end with the last again."""
    if config.positions != "learned":
        table = sinusoidal_positions(num_positions(config), config.d_model, config.positions)
        return torch.from_numpy(table)
    last = embeddings.positions[-1:]
    missing = num_positions(config) - len(embeddings.positions)
    return torch.cat([embeddings.positions, last.expand(missing, -1)]).detach()


def is_tied(config: TransformerConfig) -> bool:
    """Return whether the output is the embedding; it can be if a norm stands before it."""
    return config.tie != "none" and (config.norm == "post" or config.final_norm)


def _layer(
    scope: str, layer: EncoderLayer | DecoderLayer, config: TransformerConfig, factor: float
) -> _Arrays:
    """Return one layer; what it gives, if its last norm does, is multiplied by a factor."""
    processor = f"{config.norm}processor"
    feed_forward = layer.feed_forward
    if isinstance(layer, DecoderLayer):
        scope += "->as<marian::nn::TransformerDecoderLayerWithCrossAttention>()"
        yield from _attention(f"{scope}->autoRegressiveBlock->selfAttention", layer.self_attention)
        yield from _norm(f"{scope}->autoRegressiveBlock->{processor}", layer.self_residual.norm)
        block = f"{scope}->crossAttentionBlock"
        yield from _attention(f"{block}->crossAttention", layer.cross_attention)
        yield from _norm(f"{block}->{processor}", layer.cross_residual.norm)
    else:
        scope += "->as<marian::nn::TransformerEncoderLayer>()"
        block = f"{scope}->selfAttentionBlock"
        yield from _attention(f"{block}->selfAttention", layer.self_attention)
        yield from _norm(f"{block}->{processor}", layer.self_residual.norm)
    # Linear map, activation and dropout are one there for relu, and three for others.
    first, second = ("LinearReluDropout", 1) if config.activation == "relu" else ("Linear", 3)
    block = f"{scope}->filterBlock"
    yield from _linear(f"{block}->layers->at(0)->as<marian::nn::{first}>()", feed_forward.inner)
    yield from _linear(
        f"{block}->layers->at({second})->as<marian::nn::Linear>()", feed_forward.outer
    )
    yield from _norm(f"{block}->{processor}", layer.feed_residual.norm, factor)


def _attention(scope: str, attention: MultiHeadAttention) -> _Arrays:
    yield from _linear(f"{scope}->qProj", attention.query)
    yield from _linear(f"{scope}->kProj", attention.key)
    yield from _linear(f"{scope}->vProj", attention.value)
    yield from _linear(f"{scope}->oProj", attention.output)


def _linear(scope: str, layer: nn.Linear) -> _Arrays:
    bias = layer.state_dict().get("bias", torch.zeros(layer.out_features))
    yield f"{scope}->weight", _array(layer.weight.T)
    yield f"{scope}->bias", _array(bias)


def _norm(scope: str, norm: nn.LayerNorm, factor: float = 1.0) -> _Arrays:
    yield f"{scope}->norm->weight", _array(norm.weight * factor)
    yield f"{scope}->norm->bias", _array(norm.bias * factor)


def _output_bias(output: nn.Linear, config: TransformerConfig) -> _Array:
    """Return the bias of the logits (1, V), which forbids what our search never generates."""
    bias = output.state_dict().get("bias", torch.zeros(config.tgt_vocab_size)).clone()
    never = [i for i in (config.pad_id, config.bos_id) if i != config.eos_id]
    bias[never] = IMPOSSIBLE
    return _array(bias[None])


def _array(tensor: Tensor) -> _Array:
    return np.ascontiguousarray(tensor.detach().float().cpu().numpy())
