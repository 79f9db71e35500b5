"""One run from recipe to model folder: what it tells, what it leaves, how it is resumed."""

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.files.private_folders import open_like_folder
from engine.models.folder import read_model
from tests.support.model_folders import tree
from tests.support.runs import PAIRS, StoppedAfter, tiny_recipe
from training.errors import (
    CheckpointError,
    CorpusError,
    DeviceMemoryError,
    DiskFullError,
)
from training.loop.control import Orders
from training.loop.supervisor import Outcome
from training.loop.weights import load_weights, weights_of
from training.progress import (
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
from training.runs.run_folder import Run, create_run, only_here, open_run
from training.runs.run_list import RunState, read_run
from training.runs.runner import carry_out

SETTINGS = (
    "corpus.kind=pairs",
    "training.validate_every=4",
    "training.ema_decay=0.9",
    "decoding.beam_size=2",
    "decoding.max_length=10",
)
KINDS_IN_ORDER = [Started, CorpusRead, TokenizerLearned, ModelBuilt]


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
    carry_out(run, events.append, StoppedAfter(2))
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
    outcome = carry_out(new_run(tmp_path / "run", text), events.append, StoppedAfter(stop))
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
    carry_out(run, lambda _: None, StoppedAfter(1))
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
    carry_out(run, lambda _: None, StoppedAfter(2))
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
