"""The names that Hugging Face's Marian models have for our tensors. Torch-free."""

from collections.abc import Mapping

SHARED = "model.shared.weight"
SOURCE_EMBEDDINGS = "model.encoder.embed_tokens.weight"
TARGET_EMBEDDINGS = "model.decoder.embed_tokens.weight"
OUTPUT = "lm_head.weight"
POSITIONS = ("model.encoder.embed_positions.weight", "model.decoder.embed_positions.weight")

_WHOLE = {
    "src_embeddings.tokens.weight": SOURCE_EMBEDDINGS,
    "tgt_embeddings.tokens.weight": TARGET_EMBEDDINGS,
    "output.weight": OUTPUT,
    "output.bias": "final_logits_bias",
}
_PARTS: Mapping[str, str] = {
    "encoder_layers": "model.encoder.layers",
    "decoder_layers": "model.decoder.layers",
    "self_attention": "self_attn",
    "cross_attention": "encoder_attn",
    "query": "q_proj",
    "key": "k_proj",
    "value": "v_proj",
    "output": "out_proj",
    "inner": "fc1",
    "outer": "fc2",
    "self_residual": "self_attn_layer_norm",
    "cross_residual": "encoder_attn_layer_norm",
    "feed_residual": "final_layer_norm",
}
_LEFT_OUT = ("feed_forward", "norm")


def huggingface_name(name: str) -> str:
    """Return the name there of one of our tensors; `final_logits_bias` is (1, V), not (V)."""
    if name in _WHOLE:
        return _WHOLE[name]
    parts = name.split(".")
    return ".".join(_PARTS.get(part, part) for part in parts if part not in _LEFT_OUT)
