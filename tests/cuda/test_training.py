"""On CUDA a model learns what it learns on the processor, in less memory too, and goes on anywhere.

A bias of keys moves every score of a query alike: its gradient is nothing but rounding, of which
Adam makes steps as long as any. So what is compared is losses, and what they follow from.
"""

import gc
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.nn.transformer import Transformer
from tests.support.models import tiny_transformer
from tests.support.runs import EVERYTHING, TinyRun, tiny_recipe, tiny_run
from training.errors import DeviceMemoryError, LossDivergedError
from training.examples.batches import Batch, collate
from training.examples.examples import Example
from training.loop.checkpoint import find_checkpoint
from training.loop.control import Action
from training.loop.supervisor import Outcome
from training.loop.trainer import Trainer
from training.model_settings import TrainingSettings
from training.progress import EpochEnded, Event, Message, Validated
from training.recipe import Recipe

pytestmark = pytest.mark.cuda

NO_DROPOUT: dict[str, Any] = {
    "dropout": 0.0,
    "attention_dropout": 0.0,
    "activation_dropout": 0.0,
}
SHAPES: dict[str, dict[str, Any]] = {
    "small heads": {},
    "heads of 64": {"d_model": 128, "d_ff": 256, "num_heads": 2, "norm": "pre", "final_norm": True},
}
CONSTANT: dict[str, Any] = {"schedule": "constant", "learning_rate": 3e-3}


def backwards(seed: int, count: int = 24, longest: int = 12) -> Batch:
    """Return sources of any length whose targets are the same ids in reverse."""
    generator = torch.Generator().manual_seed(seed)
    examples = []
    for _ in range(count):
        length = int(torch.randint(1, longest + 1, (), generator=generator))
        ids = torch.randint(3, 11, (length,), generator=generator).tolist()
        examples.append(Example([*ids, 2], [1, *reversed(ids), 2]))
    return collate(examples, src_pad=0, tgt_pad=0)


def model_on(device: str, **changes: Any) -> Transformer:
    """Return the same small model on any device."""
    settings = {**NO_DROPOUT, **changes}
    return tiny_transformer(5, dtype=torch.float32, sharpness=1.0, **settings).to(device)


def trainer_of(model: Transformer, told: list[Event] | None = None, **changes: Any) -> Trainer:
    settings = TrainingSettings(**{**CONSTANT, **changes})
    events = [] if told is None else told
    trainer = Trainer(model, settings, emit=events.append)
    trainer.place.precision = settings.precision
    return trainer


def learn(trainer: Trainer, groups: Sequence[Sequence[Batch]]) -> list[tuple[float, float]]:
    """Take a step on each group of batches; return the losses a token, and the gradients' norms."""
    figures = []
    for step, batches in enumerate(groups, 1):
        result = trainer.take(step, batches)
        figures.append((float(result.nll) / int(result.tokens), float(result.gradient_norm)))
    return figures


# --- steps ---


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"label_smoothing": 0.1, "optimizer": "adamw", "weight_decay": 0.1, "clip_norm": 0.2},
        {"label_smoothing": 0.1, "smoothing_kind": "others"},
        {"r_drop": 2.0},
        {"batch_kind": "sentences"},
    ],
    ids=str,
)
def test_steps_learn_what_they_learn_on_the_processor(
    shape: str, changes: dict[str, Any], device: str
) -> None:
    groups = [[backwards(step)] for step in range(5)]
    here, there = (
        learn(trainer_of(model_on(name, **SHAPES[shape]), **changes), groups)
        for name in ("cpu", device)
    )
    assert there == [pytest.approx(figures, rel=1e-3) for figures in here]
    assert there[0] == pytest.approx(here[0], rel=1e-5)


def test_several_batches_make_the_step_of_one_that_holds_them_all(device: str) -> None:
    examples = [
        Example([3 + (7 * row + place) % 8 for place in range(2 + row % 5)], [1, 3 + row % 9, 2])
        for row in range(40)
    ]
    whole, parts = (trainer_of(model_on(device)) for _ in range(2))
    one = collate(examples, src_pad=0, tgt_pad=0)
    some = [
        collate(examples[start:end], src_pad=0, tgt_pad=0)
        for start, end in ((0, 3), (3, 20), (20, 40))
    ]
    expected, found = learn(whole, [[one]] * 4), learn(parts, [some] * 4)
    assert found == [pytest.approx(figures, rel=1e-3) for figures in expected]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_bfloat16_is_near_float32_and_learns(shape: str, device: str) -> None:
    told: list[Event] = []
    short = trainer_of(model_on(device, **SHAPES[shape]), told, precision="bf16")
    wide = trainer_of(model_on("cpu", **SHAPES[shape]))
    groups = [[backwards(step % 7)] for step in range(150)]
    near, exact = learn(short, groups), learn(wide, groups[:1])
    assert near[0] == pytest.approx(exact[0], rel=0.03)
    assert near[-1][0] < near[0][0] / 2
    assert all(p.dtype == torch.float32 for p in short.model.parameters())
    if device == "cuda" and torch.cuda.is_bf16_supported(including_emulation=False):
        assert told == []
        assert near[0] != exact[0]


def test_dropout_draws_anew_each_step_and_the_same_from_the_same_seed(device: str) -> None:
    def losses(seed: int) -> list[float]:
        model = model_on(device, dropout=0.3, attention_dropout=0.3, activation_dropout=0.3)
        torch.manual_seed(seed)
        trainer = trainer_of(model, learning_rate=1e-12, optimizer="adamw")
        return [loss for loss, _ in learn(trainer, [[backwards(0)]] * 4)]

    first, again, other = losses(1), losses(1), losses(2)
    assert again == pytest.approx(first, rel=1e-5)
    assert len({round(loss, 4) for loss in (*first, *other)}) > 4


def test_a_loss_that_is_no_number_is_told(device: str) -> None:
    model = model_on(device)
    trainer = trainer_of(model)
    learn(trainer, [[backwards(0)]])
    with torch.no_grad():
        model.output.weight[4, 0] = math.nan
    with pytest.raises(LossDivergedError, match="at step 1 the loss was no longer a number"):
        learn(trainer, [[backwards(1)]])


@pytest.mark.filterwarnings("ignore:Synchronization debug mode")
@pytest.mark.parametrize(
    "changes", [{}, {"precision": "bf16", "label_smoothing": 0.1, "r_drop": 1.0}], ids=str
)
def test_the_processor_does_not_wait_for_the_card_during_steps(
    cuda: torch.device, changes: dict[str, Any]
) -> None:
    trainer = trainer_of(model_on(str(cuda), dropout=0.1, **SHAPES["heads of 64"]), **changes)
    groups = [[backwards(2 * step), backwards(2 * step + 1)] for step in range(6)]
    learn(trainer, groups)
    torch.cuda.set_sync_debug_mode("error")
    try:
        begun = [trainer.start(step, group) for step, group in enumerate(groups, 1)]
    finally:
        torch.cuda.set_sync_debug_mode("default")
    assert all(math.isfinite(underway.result().nll) for underway in begun)


# --- memory ---


@pytest.fixture
def limit(cuda: torch.device) -> Iterator[Callable[[float], None]]:
    """Return a function that lets PyTorch have so many bytes of the card and no more."""
    total = torch.cuda.get_device_properties(cuda).total_memory

    def allow(size: float) -> None:
        empty()
        torch.cuda.set_per_process_memory_fraction(min(1.0, size / total), 0)

    yield allow
    torch.cuda.set_per_process_memory_fraction(1.0, 0)
    empty()


def empty() -> None:
    """Give back what PyTorch keeps of the card's memory."""
    gc.collect()
    torch.cuda.synchronize()
    torch.cuda.empty_cache()


def need(cuda: torch.device, work: Callable[[], Any]) -> tuple[Any, int]:
    """Return what a work gives, and how much of the card's memory PyTorch kept for it."""
    empty()
    torch.cuda.reset_peak_memory_stats(cuda)
    result = work()
    torch.cuda.synchronize()
    return result, torch.cuda.max_memory_reserved(cuda)


def test_a_batch_that_does_not_fit_the_card_is_cut_and_teaches_the_same(
    cuda: torch.device, limit: Callable[[float], None]
) -> None:
    shape = {"src_vocab_size": 8000, "tgt_vocab_size": 8000, "d_model": 64, "d_ff": 2048}
    groups = [[backwards(step, 2048, 40)] for step in range(3)]

    def steps(told: list[Event]) -> tuple[Trainer, list[tuple[float, float]]]:
        trainer = trainer_of(model_on("cuda", **shape), told)
        return trainer, learn(trainer, groups)

    told: list[Event] = []
    (roomy, expected), whole = need(cuda, lambda: steps(told))
    assert (roomy.place.parts, told) == (1, [])
    del roomy
    limit(whole * 0.6)
    cut, found = steps(told)
    assert cut.place.parts > 1
    assert [event.text for event in told if isinstance(event, Message)][-1].startswith(
        "The device's memory is too small for a whole batch"
    )
    assert found == [pytest.approx(figures, rel=1e-3) for figures in expected]


def test_a_sentence_that_does_not_fit_the_card_is_the_end(
    cuda: torch.device, limit: Callable[[float], None]
) -> None:
    trainer = trainer_of(model_on("cuda", tgt_vocab_size=500_000, max_positions=2048))
    batch = collate(
        [Example([3] * 2000, [1, *[4] * 2000, 2])] * 2, src_pad=0, tgt_pad=0
    )  # whose logits alone are 4 GB a sentence
    limit(torch.cuda.memory_reserved(cuda) + 40e6)
    with pytest.raises(DeviceMemoryError, match="The device's memory is too small"):
        trainer.take(1, [batch])


# --- runs ---


def losses(*runs: TinyRun) -> dict[tuple[str, int], float]:
    """Return what was told of losses, by kind and step."""
    return {
        (type(event).__name__, event.step): event.loss
        for run in runs
        for event in run.events
        if isinstance(event, EpochEnded | Validated)
    }


def assert_alike(found: dict[tuple[str, int], float], wished: dict[tuple[str, int], float]) -> None:
    assert len(wished) > 5
    assert found == pytest.approx(wished, rel=1e-4)


REVERSE = tiny_recipe("training.validate_every=1", "training.ema_decay=0.9", "model.d_model=32")
RANDOM = tiny_recipe(*EVERYTHING, "training.validate_every=1", "training.learning_rate=0.03")
"""All that chance decides: what comes of it shows whether its state went along."""


def test_ten_steps_of_a_run_learn_what_they_learn_on_the_processor(
    tmp_path: Path, device: str
) -> None:
    recipe = REVERSE.override(["training.ema_decay=0", "training.warmup_steps=1"])
    here, there = (
        tiny_run(tmp_path / f"on {place}", recipe, device=name)
        for place, name in enumerate(("cpu", device))
    )
    for run in (here, there):
        assert run.fit() is Outcome.FINISHED
    assert_alike(losses(there), losses(here))
    validated = [event.loss for event in there.events if isinstance(event, Validated)]
    assert len(validated) == 10
    assert validated[-1] < 0.97 * validated[0]


def broken(folder: Path, recipe: Recipe, *devices: str) -> dict[tuple[str, int], float]:
    """Run five steps on one device and the rest on another; return all losses."""
    first = tiny_run(folder, recipe, stop_at=5, device=devices[0])
    assert first.fit() is Outcome.STOPPED
    torch.manual_seed(99)
    rest = tiny_run(folder, recipe, device=devices[1])
    assert rest.place.step == 5
    assert rest.fit() is Outcome.FINISHED
    assert rest.place.step == 10
    return losses(first, rest)


def test_ten_steps_are_five_and_a_stop_and_five(tmp_path: Path, device: str) -> None:
    unbroken = tiny_run(tmp_path / "unbroken", RANDOM, device=device)
    unbroken.fit()
    assert_alike(broken(tmp_path / "broken", RANDOM, device, device), losses(unbroken))


def test_chance_that_was_forgotten_would_be_seen(tmp_path: Path, device: str) -> None:
    unbroken = tiny_run(tmp_path / "unbroken", RANDOM, device=device)
    unbroken.fit()
    tiny_run(tmp_path / "broken", RANDOM, stop_at=5, device=device).fit()
    rest = tiny_run(tmp_path / "broken", RANDOM, device=device)
    torch.manual_seed(99)
    rest.fit()
    found, wished = losses(rest), losses(unbroken)
    assert found.keys() <= wished.keys()
    with pytest.raises(AssertionError):
        assert_alike(found, {key: wished[key] for key in found})


@pytest.mark.parametrize("is_begun_there", [True, False], ids=["from the card", "to the card"])
def test_a_run_goes_on_on_another_device(tmp_path: Path, device: str, is_begun_there: bool) -> None:
    devices = (device, "cpu") if is_begun_there else ("cpu", device)
    unbroken = tiny_run(tmp_path / "unbroken", REVERSE)
    unbroken.fit()
    assert_alike(broken(tmp_path / "broken", REVERSE, *devices), losses(unbroken))


def test_a_run_that_diverges_goes_back_and_on_with_half_the_rate(
    tmp_path: Path, device: str
) -> None:
    recipe = REVERSE.override(["training.checkpoint_every=3", "training.validate_every=0"])
    run = tiny_run(tmp_path, recipe, device=device)
    is_broken = False

    def break_once() -> Action:
        nonlocal is_broken
        if run.place.step == 5 and not is_broken:
            is_broken = True
            with torch.no_grad():
                run.trainer.model.output.weight[4, 0] = math.nan
        return Action.STEP

    run.supervisor.next_action = break_once
    assert run.fit() is Outcome.FINISHED
    assert run.place.step == 10
    assert run.place.rate_factor == 0.5
    (said,) = run.told(Message)
    assert isinstance(said, Message)
    assert said.text.startswith("At step 6 the loss was no longer a number. The run went back to")
    for tensor in run.trainer.model.state_dict().values():
        assert tensor.isfinite().all()


def test_a_checkpoint_of_the_card_holds_its_chance_and_no_card(
    tmp_path: Path, cuda: torch.device
) -> None:
    run = tiny_run(tmp_path, RANDOM, device=str(cuda))
    run.fit()
    checkpoint = find_checkpoint(tmp_path / "checkpoints")
    assert checkpoint is not None
    tensors = checkpoint.tensors()
    assert torch.equal(tensors["random.cuda"], torch.cuda.get_rng_state())
    assert {tensor.device.type for tensor in tensors.values()} == {"cpu"}
