"""Our own engine: `engine.search` over our Transformer."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from torch import Tensor

from benchmarks.decoding.engines import Decoder, Ids, Search
from engine.models.folder import read_model
from engine.search.beam_search import SearchSettings, search


def prepare(model: Path, folder: Path, precision: str) -> Path:  # noqa: ARG001  as it is
    """Return the model folder: nothing has to be converted."""
    return model


def load(prepared: Path, precision: str, threads: int) -> Decoder:  # noqa: ARG001
    """Load a model folder."""
    torch.set_num_threads(threads)
    model = read_model(prepared).model

    def decode(sources: Sequence[Ids], settings: Search) -> list[Ids]:
        found = search(model, padded(sources, model.pad_id), SearchSettings(**asdict(settings)))
        return [best.ids for (best,) in found]

    return decode


def padded(sources: Sequence[Ids], pad_id: int) -> Tensor:
    """Put sources into one batch, (B, S)."""
    longest = max(map(len, sources))
    return torch.tensor([[*source, *[pad_id] * (longest - len(source))] for source in sources])
