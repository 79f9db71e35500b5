"""Download one file; after a broken connection, resume where it stopped.

The server is not trusted: neither what it says of the file, nor that it sends the same file again.
Beside a part lies a note of what it is the beginning of; without that, nothing is resumed.
"""

import http.client
import ipaddress
import json
import re
import socket
import ssl
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from email.message import Message
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import certifi

from engine.files.json_files import read_object
from engine.files.private_folders import open_like_folder
from engine.foreign_text import safe_message
from engine.translatable import Phrase, translatable

CHUNK = 1 << 16
SLOW_SECONDS = 60.0
"""How long a server may take for `SLOW_BYTES`: one that sends a byte now and then never ends."""
SLOW_BYTES = 1 << 14

_LENGTH = re.compile("[0-9]{1,15}")
_RANGE = re.compile(r"bytes (?:(?P<start>[0-9]{1,15})-[0-9]{1,15}|\*)/(?P<total>[0-9]{1,15})")
_TAG = re.compile(r'"[\x21\x23-\x7e]{1,200}"')
_DATE = re.compile("[A-Za-z0-9 ,:+-]{1,60}")
_RETRIED = (http.HTTPStatus.REQUEST_TIMEOUT, http.HTTPStatus.TOO_MANY_REQUESTS)

OnBytes = Callable[[int, int | None], None]
"""Called with the bytes that are here, and how many there will be, if the server says."""


class DownloadError(Exception):
    """A file could not be fetched from an address; `is_final` if trying again would not help."""

    def __init__(self, reason: Phrase, *, is_final: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_final = is_final


@dataclass(frozen=True, slots=True)
class _Note:
    """What a part is the beginning of."""

    url: str
    validator: str
    """The file's ETag, or when it was last changed; empty if the server says neither."""
    total: int | None


class _Connection(http.client.HTTPConnection):
    """Gives up a server whose headers never end, a byte or a "100 Continue" at a time."""

    def getresponse(self) -> http.client.HTTPResponse:
        timer = threading.Timer(SLOW_SECONDS, self._give_up)
        timer.daemon = True
        timer.start()
        try:
            return super().getresponse()
        finally:
            timer.cancel()

    def _give_up(self) -> None:
        with suppress(OSError, AttributeError):  # it has ended by itself
            self.sock.shutdown(socket.SHUT_RDWR)


class _EncryptedConnection(_Connection, http.client.HTTPSConnection):
    pass


class _OpenHandler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Connection, req)


class _EncryptedHandler(urllib.request.HTTPSHandler):
    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self.context = context

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_EncryptedConnection, req, context=self.context)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a redirect only where nobody can replace the content on its way."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if not is_protected(newurl) or (req.type == "https" and urlsplit(newurl).scheme != "https"):
            raise urllib.error.HTTPError(newurl, code, "redirect not allowed", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def is_protected(url: str) -> bool:
    """Return whether what an address sends is encrypted, or does not leave this computer."""
    parts = urlsplit(url)
    try:
        is_local = ipaddress.ip_address(parts.hostname or "").is_loopback
    except ValueError:
        is_local = parts.hostname == "localhost"
    return parts.scheme == "https" or (parts.scheme == "http" and is_local)


def make_opener(proxy: str = "") -> urllib.request.OpenerDirector:
    """Return an opener that uses a proxy; without one, the environment's."""
    handlers: list[urllib.request.BaseHandler] = [
        _OpenHandler(),
        _EncryptedHandler(_make_context()),
        _Redirects(),
    ]
    if proxy:
        handlers.append(urllib.request.ProxyHandler({"http": proxy, "https": proxy}))
    return urllib.request.build_opener(*handlers)


def _make_context() -> ssl.SSLContext:
    """Return what tells whom to trust: those the system trusts, or where it names none, certifi's.

    Python from python.org names none on macOS, nor does a packaged Python on another Linux than
    its own. On Windows the system is asked itself.
    """
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])  # as where none is given
    known = ssl.get_default_verify_paths()
    if sys.platform != "win32" and not (known.cafile or known.capath):
        context.load_verify_locations(certifi.where())
    return context


def download(
    url: str,
    part: Path,
    opener: urllib.request.OpenerDirector,
    *,
    limit: int,
    timeout: float,
    on_bytes: OnBytes,
) -> None:
    """Download a file to `part`, resuming an earlier attempt.

    If the server cannot resume, or the file has changed there, start from the beginning.

    Args:
        url: Where it is.
        part: Where what was received is; it grows.
        opener: Of `make_opener`.
        limit: The most bytes to download.
        timeout: Seconds to wait for an unresponsive server.
        on_bytes: Called with the progress; what it raises ends the download, the part remains.

    Raises:
        DownloadError: If the download is incomplete; the received part is in `part`.
        OSError: If it cannot be written.
    """
    note = _read_note(part, url)
    have = 0 if note is None else part.stat().st_size
    try:
        request = urllib.request.Request(url, headers={"User-Agent": "translucent"})
        if note is not None:
            request.add_header("Range", f"bytes={have}-")
            if note.validator:
                request.add_header("If-Range", note.validator)
        answer = opener.open(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        error.close()
        if note is not None and error.code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            if _range(error.headers)[1] == have:  # it broke off after the last byte
                _note_path(part).unlink()
                on_bytes(have, have)
                return
            part.unlink()
            raise _refused(url, error, is_final=False) from error
        is_final = 300 <= error.code < 500 and error.code not in _RETRIED
        raise _refused(url, error, is_final=is_final) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _broken(url, error) from error
    with answer:
        if answer.status == http.HTTPStatus.PARTIAL_CONTENT:
            start, total = _range(answer.headers)
            if note is None or start != have or not _is_same(note, total, answer.headers):
                part.unlink(missing_ok=True)
                raise DownloadError(
                    Phrase.of(
                        translatable("Phrase", "{url} sends another part of the file"), url=url
                    ),
                    is_final=note is None,
                )
        else:
            have, total = 0, _length(answer.headers)
        if total is not None and total > limit:
            raise _too_long(url, limit)
        with open(part, "ab" if have else "wb", opener=open_like_folder) as file:
            _write_note(part, _Note(url, _validator(answer.headers), total))
            most = limit if total is None else total
            have = _receive(answer, file, url, have, most, lambda done: on_bytes(done, total))
    if have > most:
        discard(part)
        raise _too_long(url, most)
    if total is not None and have < total:
        reason = Phrase.of(
            translatable("Phrase", "{url} failed ({have:,} of {total:,} bytes arrived)"),
            url=url,
            have=have,
            total=total,
        )
        raise DownloadError(reason, is_final=False)
    _note_path(part).unlink()


def _receive(
    answer: http.client.HTTPResponse,
    file: IO[bytes],
    url: str,
    have: int,
    most: int,
    on_bytes: Callable[[int], None],
) -> int:
    """Write what arrives to a file, up to one piece too many; return how many bytes it has."""
    window, since = have, time.monotonic()
    while have <= most:
        try:
            chunk = answer.read1(CHUNK)
        except (OSError, http.client.HTTPException) as error:
            raise _broken(url, error) from error
        if not chunk:
            break
        file.write(chunk)
        have += len(chunk)
        on_bytes(have)
        if have - window >= SLOW_BYTES:
            window, since = have, time.monotonic()
        elif time.monotonic() - since > SLOW_SECONDS:
            reason = Phrase.of(translatable("Phrase", "{url} is too slow"), url=url)
            raise DownloadError(reason, is_final=False)
    return have


def discard(part: Path) -> None:
    """Delete what an earlier attempt received."""
    part.unlink(missing_ok=True)
    _note_path(part).unlink(missing_ok=True)


def _length(headers: Message) -> int | None:
    """Return how long the answer is; None if it does not say, or what cannot be."""
    length = headers.get("Content-Length", "")
    return int(length) if _LENGTH.fullmatch(length) else None


def _range(headers: Message) -> tuple[int | None, int | None]:
    """Return where a part of a file begins, and how long the file is, as far as it is said."""
    said = _RANGE.fullmatch(headers.get("Content-Range", ""))
    if said is None:
        return None, None
    return int(said["start"]) if said["start"] else None, int(said["total"])


def _validator(headers: Message) -> str:
    """Return what tells this version of a file from any other; a weak ETag does not."""
    tag, date = headers.get("ETag", ""), headers.get("Last-Modified", "")
    if _TAG.fullmatch(tag):
        return tag
    return date if _DATE.fullmatch(date) else ""


def _is_same(note: _Note, total: int | None, headers: Message) -> bool:
    """Return whether an answer is of the file that a part is the beginning of."""
    return note.total in (None, total) and _validator(headers) in ("", note.validator)


def _note_path(part: Path) -> Path:
    return part.with_name(f"{part.name}.json")


def _read_note(part: Path, url: str) -> _Note | None:
    """Return the note of a part that can be resumed from an address."""
    try:
        said = read_object(_note_path(part))
        note = _Note(str(said["url"]), str(said["validator"]), said["total"])
        has_begun = part.stat().st_size > 0
    except (OSError, ValueError, KeyError):
        return None
    return note if has_begun and note.url == url else None


def _write_note(part: Path, note: _Note) -> None:
    with open(_note_path(part), "wb", opener=open_like_folder) as file:
        file.write(json.dumps(asdict(note)).encode())


def _refused(url: str, error: urllib.error.HTTPError, *, is_final: bool) -> DownloadError:
    reason = Phrase.of(
        translatable("Phrase", "{url} was refused ({error})"),
        url=url,
        error=safe_message(f"{error.code} {error.reason}"),
    )
    return DownloadError(reason, is_final=is_final)


def _too_long(url: str, limit: int) -> DownloadError:
    reason = Phrase.of(
        translatable("Phrase", "{url} sends more than {limit:,} bytes"), url=url, limit=limit
    )
    return DownloadError(reason, is_final=True)


def _broken(url: str, error: Exception) -> DownloadError:
    said = getattr(error, "reason", None) or error
    reason = Phrase.of(
        translatable("Phrase", "{url} failed ({error})"),
        url=url,
        error=safe_message(str(getattr(said, "strerror", None) or said)),
    )
    return DownloadError(reason, is_final=isinstance(error, ValueError))
