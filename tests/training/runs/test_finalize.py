"""The end of a run: how its model is aligned, compared and reported, and what breaks that off."""

import shutil
from pathlib import Path

import pytest

from engine.models.folder import read_model
from engine.models.manifest import AlignmentHead
from tests.support.model_folders import save_toy_model, tree
from tests.support.runs import PAIRS, VALIDATION, tiny_recipe
from training.errors import CheckpointError
from training.evaluation.reverse_alignment import ReverseChoice
from training.evaluation.trained_model import TrainedModel
from training.loop.control import Orders
from training.loop.supervisor import Outcome
from training.progress import (
    Compared,
    Contrasted,
    Evaluated,
    Event,
    Exported,
    Finished,
    Message,
    Reported,
    Stopped,
)
from training.runs.run_folder import Run, create_run, open_run
from training.runs.runner import carry_out

SETTINGS = (
    "corpus.kind=pairs",
    "training.max_steps=4",
    "decoding.beam_size=2",
    "decoding.max_length=10",
)
THERE, BACK = ("qaa", "qab"), ("qab", "qaa")


class Home:
    """Folders of a user, with text to learn from and a way to train."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs, self.models = folder / "runs", folder / "models"
        self.text = folder / "text"
        self.text.mkdir(parents=True)
        for name, pairs in (("train", PAIRS), ("val", VALIDATION), ("test", VALIDATION[::-1])):
            for side, language in enumerate(THERE):
                lines = "".join(f"{pair[side]}\n" for pair in pairs)
                (self.text / f"{name}.{language}").write_text(lines, encoding="utf-8")

    def run(
        self,
        name: str,
        *settings: str,
        replaces: Path | None = None,
        direction: tuple[str, str] = THERE,
    ) -> Run:
        languages = (f"source_language={direction[0]}", f"target_language={direction[1]}")
        recipe = tiny_recipe(*SETTINGS, *languages, *settings)
        return create_run(self.runs / name, recipe, [self.text], "cpu", None, replaces)

    def install(self, run: Run, name: str) -> Path:
        (made,) = (run.folder / "model").iterdir()
        shutil.copytree(made, self.models / name)
        return self.models / name


def train(run: Run) -> list[Event]:
    events: list[Event] = []
    assert carry_out(run, events.append, Orders()) is Outcome.FINISHED
    return events


def said(events: list[Event]) -> str:
    return "\n".join(event.text for event in events if isinstance(event, Message))


def card(run: Run) -> str:
    (model,) = (run.folder / "model").iterdir()
    return " ".join((model / "README.md").read_text(encoding="utf-8").split())


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def old(home: Home) -> Path:
    """Return a model to be replaced, which lies where no other model is at hand."""
    run = home.run("old", "training.seed=3")
    train(run)
    (made,) = (run.folder / "model").iterdir()
    return made


def test_a_run_without_another_model_tells_its_scores_its_report_and_its_model(home: Home) -> None:
    run = home.run("alone")
    events = train(run)
    after = [type(event) for event in events][-8:]
    assert after[-7:] == [Evaluated] * 4 + [Reported, Exported, Finished]
    assert (run.folder / "report.html").is_file()
    assert "agrees best with IBM model 1 on the validation text" in card(run)
    assert "Beside" not in card(run)


def test_a_model_is_compared_with_the_one_it_would_replace_on_its_own_test_set(
    home: Home, old: Path
) -> None:
    run = home.run("new", replaces=old)
    events = train(run)
    compared = [event for event in events if isinstance(event, Compared)]
    assert [(one.corpus, one.pairs, one.beam_size) for one in compared] == [
        ("test", 6, 1), ("test", 6, 2)
    ]  # fmt: skip
    evaluated = {event.corpus: event.metrics for event in events if isinstance(event, Evaluated)}
    assert compared[0].new == evaluated["test, greedy"]
    assert compared[1].new == evaluated["test, beam 2"]
    assert {one.old_name for one in compared} == {old.name}
    kinds = [type(event) for event in events]
    order = [kind for kind in dict.fromkeys(kinds) if kind in _TOLD_AT_THE_END]
    assert order == [kind for kind in _TOLD_AT_THE_END if kind in kinds]
    assert kinds.count(Contrasted) <= 5
    assert "## Compared with the model it would replace" in card(run)
    html = (run.folder / "report.html").read_text(encoding="utf-8")
    assert "Compared with the model it would replace" in html
    (model,) = (run.folder / "model").iterdir()
    read_model(model)


_TOLD_AT_THE_END = (Evaluated, Compared, Contrasted, Reported, Exported, Finished)


def test_without_test_text_the_validation_text_compares(tmp_path: Path, old: Path) -> None:
    home = Home(tmp_path)
    for path in home.text.glob("test.*"):
        path.unlink()
    events = train(home.run("new", replaces=old))
    found = {event.corpus for event in events if isinstance(event, Compared)}
    assert found == {"validation"}


def test_a_model_worse_than_the_one_it_would_replace_is_said_to_be(
    tmp_path: Path, home: Home, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.evaluation.comparison.is_worse", lambda _: True)
    events = train(home.run(tmp_path.name, replaces=old))
    warning = f"On the text “test” the new model is worse than {old.name}: BLEU"
    assert warning in said(events)
    run = open_run(home.runs / tmp_path.name)
    assert warning in card(run)
    html = (run.folder / "report.html").read_text(encoding="utf-8")
    assert "Worse in places" in html
    assert warning in html


@pytest.mark.parametrize(
    ("name", "reason"),
    [("back", "back, which translates qab to qaa."), ("gone", "gone: "), ("broken", "broken: ")],
)
def test_what_cannot_be_compared_is_said_and_the_run_ends_well(
    home: Home, tmp_path: Path, name: str, reason: str
) -> None:
    folder = tmp_path / "elsewhere" / name
    if name != "gone":
        save_toy_model(folder, source_language="qab", target_language="qaa")
    if name == "broken":
        (folder / "manifest.json").write_bytes(b"{")
    run = home.run(f"beside-{name}", replaces=folder)
    events = train(run)
    assert f"The new model is not compared with {reason}" in said(events)
    assert not [event for event in events if isinstance(event, Compared)]
    assert (run.folder / "report.html").is_file()


# --- a reverse model ---


def test_a_reverse_model_among_the_users_models_chooses_the_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.evaluation.reverse_alignment.MIN_AGREEMENT", 0.0)
    home = Home(tmp_path)
    back = home.run("back", direction=BACK)
    train(back)
    home.install(back, "my-reverse")
    run = home.run("there")
    train(run)
    assert "because it agrees best with the reverse model my-reverse on the valid" in card(run)
    (model,) = (run.folder / "model").iterdir()
    assert read_model(model).manifest.alignment is not None


@pytest.mark.parametrize("best", ["one", "other"])
def test_of_several_reverse_models_the_one_that_agrees_best_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, best: str
) -> None:
    def choose(_: object, rival: TrainedModel, *_others: object) -> ReverseChoice:
        is_best = rival.name == best
        head = AlignmentHead(layer=0, head=None, shifted=is_best)
        return ReverseChoice(head, 0.75 if is_best else 0.5)

    home = Home(tmp_path)
    for name in ("one", "other"):
        save_toy_model(home.models / name, source_language="qab", target_language="qaa")
    monkeypatch.setattr("training.runs.finalize.choose_by_reverse", choose)
    run = home.run("there")
    train(run)
    assert f"agrees best with the reverse model {best} on" in card(run)
    (model,) = (run.folder / "model").iterdir()
    assert read_model(model).manifest.alignment == AlignmentHead(layer=0, head=None, shifted=True)


def test_a_reverse_model_that_is_broken_or_knows_nothing_leaves_the_choice_to_model_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(tmp_path)
    save_toy_model(home.models / "stranger", source_language="qab", target_language="qaa")
    monkeypatch.setattr("training.evaluation.reverse_alignment.MIN_AGREEMENT", 1.1)
    run = home.run("there")
    train(run)
    assert "IBM model 1" in card(run)
    (home.models / "stranger" / "weights.safetensors").write_bytes(b"")
    run = home.run("there-again")
    events = train(run)
    assert "IBM model 1" in card(run)
    assert "stranger cannot be used to align words: " in said(events)


# --- broken off ---


@pytest.mark.parametrize("kind", [Evaluated, Compared])
def test_a_run_stopped_at_its_end_goes_on_to_the_same_end(
    home: Home, old: Path, kind: type[Event]
) -> None:
    run = home.run(f"stopped-{kind.__name__}", replaces=old)
    orders = Orders()
    events: list[Event] = []

    def tell(event: Event) -> None:
        events.append(event)
        if isinstance(event, kind):
            orders.stop()

    assert carry_out(run, tell, orders) is Outcome.STOPPED
    assert isinstance(events[-1], Stopped)
    assert not (run.folder / "report.html").exists()
    more = train(open_run(run.folder))
    assert isinstance(more[-2], Exported)
    assert len([event for event in more if isinstance(event, Compared)]) == 2
    assert not [name for name in tree(run.folder) if "/." in f"/{name}"]


def test_a_report_that_cannot_be_written_ends_the_run_and_it_can_go_on(
    home: Home, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = home.run("no-report", replaces=old)

    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as refused:
        refused.setattr("training.runs.finalize.write_report", fail)
        with pytest.raises(CheckpointError, match="it cannot be written"):
            carry_out(run, lambda _: None, Orders())
    (model,) = (run.folder / "model").iterdir()
    read_model(model)  # what took long to make is there
    assert isinstance(train(run)[-2], Exported)
