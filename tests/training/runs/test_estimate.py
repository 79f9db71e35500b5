"""What is said before a run agrees with what the run does, and nothing is left behind."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tests.support.commands import Run, runner
from tests.support.runs import PAIRS, VALIDATION, tiny_recipe
from training.corpus.corpus import Corpus, read_corpus
from training.errors import RecipeError
from training.event_lines import from_line
from training.loop.control import Orders
from training.preflight import Done, Estimated, Timed
from training.progress import Event, Finished, Message, ModelBuilt
from training.recipe import Recipe
from training.runs import estimate as estimates
from training.runs.estimate import Measured, disk_bytes, estimate, measure, most_steps, seconds_of
from training.runs.run_folder import create_run
from training.runs.runner import carry_out

MEASURED = Measured(
    parameters=1000,
    steps_per_epoch=10,
    tokens_per_step=100.0,
    token_seconds=0.01,
    sentence_seconds=0.5,
    scored_seconds=0.2,
    rival_seconds=0.0,
    preparation_seconds=7.0,
    memory_bytes=1,
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path / "home")


def test_it_says_of_the_model_what_the_run_says(tmp_path: Path, text: Path) -> None:
    recipe = tiny_recipe("corpus.kind=pairs", "training.max_steps=6")
    said: list[Event] = []
    estimated = estimate(recipe, [text], "cpu", tmp_path / "runs" / "new", said.append)
    assert not (tmp_path / "runs").exists()
    steps = [event for event in said if isinstance(event, Timed)]
    assert [event.step for event in steps] == list(range(1, steps[0].steps + 1))
    events: list[Event] = []
    carry_out(create_run(tmp_path / "run", recipe, [text], "cpu"), events.append, Orders())
    (built,) = (event for event in events if isinstance(event, ModelBuilt))
    assert estimated.parameters == built.parameters
    assert estimated.steps == max(e.step for e in events if isinstance(e, Finished))
    assert estimated.tokens_per_second > 0
    assert not any((estimated.is_room_lacking, estimated.is_memory_lacking, estimated.is_long))
    assert [event.text for event in said if isinstance(event, Message)] == [
        "Reading the text…",
        "Learning the vocabulary…",
        "Translating a few sentences…",
    ]
    left = sum(file.stat().st_size for file in (tmp_path / "run").rglob("*") if file.is_file())
    assert (
        left < 3 * estimated.disk_bytes + 1_000_000
    )  # the report, curves and tokenizers have a size of their own


@pytest.mark.parametrize(
    ("settings", "steps"),
    [
        (("training.max_steps=7", "training.max_epochs=0"), 7),
        (("training.max_steps=0", "training.max_epochs=3"), 30),
        (("training.max_steps=25", "training.max_epochs=3"), 25),
        (("training.max_steps=0", "training.max_epochs=0", "training.patience=5"), 1000),
    ],
)
def test_the_most_steps_are_those_of_the_nearest_limit(
    settings: tuple[str, ...], steps: int
) -> None:
    assert most_steps(tiny_recipe(*settings), 10) == steps


def test_time_is_that_of_steps_validations_and_the_end() -> None:
    corpus = Corpus("made up", "", tuple(PAIRS), tuple(VALIDATION), ())
    recipe = tiny_recipe(
        "training.max_steps=0", "training.max_epochs=3", "training.best_metric=bleu"
    )
    beam = estimates.BEAM_COST
    each = len(VALIDATION) * (0.5 + estimates.FORCED_COST * 10 / len(PAIRS))
    end = len(VALIDATION) * (2 * 0.5 * beam + 0.2 * (1 + beam))
    saving = 3 * 4 * 3 * 1000 / estimates.BYTES_PER_SECOND
    told = seconds_of(recipe, corpus, MEASURED, 30, num_compared=500)
    assert told == pytest.approx(7 + 30 + 3 * each + end + saving)


def test_a_comparison_takes_the_time_of_both_models() -> None:
    corpus = Corpus("made up", "", tuple(PAIRS), tuple(VALIDATION), ())
    alone, compared = (
        seconds_of(tiny_recipe(), corpus, replace(MEASURED, rival_seconds=rival), 30, 500)
        for rival in (0.0, 0.1)
    )
    added = 500 * 0.2 + (500 + len(VALIDATION)) * 0.1
    assert compared - alone == pytest.approx(added * (1 + estimates.BEAM_COST))


def test_slow_steps_are_not_all_taken(
    tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "ENOUGH_SECONDS", 0.0)
    said: list[Event] = []
    estimate(tiny_recipe("corpus.kind=pairs"), [text], "cpu", tmp_path / "new", said.append)
    steps = [event.step for event in said if isinstance(event, Timed)]
    assert steps == list(range(1, estimates.WARM_UP_STEPS + 2))


def test_the_model_to_compare_with_is_timed_if_it_translates_the_same(
    tmp_path: Path, text: Path
) -> None:
    recipe = tiny_recipe("corpus.kind=pairs")
    carry_out(create_run(tmp_path / "run", recipe, [text], "cpu"), lambda _: None, Orders())
    rival = tmp_path / "run" / "model" / recipe.model_name
    assert _rival_seconds(recipe, text, rival) > 0
    other = recipe.override(["source_language=sv"])
    assert _rival_seconds(other, text, rival) == 0
    (rival / "manifest.json").unlink()
    assert _rival_seconds(recipe, text, rival) == 0


def _rival_seconds(recipe: Recipe, text: Path, rival: Path) -> float:
    corpus = read_corpus(recipe.corpus, recipe.source_language, recipe.target_language, [text])
    device = torch.device("cpu")
    return measure(recipe, corpus, device, lambda _: None, rival=rival).rival_seconds


def test_more_weights_that_are_kept_take_more_room() -> None:
    few = tiny_recipe("training.average_checkpoints=0", "training.ema_decay=0.0")
    many = tiny_recipe("training.average_checkpoints=9", "training.ema_decay=0.9")
    assert disk_bytes(many, MEASURED, 100) > disk_bytes(few, MEASURED, 100) > 4 * 1000 * 10


def test_too_little_room_or_memory_is_a_problem_and_says_what_to_do(
    run: Run, tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "_free_disk", lambda _: 10)
    monkeypatch.setattr(estimates, "_free_memory", lambda _: 10)
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(tiny_recipe("corpus.kind=pairs").to_toml(), encoding="utf-8")
    place = str(tmp_path / "run")
    shown = run("estimate", str(recipe), "--data", str(text), "--output", place).out
    assert f"too little space on the disk of {tmp_path}. Free some space, or choose a " in shown
    assert "too little memory. Close other programs, or choose a smaller" in shown


def test_the_verb_prints_a_table_or_events(run: Run, tmp_path: Path, text: Path) -> None:
    recipe = tmp_path / "Übung 1.toml"
    recipe.write_text(tiny_recipe("corpus.kind=pairs").to_toml(), encoding="utf-8")
    named = ("estimate", str(recipe), "--data", str(text), "--device", "cpu")
    shown = run(*named).out
    assert "tokens/s on cpu" in shown
    assert shown.startswith("time")
    missing = run("estimate", "good", "--data", str(tmp_path / "nowhere"))
    assert missing.status == 1
    assert "there is no such file or folder" in missing.err


@pytest.mark.slow
def test_a_program_hears_events_and_their_end(text: Path, tmp_path: Path) -> None:
    recipe = tmp_path / "r.toml"
    recipe.write_text(tiny_recipe("corpus.kind=pairs").to_toml(), encoding="utf-8")
    verb = ["-m", "desktop", "estimate", str(recipe), "--data", str(text), "--events"]
    with subprocess.Popen(
        [sys.executable, *verb], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as child:
        assert child.stdout is not None
        events = [from_line(line) for line in child.stdout]
    assert child.returncode == 0
    assert isinstance(events[-2], Estimated)
    assert events[-1] == Done()


def test_batches_that_no_text_fills_are_said_as_a_run_says_them(tmp_path: Path, text: Path) -> None:
    recipe = tiny_recipe("corpus.kind=pairs", "training.drop_last=true", "training.batch_size=41")
    with pytest.raises(RecipeError, match=r"training.drop_last: leaves no batch from the 40"):
        estimate(recipe, [text], "cpu", tmp_path / "new", lambda _: None)
