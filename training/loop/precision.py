"""The number format of a run: bfloat16 where its recipe allows it and this device gains by it."""

import time
from collections.abc import Callable

import torch

from engine.translatable import translatable
from training.model_settings import Precision
from training.progress import Event, Message

GAIN = 1.1
"""bfloat16 must be so many times as fast as float32: it rounds to three digits."""

_WARM_UP, _TRIALS = 1, 2


def choose_precision(
    device: torch.device, step: Callable[[Precision], None], emit: Callable[[Event], None]
) -> Precision:
    """Return the faster format, and say which it is on a processor.

    Processors differ: some have matrix units for bfloat16, some vector instructions, and some
    imitate it. Which of them gain depends on the shapes too, so some steps are timed.

    Args:
        device: Where the run computes.
        step: Takes a forward and a backward pass in a format.
        emit: Called with what was chosen.
    """
    if device.type == "cuda":
        if torch.cuda.is_bf16_supported(including_emulation=False):
            return "bf16"
        emit(
            Message.of(
                translatable("Message", "bfloat16 is no faster on this processor; float32 is used.")
            )
        )
        return "float32"
    factor = speed_of_bfloat16(step)
    precision: Precision = "bf16" if factor >= GAIN else "float32"
    emit(
        Message.of(
            translatable(
                "Message", "bfloat16 is {factor:.1f} times as fast as float32 here; it is used."
            )
            if precision == "bf16"
            else translatable(
                "Message",
                "bfloat16 is {factor:.1f} times as fast as float32 here; float32 is used.",
            ),
            factor=factor,
        )
    )
    return precision


def speed_of_bfloat16(step: Callable[[Precision], None]) -> float:
    """Return how many times as fast a step is in bfloat16 as in float32, where nothing disturbs it.

    Each format is timed several times, by turns: on a busy computer the fastest counts.
    """
    seconds: dict[Precision, list[float]] = {"float32": [], "bf16": []}
    for _ in range(_WARM_UP + _TRIALS):
        for precision, found in seconds.items():
            started = time.perf_counter()
            step(precision)
            found.append(time.perf_counter() - started)
    fastest = {precision: min(found[_WARM_UP:]) for precision, found in seconds.items()}
    return fastest["float32"] / fastest["bf16"]
