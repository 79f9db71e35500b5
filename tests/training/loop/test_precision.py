"""A run computes in the faster number format, even if the computer is busy while it is chosen."""

from typing import Any

import pytest
import torch
from torch import Tensor

from tests.support.models import tiny_transformer
from tests.support.runs import assert_equal_to_the_bit
from training.loop.place import Place
from training.loop.precision import choose_precision, speed_of_bfloat16
from training.loop.step_batches import Part
from training.loop.trainer import Trainer
from training.loop.weights import weights_of
from training.model_settings import Precision, TrainingSettings
from training.progress import Event, Message


def trainer_of(events: list[Event], **changes: Any) -> Trainer:
    model = tiny_transformer(5, dtype=torch.float32, sharpness=1.0, dropout=0.3)
    settings = TrainingSettings(precision="bf16", **changes)
    return Trainer(model, settings, emit=events.append)


@pytest.mark.parametrize(
    ("float32", "bf16", "factor"),
    [
        ([9, 2, 2], [9, 1, 1], 2),
        ([1, 2, 2], [90, 1, 1], 2),  # the first is slow: kernels are compiled
        ([9, 8, 2], [9, 1, 70], 2),  # the computer does something else meanwhile
        ([9, 1, 1], [9, 4, 4], 0.25),
    ],
)
def test_the_fastest_of_several_passes_counts(
    monkeypatch: pytest.MonkeyPatch, float32: list[float], bf16: list[float], factor: float
) -> None:
    trainer = trainer_of([])
    left: dict[Precision | None, list[float]] = {"float32": float32, "bf16": bf16}
    now = 0.0
    loss = trainer.loss

    def timed(part: Part) -> tuple[Tensor, Tensor]:
        nonlocal now
        now += left[trainer.place.precision].pop(0)
        return loss(part)

    trainer.loss = timed  # type: ignore[method-assign]  # as it was, and timed
    monkeypatch.setattr("training.loop.precision.time.perf_counter", lambda: now)
    assert speed_of_bfloat16(trainer) == factor


@pytest.mark.parametrize(
    ("factor", "precision", "words"),
    [
        (1.93, "bf16", "bfloat16 is 1.9 times as fast as float32 here; it is used."),
        (1.04, "float32", "bfloat16 is 1.0 times as fast as float32 here; float32 is used."),
        (0.5, "float32", "bfloat16 is 0.5 times as fast as float32 here; float32 is used."),
    ],
)
def test_a_processor_computes_in_the_faster_format_and_says_so(
    monkeypatch: pytest.MonkeyPatch, factor: float, precision: str, words: str
) -> None:
    monkeypatch.setattr("training.loop.precision.speed_of_bfloat16", lambda _: factor)
    events: list[Event] = []
    assert choose_precision(trainer_of(events), events.append) == precision
    assert [event.text for event in events if isinstance(event, Message)] == [words]


@pytest.mark.parametrize("batch_kind", ["tokens", "sentences"])
def test_the_choice_is_measured_and_leaves_no_trace(batch_kind: str) -> None:
    trainer = trainer_of([], batch_kind=batch_kind)
    weights = {name: tensor.clone() for name, tensor in weights_of(trainer.model).items()}
    random = torch.get_rng_state()
    assert choose_precision(trainer, lambda _: None) in {"float32", "bf16"}
    assert trainer.place == Place()
    assert all(parameter.grad is None for parameter in trainer.model.parameters())
    assert torch.equal(torch.get_rng_state(), random)
    assert_equal_to_the_bit(weights_of(trainer.model), weights)


def test_a_graphics_card_that_only_imitates_bfloat16_computes_in_float32(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def is_supported(*, including_emulation: bool = True) -> bool:
        return including_emulation

    events: list[Event] = []
    trainer = trainer_of(events)
    monkeypatch.setattr(type(trainer.model), "device", torch.device("cuda"))
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", is_supported)
    assert choose_precision(trainer, events.append) == "float32"
    assert events == [Message.of("bfloat16 is no faster on this processor; float32 is used.")]
