"""Several processes train as one: the same losses and weights, and one goes on where two were."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

from training.batches import Batch
from training.distributed import ONE, Processes
from training.progress import EpochEnded, Event, Finished, Validated, from_line
from training.run_folder import read_events

SETTINGS = (
    "model.d_model=16",
    "model.d_ff=32",
    "model.dropout=0.0",
    "model.attention_dropout=0.0",
    "model.activation_dropout=0.0",
    "training.batch_size=300",
    "training.accumulation=2",
    "training.max_steps=12",
    "training.checkpoint_every=4",
    "training.validate_every=6",
    "training.best_metric=loss",
    "training.ema_decay=0.9",
    "decoding.beam_size=1",
    "decoding.max_length=12",
)
SET = [part for setting in SETTINGS for part in ("--set", setting)]
BEGIN = ("train", "reverse", *SET, "--device", "cpu", "--threads", "1", "--events")


def run(processes: int, *arguments: str) -> list[Event]:
    """Train to the end, and give what the first process told."""
    launch = ["-m", "torch.distributed.run", "--nproc-per-node", str(processes), "--standalone"]
    program = [*launch, "-m", "training"] if processes > 1 else ["-m", "training"]
    with subprocess.Popen(
        [sys.executable, *program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        told = [event for event in map(from_line, child.stdout) if event is not None]
        log = child.stderr.read()
    assert child.returncode == 0, log
    assert isinstance(told[-1], Finished), log
    return told


def figures(events: Sequence[Event]) -> dict[int, float]:
    return {e.step: e.loss for e in events if isinstance(e, EpochEnded | Validated)}


@pytest.mark.slow
def test_two_processes_learn_what_one_does_and_one_goes_on_where_two_stopped(
    tmp_path: Path,
) -> None:
    alone, together = tmp_path / "alone", tmp_path / "together"
    run(1, *BEGIN, "--output", str(alone))
    half = ["--set", "training.max_steps=8"]
    told = run(2, *BEGIN, *half, "--output", str(together))
    assert len([event for event in told if isinstance(event, Finished)]) == 1
    recipe = together / "recipe.toml"  # it ends later than it was thought to
    recipe.write_text(recipe.read_text(encoding="utf-8").replace("max_steps = 8", "max_steps = 12"))
    run(1, "train", "--resume", str(together), "--events", "--threads", "1")
    losses, wished = figures(read_events(together)), figures(read_events(alone))
    assert wished
    assert {step: losses[step] for step in wished} == pytest.approx(wished, rel=1e-4)


def test_every_sentence_is_one_processs_and_no_others() -> None:
    sides = [torch.arange(14).reshape(7, 2) + 100 * side for side in range(3)]
    batch = Batch(*sides)
    parts = [Processes(rank, 3).part_of(batch) for rank in range(3)]
    rows = sorted(tuple(row) for part in parts for row in part.src.tolist())
    assert rows == [tuple(row) for row in sides[0].tolist()]
    assert all(len(part.src) == len(part.tgt_in) == len(part.tgt_out) for part in parts)


def test_alone_there_is_nothing_to_share() -> None:
    assert ONE.is_first
    assert ONE.share("a") == "a"
    assert ONE.total(2.5) == 2.5
    ONE.wait()
