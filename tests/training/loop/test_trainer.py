"""A step does what its settings say: groups count as one batch, gradients are clipped."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.nn.transformer import Transformer
from tests.support.models import tiny_transformer
from tests.support.runs import assert_equal_to_the_bit
from training.errors import DeviceMemoryError, LossDivergedError
from training.examples.batches import Batch, collate
from training.examples.examples import Example
from training.loop.optimizer import optimizer_state, put_optimizer_state
from training.loop.step_batches import SIMILAR_LENGTH, Part
from training.loop.trainer import Trainer
from training.loop.weights import weights_of
from training.model_settings import TrainingSettings
from training.progress import Event, Message

EXAMPLES = [
    Example([3 + (7 * row + place) % 8 for place in range(2 + row % 5)], [1, *[3 + row % 9], 2])
    for row in range(16)
]
Compute = Callable[[Part], tuple[Tensor, Tensor]]

CONSTANT: dict[str, Any] = {"schedule": "constant", "learning_rate": 1e-2, "clip_norm": 0.0}


def batch_of(examples: Sequence[Example]) -> Batch:
    return collate(examples, src_pad=0, tgt_pad=0)


def model_of(dropout: float = 0.0, dtype: torch.dtype = torch.float64) -> Transformer:
    rates = {"dropout": dropout, "attention_dropout": dropout, "activation_dropout": dropout}
    return tiny_transformer(5, dtype=dtype, sharpness=1.0, **rates)


def trainer_of(model: Transformer, events: list[Event] | None = None, **changes: Any) -> Trainer:
    settings = TrainingSettings(**{**CONSTANT, **changes})
    told = [] if events is None else events
    return Trainer(model, settings, emit=told.append)


def gradients(model: Transformer) -> list[Tensor]:
    return [p.grad.clone() for p in model.parameters() if p.grad is not None]


def copies(model: Transformer) -> dict[str, Tensor]:
    return {name: tensor.clone() for name, tensor in weights_of(model).items()}


@pytest.mark.parametrize("sizes", [(8, 8), (4, 4, 4, 4), (1, 12, 3)], ids=str)
@pytest.mark.parametrize(
    "changes",
    [{}, {"label_smoothing": 0.1, "clip_norm": 0.5}, {"r_drop": 2.0, "smoothing_kind": "others"}],
    ids=str,
)
def test_several_batches_make_the_step_of_one_that_holds_them_all(
    sizes: tuple[int, ...], changes: dict[str, Any]
) -> None:
    together, apart = model_of(), model_of()
    whole, parts = trainer_of(together, **changes), trainer_of(apart, **changes)
    for step in (1, 2, 3):
        ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
        groups = [EXAMPLES[end - size : end] for end, size in zip(ends, sizes, strict=True)]
        of_one = whole.take(step, [batch_of(EXAMPLES)])
        of_all = parts.take(step, [batch_of(group) for group in groups])
        assert of_all == pytest.approx(of_one, abs=1e-9)
        torch.testing.assert_close(gradients(apart), gradients(together), atol=1e-9, rtol=0)
    torch.testing.assert_close(weights_of(apart), weights_of(together), atol=1e-6, rtol=0)


def test_loss_and_tokens_are_those_of_the_labels_before_the_step() -> None:
    model = model_of()
    batch = batch_of(EXAMPLES)
    is_label = batch.tgt_out != 0
    log_probs = model(batch.src, batch.tgt_in).log_softmax(-1)
    nll = -log_probs.gather(2, batch.tgt_out[:, :, None]).squeeze(2)[is_label].sum()
    result = trainer_of(model, label_smoothing=0.1).take(1, [batch])
    assert result.nll == pytest.approx(nll.item())
    assert result.tokens == int(is_label.sum())


def test_gradients_longer_than_the_limit_are_shortened_to_it_and_told_as_they_were() -> None:
    model, free = model_of(), model_of()
    long = trainer_of(free).take(1, [batch_of(EXAMPLES)]).gradient_norm
    limit = long / 3
    told = trainer_of(model, clip_norm=limit).take(1, [batch_of(EXAMPLES)]).gradient_norm
    assert told == pytest.approx(long)
    shortened = [whole / 3 for whole in gradients(free)]
    torch.testing.assert_close(gradients(model), shortened, rtol=1e-4, atol=1e-12)


def test_short_gradients_are_left_as_they_are() -> None:
    model, free = model_of(), model_of()
    trainer_of(model, clip_norm=1e6).take(1, [batch_of(EXAMPLES)])
    trainer_of(free).take(1, [batch_of(EXAMPLES)])
    assert all(map(torch.equal, gradients(model), gradients(free)))


def test_the_rate_is_the_schedules() -> None:
    trainer = trainer_of(model_of(), schedule="noam", noam_factor=2.0, warmup_steps=10)
    rate = trainer.take(3, [batch_of(EXAMPLES)]).learning_rate
    assert rate == pytest.approx(2.0 * 16**-0.5 * 3 * 10**-1.5)
    assert [group["lr"] for group in trainer.optimizer.param_groups] == [rate]


def test_a_step_makes_the_loss_smaller() -> None:
    trainer = trainer_of(model_of())
    losses = [trainer.take(step, [batch_of(EXAMPLES)]).nll for step in range(1, 21)]
    assert losses[-1] < losses[0] / 2


def test_without_dropout_r_drop_changes_nothing_for_both_passes_agree() -> None:
    plain, dropped = model_of(), model_of()
    expected = trainer_of(plain).take(1, [batch_of(EXAMPLES)])
    assert trainer_of(dropped, r_drop=5.0).take(1, [batch_of(EXAMPLES)]) == pytest.approx(expected)
    torch.testing.assert_close(gradients(dropped), gradients(plain))


def test_with_dropout_r_drop_pulls_the_two_passes_together() -> None:
    def step(weight: float) -> list[Tensor]:
        model = model_of(dropout=0.3)
        torch.manual_seed(1)
        trainer_of(model, r_drop=weight).take(1, [batch_of(EXAMPLES)])
        return gradients(model)

    light, middle, heavy = step(1.0), step(2.0), step(3.0)
    assert not all(map(torch.equal, light, heavy))
    for first, second, third in zip(light, middle, heavy, strict=True):
        torch.testing.assert_close(third - second, second - first)  # linear in its weight


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_loss_that_is_no_number_stops_before_the_weights_change(bad: float) -> None:
    model = model_of()
    with torch.no_grad():
        model.output.weight[4, 0] = bad
    before = copies(model)
    with pytest.raises(LossDivergedError, match="at step 7 the loss was no longer a number"):
        trainer_of(model).take(7, [batch_of(EXAMPLES)])
    torch.testing.assert_close(weights_of(model), before, rtol=0, atol=0, equal_nan=True)


def test_gradients_that_are_no_numbers_stop_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "training.loop.trainer.nn.utils.get_total_norm", lambda *_, **__: torch.tensor(math.inf)
    )
    with pytest.raises(LossDivergedError, match="at step 2"):
        trainer_of(model_of()).take(2, [batch_of(EXAMPLES)])


@pytest.mark.parametrize("optimizer", ["adam", "adamw"])
def test_the_optimizer_goes_on_from_its_state_to_the_bit(optimizer: str) -> None:
    model = model_of(dtype=torch.float32)
    first = trainer_of(model, optimizer=optimizer, weight_decay=0.1)
    for step in (1, 2):
        first.take(step, [batch_of(EXAMPLES)])
    again = model_of(dtype=torch.float32)
    again.load_state_dict(model.state_dict())
    second = trainer_of(again, optimizer=optimizer, weight_decay=0.1)
    state = optimizer_state(first.optimizer)
    put_optimizer_state(second.optimizer, {name: tensor.clone() for name, tensor in state.items()})
    for trainer in (first, second):
        trainer.take(3, [batch_of(EXAMPLES)])
    assert_equal_to_the_bit(weights_of(again), weights_of(model))


def test_bfloat16_comes_near_float32() -> None:
    short = trainer_of(model_of(dtype=torch.float32))
    short.place.precision = "bf16"
    wide = trainer_of(model_of(dtype=torch.float32))
    rounded, exact = (trainer.take(1, [batch_of(EXAMPLES)]) for trainer in (short, wide))
    assert rounded.nll == pytest.approx(exact.nll, rel=0.02)
    assert rounded.nll != exact.nll


def too_small_for(rows: int, trainer: Trainer) -> list[int]:
    """Let batches of more than so many sentences not fit; give what was tried."""
    tried: list[int] = []
    loss = trainer.loss

    def limited(part: Part) -> tuple[torch.Tensor, torch.Tensor]:
        tried.append(len(part.src))
        if len(part.src) > rows:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return loss(part)

    trainer.loss = limited  # type: ignore[method-assign]  # a device with less memory
    return tried


def test_a_batch_that_does_not_fit_is_cut_and_teaches_the_same() -> None:
    events: list[Event] = []
    whole, cut = trainer_of(model_of()), trainer_of(model_of(), events)
    batches = [batch_of(EXAMPLES[:8]), batch_of(EXAMPLES[8:13])]
    tried = too_small_for(2, cut)
    results = [trainer.take(1, batches) for trainer in (whole, cut)]
    assert results[1] == pytest.approx(results[0], abs=1e-9)
    torch.testing.assert_close(weights_of(cut.model), weights_of(whole.model), atol=1e-6, rtol=0)
    assert cut.place.parts == 4
    assert [event.text for event in events if isinstance(event, Message)][-1] == (
        "The device's memory is too small for a whole batch. From now on each batch "
        "is split into 4 parts; the result is the same."
    )
    tried.clear()
    cut.take(2, batches)
    assert max(tried) <= 2  # it is remembered


@pytest.mark.parametrize("r_drop", [0.0, 2.0])
def test_shuffled_sentences_are_read_by_length_and_teach_the_same(r_drop: float) -> None:
    batch = batch_of(
        [Example([3] * (2 + 5 * row % 23), [1, *[4] * (5 * row % 23), 2]) for row in range(100)]
    )
    whole, by_length = (
        trainer_of(model_of(), batch_kind=kind, r_drop=r_drop) for kind in ("tokens", "sentences")
    )
    positions: list[list[int]] = []
    for trainer in (whole, by_length):
        computed = trainer.loss
        positions.append([])

        def noted(part: Part, compute: Compute = computed) -> tuple[Tensor, Tensor]:
            positions[-1].append(part.src.numel() + part.tgt_in.numel())
            return compute(part)

        trainer.loss = noted  # type: ignore[method-assign]  # as it was, and noted
        assert trainer.take(1, [batch]).tokens == int((batch.tgt_out != 0).sum())
    torch.testing.assert_close(
        weights_of(by_length.model), weights_of(whole.model), atol=1e-6, rtol=0
    )
    assert len(positions[0]) == 1
    assert len(positions[1]) == math.ceil(100 / SIMILAR_LENGTH)
    assert sum(positions[1]) < 0.8 * positions[0][0]


def test_a_single_sentence_that_does_not_fit_is_the_end() -> None:
    trainer = trainer_of(model_of())
    too_small_for(0, trainer)
    with pytest.raises(DeviceMemoryError, match="The device's memory is too small"):
        trainer.take(1, [batch_of(EXAMPLES[:3])])


def test_other_errors_are_not_taken_for_too_little_memory() -> None:
    trainer = trainer_of(model_of())

    def fail(_: Part) -> tuple[torch.Tensor, torch.Tensor]:
        raise RuntimeError("a shape is wrong")

    trainer.loss = fail  # type: ignore[method-assign, assignment]  # an error of another kind
    with pytest.raises(RuntimeError, match="a shape is wrong"):
        trainer.take(1, [batch_of(EXAMPLES[:3])])
    assert trainer.place.parts == 1
