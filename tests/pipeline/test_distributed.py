"""Several processes train as one: the same losses and weights, and one goes on where two were."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, distributed

from tests.support.models import tiny_transformer
from training.event_lines import from_line
from training.examples.batches import Batch, collate
from training.examples.examples import Example
from training.loop.checkpoint import find_checkpoint
from training.loop.distributed import SINGLE_PROCESS, Processes
from training.loop.step_batches import Part
from training.loop.trainer import Trainer
from training.loop.weights import load_weights, save_weights
from training.model_settings import TrainingSettings
from training.progress import Checkpointed, EpochEnded, Event, Failed, Finished, Stopped, Validated
from training.report.run_story import read_events

DROPOUTS = ("dropout", "attention_dropout", "activation_dropout")
SETTINGS = (
    *(f"model.{name}=0.0" for name in DROPOUTS),
    "model.d_model=16",
    "model.d_ff=32",
    "training.batch_size=300",
    "training.accumulation=2",
    "training.checkpoint_every=4",
    "training.validate_every=6",
    "training.best_metric=loss",
    "training.ema_decay=0.9",
    "training.warmup_steps=4",  # or it would be fitted to the steps, whose number changes
    "training.learning_rate=0.001",
    "training.eps=0.01",  # no less than most gradients, or Adam makes a full step of rounding
    "decoding.beam_size=1",
    "decoding.max_length=12",
)
SET = [part for setting in SETTINGS for part in ("--set", setting)]
BEGIN = ("train", "reverse", *SET, "--device", "cpu", "--threads", "1", "--events")
RESUME = ("train", "--threads", "1", "--events", "--resume")


def run(processes: int, *arguments: str, stop_after: int | None = None) -> list[Event]:
    """Train, and give what was told; the input's end wishes a stop after a checkpoint."""
    launch = ["-m", "torch.distributed.run", "--nproc-per-node", str(processes), "--standalone"]
    program = [*launch, "-m", "training"] if processes > 1 else ["-m", "training"]
    told: list[Event] = []
    with subprocess.Popen(
        [sys.executable, *program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for line in child.stdout:
            event = from_line(line)
            if event is not None:
                told.append(event)
            if isinstance(event, Checkpointed) and event.step == stop_after:
                child.stdin.close()
    assert child.returncode == any(isinstance(event, Failed) for event in told)
    return told


def steps(number: int) -> list[str]:
    return ["--set", f"training.max_steps={number}"]


def figures(events: Sequence[Event]) -> dict[int, float]:
    return {e.step: e.loss for e in events if isinstance(e, EpochEnded | Validated)}


# Sums of 12,000 tokens in two orders differ by up to 12,000 * 2^-24 of a gradient; gradients are
# about as large as Adam's eps, and the rates of 13 steps add up to 0.009: 0.009 * 12,000 * 2^-24.
ROUNDING = 1e-5


def weights(folder: Path) -> dict[str, Tensor]:
    """Return the last weights of a run."""
    checkpoint = find_checkpoint(folder / "checkpoints")
    assert checkpoint is not None
    tensors = checkpoint.tensors()
    return {name: tensor for name, tensor in tensors.items() if name.startswith("model.")}


@pytest.mark.slow
def test_two_processes_stopped_and_gone_on_with_by_one_learn_what_one_does(tmp_path: Path) -> None:
    together, alone = tmp_path / "together", tmp_path / "alone"
    told = run(2, *BEGIN, *steps(5000), "--output", str(together), stop_after=8)
    (end,) = [event for event in told if isinstance(event, Finished | Stopped)]
    assert isinstance(end, Stopped)
    assert 8 <= end.step < 5000
    recipe = together / "recipe.toml"
    text = recipe.read_text(encoding="utf-8")
    recipe.write_text(text.replace("max_steps = 5000", f"max_steps = {end.step + 4}"))
    run(1, *RESUME, str(together))
    run(1, *BEGIN, *steps(end.step + 4), "--output", str(alone))

    losses, wished = figures(read_events(together)), figures(read_events(alone))
    assert max(wished) == end.step + 4
    assert losses == pytest.approx(wished, rel=1e-5)
    torch.testing.assert_close(weights(together), weights(alone), atol=ROUNDING, rtol=0)


@pytest.mark.slow
def test_what_goes_wrong_is_told_once_and_ends_all(tmp_path: Path) -> None:
    told = run(2, *BEGIN, "--set", "corpus.max_length=1", "--output", str(tmp_path / "run"))
    (failed,) = [event for event in told if isinstance(event, Failed)]
    assert told[-1] is failed
    assert "corpus.max_length: leaves no training pair" in failed.message


EXAMPLES = [Example([3 + row % 8] * (1 + row % 5), [1, 3 + row % 9, 4, 2]) for row in range(9)]
BATCHES = [
    collate(examples, src_pad=0, tgt_pad=0)
    for examples in (EXAMPLES[:1], EXAMPLES[1:])  # the first is too small to be shared
]


def learn(processes: Processes, told: Callable[[Event], None], most_rows: int) -> Trainer:
    """Take some steps on a device that holds only so many sentences at a time."""
    settings = TrainingSettings(schedule="constant", learning_rate=1e-2)
    rates: dict[str, Any] = dict.fromkeys(DROPOUTS, 0.0)
    model = tiny_transformer(5, sharpness=1.0, **rates)
    trainer = Trainer(model, settings, emit=told, processes=processes)
    loss = trainer.loss

    def limited(part: Part) -> tuple[Tensor, Tensor]:
        if len(part.src) > most_rows:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return loss(part)

    trainer.loss = limited  # type: ignore[method-assign]  # a device with less memory
    for step in (1, 2, 3):
        trainer.take(step, BATCHES)
    return trainer


def learn_as_one_of_two(rank: int, folder: Path) -> None:
    meeting = (folder / "meeting").as_uri()
    distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=2)
    trainer = learn(Processes(rank, 2), lambda _: None, most_rows=(4, 1)[rank])
    weights = dict(trainer.model.state_dict()) | {"parts": torch.tensor(trainer.place.parts)}
    save_weights(folder / f"{rank}.safetensors", weights)
    distributed.destroy_process_group()


@pytest.mark.slow
def test_where_one_process_lacks_memory_all_cut_their_batches_and_learn_the_same(
    tmp_path: Path,
) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(learn_as_one_of_two, (0, 1), (tmp_path, tmp_path)))
    alone = learn(SINGLE_PROCESS, lambda _: None, most_rows=9).model.state_dict()
    for rank in (0, 1):
        together = load_weights(tmp_path / f"{rank}.safetensors")
        assert together.pop("parts") == 4
        torch.testing.assert_close(together, dict(alone), atol=1e-6, rtol=0)


def test_every_sentence_is_one_processs_and_no_others() -> None:
    sides = [torch.arange(14).reshape(7, 2) + 100 * side for side in range(3)]
    batch = Batch(*sides)
    parts = [Processes(rank, 3).part_of(batch) for rank in range(3)]
    rows = sorted(tuple(row) for part in parts for row in part.src.tolist())
    assert rows == [tuple(row) for row in sides[0].tolist()]
    assert all(len(part.src) == len(part.tgt_in) == len(part.tgt_out) for part in parts)


def test_alone_there_is_nothing_to_share() -> None:
    assert SINGLE_PROCESS.is_first
    assert SINGLE_PROCESS.share("a") == "a"
    assert SINGLE_PROCESS.total(2.5) == 2.5
    SINGLE_PROCESS.wait()
