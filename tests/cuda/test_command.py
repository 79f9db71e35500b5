"""A run of the command on CUDA, from a recipe to a model that works; and the self-test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from desktop.self_test import STEPS
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.commands import runner
from training.corpus.layouts import reversed_pairs
from training.event_lines import from_line
from training.progress import Event, Exported, Finished, Message, Started, Validated

pytestmark = pytest.mark.cuda

ROOT = Path(__file__).parents[2]


def train(*arguments: str | Path) -> list[Event]:
    """Run `python -m training train`, and return what it told."""
    child = subprocess.Popen(
        [sys.executable, "-m", "training", "train", *map(str, arguments), "--events"],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,  # stays open: its end would mean "stop and save"
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert child.stdout is not None
    with child:
        events = [event for line in child.stdout if (event := from_line(line)) is not None]
    assert child.returncode == 0, events[-1]
    return events


def told(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


@pytest.mark.parametrize("precision", ["float32", "bf16"])
def test_a_run_on_the_device_gives_a_model_that_reverses(
    tmp_path: Path, device: str, precision: str
) -> None:
    settings = ("--set", f"training.precision={precision}", "--set", "training.max_steps=1000")
    events = train("reverse", *settings, "--device", device, "--output", tmp_path / "run")
    (started,) = told(events, Started)
    assert isinstance(started, Started)
    assert started.device.split(":")[0] == device
    losses = [event.loss for event in events if isinstance(event, Validated)]
    assert losses[-1] < losses[0] / 5
    (finished,) = told(events, Finished)
    assert isinstance(finished, Finished)
    assert finished.step == 1000
    (exported,) = told(events, Exported)
    assert isinstance(exported, Exported)
    pairs = reversed_pairs(200, seed=77)
    text = "\n".join(pair.source for pair in pairs)
    translations = [
        Translator.open(Path(exported.path), device=name).translate(TranslationRequest(text)).target
        for name in ("cpu", device)
    ]
    right = sum(
        target == pair.target
        for target, pair in zip(translations[1].split("\n"), pairs, strict=True)
    )
    assert right / len(pairs) >= 0.9
    assert translations[0] == translations[1]


def test_a_finished_run_is_told_again_and_computes_nothing(tmp_path: Path, device: str) -> None:
    settings = ("--set", "training.max_steps=3")
    train("reverse", *settings, "--device", device, "--output", tmp_path / "run")
    events = train("--resume", tmp_path / "run", "--device", "cpu")
    assert "This run is already finished; its model is ready." in [
        event.text for event in events if isinstance(event, Message)
    ]


def test_the_self_test_finds_that_everything_works(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    device: str,
) -> None:
    if device == "cuda":
        torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.max_memory_allocated() if device == "cuda" else 0
    ended = runner(monkeypatch, capsys, tmp_path / "home")("self-test")
    assert ended.status == 0, ended.err
    *checks, last = ended.out.splitlines()
    assert [line.split("  ")[0] for line in checks] == ["ok"] * 5
    assert f"train {STEPS} steps" in checks[-1]
    assert last == "Everything works."
    if device == "cuda":
        assert torch.cuda.max_memory_allocated() > before  # auto took the card
