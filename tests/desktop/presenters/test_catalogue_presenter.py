"""The window that adds languages, with downloads and installed models behind it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer, Qt
from pytestqt.qtbot import QtBot

from desktop.presenters.catalogue_presenter import CataloguePresenter
from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.values.model_download import DownloadState
from desktop.views.catalogue.window import CatalogueWindow
from engine.catalogue.published_model import PublishedModel
from tests.support.model_folders import change_manifest, save_toy_model
from tests.support.published_models import FakeSource, published
from tests.support.windows import home_folders

FRENCH = published("fr")
GERMAN = published("fr", "de")
CZECH = published("fr", "cs")
MANY = published("en fr", "de en fr", name="many")
NAMES = {
    "cs": ("Czech", "Tschechisch"),
    "fr": ("French", "Französisch"),
    "de": ("German", "Deutsch"),
    "en": ("English", "Englisch"),
}


class InstallingSource(FakeSource):
    """A source whose models can be used."""

    def __init__(self, models: Path) -> None:
        super().__init__()
        self._models = models

    def install(self, model: PublishedModel, path: Path) -> str:
        """Save a tiny model of the same languages."""
        source, target = model.source_languages[0], model.target_languages[0]
        save_toy_model(self._models / model.name, source_language=source, target_language=target)
        return super().install(model, path)


class Shown:
    """A presenter with everything that it connects."""

    def __init__(self, home: Path) -> None:
        folders = self.folders = home_folders(home)
        self.source = InstallingSource(folders.models)
        self.downloads = ModelDownloads(self.source)
        self.models = ModelList(folders)
        self.downloads.installed.connect(self.models.refresh)
        self.selection = ModelSelection(self.models)
        self.window = CatalogueWindow()
        self.presenter = CataloguePresenter(
            self.window, (CZECH, FRENCH, GERMAN), NAMES, self.downloads, self.models, self.selection
        )
        self.window.show()

    def state(self, model: PublishedModel) -> str:
        """Return the word about a model in the list."""
        return self.window.rows.state(model)


@pytest.fixture
def shown(tmp_path: Path, qtbot: QtBot) -> Iterator[Shown]:
    shown = Shown(tmp_path)
    qtbot.addWidget(shown.window)
    yield shown
    shown.downloads.close()
    assert shown.downloads.wait(QDeadlineTimer(10_000))


@pytest.mark.parametrize("text", ["german", "Deutsch", "fr-de", "französisch german"])
def test_languages_are_found_by_their_names_and_codes(shown: Shown, text: str) -> None:
    shown.window.search.setText(text)
    assert shown.window.rows.rowCount() == 1
    assert shown.window.current() == GERMAN


def test_pairs_with_a_language_of_the_user_come_first(shown: Shown) -> None:
    rows = shown.window.rows

    def targets() -> list[str]:
        pairs = (rows.lines(rows.index(row, 0))[0] for row in range(rows.rowCount()))
        return [pair.removeprefix("French → ") for pair in pairs]

    assert targets() == ["English", "Czech", "German"]  # first the language of the interface
    save_toy_model(shown.folders.models / "back", source_language="de", target_language="nl")
    shown.models.refresh()
    shown.selection.begin("back", ("", ""))
    shown.presenter.look_for("fr", "")
    assert shown.window.search.text() == "French"
    assert targets() == ["English", "German", "Czech"]


def test_the_host_is_named_before_anything_goes_online(shown: Shown) -> None:
    assert "models.example.org" in shown.window.note.text()
    assert shown.window.download_button.isEnabled()
    assert not shown.downloads.downloads


def test_a_downloaded_model_can_be_used_at_once(shown: Shown, qtbot: QtBot) -> None:
    shown.window.tree.setCurrentIndex(shown.window.rows.index_of(GERMAN.name))
    shown.window.download_button.click()
    assert not shown.window.download_button.isEnabled()
    assert shown.state(GERMAN) == "Downloading…"
    shown.source.held.set()
    qtbot.waitUntil(lambda: shown.state(GERMAN) == "Installed")
    with qtbot.waitSignal(shown.presenter.used):
        shown.window.cards[GERMAN.name].use_button.click()
    assert shown.selection.direction == ("fr", "de")
    assert shown.window.use_button.isVisible()
    assert not shown.state(FRENCH)


def test_a_model_of_many_languages_is_used_in_the_direction_searched_for(shown: Shown) -> None:
    tokens = {"fr": ">>fra<<", "de": ">>deu<<", "en": ">>eng<<"}
    folder = shown.folders.models / MANY.name
    save_toy_model(folder, source_language="en", target_language="fr")
    change_manifest(folder, {"source_languages": ["en", "fr"], "target_tokens": tokens})
    shown.models.refresh()
    for text, direction in (("german", ("en", "de")), ("french english", ("fr", "en"))):
        shown.window.search.setText(text)
        shown.window.use_requested.emit(MANY)
        assert shown.selection.direction == direction
    shown.window.search.setText("")
    shown.selection.choose_direction("fr", "de")
    shown.window.use_requested.emit(MANY)
    assert shown.selection.direction == ("fr", "de")


def test_a_failure_is_told_in_words_and_can_be_tried_again(shown: Shown, qtbot: QtBot) -> None:
    shown.source.errors.append(OSError(28, "No space left on device", "opus.zip"))
    shown.source.held.set()
    shown.window.download_button.click()
    qtbot.waitUntil(lambda: shown.state(FRENCH) == "Not downloaded")
    card = shown.window.cards[FRENCH.name]
    assert shown.window.download_button.isEnabled()
    card.resume_button.click()
    qtbot.waitUntil(lambda: shown.state(FRENCH) == "Installed")


def test_a_cancelled_download_leaves_the_list_as_it_was(shown: Shown, qtbot: QtBot) -> None:
    shown.window.download_button.click()
    shown.window.cards[FRENCH.name].cancel_button.click()
    assert not shown.state(FRENCH)
    assert shown.window.download_button.isEnabled()
    qtbot.waitUntil(lambda: not shown.source.received)


def test_a_new_window_shows_the_downloads_that_are_under_way(shown: Shown, qtbot: QtBot) -> None:
    shown.window.download_button.click()
    window = CatalogueWindow()
    qtbot.addWidget(window)
    CataloguePresenter(
        window, (FRENCH, GERMAN), NAMES, shown.downloads, shown.models, shown.selection
    )
    assert not window.cards[FRENCH.name].pause_button.isHidden()
    window.cards[FRENCH.name].pause_button.click()
    assert shown.downloads.downloads[0].state is DownloadState.PAUSED
    said = window.rows.data(window.rows.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("Paused")
