"""One run at a time, in a real process: begun, paused, tried, stopped, resumed, killed."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer
from pytestqt.qtbot import QtBot

from desktop.sessions.training.training_session import NewRun, State, TrainingSession
from desktop.values.outcome import Outcome
from desktop.wording.outcome_text import describe_ending
from engine.models.names import name_problem
from engine.models.registry import open_entry
from tests.support.runs import CHILD_PATIENCE, tiny_recipe, write_text
from training.progress import Checkpointed, Event
from training.recipe import Recipe
from training.report.run_story import read_story
from training.runs.run_list import RunState, read_run

ENDLESS = ("corpus.kind=pairs", "training.max_steps=0", "training.max_epochs=100000")


class Watched:
    """A session, and what it went through."""

    def __init__(self, qtbot: QtBot, runs: Path) -> None:
        self.qtbot = qtbot
        self.session = TrainingSession(runs)
        self.states: list[State] = []
        self.events: list[Event] = []
        self.ends: list[Outcome] = []
        self.lent: list[Path] = []
        self.session.changed.connect(lambda: self.states.append(self.session.state))
        self.session.told.connect(self.events.append)
        self.session.ended.connect(self.ends.append)
        self.session.lent.connect(self.lent.append)

    def wait_for(self, is_so: Callable[[], object]) -> None:
        """Wait for something that a process does."""
        self.qtbot.waitUntil(lambda: bool(is_so()), timeout=CHILD_PATIENCE)

    def wait_for_checkpoint(self) -> None:
        """Wait until there is something to resume."""
        self.wait_for(lambda: any(isinstance(e, Checkpointed) and e.step for e in self.events))


@pytest.fixture
def watched(qtbot: QtBot, tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(qtbot, tmp_path / "Übung 1" / "模型")
    yield watched
    watched.session.close()
    watched.session.wait(QDeadlineTimer(20_000))


@pytest.fixture
def text(tmp_path: Path) -> Path:
    return write_text(tmp_path / "my text")


def new_run(recipe: Recipe, text: Path, name: str = "first") -> NewRun:
    return NewRun(recipe=recipe, data=(text,), name=name, device="cpu", threads=1)


@pytest.mark.slow
def test_a_run_is_paused_tried_resumed_and_finished_before_its_time(
    watched: Watched, text: Path
) -> None:
    session = watched.session
    recipe = tiny_recipe(*ENDLESS, "training.checkpoint_every=50")
    session.begin(new_run(recipe, text, 'a: run / "one"'))
    assert session.is_active
    assert session.run_name == "a- run - -one-"
    watched.wait_for_checkpoint()
    session.pause()
    watched.wait_for(lambda: session.state == "paused")
    session.try_now()
    watched.wait_for(lambda: watched.lent)
    assert open_entry(watched.lent[0], "lent").manifest is not None
    session.go_on()
    watched.wait_for(lambda: session.state == "running")
    session.finish()
    watched.wait_for(lambda: watched.ends)
    assert watched.ends == [Outcome("finished")]
    assert watched.states == ["starting", "running", "paused", "running", "finishing", "ended"]
    assert session.story.model is not None
    assert session.folder is not None
    assert read_run(session.folder).state is RunState.FINISHED
    again = read_story(session.folder)
    assert (again.model, again.validations) == (session.story.model, session.story.validations)


@pytest.mark.slow
def test_a_stopped_run_and_a_killed_one_can_be_resumed(watched: Watched, text: Path) -> None:
    session = watched.session
    recipe = tiny_recipe(*ENDLESS, "training.checkpoint_every=20")
    session.begin(new_run(recipe, text))
    watched.wait_for_checkpoint()
    session.stop()
    session.stop()
    watched.wait_for(lambda: watched.ends)
    assert watched.ends == [Outcome("stopped")]
    folder = session.folder
    assert folder is not None
    assert read_run(folder).is_offered

    watched.events.clear()
    session.resume(folder)
    assert session.story.steps == read_story(folder).steps
    watched.wait_for_checkpoint()
    assert read_run(folder).state is RunState.RUNNING
    assert session._child is not None
    os.kill(session._child.process_id, signal.SIGKILL)
    watched.wait_for(lambda: len(watched.ends) == 2)
    assert watched.ends[1].kind == "crashed"
    assert (
        "Resume it; if it happens again"
        in describe_ending(session.story, watched.ends[1]).text.sentence
    )
    assert read_run(folder).is_offered

    session.begin(new_run(tiny_recipe("corpus.kind=pairs", "training.max_steps=2"), text))
    assert session.run_name == "first 2"  # nothing is written over
    watched.wait_for(lambda: len(watched.ends) == 3)
    assert watched.ends[2] == Outcome("finished")


@pytest.mark.slow
def test_a_run_that_cannot_begin_says_why(watched: Watched, tmp_path: Path) -> None:
    session = watched.session
    bad = tmp_path / "bad.tsv"
    bad.write_bytes(b"a\tb\n" * 5 + b"no tab here\n")
    session.begin(new_run(tiny_recipe("corpus.kind=pairs"), bad, "\N{GRINNING FACE}" * 80))
    assert name_problem(session.run_name) is None  # it is proposed as the model's name
    watched.wait_for(lambda: watched.ends)
    (outcome,) = watched.ends
    assert outcome.failure is not None
    assert outcome.failure.kind == "corpus"
    assert outcome.failure.data["line"] == 6
    text = describe_ending(session.story, outcome).text
    assert text.title == "The training text cannot be used"
    assert "bad.tsv, line 6, cannot be used" in text.sentence


@pytest.mark.slow
def test_closing_the_program_lets_the_run_save_itself(watched: Watched, text: Path) -> None:
    session = watched.session
    session.begin(new_run(tiny_recipe(*ENDLESS), text))
    watched.wait_for(lambda: session.state == "running" and session.story.parameters)
    assert session._child is not None
    process = session._child.process_id
    session.close()
    session.wait(QDeadlineTimer(30_000))
    assert session.folder is not None
    assert read_run(session.folder).state is RunState.STOPPED
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
