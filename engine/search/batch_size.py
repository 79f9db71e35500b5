"""How many tokens are searched at once: as many as the device's memory and patience allow.

A processor is busy with few; on a graphics card each step costs nearly as much for one sentence as
for hundreds.
"""

from collections.abc import Callable

import torch

from engine.search.decoder import Decoder

_SHARE = 0.4
"""Of the free memory: others compute on the card too, and some targets are long."""

_MOST_HYPOTHESES = 8192
"""A larger batch is hardly faster, and its slowest sentence keeps all others waiting."""

_LIKELY_LENGTH = 24
"""Tokens of a sentence, to reckon how many hypotheses so many tokens are."""

_STRETCH = 2
"""How many times as long as its source a target may be before memory runs short."""


def tokens_at_once(model: Decoder, beam_size: int, on_processor: int) -> int:
    """Return how many source tokens, padding counted, to search at once.

    Where it is too many all the same, the search itself halves its batch.

    Args:
        model: What searches.
        beam_size: How many hypotheses of each sentence live at once.
        on_processor: What to give where no graphics card computes.
    """
    device = model.device
    if device.type != "cuda":
        return on_processor
    free, _ = torch.cuda.mem_get_info(device)
    free += torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
    bytes_of = model.footprint
    # Keys and values of each hypothesis, twice while a layer's room grows; those of the source.
    positions = 1 + 2 * beam_size * _STRETCH
    steps = beam_size / _LIKELY_LENGTH  # the tokens of a sentence share what a step needs
    cost = bytes_of.position * positions + bytes_of.src_token + bytes_of.step * steps
    most = _MOST_HYPOTHESES * _LIKELY_LENGTH // beam_size
    return max(1, min(int(free * _SHARE / cost), most))


def fits(work: Callable[[list[int]], None], rows: list[int]) -> bool:
    """Do the work; say whether the device had the memory to do so many rows at once.

    Raises:
        torch.OutOfMemoryError: If it has not for a single one.
    """
    try:
        work(rows)
    except torch.OutOfMemoryError:
        if len(rows) == 1:
            raise
    else:
        return True
    # Out of the handler, which would keep what the work held.
    torch.cuda.empty_cache()
    return False
