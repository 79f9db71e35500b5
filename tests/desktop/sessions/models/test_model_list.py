"""The list of models: as in the registry, usable or damaged, announced only when it changed."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from desktop.sessions.models.model_list import ModelList, ModelRole
from desktop.storage import paths
from desktop.wording.language_names import language_name
from engine.folders import Folders
from engine.models.manifest import WEIGHTS_FILE
from engine.models.registry import ORDER_FILE
from tests.support.model_folders import save_toy_model
from tests.support.translators import save_pieces_model


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    monkeypatch.setenv("TRANSLUCENT_HOME", str(tmp_path / "модель 测试"))
    return replace(paths.folders(), shipped_models=tmp_path / "shipped")


def save(folder: Path, direction: str) -> None:
    source, target = direction.split("-")
    save_toy_model(folder, name=folder.name, source_language=source, target_language=target)


@pytest.fixture
def models(folders: Folders) -> Iterator[ModelList]:
    """Two models of one's own, one of them broken, and three shipped."""
    save(folders.models / "mine", "de-en")
    save(folders.models / "broken", "en-fr")
    (folders.models / "broken" / WEIGHTS_FILE).unlink()
    for name, direction in (("one", "en-de"), ("two", "en-de"), ("three", "de-en")):
        save(folders.shipped_models / name, direction)
    models = ModelList(folders)
    QAbstractItemModelTester(models, QAbstractItemModelTester.FailureReportingMode.Fatal, models)
    yield models
    models.deleteLater()


def names(models: ModelList) -> list[str]:
    return [models.data(models.index(row), ModelRole.NAME) for row in range(models.rowCount())]


def test_models_are_listed_as_in_the_registry(models: ModelList) -> None:
    assert names(models) == ["broken", "mine", "one", "three", "two"]
    assert [entry.name for entry in models.entries] == names(models)
    for row, entry in enumerate(models.entries):
        index = models.index(row)
        assert models.data(index) == entry.name
        assert models.data(index, ModelRole.ENTRY) == entry
    assert models.data(models.index(2), ModelRole.DIRECTION) == "English → German"
    assert models.data(models.index(9)) is None
    assert models.rowCount(models.index(0)) == 0


def test_shipped_models_are_shown_by_their_titles(models: ModelList, folders: Folders) -> None:
    order = folders.shipped_models / ORDER_FILE
    order.write_text("one General\nthree General\nmine General\n", encoding="utf-8")
    (folders.models / "added").mkdir()  # so that it looks again
    models.refresh()
    shown = [models.data(models.index(row)) for row in range(models.rowCount())]
    assert shown == ["added", "broken", "mine", "General", "General", "two"]
    assert names(models) == ["added", "broken", "mine", "one", "three", "two"]


def test_a_broken_model_is_listed_but_cannot_be_chosen(models: ModelList) -> None:
    broken, mine = models.index(0), models.index(1)
    assert not models.flags(broken) & Qt.ItemFlag.ItemIsEnabled
    assert models.flags(mine) & Qt.ItemFlag.ItemIsEnabled
    problem = models.data(broken, ModelRole.PROBLEM)
    assert "is incomplete" in problem
    assert models.data(broken, Qt.ItemDataRole.ToolTipRole) == problem
    assert models.data(mine, ModelRole.PROBLEM) == ""


def test_only_usable_models_give_directions(models: ModelList) -> None:
    assert models.directions() == (("de", "en"), ("en", "de"))
    assert [entry.name for entry in models.models_for("en", "de")] == ["one", "two"]
    assert [entry.name for entry in models.models_for("de", "en")] == ["mine", "three"]
    assert models.models_for("en", "fr") == []


def test_a_model_gives_all_its_directions(folders: Folders) -> None:
    save_pieces_model(folders.models / "many", name="many", source_languages=("en", "de"))
    models = ModelList(folders)
    assert models.directions() == (
        ("de", "es"), ("de", "fr"), ("en", "de"), ("en", "es"), ("en", "fr")
    )  # fmt: skip
    assert models.data(models.index(0), ModelRole.DIRECTION) == (
        "English, German → French, German, Spanish"
    )
    for direction in models.directions():
        assert [entry.direction for entry in models.models_for(*direction)] == [direction]
    assert models.models_for("de", "de") == []


def test_the_way_back_is_sought_first_among_models_of_the_same_origin(models: ModelList) -> None:
    by_name = {entry.name: entry for entry in models.entries}
    reverse = models.reverse_of(by_name["one"])
    assert reverse is not None
    assert reverse.name == "three"
    reverse = models.reverse_of(by_name["mine"])
    assert reverse is not None
    assert reverse.name == "one"
    assert models.reverse_of(by_name["broken"]) is None


def test_a_model_without_a_manifest_has_no_direction(models: ModelList, folders: Folders) -> None:
    (folders.models / "empty").mkdir()
    models.refresh()
    row = names(models).index("empty")
    assert models.data(models.index(row), ModelRole.DIRECTION) == ""
    assert models.reverse_of(models.entries[row]) is None
    assert ("", "") not in models.directions()


def test_views_are_told_only_of_changes(models: ModelList, folders: Folders, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(models.modelReset):
        models.refresh()
    shutil.rmtree(folders.models / "mine")
    with qtbot.waitSignal(models.modelReset):
        models.refresh()
    assert names(models) == ["broken", "one", "three", "two"]
    (folders.shipped_models / "two" / WEIGHTS_FILE).unlink()
    with qtbot.waitSignal(models.modelReset):
        models.refresh()
    assert [entry.name for entry in models.models_for("en", "de")] == ["one"]


def test_a_box_shows_it(models: ModelList, qtbot: QtBot) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    box.setModel(models)
    assert [box.itemText(row) for row in range(box.count())] == names(models)


def test_no_folder_is_an_empty_list(folders: Folders) -> None:
    models = ModelList(folders)
    assert models.rowCount() == 0
    assert models.entries == ()
    assert models.directions() == ()
    models.refresh()


@pytest.mark.usefixtures("qapp")
def test_names_are_in_the_language_of_the_interface(models: ModelList) -> None:
    usual = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        assert language_name("de") == "Deutsch"
        assert models.data(models.index(2), ModelRole.DIRECTION) == "Englisch → Deutsch"
    finally:
        QLocale.setDefault(usual)
