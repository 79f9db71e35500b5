"""Our models in the format of CTranslate2, written without it.

    model.bin                    the weights, by the names of its Transformer
    config.json                  special tokens and what frames a source
    shared_vocabulary.json       or source_vocabulary.json and target_vocabulary.json: tokens by id

Its embeddings, positions, norms and projections are ours, so every model of ours can be written.
"""

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from engine.interchange.export.tokenizer_files import tokens_by_id, write_tokenizers
from engine.models.folder import TorchModel
from engine.nn.attention import MultiHeadAttention
from engine.nn.config import Activation, TransformerConfig
from engine.nn.layers import DecoderLayer, EncoderLayer

IMPOSSIBLE = -1e4
"""A bias that no logit makes up for: CTranslate2 has no tokens that are never generated."""

_Array = npt.NDArray[Any]

_BINARY_VERSION = 6
_SPECIFICATION, _REVISION = "TransformerSpec", 7
_TYPE_IDS = {"float32": 0, "int8": 1, "int16": 2, "int32": 3}
_ACTIVATION_IDS: dict[Activation, int] = {"relu": 0, "swish": 2, "gelu": 3}


@dataclass(frozen=True, slots=True, eq=False)
class _Variables:
    """What model.bin holds."""

    arrays: dict[str, _Array]
    aliases: dict[str, str]
    """Names of variables that are another one."""


def write(loaded: TorchModel, folder: Path) -> None:
    """Write a model into an empty folder.

    Raises:
        OSError: If the folder cannot be written.
    """
    manifest, pair = loaded.manifest, loaded.tokenizers
    with (folder / "model.bin").open("wb") as file:
        _write_binary(file, _variables(loaded))
    tokens = tokens_by_id(pair.target)
    config = {
        "add_source_bos": manifest.source_bos,
        "add_source_eos": manifest.source_eos,
        "bos_token": tokens[manifest.config.bos_id],
        "decoder_start_token": tokens[manifest.config.bos_id],
        "eos_token": tokens[manifest.config.eos_id],
        "unk_token": tokens[pair.target.special.unk],
        "layer_norm_epsilon": manifest.config.norm_eps,
    }
    _write_json(folder / "config.json", config)
    source_tokens = tokens_by_id(pair.source)
    if source_tokens == tokens:
        _write_json(folder / "shared_vocabulary.json", tokens)
    else:
        _write_json(folder / "source_vocabulary.json", source_tokens)
        _write_json(folder / "target_vocabulary.json", tokens)
    write_tokenizers(pair, folder)


def _variables(loaded: TorchModel) -> _Variables:
    model, config = loaded.model, loaded.manifest.config
    arrays: dict[str, _Array] = {}
    for scope, embeddings_scope, embeddings, layers, norm in (
        ("encoder", "embeddings_0", model.src_embeddings, model.encoder_layers, model.encoder_norm),
        ("decoder", "embeddings", model.tgt_embeddings, model.decoder_layers, model.decoder_norm),
    ):
        arrays |= _attributes(scope, config)
        arrays[f"{scope}/{embeddings_scope}/weight"] = _array(embeddings.tokens.weight)
        arrays[f"{scope}/position_encodings/encodings"] = _array(embeddings.positions)
        for index, layer in enumerate(layers):
            assert isinstance(layer, EncoderLayer | DecoderLayer)
            arrays |= _layer(f"{scope}/layer_{index}", layer)
        if isinstance(norm, nn.LayerNorm):
            arrays |= _norm(f"{scope}/layer_norm", norm)
    arrays["decoder/projection/weight"] = _array(model.output.weight)
    arrays["decoder/projection/bias"] = _output_bias(model.output, config)
    aliases = {}
    if config.tie != "none":
        aliases["decoder/projection/weight"] = "decoder/embeddings/weight"
    if config.tie == "all":
        aliases["encoder/embeddings_0/weight"] = "decoder/embeddings/weight"
    if config.positions != "learned":
        name = "position_encodings/encodings"
        aliases[f"encoder/{name}"] = f"decoder/{name}"
    return _Variables({n: a for n, a in arrays.items() if n not in aliases}, aliases)


def _attributes(scope: str, config: TransformerConfig) -> dict[str, _Array]:
    """Return the settings of one side; settings are variables too."""
    return {
        f"{scope}/num_heads": np.array(config.num_heads, np.int16),
        f"{scope}/pre_norm": np.array(config.norm == "pre", np.int8),
        f"{scope}/activation": np.array(_ACTIVATION_IDS[config.activation], np.int8),
        f"{scope}/scale_embeddings": np.array(config.scale_embeddings, np.int8),
    }


def _layer(scope: str, layer: EncoderLayer | DecoderLayer) -> dict[str, _Array]:
    own, name = layer.self_attention, f"{scope}/self_attention"
    arrays = _attention(name, [[own.query, own.key, own.value], [own.output]], own)
    arrays |= _norm(f"{name}/layer_norm", layer.self_residual.norm)
    if isinstance(layer, DecoderLayer):
        cross, name = layer.cross_attention, f"{scope}/attention"
        maps = [[cross.query], [cross.key, cross.value], [cross.output]]
        arrays |= _attention(name, maps, cross)
        arrays |= _norm(f"{name}/layer_norm", layer.cross_residual.norm)
    arrays |= _linear(f"{scope}/ffn/linear_0", [layer.feed_forward.inner])
    arrays |= _linear(f"{scope}/ffn/linear_1", [layer.feed_forward.outer])
    return arrays | _norm(f"{scope}/ffn/layer_norm", layer.feed_residual.norm)


def _attention(
    scope: str, maps: Sequence[Sequence[nn.Linear]], attention: MultiHeadAttention
) -> dict[str, _Array]:
    """Return an attention; those linear maps are joined that CTranslate2 computes at once."""
    arrays = {f"{scope}/head_dim": np.array(attention.head_dim, np.int32)}
    for index, joined in enumerate(maps):
        arrays |= _linear(f"{scope}/linear_{index}", joined)
    return arrays


def _linear(scope: str, layers: Sequence[nn.Linear]) -> dict[str, _Array]:
    """Return one linear map, made of some of ours on top of each other."""
    arrays = {f"{scope}/weight": np.concatenate([_array(layer.weight) for layer in layers])}
    biases = [
        _array(layer.state_dict()["bias"]) for layer in layers if "bias" in layer.state_dict()
    ]
    if biases:  # of all of them or of none
        arrays[f"{scope}/bias"] = np.concatenate(biases)
    return arrays


def _norm(scope: str, norm: nn.LayerNorm) -> dict[str, _Array]:
    return {f"{scope}/gamma": _array(norm.weight), f"{scope}/beta": _array(norm.bias)}


def _output_bias(output: nn.Linear, config: TransformerConfig) -> _Array:
    """Return the bias of the logits, which forbids what our search never generates."""
    bias = output.state_dict().get("bias", torch.zeros(config.tgt_vocab_size)).clone()
    never = [i for i in (config.pad_id, config.bos_id) if i != config.eos_id]
    bias[never] = IMPOSSIBLE
    return _array(bias)


def _array(tensor: Tensor) -> _Array:
    numbers: _Array = tensor.detach().float().cpu().numpy()
    return numbers


def _write_binary(file: BinaryIO, variables: _Variables) -> None:
    """Write model.bin: a header, the variables, then the aliases; all in little-endian order."""
    file.write(struct.pack("<I", _BINARY_VERSION) + _string(_SPECIFICATION))
    file.write(struct.pack("<II", _REVISION, len(variables.arrays)))
    for name, array in variables.arrays.items():
        header = struct.pack(f"<B{array.ndim}I", array.ndim, *array.shape)
        file.write(_string(name) + header)
        file.write(struct.pack("<BI", _TYPE_IDS[array.dtype.name], array.nbytes))
        file.write(array.tobytes())
    file.write(struct.pack("<I", len(variables.aliases)))
    for text in chain.from_iterable(variables.aliases.items()):
        file.write(_string(text))


def _string(text: str) -> bytes:
    """Return a text with its length before it and a zero behind it."""
    encoded = text.encode() + b"\0"
    return struct.pack("<H", len(encoded)) + encoded


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
