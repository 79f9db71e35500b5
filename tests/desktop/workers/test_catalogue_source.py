"""A published model travels from a server to the installed ones, with a pause on its way."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QDeadlineTimer
from pytestqt.qtbot import QtBot

from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.values.model_download import DownloadState
from desktop.workers.catalogue_source import CatalogueSource
from engine.errors import ModelDownloadError
from engine.folders import Folders
from engine.models.archive import export_archive
from engine.models.registry import find_model
from tests.support.file_server import send, serving
from tests.support.model_folders import save_toy_model
from tests.support.published_models import published
from tests.support.windows import home_folders


class Server:
    """A server with one model, which sends the second half of it only when it is let go."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self.let_go = Event()
        self.asked: list[str | None] = []

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Send the file, or the rest of it that is asked for."""
        self.asked.append(handler.headers["Range"])
        if len(self.asked) > 1:
            send(handler, self._body)
            return
        half = len(self._body) // 2
        handler.send_response(200)
        handler.send_header("ETag", '"1"')
        handler.send_header("Content-Length", str(len(self._body)))
        handler.end_headers()
        handler.wfile.write(self._body[:half])
        self.let_go.wait(60)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return home_folders(tmp_path / "home")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    save_toy_model(tmp_path / "toy", source_language="fr", target_language="en")
    export_archive(tmp_path / "toy", tmp_path / "toy.translucent")
    # Longer than a piece, after which a download asks whether to stop.
    padding = bytes(300_000)
    server = Server(padding + (tmp_path / "toy.translucent").read_bytes())
    yield server
    server.let_go.set()


def test_a_paused_download_goes_on_and_becomes_a_model(
    server: Server, folders: Folders, qtbot: QtBot
) -> None:
    downloads = ModelDownloads(CatalogueSource(folders))
    with serving(server.answer) as address:
        model = published("fr", addresses=(address,), size_bytes=None, estimated_bytes=1000)
        downloads.download(model)
        qtbot.waitUntil(lambda: downloads.downloads[0].received > 0, timeout=20_000)
        downloads.pause(model.name)
        server.let_go.set()
        downloads.close()
        assert downloads.wait(QDeadlineTimer(20_000))
        later = ModelDownloads(CatalogueSource(folders))
        later.list_kept([model])
        assert later.downloads[0].state is DownloadState.PAUSED
        assert later.downloads[0].received > 0
        later.resume(model.name)
        qtbot.waitUntil(lambda: later.downloads[0].state is DownloadState.INSTALLED, timeout=20_000)
        later.close()
        assert later.wait(QDeadlineTimer(20_000))
    assert server.asked[0] is None
    assert server.asked[1] is not None
    assert find_model(folders, model.name).path == folders.models / model.name
    assert not CatalogueSource(folders).kept()


def test_a_taken_name_gives_way_to_a_free_one(
    server: Server, folders: Folders, tmp_path: Path
) -> None:
    del server  # only its model is needed
    model = published("fr")
    save_toy_model(folders.models / model.name)
    source = CatalogueSource(folders)
    assert source.install(model, tmp_path / "toy.translucent") == f"{model.name} 2"


def test_without_a_server_the_reason_is_told(folders: Folders, qtbot: QtBot) -> None:
    downloads = ModelDownloads(CatalogueSource(folders))
    downloads.download(published("fr", addresses=("http://127.0.0.1:9/",), estimated_bytes=1000))
    qtbot.waitUntil(lambda: downloads.downloads[0].state is DownloadState.FAILED, timeout=20_000)
    assert isinstance(downloads.downloads[0].error, ModelDownloadError)
    downloads.close()
    assert downloads.wait(QDeadlineTimer(20_000))
