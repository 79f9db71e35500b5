"""Choose the number format of a run: bfloat16 if its recipe allows it and it is faster here."""

import time
from collections.abc import Callable

import torch

from engine.translatable import translatable
from training.examples.batches import Batch
from training.loop.trainer import Trainer
from training.model_settings import Precision
from training.progress import Event, Message

GAIN = 1.1
"""bfloat16 must be this many times as fast as float32: it rounds to three digits."""

SENTENCES, LENGTH = 16, 16
"""The size of the batch on which the formats are compared. With three models, a batch eight times
as large gave the same factor, within a tenth."""

_WARM_UP, _TRIALS = 1, 2


def choose_precision(trainer: Trainer, emit: Callable[[Event], None]) -> Precision:
    """Choose the faster format for a trainer, and report the choice if it was not certain.

    Weights, gradients, the trainer's format and random states stay as they are.
    """
    if trainer.model.device.type == "cuda":
        if torch.cuda.is_bf16_supported(including_emulation=False):
            return "bf16"
        emit(
            Message.of(
                translatable("Message", "bfloat16 is no faster on this processor; float32 is used.")
            )
        )
        return "float32"
    factor = speed_of_bfloat16(trainer)
    is_faster = factor >= GAIN
    emit(
        Message.of(
            translatable(
                "Message", "bfloat16 is {factor:.1f} times as fast as float32 here; it is used."
            )
            if is_faster
            else translatable(
                "Message",
                "bfloat16 is {factor:.1f} times as fast as float32 here; float32 is used.",
            ),
            factor=factor,
        )
    )
    return "bf16" if is_faster else "float32"


def speed_of_bfloat16(trainer: Trainer) -> float:
    """Return how many times as fast bfloat16 is as float32, on a processor that nothing disturbs.

    Processors differ: some have matrix units for bfloat16, some vector instructions, and some
    imitate it. Which of them gain depends on the shapes too, so passes over made-up sentences are
    timed. The formats take turns, several times: on a busy computer the fastest pass counts.
    """
    model, settings, before = trainer.model, trainer.settings, trainer.place.precision
    sentences = settings.batch_size
    if settings.batch_kind == "tokens":
        sentences = max(1, sentences // LENGTH)
    shape = min(SENTENCES, sentences), min(LENGTH, model.max_positions)
    vocabularies = (model.src_embeddings.tokens.num_embeddings, model.tgt_vocab_size)
    model.train()
    seconds: dict[Precision, list[float]] = {"float32": [], "bf16": []}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        src, tgt = (torch.randint(1 + model.pad_id, size, shape) for size in vocabularies)
        part = trainer.parts.on_device(Batch(src, tgt, tgt))
        for _ in range(_WARM_UP + _TRIALS):
            for precision, durations in seconds.items():
                trainer.place.precision = precision
                started = time.perf_counter()
                trainer.loss(part)[0].backward()  # type: ignore[no-untyped-call]  # torch has no type for it
                durations.append(time.perf_counter() - started)
    trainer.optimizer.zero_grad(set_to_none=True)
    trainer.place.precision = before
    fastest = {precision: min(durations[_WARM_UP:]) for precision, durations in seconds.items()}
    return fastest["float32"] / fastest["bf16"]
