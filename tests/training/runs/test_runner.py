"""One run from recipe to model folder: what it tells, what it leaves, how it is resumed."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.errors import ModelFolderMissingError
from engine.files.private_folders import open_like_folder
from engine.models.folder import read_model
from engine.models.manifest_file import read_manifest
from tests.support.model_folders import tree
from tests.support.runs import PAIRS, VALIDATION, tiny_recipe
from training.errors import (
    CheckpointError,
    CorpusError,
    DeviceMemoryError,
    DiskFullError,
    RecipeError,
)
from training.event_lines import from_line
from training.first_model import complete
from training.loop.control import Orders, Wish
from training.loop.supervisor import Outcome
from training.loop.weights import load_weights, weights_of
from training.progress import (
    Checkpointed,
    CorpusRead,
    EpochEnded,
    Evaluated,
    Event,
    Exported,
    Failed,
    Finished,
    Message,
    ModelBuilt,
    Reported,
    Started,
    Stopped,
    TokenizerLearned,
    Validated,
)
from training.report.run_story import EVENTS_FILE, read_events
from training.runs.run_folder import Run, command_of, create_run, only_here, open_run
from training.runs.run_list import RunState, read_run
from training.runs.runner import carry_out

ROOT = Path(__file__).parents[3]
SETTINGS = (
    "corpus.kind=pairs",
    "training.validate_every=4",
    "training.ema_decay=0.9",
    "decoding.beam_size=2",
    "decoding.max_length=10",
)
KINDS_IN_ORDER = [Started, CorpusRead, TokenizerLearned, ModelBuilt]


class StoppedAt(Orders):
    """Stops a run when it asks for the so-many-th time, from 0."""

    def __init__(self, time: int) -> None:
        super().__init__()
        self._times = iter(range(time, -1, -1))

    def next_wish(self, step: int, emit: Callable[[Event], None], lend: Callable[[], None]) -> Wish:
        """Stop, when it is time."""
        if next(self._times, None) == 0:
            self.stop()
        return super().next_wish(step, emit, lend)


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with text to learn from."""
    folder = tmp_path_factory.mktemp("text")
    for name, pairs in (("train", PAIRS), ("val", VALIDATION), ("test", VALIDATION[::-1])):
        lines = "".join(f"{pair.source}\t{pair.target}\n" for pair in pairs)
        (folder / f"{name}.tsv").write_text(lines, encoding="utf-8")
    return folder


def new_run(folder: Path, text: Path, *settings: str) -> Run:
    return create_run(folder, tiny_recipe(*SETTINGS, *settings), [text], "cpu")


def model_folder(run_folder: Path) -> Path:
    return run_folder / "model" / "qaa-qab-pairs"


Finish = tuple[Path, list[Event]]


@pytest.fixture(scope="module")
def finished(text: Path, tmp_path_factory: pytest.TempPathFactory) -> Finish:
    """Return the folder of a run that came to its end, and what it told."""
    folder = tmp_path_factory.mktemp("runs") / "unbroken"
    events: list[Event] = []
    assert carry_out(new_run(folder, text), events.append, Orders()) is Outcome.FINISHED
    return folder, events


def test_a_run_tells_what_it_does_from_its_start_to_its_end(finished: Finish) -> None:
    folder, events = finished
    assert [type(event) for event in events[:4]] == KINDS_IN_ORDER
    assert events[0] == Started(
        run="unbroken", recipe="reverse", source_language="qaa", target_language="qab", device="cpu"
    )
    assert isinstance(events[1], CorpusRead)
    assert (events[1].train, events[1].validation, events[1].test) == (40, 6, 6)
    assert isinstance(events[-1], Finished)
    assert events[-1].step == 10
    assert [event.step for event in events if isinstance(event, Validated)] == [4, 8, 10]
    assert [event.epoch for event in events if isinstance(event, EpochEnded)] == [1, 2]
    corpora = [event.corpus for event in events if isinstance(event, Evaluated)]
    assert corpora == [
        "validation, greedy", "validation, beam 2", "test, greedy", "test, beam 2"
    ]  # fmt: skip
    assert read_events(folder) == events


@pytest.mark.parametrize(
    ("settings", "is_fitted"),
    [
        (("training.warmup_steps=100000",), True),
        (("training.warmup_steps=1",), False),
        (("training.warmup_steps=100000", "reproduces=A published training"), False),
    ],
)
def test_a_warm_up_that_is_longer_than_the_run_is_shortened_and_told(
    tmp_path: Path, text: Path, settings: tuple[str, ...], is_fitted: bool
) -> None:
    events: list[Event] = []
    run = new_run(tmp_path / "run", text, "training.schedule=inverse_sqrt", *settings)
    carry_out(run, events.append, StoppedAt(2))
    told = [event.text for event in events if isinstance(event, Message)]
    assert any("The learning rate rises over" in text for text in told) is is_fitted


def test_a_run_says_how_often_it_saw_the_pairs_of_each_origin(
    finished: Finish, tmp_path: Path
) -> None:
    folder, events = finished
    assert "Each pair was seen 2.0 times." in [said(event) for event in events]
    assert "seed 42, 2 epochs, " in (model_folder(folder) / "README.md").read_text("utf-8")

    lines = [
        f"{pair.source}\t{pair.target}\t{'talks' if at % 2 else 'web'}\n"
        for at, pair in enumerate(PAIRS)
    ]
    (tmp_path / "pairs.tsv").write_text("".join(lines), encoding="utf-8")
    limits = ("training.max_steps=0", "training.max_epochs=2", "corpus.weights={talks = 3.0}")
    told: list[Event] = []
    run = new_run(tmp_path / "run", tmp_path / "pairs.tsv", *limits)
    carry_out(run, told.append, Orders())
    assert (
        "Pairs were seen 2.0 times (web) to 6.0 times (talks) on average. The model card lists all "
        "origins."
    ) in [said(event) for event in told]
    card = (model_folder(tmp_path / "run") / "README.md").read_text("utf-8")
    assert "| 1 | 2 | not stated |" in card
    assert "| 3 | 6 | not stated |" in card
    assert "Pairs were seen 2.0 times" in (tmp_path / "run" / "report.html").read_text("utf-8")


def said(event: Event) -> str:
    return event.text if isinstance(event, Message) else ""


def test_a_run_leaves_a_model_its_curves_and_nothing_half_made(finished: Finish) -> None:
    folder, events = finished
    exported = [event for event in events if isinstance(event, Exported)]
    assert exported == [Exported(path=str(model_folder(folder)))]
    loaded = read_model(model_folder(folder))
    names = {score.name for score in loaded.manifest.scores}
    assert {"bleu (greedy)", "bleu (beam 2)", "chrf (greedy)", "perplexity"} <= names
    assert all(s.signature for s in loaded.manifest.scores if s.name.startswith(("bleu", "chrf")))
    assert loaded.manifest.alignment is not None
    assert loaded.manifest.familiarity is not None
    assert loaded.manifest.calibration is not None
    assert {path.suffix for path in (folder / "curves").iterdir()} == {".png", ".svg"}
    assert not [name for name in tree(folder) if "/." in f"/{name}"]


def test_the_model_has_the_best_weights(finished: Finish) -> None:
    folder, _ = finished
    best = load_weights(folder / "weights" / "best.safetensors")
    for name, weight in weights_of(read_model(model_folder(folder)).model).items():
        assert torch.equal(best[name], weight)


def figures(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, (EpochEnded, Validated))]


@pytest.mark.parametrize("stop", [0, 4, 7])
def test_a_stopped_run_goes_on_to_the_same_model(
    tmp_path: Path, text: Path, finished: Finish, stop: int
) -> None:
    unbroken, told = finished
    events: list[Event] = []
    outcome = carry_out(new_run(tmp_path / "run", text), events.append, StoppedAt(stop))
    assert outcome is Outcome.STOPPED
    assert isinstance(events[-1], Stopped)
    assert events[-1].step == stop
    assert not (tmp_path / "run" / "model").exists()

    more: list[Event] = []
    assert carry_out(open_run(tmp_path / "run"), more.append, Orders()) is Outcome.FINISHED
    assert isinstance(more[0], Started)
    assert more[0].resumed_at == stop
    assert figures(events + more) == figures(told)
    weights = [model_folder(f) / "weights.safetensors" for f in (unbroken, tmp_path / "run")]
    assert weights[1].read_bytes() == weights[0].read_bytes()
    assert read_events(tmp_path / "run") == events + more
    assert isinstance(more[-1], Finished)
    assert more[-1].seconds > events[-1].seconds


def test_a_run_can_be_stopped_while_the_model_is_measured(
    tmp_path: Path, text: Path, finished: Finish
) -> None:
    events: list[Event] = []
    orders = Orders()

    def tell(event: Event) -> None:
        events.append(event)
        if isinstance(event, Evaluated):
            orders.stop()

    run = new_run(tmp_path / "run", text)
    assert carry_out(run, tell, orders) is Outcome.STOPPED
    assert isinstance(events[-1], Stopped)
    assert not (tmp_path / "run" / "model").exists()

    more: list[Event] = []
    assert carry_out(run, more.append, Orders()) is Outcome.FINISHED
    assert figures(more) == []
    weights = [model_folder(f) / "weights.safetensors" for f in (finished[0], tmp_path / "run")]
    assert weights[1].read_bytes() == weights[0].read_bytes()


def test_a_finished_run_tells_its_result_once_more_and_does_nothing(finished: Finish) -> None:
    folder, told = finished
    before = tree(folder)
    events: list[Event] = []
    assert carry_out(open_run(folder), events.append, Orders()) is Outcome.FINISHED
    assert isinstance(events[0], Started)
    assert events[0].resumed_at == 10
    assert events[1] == Message.of("This run is already finished; its model is ready.")
    assert events[2:] == told[-len(events[2:]) :]
    assert {type(event) for event in events[2:]} >= {Evaluated, Reported, Exported, Finished}
    assert tree(folder) == before


def test_a_finished_run_whose_model_is_gone_makes_it_again(tmp_path: Path, text: Path) -> None:
    run = new_run(tmp_path / "run", text, "training.max_steps=2")
    carry_out(run, lambda _: None, Orders())
    weights = (model_folder(run.folder) / "weights.safetensors").read_bytes()
    shutil.rmtree(run.folder / "model")
    assert carry_out(run, lambda _: None, Orders()) is Outcome.FINISHED
    assert (model_folder(run.folder) / "weights.safetensors").read_bytes() == weights


def test_a_run_that_another_program_is_at_is_left_alone(
    tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.runs.run_folder.GLANCE_SECONDS", 0)
    run = new_run(tmp_path / "run", text)
    with only_here(run.folder):
        before = tree(run.folder)
        with pytest.raises(CheckpointError, match="another program is training it; wait until"):
            carry_out(run, lambda _: None, Orders())
        assert tree(run.folder) == before


def test_without_text_a_run_says_what_is_missing_and_can_go_on_later(
    tmp_path: Path, text: Path
) -> None:
    elsewhere = tmp_path / "text"
    run = new_run(tmp_path / "run", elsewhere, "training.max_steps=1")
    with pytest.raises(CorpusError, match="text cannot be used: there is no such") as raised:
        carry_out(run, lambda _: None, Orders())
    assert read_events(run.folder)[-1] == Failed.of(raised.value)
    assert read_run(run.folder).state is RunState.FAILED
    shutil.copytree(text, elsewhere)
    assert carry_out(open_run(tmp_path / "run"), lambda _: None, Orders()) is Outcome.FINISHED


def test_a_run_goes_on_with_the_text_it_began_with_alone(tmp_path: Path, text: Path) -> None:
    own = tmp_path / "text"
    shutil.copytree(text, own)
    run = new_run(tmp_path / "run", own, "training.max_steps=2")
    carry_out(run, lambda _: None, StoppedAt(1))
    whole = (own / "train.tsv").read_bytes()
    (own / "train.tsv").write_bytes(b"one more\teine mehr\n" + whole)
    with pytest.raises(CheckpointError, match="its training text has changed since it was started"):
        carry_out(open_run(run.folder), lambda _: None, Orders())
    (own / "train.tsv").write_bytes(whole)
    assert carry_out(open_run(run.folder), lambda _: None, Orders()) is Outcome.FINISHED


def test_a_device_too_small_for_the_model_is_said(
    tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr("engine.nn.transformer.Transformer.to", is_full)
    run = new_run(tmp_path / "run", text)
    with pytest.raises(DeviceMemoryError):
        carry_out(run, lambda _: None, Orders())
    assert isinstance(read_events(run.folder)[-1], Failed)


def test_a_run_whose_checkpoints_are_all_damaged_says_so(tmp_path: Path, text: Path) -> None:
    run = new_run(tmp_path / "run", text)
    carry_out(run, lambda _: None, StoppedAt(2))
    for state in (tmp_path / "run" / "checkpoints").glob("*/state.json"):
        state.write_bytes(b"")
    with pytest.raises(CheckpointError, match="no checkpoint is complete; start a new run"):
        carry_out(run, lambda _: None, Orders())


@pytest.mark.parametrize("where", ["events", "model", "curves"])
def test_a_full_disk_is_said_wherever_it_is_met_and_the_run_goes_on_once_there_is_room(
    tmp_path: Path, text: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    run = new_run(tmp_path / "run", text, "training.max_steps=2")

    def fail(*_: object, **__: object) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        if where == "events":

            def open_(path: str, flags: int) -> int:
                is_refused = Path(path).name == EVENTS_FILE and (run.folder / "weights").exists()
                return fail() if is_refused else open_like_folder(path, flags)

            full.setattr("training.runs.run_folder.open_like_folder", open_)
        else:
            name = {"model": "write_model", "curves": "save_curves"}[where]
            full.setattr(f"training.runs.finalize.{name}", fail)
        with pytest.raises(DiskFullError, match="There is no space left on the disk"):
            carry_out(run, lambda _: None, Orders())
    assert carry_out(run, lambda _: None, Orders()) is Outcome.FINISHED
    read_model(model_folder(run.folder))


# --- killed ---


KILLED = (
    "model.dropout=0.1",
    "training.max_steps=200",
    "training.checkpoint_every=20",
    "training.validate_every=25",
    "training.ema_decay=0.99",
    "training.average_checkpoints=2",
)
DYING = """
import os, sys
def die_in_the_middle(event, arguments):
    path = str(arguments[0]) if event == "open" else ""
    if "~step-00000060" in path and path.endswith("state.json"):
        os._exit(9)
sys.addaudithook(die_in_the_middle)
from training.__main__ import main
sys.exit(main())
"""


def child(*arguments: str, program: tuple[str, ...] = ("-m", "training")) -> Any:
    """Start a training process that says its events; it stops once its input is closed."""
    return subprocess.Popen(
        [sys.executable, *program, "train", *arguments, "--events"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def events_of(process: Any) -> Iterator[Event]:
    for line in process.stdout:
        event = from_line(line)
        assert event is not None, line
        yield event


def begin(folder: Path) -> tuple[str, ...]:
    settings = [part for setting in KILLED for part in ("--set", setting)]
    options = ("--device", "cpu", "--threads", "1")
    return ("reverse", "--output", str(folder), *options, *settings)


def kill_at(step: int) -> Callable[[Path], None]:
    """Return what starts a run and kills it while it is busy behind its checkpoint of that step."""

    def start_and_kill(folder: Path) -> None:
        with child(*begin(folder)) as process:
            for event in events_of(process):
                assert not isinstance(event, Finished)
                if isinstance(event, Checkpointed) and event.step == step:
                    process.kill()
                    break
        assert process.returncode != 0

    return start_and_kill


def die_in_a_checkpoint(folder: Path) -> None:
    with child(*begin(folder), program=("-c", DYING)) as process:
        saved = [event.step for event in events_of(process) if isinstance(event, Checkpointed)]
    assert process.returncode == 9
    assert saved == [0, 20, 40]


@pytest.mark.slow
@pytest.mark.parametrize("kill", [kill_at(40), die_in_a_checkpoint], ids=["steps", "checkpoint"])
def test_a_killed_process_is_resumed_to_the_model_of_an_unbroken_one(
    tmp_path: Path, kill: Callable[[Path], None]
) -> None:
    kill(tmp_path / "killed")
    with child("--resume", str(tmp_path / "killed")) as process:
        told = list(events_of(process))
    assert process.returncode == 0
    assert isinstance(told[0], Started)
    assert isinstance(told[-1], Finished)
    assert 40 <= told[0].resumed_at < 200

    unbroken: list[Event] = []
    recipe = open_run(tmp_path / "killed").recipe
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        run = create_run(tmp_path / "unbroken", recipe, [], "cpu")
        carry_out(run, unbroken.append, Orders())
    finally:
        torch.set_num_threads(threads)
    before = [e for e in figures(unbroken) if getattr(e, "step", 0) <= told[0].resumed_at]
    assert figures(told) == figures(unbroken)[len(before) :]
    weights = [
        tmp_path / name / "model" / "qaa-qab-reverse" / "weights.safetensors"
        for name in ("unbroken", "killed")
    ]
    assert weights[1].read_bytes() == weights[0].read_bytes()
    assert not list((tmp_path / "killed" / "checkpoints").glob(".*"))


# --- beginning with a model ---


def first_run(tmp_path: Path, text: Path, *settings: str) -> Path:
    """Train a model, and return its folder."""
    run = create_run(tmp_path / "first", tiny_recipe(*SETTINGS, *settings), [text], "cpu")
    carry_out(run, lambda _: None, Orders())
    (folder,) = (run.folder / "model").iterdir()
    return folder


def test_a_run_begins_with_the_vocabulary_and_the_weights_of_a_model(
    tmp_path: Path, text: Path
) -> None:
    model = first_run(tmp_path, text)
    recipe = tiny_recipe(*SETTINGS, "model.dropout=0.3", "training.seed=5")
    run = create_run(tmp_path / "second", recipe, [text], "cpu", first_model=model)
    assert open_run(run.folder) == run
    events: list[Event] = []
    carry_out(run, events.append, Orders())
    assert f"--from-model={model.name}" in command_of(run)
    losses = [event.loss for event in events if isinstance(event, Validated)]
    fresh = create_run(tmp_path / "fresh", recipe, [text], "cpu")
    told: list[Event] = []
    carry_out(fresh, told.append, Orders())
    assert losses[0] < next(event.loss for event in told if isinstance(event, Validated))
    (made,) = (run.folder / "model").iterdir()
    for name in read_manifest(model).tokenizer_files:
        assert (made / name).read_bytes() == (model / name).read_bytes()


def test_a_recipe_of_another_shape_does_not_begin_with_the_model(
    tmp_path: Path, text: Path
) -> None:
    model = first_run(tmp_path, text)
    recipe = tiny_recipe(*SETTINGS, "model.d_ff=32", "model.num_encoder_layers=2")
    with pytest.raises(RecipeError) as caught:
        complete(recipe, model)
    assert "model.d_ff: is 32, but the model " in str(caught.value)
    assert "model.num_encoder_layers: is 2, but the model " in str(caught.value)


def test_a_folder_without_a_model_is_nothing_to_begin_with(tmp_path: Path, text: Path) -> None:
    with pytest.raises(ModelFolderMissingError):
        create_run(tmp_path / "run", tiny_recipe(*SETTINGS), [text], "cpu", first_model=tmp_path)
    assert not (tmp_path / "run").exists()
