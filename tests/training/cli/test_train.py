"""`translucent train`: how a run begins, is told, is stopped, and goes on."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from desktop import command
from tests.support.commands import Run, runner
from tests.support.model_folders import tree
from tests.support.runs import paint_nothing, write_text
from training.cli.display import RunDisplay
from training.event_lines import from_line
from training.progress import (
    Checkpointed,
    Event,
    Exported,
    Failed,
    Finished,
    Lent,
    Message,
    ModelBuilt,
    Paused,
    Resumed,
    Started,
    Stepped,
    Stopped,
)
from training.recipe import load_recipe
from training.report.run_story import read_events
from training.runs.run_folder import open_run
from training.runs.run_list import RunState, read_run

ROOT = Path(__file__).parents[3]
SETTINGS = (
    "model.d_model=8",
    "model.d_ff=16",
    "training.max_steps=3",
    "training.validate_every=0",
    "decoding.max_length=8",
)
TINY = tuple(argument for setting in SETTINGS for argument in ("--set", setting))

Program = Callable[..., tuple[int, list[Event]]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys, tmp_path / "home")


@pytest.fixture(autouse=True)
def _nothing_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    paint_nothing(monkeypatch)


@pytest.fixture
def few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the made-up corpus be small: these runs are measured on it in the end."""
    monkeypatch.setattr("training.corpus.layouts._REVERSE_TRAIN", 30)
    monkeypatch.setattr("training.corpus.layouts._REVERSE_HELD_OUT", 4)


@pytest.fixture
def pipe() -> Iterator[list[int]]:
    """Return the ends of a pipe that stands for standard input; the writing end may be closed."""
    ends = list(os.pipe())
    yield ends
    for end in reversed(ends):  # first the writing end: whoever waits for it is done then
        os.close(end)
        for thread in threading.enumerate():
            if thread.name == "orders":
                thread.join()


@pytest.fixture
def program(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pipe: list[int]
) -> Program:
    """Return a function that trains as a program lets it: events on standard output."""
    assert run is not None
    monkeypatch.setattr("training.cli.train.give_way", lambda: None)
    monkeypatch.setattr("training.cli.train.spare_threads", lambda: 3)

    def train(*arguments: str | Path) -> tuple[int, list[Event]]:
        with os.fdopen(pipe[0], closefd=False) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            status = command.main(["train", "--events", *map(str, arguments)])
        events = [from_line(line) for line in capsys.readouterr().out.splitlines()]
        known = [event for event in events if event is not None]
        assert len(known) == len(events)
        return status, known

    return train


# --- where a run is, and what it learns from ---


@pytest.mark.usefixtures("few_pairs")
def test_a_run_is_kept_among_the_users_own_and_found_by_name(run: Run, tmp_path: Path) -> None:
    ended = run("train", "reverse", *TINY, "--set", "training.seed=7")
    assert ended.status == 0, ended.err
    assert ended.out == ""
    (folder,) = (tmp_path / "home" / "data" / "runs").iterdir()
    assert folder.name.startswith("reverse-")
    assert f"The run is in {folder}\n" in ended.err
    assert load_recipe(folder / "recipe.toml") == load_recipe("reverse").override(
        (*SETTINGS, "training.seed=7")
    )
    again = run("train", "--resume", folder.name)
    assert again.status == 0
    assert f"Run {folder.name}: " in again.err
    assert "from step 3" in again.err


@pytest.mark.usefixtures("few_pairs")
def test_a_run_begins_with_a_model_that_is_named(run: Run, tmp_path: Path) -> None:
    ended = run("train", "reverse", *TINY, "--output", str(tmp_path / "first"))
    assert ended.status == 0, ended.err
    (model,) = (tmp_path / "first" / "model").iterdir()
    assert run("models", "import", str(model), "--name", "mine").status == 0
    ended = run("train", "reverse", *TINY, "--from-model", "mine", "--output", str(tmp_path / "b"))
    assert ended.status == 0, ended.err
    first = open_run(tmp_path / "b").first_model
    assert first is not None
    assert first.folder == tmp_path / "home" / "data" / "models" / "mine"
    refused = run(
        "train", "reverse", *TINY, "--from-model", "none", "--output", str(tmp_path / "c")
    )
    assert refused.status == 1
    assert "none" in refused.err
    assert not (tmp_path / "c").exists()
    again = run("train", "--resume", str(tmp_path / "b"), "--from-model", "mine")
    assert again.status == 2


def test_what_is_excluded_is_not_learned_from(run: Run, tmp_path: Path) -> None:
    recipe = load_recipe("reverse").override(
        (*SETTINGS, "corpus.kind=pairs", "source_language=en", "target_language=de")
    )
    (tmp_path / "mine.toml").write_text(recipe.to_toml(), encoding="utf-8")
    lines = [f"dog {number}\tHund {number}" for number in range(90)]
    (tmp_path / "it.tsv").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "tests.txt").write_text("dog 7\nHund 9\n", encoding="utf-8")
    wished = ("mine.toml", "--data", "it.tsv", "--exclude", "tests.txt")
    assert "text excluded from training: 2" in run("data", "check", *wished).out
    ended = run("train", *wished, "--output", "run")
    assert ended.status == 0, ended.err
    assert "2 excluded" in ended.err
    assert run("train", "--resume", "run").status == 0
    refused = run("train", *wished[:-1], "absent.txt", "--output", "other")
    assert (refused.status, (tmp_path / "other").exists()) == (1, False)
    assert "absent.txt cannot be used: there is no such file or folder" in refused.err
    assert run("train", "--resume", "run", "--exclude", "tests.txt").status == 2


def test_ones_own_recipe_and_text_are_taken(run: Run, tmp_path: Path) -> None:
    recipe = load_recipe("reverse").override(
        (*SETTINGS, "corpus.kind=pairs", "source_language=en", "target_language=de")
    )
    (tmp_path / "mine.toml").write_text(recipe.to_toml(), encoding="utf-8")
    for language, words in (("en", "dog cat cow"), ("de", "Hund Katze Kuh")):
        lines = [f"{word} {number}" for number in range(30) for word in words.split()]
        (tmp_path / f"it.{language}").write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = ("--data", "it.de", "--data", "it.en")  # told apart by their names
    ended = run("train", "mine.toml", *files, "--output", "run", "--threads", "1")
    assert ended.status == 0, ended.err
    assert "Text it.de, it.en: 88 training pairs, 2 for validation" in ended.err
    model = Path("run", "model", "en-de-pairs")
    assert f"translucent models import {model}" in ended.err
    assert run("models", "import", model).status == 0
    translated = run("translate", "--model", "en-de-pairs", stdin="dog 1\n\n  cow 2\n")
    assert translated.status == 0
    assert translated.out.count("\n") == 3


def test_fetched_text_is_found_without_being_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "home" / "data" / "corpora" / "multi30k").mkdir(parents=True)
    ended = run("train", "multi30k-tiny", "--output", "run")
    assert ended.status == 1  # it is found, and empty
    assert "it contains no training text: neither train.en and train.de" in ended.err


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        ((), 2, "give either a recipe to start from or a run"),
        (("reverse", "--resume", "x"), 2, "give either a recipe"),
        (("reverse", "--set", "training.seed"), 1, "write it as key=value"),
        (("reverse", "--set", "a=1", "--set", "b=2"), 1, "b: is not a setting"),
        (("reverse", "--device", "cuda:7"), 1, "The device 'cuda:7' cannot be used"),
        (("reverse", "--threads", "0"), 2, "--threads"),
        (("mine.toml",), 1, "it cannot be read"),
        (("multi30k-tiny", "--data", "a", "--data", "b"), 1, "there is no such file or folder"),
        (("--resume", "x", "--output", "y"), 2, "--resume takes the recipe, data and folder"),
        (("--resume", "x", "--data", "y"), 2, "--resume takes the recipe, data and folder"),
        (
            ("--resume", "x", "--set", "training.seed=1"),
            2,
            "--resume takes the recipe, data and folder",
        ),
    ],
)
def test_what_cannot_begin_makes_no_run(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], status: int, says: str
) -> None:
    ended = run("train", *arguments)
    assert (ended.status, ended.out) == (status, "")
    assert says in ended.err
    assert tree(tmp_path) == {}


def test_a_file_is_no_place_for_a_run(run: Run, tmp_path: Path) -> None:
    (tmp_path / "run").write_text("mine", encoding="utf-8")
    ended = run("train", "reverse", *TINY, "--output", "run")
    assert ended.status == 1
    assert "The run in run cannot be used: it cannot be written" in ended.err
    assert tree(tmp_path) == {"run": b"mine"}


# --- stopping and going on ---


@pytest.mark.usefixtures("few_pairs")
def test_an_interrupt_stops_and_saves_and_the_run_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    handler = signal.getsignal(signal.SIGINT)
    show = RunDisplay.show

    def interrupt(display: RunDisplay, event: Event) -> None:
        show(display, event)
        if isinstance(event, ModelBuilt):
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(RunDisplay, "show", interrupt)
        stopped = run("train", "reverse", *TINY, "--output", "run")
    assert stopped.status == 0
    assert "Stopped and saved at step " in stopped.err
    assert not (tmp_path / "run" / "model").exists()
    assert signal.getsignal(signal.SIGINT) == handler
    resumed = run("train", "--resume", "run")
    assert resumed.status == 0
    assert "Finished at step 3" in resumed.err
    assert (tmp_path / "run" / "model" / "qaa-qab-reverse").is_dir()


@pytest.mark.usefixtures("few_pairs")
def test_a_second_interrupt_does_not_wait(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    handler = signal.getsignal(signal.SIGINT)

    def interrupt(_: RunDisplay, event: Event) -> None:
        if isinstance(event, ModelBuilt):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(RunDisplay, "show", interrupt)
    assert run("train", "reverse", *TINY, "--output", "run").status == 130
    assert signal.getsignal(signal.SIGINT) == handler


# --- for programs ---


@pytest.mark.usefixtures("few_pairs")
def test_events_are_all_that_is_printed(program: Program, tmp_path: Path) -> None:
    status, events = program("reverse", *TINY, "--output", "run")
    assert status == 0
    assert isinstance(events[0], Started)
    assert isinstance(events[-1], Finished)
    (exported,) = (event for event in events if isinstance(event, Exported))
    assert Path(exported.path).is_dir()
    assert events == read_events(tmp_path / "run")


@pytest.mark.usefixtures("few_pairs")
def test_a_program_leaves_a_core_to_the_user_and_a_resumed_run_keeps_its_threads(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    computed: list[int] = []
    monkeypatch.setattr(torch, "set_num_threads", computed.append)
    program("reverse", *TINY, "--output", "one")
    program("--resume", "one")
    program("--resume", "one", "--threads", "5")
    assert computed == [3, 3, 5]
    program("reverse", *TINY, "--output", "other", "--threads", "2")
    program("--resume", "other")
    assert computed[3:] == [2, 2]
    assert (open_run(tmp_path / "one").threads, open_run(tmp_path / "other").threads) == (3, 2)


@pytest.mark.usefixtures("few_pairs")
def test_a_run_of_the_wizard_has_any_names_and_knows_what_it_replaces(
    program: Program, tmp_path: Path
) -> None:
    text = write_text(tmp_path / "my own text")
    recipe = tmp_path / "runs" / ".Übung 1.toml"
    recipe.parent.mkdir()
    mine = load_recipe("reverse").override((*SETTINGS, "corpus.kind=pairs"))
    recipe.write_text(mine.to_toml(), encoding="utf-8")
    rival, folder = tmp_path / "old model", tmp_path / "Übung 1" / "模型"
    status, events = program(
        recipe, "--data", text, "--output", folder, "--replaces", rival, "--device", "cpu"
    )
    assert status == 0
    assert isinstance(events[0], Started)
    assert events[0].run == "模型"
    assert isinstance(events[-1], Finished)
    assert open_run(folder).replaces == rival
    assert "is not compared with old model" in " ".join(
        event.text for event in events if isinstance(event, Message)
    )
    assert read_run(folder).state is RunState.FINISHED
    refused, events = program("--resume", folder, "--replaces", rival)
    assert (refused, events) == (2, [])


@pytest.mark.usefixtures("few_pairs")
def test_standard_input_that_has_ended_stops_at_once(
    program: Program, pipe: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    os.close(pipe.pop())
    start = threading.Thread.start

    def start_and_wait(thread: threading.Thread) -> None:
        start(thread)
        if thread.name == "orders":
            thread.join()  # so that the wish is there before the first step

    monkeypatch.setattr(threading.Thread, "start", start_and_wait)
    status, events = program("reverse", *TINY, "--output", "run")
    assert status == 0
    assert isinstance(events[-1], Stopped)
    assert events[-1].step < 3


@pytest.mark.parametrize(
    ("arguments", "kind", "says"),
    [
        (("no-such", "--output", "run"), "recipe", "there is no recipe no-such"),
        (("reverse", "--set", "training.sed=1"), "recipe", "did you mean training.seed?"),
        (("multi30k-tiny",), "recipe", "translucent data multi30k"),
        (("reverse", "--data", "no-such"), "corpus", "there is no such file or folder"),
        (("--resume", "nowhere"), "checkpoint", "there is no run to resume"),
        (("reverse", "--output", "taken"), "checkpoint", "a run already exists there"),
        (("reverse", "--device", "gpu"), "engine", "The device 'gpu' cannot be used"),
    ],
)
def test_a_failure_is_the_last_word(
    program: Program, tmp_path: Path, arguments: tuple[str, ...], kind: str, says: str
) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "run.json").write_text("{}", encoding="utf-8")
    status, events = program(*arguments)
    assert status == 1
    (failed,) = events
    assert isinstance(failed, Failed)
    assert failed.kind == kind
    assert says in failed.message


def process(*arguments: str | Path, module: str = "training") -> Any:
    """Start a training process that tells its events to a program."""
    return subprocess.Popen(
        [sys.executable, "-m", module, "train", *map(str, arguments), "--events"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_the_end_of_input_and_a_reader_that_is_gone_stop_and_save(
    tmp_path: Path, stream: str
) -> None:
    endless = ("--set", "training.max_steps=1000000", "--output", tmp_path / "run")
    with process("reverse", *endless) as child:
        told = [child.stdout.readline()]
        while not isinstance(from_line(told[-1]), Stepped):
            told.append(child.stdout.readline())
        getattr(child, stream).close()
        told += [] if child.stdout.closed else child.stdout.readlines()
        assert child.stderr.read() == ""
    assert child.returncode == 0
    events = read_events(tmp_path / "run")
    assert isinstance(events[0], Started)
    assert isinstance(events[-1], Stopped)
    assert any(isinstance(event, Checkpointed) for event in events)
    assert [from_line(line) for line in told] == events[: len(told)]


@pytest.mark.slow
def test_a_running_program_takes_orders(tmp_path: Path) -> None:
    endless = load_recipe("reverse").override(
        (*SETTINGS, "corpus.kind=pairs", "training.max_steps=1000000")
    )
    (tmp_path / "endless.toml").write_text(endless.to_toml(), encoding="utf-8")
    names = ("--data", write_text(tmp_path / "text"), "--output", tmp_path / "run")
    # What is told, and what is ordered when it is.
    talk: list[tuple[type[Event], str]] = [
        (Stepped, "pause"),
        (Paused, "try"),
        (Lent, "resume"),
        (Resumed, "finish"),
        (Finished, ""),
    ]
    with process(tmp_path / "endless.toml", *names, module="desktop") as child:
        for line in child.stdout:
            if talk and isinstance(from_line(line), talk[0][0]):
                child.stdin.write(talk.pop(0)[1] + "\n")
                child.stdin.flush()
    assert talk == []
    assert child.returncode == 0
    kinds = [type(event) for event in read_events(tmp_path / "run")]
    assert kinds.index(Checkpointed) < kinds.index(Paused)
    assert read_run(tmp_path / "run").state is RunState.FINISHED
