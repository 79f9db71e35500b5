"""Download one file; after a broken connection, resume where it stopped."""

import http.client
import ssl
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import certifi

from engine.translatable import Phrase, translatable

CHUNK = 1 << 16

OnBytes = Callable[[int, int | None], None]
"""Called with the bytes that are here, and how many there will be, if the server says."""


class DownloadError(Exception):
    """A file could not be fetched from an address; `is_final` if trying again would not help."""

    def __init__(self, reason: Phrase, *, is_final: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_final = is_final


def make_opener(proxy: str = "") -> urllib.request.OpenerDirector:
    """Return an opener that uses a proxy; without one, the environment's."""
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.HTTPSHandler(context=_make_context())
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

    If the server cannot resume, start from the beginning.

    Args:
        url: Where it is.
        part: Where what was received is; it grows.
        opener: Of `make_opener`.
        limit: The most bytes to download.
        timeout: Seconds to wait for an unresponsive server.
        on_bytes: Called with the progress.

    Raises:
        DownloadError: If the download is incomplete; the received part is in `part`.
        OSError: If it cannot be written.
    """
    have = part.stat().st_size if part.exists() else 0
    try:
        request = urllib.request.Request(url, headers={"User-Agent": "translucent"})
        if have:
            request.add_header("Range", f"bytes={have}-")
        answer = opener.open(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink()  # it is complete already, or of another file
        reason = Phrase.of(
            translatable("Phrase", "{url} was refused ({error})"),
            url=url,
            error=f"{error.code} {error.reason}",
        )
        raise DownloadError(reason, is_final=400 <= error.code < 416) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _broken(url, error) from error
    with answer:
        if answer.status != http.HTTPStatus.PARTIAL_CONTENT:
            have = 0
        length = answer.headers.get("Content-Length", "")
        total = have + int(length) if length.isdecimal() else None
        with part.open("ab" if have else "wb") as file:
            while True:
                try:
                    chunk = answer.read(CHUNK)
                except (OSError, http.client.HTTPException) as error:
                    raise _broken(url, error) from error
                if not chunk:
                    break
                file.write(chunk)
                have += len(chunk)
                on_bytes(have, total)
                if have > limit:
                    reason = Phrase.of(
                        translatable("Phrase", "{url} sends more than {limit:,} bytes"),
                        url=url,
                        limit=limit,
                    )
                    raise DownloadError(reason, is_final=True)
    if total is not None and have < total:
        reason = Phrase.of(
            translatable("Phrase", "{url} failed ({have:,} of {total:,} bytes arrived)"),
            url=url,
            have=have,
            total=total,
        )
        raise DownloadError(reason, is_final=False)


def _broken(url: str, error: Exception) -> DownloadError:
    said = getattr(error, "reason", None) or error
    reason = Phrase.of(
        translatable("Phrase", "{url} failed ({error})"),
        url=url,
        error=str(getattr(said, "strerror", None) or said),
    )
    return DownloadError(reason, is_final=isinstance(error, ValueError))
