"""From a search to a translation: a published model is found, downloaded, imported and used."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.presenters.notices.library_notices import DOWNLOADS
from desktop.values.requests import Direction
from desktop.views.catalogue.window import CatalogueWindow
from engine.catalogue import catalogue
from engine.catalogue.published_model import PublishedModel
from engine.models.registry import find_model
from engine.pipeline.translator import Translator
from tests.support.file_server import send, serving
from tests.support.foreign_models import write_huggingface_model
from tests.support.published_models import published
from tests.support.windows import OpenWindow, open_window, pick

TEXT = "Two men."
CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def open_engine(
    folder: Path, _device: str, _threads: int | None, direction: Direction | None
) -> Translator:
    return Translator.open(folder, device="cpu", direction=direction)


def packed(folder: Path) -> bytes:
    """Return a folder as a zip."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    return stream.getvalue()


@contextmanager
def published_on_a_server(body: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[PublishedModel]:
    """Let the catalogue have one model from French to German, on a server of the test."""
    with serving(lambda handler: send(handler, body)) as address:
        model = published("fr", "de", addresses=(address,), size_bytes=None, estimated_bytes=1000)
        monkeypatch.setattr(catalogue, "load_catalogue", lambda: (model,))
        yield model


def opened(window: OpenWindow) -> CatalogueWindow:
    found = window.program.dialogs.catalogue_window
    assert found is not None
    found.activateWindow()  # where no window manager does it
    window.qtbot.waitUntil(found.isActiveWindow)
    return found


def test_a_language_is_added_and_translates(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_huggingface_model(tmp_path / "opus")
    body = packed(tmp_path / "opus")
    with (
        published_on_a_server(body, monkeypatch) as model,
        open_window(qtbot, tmp_path / "home", open_engine) as window,
    ):
        window.wait_until_loaded()
        pick(window.program.window.language_bar.target_box, "add")
        adding = opened(window)
        adding.search.insert("Französisch")  # no keyboard of a test has such a key
        QTest.keyClick(adding.search, Qt.Key.Key_Return)
        QTest.keyClick(adding.tree, Qt.Key.Key_Return)
        card = adding.cards[model.name]
        qtbot.waitUntil(card.use_button.isVisible)
        QTest.mouseClick(card.use_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.program.settings.direction == ("fr", "de"))
        window.program.window.activateWindow()
        window.type(TEXT)
        window.wait_for_translation(TEXT)
        legend = window.program.window.target_pane.bar.legend
        assert any(label.text() == "not calibrated" for label in legend.findChildren(QLabel))
        adding.close()
    entry = find_model(window.program.folders, model.name)
    assert entry.usable_manifest.imported_from is not None


def test_what_cannot_be_imported_is_told_also_when_the_window_is_closed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("model.npz", b"no model")
    with (
        published_on_a_server(stream.getvalue(), monkeypatch) as model,
        open_window(qtbot, tmp_path / "home") as window,
    ):
        window.wait_until_loaded()
        window.press(Qt.Key.Key_M, CTRL_SHIFT)
        adding = opened(window)
        QTest.mouseClick(adding.download_button, Qt.MouseButton.LeftButton)
        adding.close()
        line = window.program.window.notice_line
        qtbot.waitUntil(lambda: DOWNLOADS in [notice.key for notice in line.notices()])
        (notice,) = (one for one in line.notices() if one.key == DOWNLOADS)
        assert notice.text == "French → German was not added."
        line.action_requested.emit(DOWNLOADS)
        assert opened(window).cards[model.name].resume_button.isVisible()
        assert window.program.selection.direction == ("en", "de")
