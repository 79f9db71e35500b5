"""Our own engine: `engine.search` over our Transformer, compiled or in PyTorch."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from benchmarks.decoding.engines import Decoder, Ids, Search, UnsupportedModelError
from engine.models.stored_model import read_stored, weights_by_name
from engine.native.transformer import NativeTransformer, Precision, has_kernel
from engine.nn.decoding import padded
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
    model = decoder_of(prepared, precision, threads)

    def decode(sources: Sequence[Ids], settings: Search) -> list[Ids]:
        found = search(model, padded(sources, model.pad_id), SearchSettings(**asdict(settings)))
        return [best.ids for (best,) in found]

    return decode


def decoder_of(folder: Path, precision: str, threads: int) -> OurDecoder:
    """Return what a search computes with."""
    match precision:
        case "float32" | "int8":
            stored = read_stored(folder)
            config = stored.manifest.config
            weights = weights_by_name(stored.weights, config)
            return NativeTransformer(config, weights, precision=precision, threads=threads)
        case _:
            import torch

            from engine.models.folder import read_model
            from engine.nn.torch_decoder import TorchDecoder

            torch.set_num_threads(threads)
            return TorchDecoder(read_model(folder).model)
