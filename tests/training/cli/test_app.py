"""The verbs data, recipes, train, evaluate, self-test, as people and programs use them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import Run, runner
from training.event_lines import from_line
from training.progress import Checkpointed, Failed, Started, Stepped, Stopped
from training.recipe import Recipe, load_recipe

ROOT = Path(__file__).parents[3]
TINY = [
    argument
    for setting in (
        "model.d_model=8",
        "model.d_ff=16",
        "training.max_steps=4",
        "training.validate_every=0",
        "decoding.max_length=8",
    )
    for argument in ("--set", setting)
]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path / "home")


# --- recipes and data ---


def test_recipes_are_listed_and_shown_setting_by_setting(run: Run) -> None:
    assert "multi30k-tiny" in run("recipes", "list").out
    shown = run("recipes", "show", "multi30k-word").out
    assert "55,179,437" in shown
    assert "teacher-forced BLEU .2792" in shown
    assert "training.warmup_steps" in shown


def test_a_shown_recipe_can_be_read_back(run: Run) -> None:
    text = run("recipes", "show", "iwslt14-de-en", "--toml").out
    assert Recipe.from_toml(text) == load_recipe("iwslt14-de-en")


def test_multi30k_is_imported_from_a_folder_and_then_found(run: Run, shared_data: Path) -> None:
    ended = run("data", "multi30k", "--from", shared_data / "multi30k")
    assert ended.status == 0
    assert "(9 of 9)" in ended.err
    assert Path(ended.out.removeprefix("Multi30k is in ").strip()).is_dir()


def test_a_folder_without_the_captions_is_refused(run: Run, tmp_path: Path) -> None:
    ended = run("data", "multi30k", "--from", tmp_path)
    assert ended.status == 1
    assert "train.en" in ended.err


# --- train and evaluate ---


def test_a_model_is_trained_installed_used_and_measured(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    ended = run("train", "reverse", *TINY, "--output", folder)
    assert ended.status == 0, ended.err
    model = folder / "model" / "qaa-qab-reverse"
    assert f"translucent models import {model}" in ended.err
    assert run("models", "import", model).status == 0
    assert run("translate", "--from", "qaa", "ba da").status == 0
    text = tmp_path / "text"
    text.write_text("ba da fa\nga ka\n", encoding="utf-8")
    measured = run("evaluate", "--model", model, "--source", text, "--reference", text, "--json")
    found = json.loads(measured.out)
    assert found["pairs"] == 2
    assert set(found["signatures"]) <= set(found["metrics"])
    assert "version:" in found["signatures"]["bleu"]
    table = run("evaluate", "--model", model, "--source", text, "--reference", text).out
    assert "teacher_forced_bleu" in table
    assert found["signatures"]["chrf"] in table


def test_a_finished_run_can_be_resumed_and_keeps_its_steps(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run("train", "reverse", *TINY, "--output", folder)
    again = run("train", "--resume", folder)
    assert again.status == 0
    assert "from step 4" in again.err


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        ((), 2, "name a recipe to begin with"),
        (("reverse", "--resume", "x"), 2, "not both"),
        (("--resume", "nowhere"), 1, "there is no run to resume"),
        (("--resume", "x", "--set", "training.seed=1"), 2, "--resume takes recipe"),
        (("no-such",), 1, "there is no recipe no-such"),
        (("reverse", "--set", "training.sed=1"), 1, "did you mean training.seed?"),
        (("reverse", "--set", "model.d_model=7"), 1, "d_model 7 must be a multiple"),
        (("multi30k-tiny",), 1, "translucent data multi30k"),
        (("multi30k-tiny", "--data", "nowhere"), 1, "there is no such file or folder"),
        (("reverse", "--device", "gpu"), 1, "not one of auto, cpu and cuda"),
    ],
)
def test_a_run_that_cannot_begin_says_why(
    run: Run, arguments: tuple[str, ...], status: int, says: str
) -> None:
    ended = run("train", *arguments)
    assert ended.status == status
    assert says in ended.err


def test_a_run_is_never_begun_over_another(run: Run, tmp_path: Path) -> None:
    run("train", "reverse", *TINY, "--output", tmp_path / "run")
    again = run("train", "reverse", *TINY, "--output", tmp_path / "run")
    assert again.status == 1
    assert "there is a run already" in again.err


def test_text_that_is_not_parallel_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one").write_text("a\nb\n", encoding="utf-8")
    (tmp_path / "two").write_text("a\n", encoding="utf-8")
    ended = run("evaluate", "--source", tmp_path / "one", "--reference", tmp_path / "two")
    assert ended.status == 1


# --- for programs ---


def start(*arguments: str | Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "training", *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


@pytest.mark.slow
def test_the_end_of_standard_input_stops_and_saves(tmp_path: Path) -> None:
    endless = ("--set", "training.max_steps=1000000", "--events", "--output", tmp_path / "run")
    with start("train", "reverse", *endless) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        lines = []
        for line in child.stdout:
            lines.append(line)
            if isinstance(from_line(line), Stepped):
                child.stdin.close()
                break
        lines += child.stdout.readlines()
    events = [from_line(line) for line in lines]
    assert None not in events
    assert isinstance(events[0], Started)
    assert isinstance(events[-1], Stopped)
    assert child.returncode == 0
    assert any(isinstance(event, Checkpointed) for event in events)


@pytest.mark.slow
def test_a_failure_is_an_event_and_a_status(tmp_path: Path) -> None:
    options = ("--data", tmp_path, "--events", "--output", tmp_path / "run")
    with start("train", "multi30k-tiny", *options) as child:
        assert child.stdout is not None
        events = [from_line(line) for line in child.stdout]
    assert isinstance(events[-1], Failed)
    assert events[-1].kind == "corpus"
    assert str(tmp_path) in events[-1].message
    assert child.returncode == 1


@pytest.mark.slow
def test_the_self_test_passes_with_the_model_that_ships(run: Run) -> None:
    ended = run("self-test")
    assert ended.status == 0, ended.err
    assert ended.out.count("ok  ") == 6
    assert ended.out.endswith("Everything works.\n")


def test_the_self_test_fails_where_there_is_no_model(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("desktop.storage.paths.resources", lambda: tmp_path)
    monkeypatch.setattr("desktop.self_test._train", lambda _: "nothing")
    ended = run("self-test")
    assert ended.status == 1
    assert ended.err.count("FAILED") == 3
