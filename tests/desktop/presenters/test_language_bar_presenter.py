"""The language bar offers what is installed, and shows which model and direction are chosen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.presenters.language_bar_presenter import LanguageBarPresenter
from desktop.sessions.language_session import LanguageSession
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.views.main_window import MainWindow
from tests.support.model_folders import save_toy_model
from tests.support.windows import home_folders


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window = MainWindow()
    qtbot.addWidget(window)
    yield window  # not returned: it has to live as long
    window.hide()


def build(window: MainWindow, models: ModelList, selection: ModelSelection, home: Path) -> None:
    settings = Settings(home / SETTINGS_FILE, window)
    LanguageBarPresenter(window, models, selection, LanguageSession(window), settings)


@pytest.mark.parametrize("has_reverse", [False, True])
def test_swapping_is_offered_or_its_absence_explained(
    window: MainWindow, tmp_path: Path, has_reverse: bool
) -> None:
    directions = [("en", "de"), ("de", "en")] if has_reverse else [("en", "de")]
    for source, target in directions:
        name = f"{source}-{target}"
        save_toy_model(
            tmp_path / "models" / name, name=name, source_language=source, target_language=target
        )
    models = ModelList(home_folders(tmp_path, shipped_models=tmp_path / "none"))
    selection = ModelSelection(models)
    selection.begin("en-de", ("en", "de"))
    build(window, models, selection, tmp_path)
    bar = window.language_bar
    assert (bar.source(), bar.target(), window.target_pane.bar.model_button.key) == (
        "en",
        "de",
        "en-de",
    )
    assert bar.swap_button.isEnabled() == has_reverse
    assert window.actions_by_id["swap"].isEnabled() == has_reverse
    told = "No model from German to English is installed."
    assert (told in bar.swap_button.toolTip()) == (not has_reverse)


def test_the_limits_of_the_chosen_model_are_where_its_translation_will_be(
    window: MainWindow, tmp_path: Path
) -> None:
    save_toy_model(tmp_path / "models" / "toy", limits="Only six words.")
    models = ModelList(home_folders(tmp_path, shipped_models=tmp_path / "none"))
    selection = ModelSelection(models)
    welcome = window.target_pane.editor.placeholderText
    build(window, models, selection, tmp_path)
    assert "Only six words." not in welcome()
    selection.begin("toy", ("", ""))
    assert "Only six words." in welcome()


def test_a_direction_without_a_model_is_taken_back(window: MainWindow, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "models" / "toy", source_language="en", target_language="de")
    models = ModelList(home_folders(tmp_path, shipped_models=tmp_path / "none"))
    selection = ModelSelection(models)
    selection.begin("toy", ("", ""))
    build(window, models, selection, tmp_path)
    bar = window.language_bar
    bar.show_direction("en", "fr")
    bar.direction_chosen.emit("fr", "en")
    assert (bar.source(), bar.target(), window.target_pane.bar.model_button.key) == (
        "en",
        "de",
        "toy",
    )


def test_each_text_runs_as_its_language_does(window: MainWindow, tmp_path: Path) -> None:
    for source, target in (("en", "ar"), ("he", "sr-Latn")):
        name = f"{source}-{target}"
        save_toy_model(
            tmp_path / "models" / name, name=name, source_language=source, target_language=target
        )
    models = ModelList(home_folders(tmp_path, shipped_models=tmp_path / "none"))
    selection = ModelSelection(models)
    build(window, models, selection, tmp_path)

    def sides() -> list[bool]:
        panes = window.source_pane, window.target_pane
        options = [pane.editor.document().defaultTextOption() for pane in panes]
        return [option.textDirection() == Qt.LayoutDirection.RightToLeft for option in options]

    selection.begin("en-ar", ("", ""))
    assert sides() == [False, True]
    selection.choose_model("he-sr-Latn")
    assert sides() == [True, False]
