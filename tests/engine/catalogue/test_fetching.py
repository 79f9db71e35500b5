"""A published model arrives whole and verified, or not at all; what has arrived is not lost."""

import hashlib
import io
import shutil
import socket
import zipfile
from collections import namedtuple
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from filelock import FileLock

from engine.catalogue.fetching import discard_model, fetch_model, list_kept
from engine.catalogue.published_model import PublishedModel
from engine.errors import DiskSpaceError, ModelDownloadError
from engine.translation import Cancelled
from tests.support.file_server import send, serving


def packed(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return stream.getvalue()


BODY = packed(model_npz=bytes(300_000), source_spm=b"pieces")


def published(*addresses: str, sha256: str = "", size: int | None = None) -> PublishedModel:
    return PublishedModel(
        name="opus-mt-fra-deu",
        publisher="Nobody",
        source_languages=("fr",),
        target_languages=("de",),
        size_bytes=size,
        estimated_bytes=len(BODY),
        licence="CC BY 4.0",
        addresses=addresses,
        sha256=sha256,
        score=None,
        released=date(2021, 2, 22),
    )


def fetch(
    model: PublishedModel,
    downloads: Path,
    *,
    proxy: str = "",
    should_stop: Callable[[], bool] = lambda: False,
) -> Path:
    return fetch_model(
        model,
        downloads,
        proxy=proxy,
        timeout=10,
        on_bytes=lambda _have, _total: None,
        should_stop=should_stop,
    )


def good(handler: BaseHTTPRequestHandler) -> None:
    send(handler, BODY)


def test_model_is_fetched_once(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.path)
        good(handler)

    downloads = tmp_path / "загрузки"
    with serving(answer) as address:
        model = published(
            f"{address}/fra-deu.zip",
            sha256=hashlib.sha256(BODY).hexdigest(),
            size=len(BODY),
        )
        file = fetch(model, downloads)
        assert fetch(model, downloads) == file
    assert file.read_bytes() == BODY
    assert asked == ["/fra-deu.zip"]
    assert not list(downloads.glob("*part*"))


def test_broken_connection_is_resumed(tmp_path: Path) -> None:
    asked: list[str | None] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.headers["Range"])
        sent = BODY[:100_000] if len(asked) == 1 else BODY
        send(handler, sent, length=str(len(BODY)) if len(asked) == 1 else "")

    with serving(answer) as address:
        assert fetch(published(address), tmp_path).read_bytes() == BODY
    assert asked == [None, "bytes=100000-"]


def test_paused_download_is_resumed(tmp_path: Path) -> None:
    asked: list[str | None] = []
    said: list[bool] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.headers["Range"])
        good(handler)

    def stop_later() -> bool:
        said.append(len(said) > 1)
        return said[-1]

    with serving(answer) as address:
        model = published(address)
        with pytest.raises(Cancelled):
            fetch(model, tmp_path, should_stop=stop_later)
        part = tmp_path / "opus-mt-fra-deu.zip.part"
        assert 0 < part.stat().st_size < len(BODY)
        assert fetch(model, tmp_path).read_bytes() == BODY
    assert asked[0] is None
    assert asked[1] is not None


def test_what_has_arrived_is_listed_until_it_is_discarded(tmp_path: Path) -> None:
    said: list[bool] = []

    def stop_later() -> bool:
        said.append(len(said) > 1)
        return said[-1]

    with serving(good) as address:
        model = published(address)
        with pytest.raises(Cancelled):
            fetch(model, tmp_path, should_stop=stop_later)
        part = tmp_path / "opus-mt-fra-deu.zip.part"
        assert list_kept(tmp_path) == {model.name: part.stat().st_size}
        fetch(model, tmp_path)
    assert list_kept(tmp_path) == {model.name: len(BODY)}
    discard_model(model, tmp_path)
    assert list_kept(tmp_path) == {}
    assert not list(tmp_path.iterdir())
    assert list_kept(tmp_path / "never made") == {}


def test_nothing_goes_online_after_a_stop(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        fetch(published("http://127.0.0.1:9/x"), tmp_path, should_stop=lambda: True)


def test_mirrors_are_asked_in_turn(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.path)
        if handler.path == "/good":
            good(handler)
        else:
            handler.send_error(404)

    with serving(answer) as address:
        model = published(f"{address}/gone", "http://127.0.0.1:9/closed", f"{address}/good")
        assert fetch(model, tmp_path).read_bytes() == BODY
    assert asked == ["/gone", "/good"]


@pytest.mark.parametrize(
    ("body", "expected", "problem"),
    [
        (b"<html>Please log in</html>" * 99, published(), "it is not a zip file"),
        (BODY[:-9], published(), "it is not a zip file"),
        (packed(readme_txt=b"hello"), published(), "it contains no model"),
        (BODY, published(size=len(BODY) + 1), f"{len(BODY):,} bytes instead of {len(BODY) + 1:,}"),
        (BODY, published(sha256="0" * 64), "its checksum is wrong"),
        (BODY, published(size=len(BODY) - 1), f"sends more than {len(BODY) - 1:,} bytes"),
    ],
)
def test_another_file_is_not_kept(
    tmp_path: Path, body: bytes, expected: PublishedModel, problem: str
) -> None:
    with serving(lambda handler: send(handler, body)) as address:
        model = replace(expected, addresses=(address,))
        with pytest.raises(ModelDownloadError, match=problem):
            fetch(model, tmp_path)
    assert not [path for path in tmp_path.iterdir() if path.stat().st_size]


def test_file_that_was_damaged_since_is_fetched_again(tmp_path: Path) -> None:
    (tmp_path / "opus-mt-fra-deu.zip").write_bytes(BODY[:1000])
    with serving(good) as address:
        assert fetch(published(address), tmp_path).read_bytes() == BODY


def test_address_that_others_can_change_on_the_way_is_refused(tmp_path: Path) -> None:
    for address in ("http://example.org/a.zip", "ftp://127.0.0.1/a.zip", "file:///etc/hostname"):
        with pytest.raises(ModelDownloadError, match="is not encrypted"):
            fetch(published(address), tmp_path)


def test_without_a_network_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(ModelDownloadError) as failed:
        fetch(published("https://example.org/a.zip"), tmp_path)
    assert str(failed.value) == (
        "opus-mt-fra-deu could not be downloaded: https://example.org/a.zip failed (Temporary "
        "failure in name resolution). Check your connection and try again, or get the file some "
        "other way and import it."
    )


@pytest.mark.parametrize("is_given", [True, False])
def test_proxy_that_is_given_or_in_the_environment_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_given: bool
) -> None:
    asked: list[str] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.path)
        good(handler)

    with serving(answer) as proxy:
        monkeypatch.setenv("http_proxy", "http://127.0.0.1:9" if is_given else proxy)
        fetch(published("http://127.0.0.1:9/a.zip"), tmp_path, proxy=proxy if is_given else "")
    assert asked == ["http://127.0.0.1:9/a.zip"]


def test_space_is_asked_for_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 0, 2 * len(BODY)))
    with pytest.raises(DiskSpaceError) as full:
        fetch(published("http://127.0.0.1:9/a.zip"), tmp_path)
    assert full.value.path == tmp_path


def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    with (
        FileLock(tmp_path / "opus-mt-fra-deu.lock"),
        pytest.raises(ModelDownloadError, match="another program"),
    ):
        fetch(published("http://127.0.0.1:9/a.zip"), tmp_path)


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ModelDownloadError, match="file cannot be written"):
        fetch(published("http://127.0.0.1:9/a.zip"), tmp_path / "file")
