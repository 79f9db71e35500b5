"""A run that is killed again and again ends in the weights of one that never was.

TRANSLUCENT_KILLS says how often; without it a few times, to spare time.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.runs import EVERYTHING, tiny_recipe, write_text
from training.event_lines import from_line
from training.progress import Checkpointed, EpochEnded, Event, Finished, Started, Validated
from training.report.run_story import read_events

KILLS = int(os.environ.get("TRANSLUCENT_KILLS", "3"))
RECIPE = tiny_recipe(
    *EVERYTHING,
    "corpus.kind=pairs",
    f"training.max_steps={60 + 30 * KILLS}",
    "training.checkpoint_every=7",
    "training.validate_every=31",
    "training.best_metric=loss",
)


def start(folder: Path, text: Path) -> "subprocess.Popen[str]":
    """Begin a run, or go on with it."""
    recipe = text / "recipe.toml"
    begin = [str(recipe), "--data", str(text), "--output", str(folder), "--device", "cpu"]
    arguments = ["--resume", str(folder)] if (folder / "run.json").exists() else begin
    return subprocess.Popen(
        [sys.executable, "-m", "training", "train", *arguments, "--threads", "1", "--events"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def kill_at_a_random_moment(child: "subprocess.Popen[str]", chance: random.Random) -> bool:
    """Kill a run soon after it began, or after some of its checkpoints; say whether it lived."""
    assert child.stdout is not None
    checkpoints = chance.randrange(5)
    with child:
        for line in child.stdout:
            event = from_line(line)
            checkpoints -= isinstance(event, Checkpointed)
            if checkpoints <= 0:
                break
        try:
            child.wait(chance.uniform(0.0, 0.03))
        except subprocess.TimeoutExpired:
            child.kill()
            return True
    return False


def finish(child: "subprocess.Popen[str]") -> None:
    """Let a run come to its end; the end of its input would stop it."""
    assert child.stdout is not None
    with child:
        child.stdout.read()


def figures(events: list[Event]) -> dict[tuple[type[Event], int], Event]:
    """Return what was measured, by kind and step; what was done twice is there once."""
    return {(type(e), e.step): e for e in events if isinstance(e, EpochEnded | Validated)}


@pytest.mark.slow
def test_losses_and_weights_are_those_of_an_unbroken_run_to_the_bit(tmp_path: Path) -> None:
    text = write_text(tmp_path / "Übung 1")
    (text / "recipe.toml").write_text(RECIPE.to_toml(), encoding="utf-8")
    unbroken, killed = tmp_path / "unbroken", tmp_path / "模型"
    finish(start(unbroken, text))
    chance = random.Random(KILLS)
    kills = 0
    while kills < KILLS and kill_at_a_random_moment(start(killed, text), chance):
        kills += 1
    finish(start(killed, text))
    assert kills == KILLS
    events = read_events(killed)
    assert isinstance(events[-1], Finished)
    resumed_at = [event.resumed_at for event in events if isinstance(event, Started)]
    assert resumed_at == sorted(resumed_at)
    assert resumed_at[-1] > 0
    assert figures(events) == figures(read_events(unbroken))
    models = [next(folder.glob("model/*/weights.safetensors")) for folder in (unbroken, killed)]
    assert models[0].read_bytes() == models[1].read_bytes()
