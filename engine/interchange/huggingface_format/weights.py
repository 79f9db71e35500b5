"""The weights of Hugging Face's Marian models under our names: checked whole before they are used.

Nothing is read before the shapes of all tensors are known to be those that the configuration asks
for, so that no file can make its reader fill the memory.
"""

import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from pathlib import Path
from pickle import UnpicklingError  # noqa: TID251 - what torch raises for a pickle that it refuses
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic_core import from_json
from safetensors import SafetensorError, safe_open

from engine.edition import need_torch
from engine.errors import ForeignModelError
from engine.interchange.huggingface_format.names import (
    OUTPUT,
    POSITIONS,
    SHARED,
    SOURCE_EMBEDDINGS,
    TARGET_EMBEDDINGS,
    huggingface_name,
)
from engine.models.stored_model import Arrays
from engine.models.tensor_layout import Shape, stored_tensors
from engine.models.validation import describe_shape, list_names
from engine.nn.config import TransformerConfig
from engine.nn.positions import sinusoidal_positions
from engine.translatable import translatable

SAFETENSORS_FILE = "model.safetensors"
TORCH_FILE = "pytorch_model.bin"

_POSITION_TOLERANCE = 1e-3
"""Of tables of positions that were rounded to 16 bits."""
_FRAME_LIMIT = 1 << 20
"""Bytes of a PyTorch file besides its numbers: names, shapes and padding."""
_UNREADABLE = (
    UnpicklingError,
    RuntimeError,  # of torch, for whatever it finds wrong
    MemoryError,
    OSError,
    EOFError,
    struct.error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
)
"""What `torch.load` raises for files that are damaged or made to harm."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """A file of weights: the shape of every tensor, and how one is read."""

    shapes: Mapping[str, Shape]
    read: Callable[[str], npt.NDArray[Any]]


def find_weights(folder: Path) -> Path | None:
    """Return the file of weights in a folder, safetensors first; None if there is none."""
    paths = (folder / name for name in (SAFETENSORS_FILE, TORCH_FILE))
    return next((path for path in paths if path.is_file()), None)


def read_weights(path: Path, config: TransformerConfig) -> Arrays:
    """Read the weights in float32, under the names of `stored_tensors`.

    Raises:
        ForeignModelError: If a tensor is missing, of another shape or type, or not finite; with
            every problem at once.
    """
    wanted = _wanted(config)
    with _open(path, config) as stored:
        problems = _layout_problems(stored, wanted, config)
        weights = {} if problems else _read(stored, wanted, config, problems)
    if problems:
        raise ForeignModelError(path.parent, [f"{path.name}: {problem}" for problem in problems])
    return weights


def _wanted(config: TransformerConfig) -> dict[str, tuple[Shape, tuple[str, ...]]]:
    """Return the shape of each of our tensors there, and the names it may have, best first.

    All tensors of these names are one and the same.
    """
    names: dict[str, tuple[str, ...]] = {
        ours: (huggingface_name(ours),) for ours in stored_tensors(config, "float32")
    }
    embeddings = {
        "none": (),
        "decoder": (TARGET_EMBEDDINGS, OUTPUT),
        "all": (SHARED, TARGET_EMBEDDINGS, SOURCE_EMBEDDINGS, OUTPUT),
    }[config.tie]
    if embeddings:
        names["tgt_embeddings.tokens.weight"] = embeddings
    else:
        # Where only the output is not tied, one table is both sides' embeddings.
        names["src_embeddings.tokens.weight"] = (SOURCE_EMBEDDINGS, SHARED)
        names["tgt_embeddings.tokens.weight"] = (TARGET_EMBEDDINGS, SHARED)
    return {
        ours: ((1, *shape) if ours == "output.bias" else shape, names[ours])
        for ours, (_, shape) in stored_tensors(config, "float32").items()
    }


@contextmanager
def _open(path: Path, config: TransformerConfig) -> Iterator[_Stored]:
    """Open a file of weights, of either kind."""
    if path.name == TORCH_FILE:
        tensors = _load_torch_file(path, config)
        shapes = {name: tuple(tensor.shape) for name, tensor in tensors.items()}
        yield _Stored(shapes, tensors.__getitem__)
        return
    try:
        with safe_open(path, framework="np") as file:
            slices = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118 - it is no dictionary
            shapes = {name: tuple(one.get_shape()) for name, one in slices.items()}
            halves = {name for name, one in slices.items() if one.get_dtype() == "BF16"}
            yield _Stored(
                shapes,
                lambda name: (
                    _read_bfloat16(path, name)
                    if name in halves
                    else np.asarray(file.get_tensor(name))
                ),
            )
    except (OSError, SafetensorError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: BaseException) -> ForeignModelError:
    return ForeignModelError(path.parent, [f"{path.name}: it cannot be read ({error})"])


def _read_bfloat16(path: Path, name: str) -> npt.NDArray[np.float32]:
    """Read a tensor in bfloat16, which NumPy lacks: the upper half of each float32.

    The file was checked when it was opened.
    """
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        entry = from_json(file.read(size))[name]
        start, end = entry["data_offsets"]
        file.seek(8 + size + start)
        halves = np.frombuffer(file.read(end - start), "<u2")
    return (halves.astype(np.uint32) << 16).view(np.float32).reshape(entry["shape"])


def _load_torch_file(path: Path, config: TransformerConfig) -> Arrays:
    """Read a file of PyTorch, which is a pickle: only its tensors, and no code is ever run.

    Raises:
        FullEditionNeededError: If PyTorch is not installed.
        ForeignModelError: If its size is not that of such a model, or it holds anything else.
    """
    layout = stored_tensors(config, "float32").values()
    numbers = sum(prod(shape) for _, shape in layout)
    copies = (
        2 * (config.src_vocab_size + config.tgt_vocab_size) + 2 * config.max_positions
    ) * config.d_model
    size, least, most = path.stat().st_size, 2 * numbers, 4 * (numbers + copies) + _FRAME_LIMIT
    if not least <= size <= most:
        problem = (
            f"{TORCH_FILE}: it has {size:,} bytes; the weights that config.json describes need "
            f"{least:,} to {most:,}"
        )
        raise ForeignModelError(path.parent, [problem])
    need_torch(translatable("Phrase", "Importing weights in PyTorch's own format"))
    import torch
    from torch import Tensor

    try:
        # OPUS-MT publishes such files. With weights_only, pickles may build tensors alone.
        tensors = torch.load(path, map_location="cpu", weights_only=True)  # noqa: TID251
    except _UNREADABLE as error:
        raise _unreadable(path, error) from error
    if not isinstance(tensors, dict) or not all(
        isinstance(name, str)
        and isinstance(tensor, Tensor)
        and tensor.layout == torch.strided
        and tensor.device.type == "cpu"
        for name, tensor in tensors.items()
    ):
        raise ForeignModelError(
            path.parent, [f"{TORCH_FILE}: it holds something else than tensors"]
        )
    return {
        name: (tensor.float() if tensor.dtype == torch.bfloat16 else tensor).numpy(force=True)
        for name, tensor in tensors.items()
    }


def _layout_problems(
    stored: _Stored, wanted: Mapping[str, tuple[Shape, tuple[str, ...]]], config: TransformerConfig
) -> list[str]:
    """Say which tensors are missing, of another shape, or none of a Marian model's."""
    expected: dict[str, Shape] = dict.fromkeys(POSITIONS, (config.max_positions, config.d_model))
    missing = []
    for ours, (shape, names) in wanted.items():
        expected |= dict.fromkeys(names, shape)
        if ours != "output.bias" and not any(name in stored.shapes for name in names):
            missing.append(names[0])
    problems = list_names("missing tensors", missing)
    unknown = stored.shapes.keys() - expected.keys()
    problems += list_names("tensors that do not belong to a Marian model", unknown)
    problems += [
        f"{name} is {describe_shape(shape)}, not {describe_shape(expected[name])}"
        for name, shape in sorted(stored.shapes.items())
        if name in expected and shape != expected[name]
    ]
    return problems


def _read(
    stored: _Stored,
    wanted: Mapping[str, tuple[Shape, tuple[str, ...]]],
    config: TransformerConfig,
    problems: list[str],
) -> Arrays:
    """Return the weights; append what is wrong with their values to the problems."""
    weights: Arrays = {}
    not_finite, not_float = [], []
    for ours, (shape, names) in wanted.items():
        present = [name for name in names if name in stored.shapes]
        tensors = [stored.read(name) for name in present]
        not_float += [
            name for name, tensor in zip(present, tensors, strict=True) if tensor.dtype.kind != "f"
        ]
        # A copy, because the tensor may be a view of the file, which is about to be removed.
        weight = tensors[0].astype(np.float32) if tensors else np.zeros(shape, dtype=np.float32)
        weights[ours] = weight[0] if ours == "output.bias" else weight
        if not np.isfinite(weight).all():
            not_finite.append(present[0])
        problems += [
            f"{name} differs from {present[0]}, though config.json says that both are one"
            for name, tensor in zip(present[1:], tensors[1:], strict=True)
            if not np.array_equal(tensor, tensors[0], equal_nan=True)
        ]
    problems += list_names("tensors that are not floating-point numbers", not_float)
    problems += list_names("tensors with values that are not finite numbers", not_finite)
    table = sinusoidal_positions(config.max_positions, config.d_model, config.positions)
    problems += [
        f"{name} is not the table of sines and cosines that this program computes"
        for name in POSITIONS
        if name in stored.shapes
        and not np.allclose(stored.read(name), table, rtol=0, atol=_POSITION_TOLERANCE)
    ]
    return weights
