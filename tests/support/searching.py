"""Searches with tiny Transformers, whose sources are tensors."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer
from engine.search import beam_search, sampling
from engine.search.beam_search import Hypothesis, SearchSettings
from engine.search.decoder import Decoder

Ids = Tensor | npt.NDArray[np.integer]


def decoder_of(model: Transformer | Decoder) -> Decoder:
    """Return what searches: PyTorch for a Transformer."""
    return TorchDecoder(model) if isinstance(model, Transformer) else model


def search(
    model: Transformer | Decoder, src_ids: Ids, settings: SearchSettings, **wishes: Any
) -> list[tuple[Hypothesis, ...]]:
    """Search as `engine.search.beam_search.search` does."""
    return beam_search.search(decoder_of(model), np.asarray(src_ids), settings, **wishes)


def sample(
    model: Transformer | Decoder, src_ids: Ids, draws: Tensor, **wishes: Any
) -> list[Hypothesis]:
    """Sample as `engine.search.sampling.sample` does."""
    return sampling.sample(decoder_of(model), np.asarray(src_ids), draws.numpy(), **wishes)


def log_probs_after(model: Transformer, source: Tensor, ids: Sequence[int]) -> Tensor:
    """Return the log-probabilities after each beginning of a target, (T + 1, V), uncached.

    Args:
        model: In eval mode.
        source: Without padding, (S,) or (1, S).
        ids: The target, without bos and eos.
    """
    with torch.no_grad():
        tgt_in = torch.tensor([[model.bos_id, *ids]])
        return model.forward(source.view(1, -1), tgt_in)[0].log_softmax(-1)
