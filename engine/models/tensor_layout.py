"""The format of the weights: the tensors that a Transformer's settings require. Torch-free.

These names are what model folders hold, so they outlive the code: a module may be renamed only
together with a new format version. A test holds them against the Transformer itself.
"""

from collections.abc import Iterator
from math import prod

from engine.models.manifest import WeightsDtype
from engine.nn.config import TransformerConfig

Shape = tuple[int, ...]

SCALE_SUFFIX = ".scale"
"""`NAME.scale` holds one factor a row of the int8 matrix `NAME`."""


def tied_names(config: TransformerConfig) -> dict[str, str]:
    """Names that are stored under another name, because both are one tensor."""
    kept = "tgt_embeddings.tokens.weight"
    match config.tie:
        case "none":
            return {}
        case "decoder":
            return {"output.weight": kept}
        case "all":
            return {"output.weight": kept, "src_embeddings.tokens.weight": kept}


def parameter_count(config: TransformerConfig) -> int:
    """Return how many numbers training learns; tied ones count once."""
    tied = tied_names(config)
    return sum(prod(shape) for name, shape in _tensors(config) if name not in tied)


def stored_tensors(config: TransformerConfig, dtype: WeightsDtype) -> dict[str, tuple[str, Shape]]:
    """Return the weights file's layout: safetensors' type name, and the shape, of each tensor.

    In int8, matrices are int8 with a float32 factor a row, everything else is float16.
    """
    tied = tied_names(config)
    stored: dict[str, tuple[str, Shape]] = {}
    for name, shape in _tensors(config):
        if name in tied:
            continue
        if dtype == "int8" and len(shape) == 2:
            stored[name] = ("I8", shape)
            stored[name + SCALE_SUFFIX] = ("F32", shape[:1])
        else:
            stored[name] = ("F32" if dtype == "float32" else "F16", shape)
    return stored


def _tensors(config: TransformerConfig) -> Iterator[tuple[str, Shape]]:
    d_model = config.d_model
    for side, vocab_size in (("src", config.src_vocab_size), ("tgt", config.tgt_vocab_size)):
        if config.positions == "learned":
            yield f"{side}_embeddings.positions", (config.max_positions, d_model)
        yield f"{side}_embeddings.tokens.weight", (vocab_size, d_model)
    for index in range(config.num_encoder_layers):
        yield from _layer(f"encoder_layers.{index}", ("self",), config)
    for index in range(config.num_decoder_layers):
        yield from _layer(f"decoder_layers.{index}", ("self", "cross"), config)
    if config.final_norm:
        yield from _norm("encoder_norm", d_model)
        yield from _norm("decoder_norm", d_model)
    yield from _linear("output", d_model, config.tgt_vocab_size, has_bias=config.output_bias)


def _layer(
    prefix: str, attentions: tuple[str, ...], config: TransformerConfig
) -> Iterator[tuple[str, Shape]]:
    d_model = config.d_model
    width = d_model * config.num_heads if config.attention == "independent" else d_model
    for attention in attentions:
        for part in ("query", "key", "value"):
            name = f"{prefix}.{attention}_attention.{part}"
            yield from _linear(name, d_model, width, has_bias=config.qkv_bias)
        yield from _linear(f"{prefix}.{attention}_attention.output", width, d_model)
    yield from _linear(f"{prefix}.feed_forward.inner", d_model, config.d_ff)
    yield from _linear(f"{prefix}.feed_forward.outer", config.d_ff, d_model)
    for sub_layer in (*attentions, "feed"):
        yield from _norm(f"{prefix}.{sub_layer}_residual.norm", d_model)


def _linear(
    name: str, inputs: int, outputs: int, *, has_bias: bool = True
) -> Iterator[tuple[str, Shape]]:
    yield f"{name}.weight", (outputs, inputs)
    if has_bias:
        yield f"{name}.bias", (outputs,)


def _norm(name: str, width: int) -> Iterator[tuple[str, Shape]]:
    yield f"{name}.weight", (width,)
    yield f"{name}.bias", (width,)
