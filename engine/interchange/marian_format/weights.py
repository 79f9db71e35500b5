"""Marian's tensors as those of our Transformer.

Shapes: V vocabulary, D d_model.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.interchange.marian_format.errors import MarianError
from engine.interchange.marian_format.layout import MarianSettings, layer_names
from engine.interchange.marian_format.npz import ArrayHeader, NpzFile, Shape
from engine.models.stored_model import Arrays
from engine.models.tensor_layout import stored_tensors
from engine.nn.config import TransformerConfig

NEVER = -1000.0
"""The bias of a token that must not be written: its probability is 0 in float32."""

_NAMES_SHOWN = 5
_SOURCE, _TARGET = "src_embeddings.tokens.weight", "tgt_embeddings.tokens.weight"
_OUTPUT, _BIAS = "output.weight", "output.bias"
_OUTPUT_NAME = "decoder_ff_logit_out"

Array = npt.NDArray[np.float32]


class _Origin(NamedTuple):
    """Where one of our tensors comes from: an array of Marian's, its shape and what to do to it."""

    name: str
    shape: Shape
    is_transposed: bool = False
    pad_axis: int | None = None
    """Along which our own token is added; None where the vocabulary plays no part."""


def convert_weights(
    file: NpzFile, settings: MarianSettings, config: TransformerConfig, unk_id: int
) -> Arrays:
    """Return the weights under our names.

    Marian begins a target with a vector of zeros, and never writes an unknown token. Here the zeros
    are the embedding of a token of our own, `pad_id`; the output's biases keep both from being
    written.

    Args:
        file: What Marian saved.
        settings: What its options say.
        config: The same in our settings.
        unk_id: The unknown token of the target.

    Raises:
        MarianError: If tensors are missing, have another shape, do not belong to such a model, or
            hold values that are not finite; every problem at once.
    """
    shapes = {name: shape for name, (_, shape) in stored_tensors(config, "float32").items()}
    origins = _origins(settings, shapes, file.headers)
    problems = list(_problems(file.headers, origins.values()))
    if problems:
        raise MarianError(problems)
    found: Arrays = {}
    not_finite = []
    for ours, shape in shapes.items():
        origin = origins.get(ours)
        if origin is None:
            found[ours] = _left_out(shape)
            continue
        array = file.read(origin.name).astype(np.float32, copy=False)
        if not np.isfinite(array).all():
            not_finite.append(origin.name)
        if origin.pad_axis is not None:
            array = np.insert(array, config.pad_id, 0.0, axis=origin.pad_axis)
        turned = array.T if origin.is_transposed else array
        found[ours] = np.ascontiguousarray(turned).reshape(shape)
    if not_finite:
        complaint = "tensors with values that are not finite numbers"
        raise MarianError([_listing(complaint, set(not_finite))])
    found[_BIAS][[config.pad_id, unk_id]] = NEVER
    return found


def _origins(
    settings: MarianSettings, shapes: Mapping[str, Shape], headers: Mapping[str, ArrayHeader]
) -> dict[str, _Origin]:
    """Return where each of our tensors comes from; those that Marian leaves out are not there."""
    origins = {}
    for ours, marians, is_transposed in layer_names(settings):
        if ours in shapes:
            shape = shapes[ours] if len(shapes[ours]) == 2 else (1, *shapes[ours])
            turned = shape[::-1] if is_transposed else shape
            origins[ours] = _Origin(marians, turned, is_transposed)
    for ours, side in ((_SOURCE, "encoder"), (_TARGET, "decoder")):
        if ours in shapes:
            name = "Wemb" if settings.shared_embeddings else f"{side}_Wemb"
            vocab_size, d_model = shapes[ours]
            origins[ours] = _Origin(name, (vocab_size - 1, d_model), pad_axis=0)
    if _OUTPUT in shapes:
        vocab_size, d_model = shapes[_OUTPUT]
        # Old models have the matrix the other way round, under another name.
        if f"{_OUTPUT_NAME}_W" in headers:
            shape = (d_model, vocab_size - 1)
            origins[_OUTPUT] = _Origin(f"{_OUTPUT_NAME}_W", shape, is_transposed=True, pad_axis=1)
        else:
            shape = (vocab_size - 1, d_model)
            origins[_OUTPUT] = _Origin(f"{_OUTPUT_NAME}_Wt", shape, pad_axis=0)
    if settings.has_output_bias:
        (vocab_size,) = shapes[_BIAS]
        origins[_BIAS] = _Origin(f"{_OUTPUT_NAME}_b", (1, vocab_size - 1), pad_axis=1)
    return origins


def _problems(headers: Mapping[str, ArrayHeader], origins: Iterable[_Origin]) -> Iterator[str]:
    wanted = {origin.name: origin.shape for origin in origins}
    found = {name for name in headers if not name.startswith("special:")}
    if missing := wanted.keys() - found:
        yield _listing("missing tensors", missing)
    if extra := found - wanted.keys():
        yield _listing("tensors that do not belong to such a model", extra)
    for name in sorted(wanted.keys() & found):
        header = headers[name]
        if header.dtype.kind != "f":
            yield f"{name} holds {header.dtype}: export the model without quantisation"
        elif header.shape != wanted[name]:
            yield f"{name} is {_size(header.shape)}, not {_size(wanted[name])}"


def _left_out(shape: Shape) -> Array:
    """Return what has the same effect as a tensor that Marian leaves out."""
    if len(shape) == 2:  # the matrix after attention
        return np.eye(*shape, dtype=np.float32)
    return np.zeros(shape, dtype=np.float32)


def _listing(complaint: str, names: Iterable[str]) -> str:
    ordered = sorted(names)
    more = len(ordered) - _NAMES_SHOWN
    shown = ", ".join(ordered[:_NAMES_SHOWN])
    return f"{complaint}: {shown}" + (f" and {more} more" if more > 0 else "")


def _size(shape: Shape) -> str:
    return "x".join(map(str, shape)) or "a single number"
