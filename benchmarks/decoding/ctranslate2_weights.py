"""Our weights in CTranslate2's layout."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from ctranslate2.specs import common_spec, transformer_spec
from torch import Tensor, nn

from benchmarks.decoding.engines import UnsupportedModelError
from engine.models.folder import read_model
from engine.nn.attention import MultiHeadAttention
from engine.nn.embeddings import Embeddings
from engine.nn.layers import DecoderLayer, EncoderLayer, FeedForward

IMPOSSIBLE = -1e4
"""A bias that no logit makes up for."""

_ACTIVATIONS = {
    "relu": common_spec.Activation.RELU,
    "gelu": common_spec.Activation.GELU,
    "swish": common_spec.Activation.SWISH,
}


def specification(folder: Path) -> Any:
    """Describe a model folder in CTranslate2's terms; pad and bos get a bias that forbids them.

    Raises:
        UnsupportedModelError: If CTranslate2 cannot compute the model.
    """
    loaded = read_model(folder)
    model, config = loaded.model, loaded.manifest.config
    if config.attention != "split":
        raise UnsupportedModelError("it has no independent heads")
    spec = transformer_spec.TransformerSpec.from_config(
        (config.num_encoder_layers, config.num_decoder_layers),
        config.num_heads,
        pre_norm=True,  # so that there is a place for the final norm, which post-norm may have too
        no_final_norm=not config.final_norm,
        activation=_ACTIVATIONS[config.activation],
    )
    for side, embeddings, side_spec, layers, norm in (
        ("src", model.src_embeddings, spec.encoder, model.encoder_layers, model.encoder_norm),
        ("tgt", model.tgt_embeddings, spec.decoder, model.decoder_layers, model.decoder_norm),
    ):
        tokens = side_spec.embeddings[0] if side == "src" else side_spec.embeddings
        _fill_embeddings(tokens, side_spec, embeddings)
        for layer_spec, layer in zip(side_spec.layer, layers, strict=True):
            _fill_layer(layer_spec, layer)
        side_spec.pre_norm = config.norm == "pre"
        if isinstance(norm, nn.LayerNorm):
            _fill_norm(side_spec.layer_norm, norm)
    _fill_linear(spec.decoder.projection, [model.output])
    bias = np.zeros(config.tgt_vocab_size, dtype=np.float32)
    if model.output.bias is not None:
        bias += _array(model.output.bias)
    bias[[config.pad_id, config.bos_id]] = IMPOSSIBLE
    spec.decoder.projection.bias = bias
    spec.config.layer_norm_epsilon = config.norm_eps
    spec.config.decoder_start_token = spec.config.bos_token = f"t{config.bos_id}"
    spec.config.eos_token = f"t{config.eos_id}"
    spec.register_source_vocabulary([f"t{i}" for i in range(config.src_vocab_size)])
    spec.register_target_vocabulary([f"t{i}" for i in range(config.tgt_vocab_size)])
    return spec


def _fill_layer(spec: Any, layer: nn.Module) -> None:
    """Fill one encoder or decoder layer."""
    assert isinstance(layer, EncoderLayer | DecoderLayer)
    _fill_attention(spec.self_attention, layer.self_attention, is_self=True)
    _fill_norm(spec.self_attention.layer_norm, layer.self_residual.norm)
    if isinstance(layer, DecoderLayer):
        _fill_attention(spec.attention, layer.cross_attention, is_self=False)
        _fill_norm(spec.attention.layer_norm, layer.cross_residual.norm)
    feed_forward: FeedForward = layer.feed_forward
    _fill_linear(spec.ffn.linear_0, [feed_forward.inner])
    _fill_linear(spec.ffn.linear_1, [feed_forward.outer])
    _fill_norm(spec.ffn.layer_norm, layer.feed_residual.norm)


def _fill_attention(spec: Any, attention: MultiHeadAttention, *, is_self: bool) -> None:
    """Join what CTranslate2 computes at once: queries, keys, values; or keys, values."""
    if is_self:
        _fill_linear(spec.linear[0], [attention.query, attention.key, attention.value])
    else:
        _fill_linear(spec.linear[0], [attention.query])
        _fill_linear(spec.linear[1], [attention.key, attention.value])
    _fill_linear(spec.linear[-1], [attention.output])


def _fill_embeddings(spec: Any, side_spec: Any, embeddings: Embeddings) -> None:
    """Fill token embeddings, their scale and our own table of positions."""
    spec.weight = _array(embeddings.tokens.weight)
    side_spec.scale_embeddings = embeddings.scale != 1.0
    side_spec.position_encodings.encodings = _array(embeddings.positions)


def _fill_linear(spec: Any, layers: Sequence[nn.Linear]) -> None:
    """Fill one linear map with one or more of ours on top of each other."""
    spec.weight = np.concatenate([_array(layer.weight) for layer in layers])
    if all(layer.bias is not None for layer in layers):
        spec.bias = np.concatenate([_array(layer.bias) for layer in layers])


def _fill_norm(spec: Any, norm: nn.LayerNorm) -> None:
    """Fill a layer norm."""
    spec.gamma, spec.beta = _array(norm.weight), _array(norm.bias)


def _array(tensor: Tensor) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return the numbers of a tensor."""
    numbers: np.ndarray[Any, np.dtype[np.float32]] = tensor.detach().float().cpu().numpy()
    return numbers
