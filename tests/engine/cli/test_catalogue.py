"""`translucent models available` and `download`: published models are found offline, then added."""

import json
import os
import shutil
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from engine.catalogue.catalogue import find_pair, load_catalogue
from engine.cli import catalogue
from engine.models.manifest_file import read_manifest
from tests.support.commands import Run, runner
from tests.support.file_server import send, serving
from tests.support.foreign_models import write_huggingface_model

NAME = "opus-mt-fra-deu"
Offer = Callable[[str], None]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path / "home")


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Return a function that publishes the model NAME at an address."""

    def offer_at(address: str) -> None:
        models = [
            replace(model, addresses=(address,), estimated_bytes=1)
            for model in find_pair(load_catalogue(), "fr", "de")
            if model.name == NAME
        ]
        monkeypatch.setattr(catalogue, "load_catalogue", lambda: tuple(models))

    return offer_at


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a tiny model."""
    folder = tmp_path_factory.mktemp("model")
    write_huggingface_model(folder)
    return Path(shutil.make_archive(str(folder), "zip", folder)).read_bytes()


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that goes online."""

    def fail(*_: object, **__: object) -> None:
        pytest.fail("nothing may go online")

    monkeypatch.setattr(socket.socket, "connect", fail)
    monkeypatch.setattr(socket, "getaddrinfo", fail)


@pytest.mark.usefixtures("offline")
def test_list_tells_languages_size_licence_and_score(run: Run) -> None:
    heading, first, *_ = run("models", "available", "french", "german").out.splitlines()
    assert heading.split() == ["name", "from", "to", "MB", "licence", "BLEU"]
    words = "opus-mt-fra-deu French German ~300 CC BY 4.0 49.5"
    assert first.split() == words.split()


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize("wish", [["fr-de"], ["fr", "de"], ["französisch", "deutsch"]])
def test_pair_can_be_asked_for_in_several_ways(run: Run, wish: list[str]) -> None:
    assert "opus-mt-fra-deu" in run("models", "available", *wish).out.splitlines()[1]


def test_programs_get_every_field(run: Run) -> None:
    first = json.loads(run("models", "available", "fr-de", "--json").out)["models"][0]
    assert first["name"] == "opus-mt-fra-deu"
    assert first["source_languages"] == ["fr"]
    assert first["addresses"][0].startswith("https://")
    assert first["score"]["bleu"] == 49.5
    assert first["size_bytes"] is None


def test_what_nobody_publishes_is_said_to_be_unknown(run: Run) -> None:
    ended = run("models", "available", "klingon")
    assert ended.status == 1
    assert ended.err == "No published model matches 'klingon'.\n"


@pytest.mark.parametrize("wish", [[NAME], ["fr-de"], ["French", "german"]])
def test_downloaded_model_is_installed_and_its_file_is_gone(
    run: Run, offer: Offer, packed: bytes, tmp_path: Path, wish: list[str]
) -> None:
    with serving(lambda handler: send(handler, packed)) as address:
        offer(address)
        ended = run("models", "download", *wish)
    folder = tmp_path / "home" / "data" / "models" / NAME
    assert ended == (0, f"Installed {NAME} in {folder}\n", "")
    manifest = read_manifest(folder)
    assert (manifest.name, manifest.direction) == (NAME, "fr → de")
    assert not list((tmp_path / "home" / "data" / "downloads").glob("*.zip*"))
    assert "already exists" in run("models", "download", *wish).err


def test_interrupted_download_is_resumed(run: Run, offer: Offer, packed: bytes) -> None:
    asked: list[str | None] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.headers["Range"])
        send(handler, packed if len(asked) > 1 else packed[:1000], length=lengths.pop())
        if len(asked) == 1:
            os.kill(os.getpid(), signal.SIGINT)

    lengths = ["", str(len(packed))]
    with serving(answer) as address:
        offer(address)
        stopped = run("models", "download", NAME)
        assert stopped == (130, "", "Stopped. The same command resumes.\n")
        assert run("models", "download", NAME).status == 0
    assert asked == [None, "bytes=1000-"]


def test_file_that_cannot_be_imported_is_told(run: Run, offer: Offer, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "model.npz").write_bytes(b"PK")
    body = Path(shutil.make_archive(str(tmp_path / "b"), "zip", tmp_path / "broken")).read_bytes()
    with serving(lambda handler: send(handler, body)) as address:
        offer(address)
        ended = run("models", "download", NAME)
    assert ended.status == 1
    assert "cannot be imported" in ended.err
    assert not list((tmp_path / "home" / "data" / "models").iterdir())


def test_without_a_connection_one_sentence_says_what_to_do(run: Run, offer: Offer) -> None:
    offer("http://127.0.0.1:9/nobody-listens.zip")
    ended = run("models", "download", "fr-de")
    assert ended.status == 1
    assert ended.err.startswith(f"translucent: {NAME} could not be downloaded: http://127.0.0.1:9/")
    assert "Check your connection" in ended.err


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize("wish", [["fr-fr"], ["klingon-de"], ["opus-mt-none"], ["fr"]])
def test_what_nobody_publishes_cannot_be_downloaded(run: Run, wish: list[str]) -> None:
    ended = run("models", "download", *wish)
    assert ended.status == 2
    assert "neither a published model nor a pair" in " ".join(ended.err.split())
