"""A model that is not installed translates for a while, and the former one comes back."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.models.model_trial import ModelTrial
from engine.errors import ModelFolderMissingError
from tests.support.model_folders import save_toy_model
from tests.support.windows import home_folders


class Lending:
    """Two installed models, a trial, and what was heard of it."""

    def __init__(self, home: Path) -> None:
        for name in ("a", "b"):
            save_toy_model(home / "models" / name, name=name)
        save_toy_model(home / "runs" / "r" / "epochs" / "epoch-0001", name="r")
        self.parent = QObject()
        self.models = ModelList(home_folders(home, shipped_models=home / "none"), self.parent)
        self.selection = ModelSelection(self.models, self.parent)
        self.selection.begin("b", ("", ""))
        self.trial = ModelTrial(self.models, self.selection, self.parent)
        self.heard: list[str] = []
        self.trial.begun.connect(lambda entry: self.heard.append(entry.name))
        self.trial.ended.connect(lambda: self.heard.append("ended"))

    @property
    def listed(self) -> list[str]:
        return [entry.name for entry in self.models.entries]


@pytest.fixture
def lending(qtbot: QtBot, tmp_path: Path) -> Lending:
    assert qtbot is not None
    return Lending(tmp_path)


def epoch(lending: Lending) -> Path:
    return next((lending.models._folders.runs / "r" / "epochs").iterdir())


def test_the_model_on_trial_is_listed_first_and_chosen(lending: Lending) -> None:
    lending.trial.begin(epoch(lending), "r, epoch 1")
    assert lending.listed == ["r, epoch 1", "a", "b"]
    assert lending.selection.entry is not None
    assert lending.selection.entry.path == epoch(lending)
    assert lending.trial.is_going_on


def test_at_the_end_the_former_model_translates_and_the_list_is_as_before(
    lending: Lending,
) -> None:
    lending.trial.begin(epoch(lending), "one")
    lending.trial.begin(epoch(lending), "two")
    lending.trial.end()
    assert lending.selection.entry is not None
    assert lending.selection.entry.name == "b"
    assert lending.listed == ["a", "b"]
    assert lending.heard == ["one", "two", "ended"]


def test_choosing_another_model_ends_it(lending: Lending) -> None:
    lending.trial.begin(epoch(lending), "one")
    lending.selection.choose_model("a")
    assert not lending.trial.is_going_on
    assert lending.selection.entry is not None
    assert lending.selection.entry.name == "a"
    assert lending.listed == ["a", "b"]
    lending.trial.end()
    assert lending.heard == ["one", "ended"]


def test_what_cannot_be_used_changes_nothing(lending: Lending, tmp_path: Path) -> None:
    with pytest.raises(ModelFolderMissingError):
        lending.trial.begin(tmp_path / "nowhere", "one")
    assert not lending.trial.is_going_on
    assert lending.listed == ["a", "b"]
    assert lending.heard == []


def test_a_former_model_that_is_gone_is_replaced(lending: Lending) -> None:
    lending.trial.begin(epoch(lending), "one")
    path = next(entry.path for entry in lending.models.entries if entry.name == "b")
    for file in path.iterdir():
        file.unlink()
    path.rmdir()
    lending.models.refresh()
    lending.trial.end()
    assert lending.selection.entry is not None
    assert lending.selection.entry.name == "a"
    assert lending.listed == ["a"]
