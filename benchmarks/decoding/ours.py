"""Our own engine: `engine.search` over our Transformer, in PyTorch or compiled."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import get_args

import torch

from benchmarks.decoding.engines import Decoder, Ids, Search, UnsupportedModelError
from engine.models.folder import read_model
from engine.native.acceleration import native
from engine.native.transformer import Precision, has_kernel
from engine.nn.decoding import padded
from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer
from engine.search.beam_search import SearchSettings, search
from engine.search.decoder import Decoder as OurDecoder


def prepare(model: Path, folder: Path, precision: str) -> Path:  # noqa: ARG001  as it is
    """Return the model folder: nothing has to be converted.

    Raises:
        UnsupportedModelError: If the kernel is needed and cannot be used here.
    """
    if precision in get_args(Precision) and not has_kernel():
        raise UnsupportedModelError("the kernel was not built, or this processor is too old")
    return model


def load(prepared: Path, precision: str, threads: int) -> Decoder:
    """Load a model folder: for the kernel in a precision of it, otherwise for PyTorch."""
    torch.set_num_threads(threads)
    model = searched(read_model(prepared).model, precision)

    def decode(sources: Sequence[Ids], settings: Search) -> list[Ids]:
        found = search(model, padded(sources, model.pad_id), SearchSettings(**asdict(settings)))
        return [best.ids for (best,) in found]

    return decode


def searched(model: Transformer, precision: str) -> OurDecoder:
    """Return what a search computes with."""
    match precision:
        case "float32" | "int8":
            return native(model, precision)
        case _:
            return TorchDecoder(model)
