"""The chosen model is loaded where it is to compute, and remembered unless it is only tried."""

from pathlib import Path

import pytest

from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_loading import ModelLoading
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.models.model_trial import ModelTrial
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.values.requests import LoadedModel, LoadRequest
from tests.support.engines import fake_manifest
from tests.support.model_folders import save_toy_model
from tests.support.windows import home_folders


class Loading:
    """What loads models, and every request that it made."""

    def __init__(self, home: Path) -> None:
        save_toy_model(home / "models" / "toy")
        self.run = home / "run"
        save_toy_model(self.run)
        self.settings = Settings(home / SETTINGS_FILE)
        self.models = ModelList(home_folders(home, shipped_models=home / "none"))
        self.selection = ModelSelection(self.models)
        self.trial = ModelTrial(self.models, self.selection, self.selection)
        self.session = TranslationSession()
        self.loading = ModelLoading(self.settings, self.selection, self.trial, self.session)
        self.settings.changed.connect(self.loading.apply)
        self.requests: list[LoadRequest] = []
        self.session.loading.connect(self.requests.append)


@pytest.fixture
def loading(tmp_path: Path) -> Loading:
    return Loading(tmp_path)


def test_a_model_is_loaded_again_for_another_device_and_for_nothing_else(loading: Loading) -> None:
    loading.settings.change(threads=2)
    assert loading.requests == []  # there is none yet
    loading.selection.begin("toy", ("", ""))
    loading.settings.change(beam_size=3)
    loading.settings.change(threads=1)
    assert [(one.name, one.threads) for one in loading.requests] == [("toy", 2), ("toy", 1)]


def test_a_model_on_trial_is_not_remembered(loading: Loading) -> None:
    loading.selection.begin("toy", ("", ""))
    loading.session.loaded.emit(LoadedModel("toy", fake_manifest(), "cpu", 1.0))
    loading.trial.begin(loading.run, "tried")
    loading.session.loaded.emit(LoadedModel("tried", fake_manifest(), "cpu", 1.0))
    assert (loading.settings.model_name, loading.settings.direction) == ("toy", ("en", "de"))
