"""A download ends with the whole file or says why not, whatever the server does.

It trusts whom the system trusts or, where that names nobody, certifi does.
"""

import http.client
import io
import ssl
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.request import HTTPSHandler

import certifi
import pytest

from engine import download
from engine.download import DownloadError
from tests.support.file_server import Answer, send, serving


def trusted(proxy: str = "") -> int:
    """How many authorities an opener has loaded."""
    opener = download.make_opener(proxy)
    context = next(
        handler._context  # type: ignore[attr-defined]  # it has no public name
        for handler in opener.handlers  # type: ignore[attr-defined]  # nor does typeshed know it
        if isinstance(handler, HTTPSHandler)
    )
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    return len(context.get_ca_certs())


def name_authorities(monkeypatch: pytest.MonkeyPatch, file: Path, folder: Path) -> None:
    """Let the system look for authorities in a file and a folder."""
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    monkeypatch.setenv("SSL_CERT_DIR", str(folder))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows is asked itself")
@pytest.mark.parametrize("proxy", ["", "http://127.0.0.1:9"])
def test_where_the_system_names_nobody_certifi_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    name_authorities(monkeypatch, tmp_path / "none.pem", tmp_path / "none")
    assert trusted(proxy) > 50


@pytest.mark.skipif(sys.platform == "win32", reason="Windows is asked itself")
def test_where_the_system_names_somebody_nobody_else_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authorities = Path(certifi.where()).read_text(encoding="utf-8")
    first, end, _ = authorities.partition("-----END CERTIFICATE-----\n")
    (tmp_path / "one.pem").write_text(first + end, encoding="utf-8")
    name_authorities(monkeypatch, tmp_path / "one.pem", tmp_path / "none")
    assert trusted() == 1
    (tmp_path / "folder").mkdir()
    name_authorities(monkeypatch, tmp_path / "none.pem", tmp_path / "folder")
    assert trusted() == 0  # it is looked into when somebody is asked for


def test_windows_is_asked_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    monkeypatch.setattr(ssl, "create_default_context", lambda: context)
    monkeypatch.setattr(context.__class__, "load_verify_locations", lambda *_: asked.append(None))
    name_authorities(monkeypatch, tmp_path / "none.pem", tmp_path / "none")
    monkeypatch.setattr(sys, "platform", "win32")
    download.make_opener()
    assert asked == []


BODY = bytes(range(256)) * 40
LIMIT = 2 * len(BODY)


def fetch(url: str, part: Path, *, timeout: float = 10.0) -> list[tuple[int, int | None]]:
    """Download a file; return what was told of its progress."""
    told: list[tuple[int, int | None]] = []
    download.download(
        url,
        part,
        download.make_opener(),
        limit=LIMIT,
        timeout=timeout,
        on_bytes=lambda have, total: told.append((have, total)),
    )
    return told


def begin(part: Path, tag: str = '"1"', *, received: int = 1000) -> Callable[[str], None]:
    """Leave a part of the file, as a broken connection does; give what names its address."""

    def begin_at(address: str) -> None:
        note = download._Note(address, tag, len(BODY))
        part.write_bytes(BODY[:received])
        download._write_note(part, note)

    return begin_at


def refused(answer: Answer, part: Path, match: str) -> DownloadError:
    """Download from a server; return why it does not work."""
    with serving(answer) as address, pytest.raises(DownloadError, match=match) as refusal:
        fetch(address, part)
    return refusal.value


def headers(handler: BaseHTTPRequestHandler, status: int, **said: str) -> None:
    handler.send_response(status)
    for name, value in said.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()


def test_file_arrives_with_its_progress(tmp_path: Path) -> None:
    with serving(lambda handler: send(handler, BODY)) as address:
        told = fetch(address, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY
    assert told[-1] == (len(BODY), len(BODY))
    assert [path.name for path in tmp_path.iterdir()] == ["part"]


def test_part_is_resumed_where_it_ended(tmp_path: Path) -> None:
    asked: list[str | None] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.headers["Range"])
        send(handler, BODY)

    part = tmp_path / "part"
    with serving(answer) as address:
        begin(part)(address)
        told = fetch(address, part)
        begin(part, received=len(BODY))(address)
        assert fetch(address, part) == [(len(BODY), len(BODY))]
    assert part.read_bytes() == BODY
    assert asked == ["bytes=1000-", f"bytes={len(BODY)}-"]
    assert min(told)[0] > 1000


def test_another_file_is_not_joined_to_a_part(tmp_path: Path) -> None:
    other = BODY[::-1]
    part = tmp_path / "part"
    with serving(lambda handler: send(handler, other, tag='"2"')) as address:
        begin(part)(address)
        fetch(address, part)
        assert part.read_bytes() == other
        begin(part, tag='"2"')("http://127.0.0.1/elsewhere")
        fetch(address, part)
        assert part.read_bytes() == other
        part.write_bytes(b"of nobody knows what")
        fetch(address, part)
    assert part.read_bytes() == other


@pytest.mark.parametrize(
    "said",
    [
        {"Content_Range": f"bytes 900-{len(BODY) - 1}/{len(BODY)}"},
        {"Content_Range": f"bytes 1000-{len(BODY)}/{len(BODY) + 1}"},
        {"Content_Range": f"bytes 1000-{len(BODY) - 1}/{len(BODY)}", "ETag": '"2"'},
        {"Content_Range": "bytes " + "9" * 5000},
        {},
    ],
)
def test_wrong_part_of_a_file_is_refused_and_then_the_whole_is_asked_for(
    tmp_path: Path, said: dict[str, str]
) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if "Range" in handler.headers:
            headers(handler, 206, **said)
            handler.wfile.write(BODY[1000:])
        else:
            send(handler, BODY)

    part = tmp_path / "part"
    with serving(answer) as address:
        begin(part)(address)
        with pytest.raises(DownloadError, match="another part of the file") as refusal:
            fetch(address, part)
        assert not refusal.value.is_final
        fetch(address, part)
    assert part.read_bytes() == BODY


@pytest.mark.parametrize(
    ("status", "is_final"), [(404, True), (416, True), (429, False), (500, False)]
)
def test_refusal_is_told(tmp_path: Path, status: int, is_final: bool) -> None:
    error = refused(
        lambda handler: handler.send_error(status), tmp_path / "part", f"refused.*{status}"
    )
    assert error.is_final is is_final


def test_part_that_no_longer_fits_is_thrown_away(tmp_path: Path) -> None:
    part = tmp_path / "part"
    with serving(lambda handler: send(handler, BODY[:500])) as address:
        begin(part)(address)
        with pytest.raises(DownloadError, match="416"):
            fetch(address, part)
        fetch(address, part)
    assert part.read_bytes() == BODY[:500]


@pytest.mark.parametrize("length", [str(LIMIT + 1), "9" * 15])
def test_file_that_says_it_is_too_long_is_not_begun(tmp_path: Path, length: str) -> None:
    error = refused(
        lambda handler: send(handler, BODY, length=length), tmp_path / "part", "sends more than"
    )
    assert error.is_final
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "x", "१०"])
def test_length_that_cannot_be_counts_for_nothing(tmp_path: Path, length: str) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        line = f"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        handler.wfile.write(line.encode() + BODY)

    with serving(answer) as address:
        fetch(address, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY


def test_fewer_bytes_than_announced_are_kept_for_the_next_attempt(tmp_path: Path) -> None:
    error = refused(
        lambda handler: send(handler, BODY[:700], length=str(len(BODY))),
        tmp_path / "part",
        f"700 of {len(BODY):,} bytes",
    )
    assert not error.is_final
    assert (tmp_path / "part").read_bytes() == BODY[:700]


def test_endless_file_ends_at_the_limit(tmp_path: Path) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        headers(handler, 200, Connection="close")
        try:
            while True:
                handler.wfile.write(BODY)
        except OSError:
            pass

    error = refused(answer, tmp_path / "part", f"sends more than {LIMIT:,} bytes")
    assert error.is_final
    assert not list(tmp_path.iterdir())


def test_server_that_sends_a_byte_now_and_then_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "SLOW_SECONDS", 0.05)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        headers(handler, 200)
        try:
            for _ in range(1000):
                handler.wfile.write(b"x")
                time.sleep(0.01)
        except OSError:
            pass

    error = refused(answer, tmp_path / "part", "is too slow")
    assert not error.is_final


@pytest.mark.parametrize(
    "target",
    ["file:///etc/hostname", "ftp://127.0.0.1/a", "data:,x", "http://192.0.2.1/a", "/again"],
)
def test_redirect_leads_nowhere_but_to_encrypted_addresses_and_not_in_a_circle(
    tmp_path: Path, target: str
) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        headers(handler, 302, Location=target)

    assert refused(answer, tmp_path / "part", "302").is_final
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("line", [b"HTTP/1.1 100 Continue\r\n\r\n", b"x"])
def test_headers_that_never_end_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: bytes
) -> None:
    monkeypatch.setattr(download, "SLOW_SECONDS", 0.2)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        try:
            while True:
                handler.wfile.write(line)
                time.sleep(0.01)
        except OSError:
            pass

    assert not refused(answer, tmp_path / "part", "failed").is_final
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 5_000_000,
        b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 200_000,
        b"HTTP/1.1 " + b"9" * 5000 + b" OK\r\n\r\n",
        b"H" * 5_000_000,
    ],
    ids=["one header", "many headers", "status of 5,000 digits", "no end of line"],
)
def test_headers_without_measure_are_refused_and_briefly_quoted(
    tmp_path: Path, answer: bytes
) -> None:
    def send_all(handler: BaseHTTPRequestHandler) -> None:
        with suppress(OSError):
            handler.wfile.write(answer)

    error = refused(send_all, tmp_path / "part", "failed")
    assert len(str(error)) < 1000
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", [b"F" * 5000, b"F" * 16, b"-5", b"zz", b"5;" + b"e" * 3_000_000])
def test_chunks_of_absurd_sizes_end_at_the_limit(tmp_path: Path, size: bytes) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        with suppress(OSError):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size)
            while True:
                handler.wfile.write(b"\r\n" + BODY)

    refused(answer, tmp_path / "part", "failed|sends more than")
    assert all(file.stat().st_size <= LIMIT + download.CHUNK for file in tmp_path.iterdir())


def test_encrypted_address_does_not_redirect_to_an_open_one() -> None:
    redirects = download._Redirects()
    for source, target, is_followed in (
        ("https://a/x", "https://b/y", True),
        ("https://a/x", "http://a/x", False),
        ("http://127.0.0.1/x", "https://b/y", True),
    ):
        request = urllib.request.Request(source)
        arguments = (request, io.BytesIO(), 302, "Found", http.client.HTTPMessage(), target)
        if is_followed:
            redirected = redirects.redirect_request(*arguments)
            assert redirected is not None
            assert redirected.full_url == target
        else:
            with pytest.raises(urllib.error.HTTPError, match="redirect not allowed"):
                redirects.redirect_request(*arguments)


def test_what_the_caller_raises_ends_the_download_and_keeps_the_part(tmp_path: Path) -> None:
    def stop(_have: int, _total: int | None) -> None:
        raise KeyboardInterrupt

    part = tmp_path / "part"
    with serving(lambda handler: send(handler, BODY)) as address:
        with pytest.raises(KeyboardInterrupt):
            download.download(
                address, part, download.make_opener(), limit=LIMIT, timeout=10, on_bytes=stop
            )
        assert part.stat().st_size > 0
        fetch(address, part)
    assert part.read_bytes() == BODY
