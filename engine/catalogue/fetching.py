"""Download a published model: resumed, verified, and kept only if it looks like a model.

Nothing goes online before `fetch_model` is called.
"""

import hashlib
import shutil
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from engine.catalogue.published_model import PublishedModel
from engine.download import DownloadError, OnBytes, discard, download, is_protected, make_opener
from engine.errors import DiskSpaceError, ModelDownloadError
from engine.files.atomic_files import rename_patiently
from engine.files.private_folders import make_folder
from engine.translatable import Phrase, translatable
from engine.translation import Cancelled

SIZE_LIMIT = 2 << 30
"""Bytes of a model whose size is not published."""
ATTEMPTS = 3
"""How often one address is asked: a broken connection is resumed."""
_UNREADABLE = (zipfile.BadZipFile, struct.error, OSError, ValueError, NotImplementedError)
"""What a damaged zip file raises."""
_WEIGHTS = (".npz", ".safetensors", ".bin")


def fetch_model(
    model: PublishedModel,
    downloads: Path,
    *,
    proxy: str = "",
    timeout: float = 30.0,
    on_bytes: OnBytes,
    should_stop: Callable[[], bool],
) -> Path:
    """Download the file of a model, unless it is there already; resume an earlier attempt.

    Args:
        model: What to download.
        downloads: The folder for the file; what has arrived stays there if the download ends early.
        proxy: The address of a proxy; without it, that of the environment.
        timeout: Seconds to wait for an unresponsive server.
        on_bytes: Called with the bytes that are here, and how many there will be, if that is known.
        should_stop: Asked before and after each piece.

    Returns:
        The file, for `import_model`; delete it when that is done.

    Raises:
        Cancelled: If `should_stop` said so.
        DiskSpaceError: If there is not enough space for the file and for the model made of it.
        ModelDownloadError: If no address gave the whole file, with the reason for each.
    """
    file, part, locked = _paths(model, downloads)
    lock = FileLock(locked, mode=0o600)

    def tell(have: int, total: int | None) -> None:
        on_bytes(have, model.size_bytes if total is None else total)
        if should_stop():
            raise Cancelled

    try:
        make_folder(downloads)
        with lock.acquire(timeout=0):
            if file.exists() and _problem(model, file) is None:
                return file
            if should_stop():
                raise Cancelled
            _ask_for_space(model, part)
            _download(model, part, proxy, timeout, tell)
            rename_patiently(part.replace, file)
    except Timeout as error:
        reason = Phrase.of(translatable("Phrase", "another program is downloading it"))
        raise ModelDownloadError(model.name, [reason]) from error
    except OSError as error:
        reason = Phrase.of(
            translatable("Phrase", "{path} cannot be written ({error})"),
            path=str(downloads),
            error=str(error.strerror or error),
        )
        raise ModelDownloadError(model.name, [reason]) from error
    return file


def list_kept(downloads: Path) -> dict[str, int]:
    """Return the bytes that earlier downloads have left, by the names of their models.

    Where the folder cannot be read, there are none.
    """
    try:
        parts = {file.name.removesuffix(".zip.part"): file for file in downloads.glob("*.zip.part")}
        files = {file.name.removesuffix(".zip"): file for file in downloads.glob("*.zip")}
    except OSError:
        return {}
    return {name: file.stat().st_size for name, file in {**parts, **files}.items()}


def discard_model(model: PublishedModel, downloads: Path) -> None:
    """Delete the file of a model, or what has arrived of it.

    Raises:
        OSError: If it cannot be deleted.
    """
    file, part, locked = _paths(model, downloads)
    file.unlink(missing_ok=True)
    discard(part)
    locked.unlink(missing_ok=True)


def _paths(model: PublishedModel, downloads: Path) -> tuple[Path, Path, Path]:
    """Return where the file of a model is, what has arrived of it, and the lock of both."""
    kinds = ("zip", "zip.part", "lock")
    file, part, locked = (downloads / f"{model.name}.{kind}" for kind in kinds)
    return file, part, locked


def _ask_for_space(model: PublishedModel, part: Path) -> None:
    """Ask for the space of the file, of its content unpacked, and of the converted model."""
    size = model.estimated_bytes if model.size_bytes is None else model.size_bytes
    have = part.stat().st_size if part.exists() else 0
    needed = 3 * size - min(have, size)
    free = shutil.disk_usage(part.parent).free
    if free < needed:
        raise DiskSpaceError(part.parent, needed // 10**6, free // 10**6)


def _download(
    model: PublishedModel, part: Path, proxy: str, timeout: float, on_bytes: OnBytes
) -> None:
    """Download the file to `part` from the first address that has it."""
    opener = make_opener(proxy)
    limit = SIZE_LIMIT if model.size_bytes is None else model.size_bytes
    reasons = []
    for url in model.addresses:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                _check_encrypted(url)
                download(url, part, opener, limit=limit, timeout=timeout, on_bytes=on_bytes)
                _verify(model, part, url)
            except DownloadError as error:
                if error.is_final or attempt == ATTEMPTS:
                    reasons.append(error.reason)
                    break
            else:
                return
    raise ModelDownloadError(model.name, reasons)


def _check_encrypted(url: str) -> None:
    """Refuse an address whose content others could replace on its way."""
    if not is_protected(url):
        reason = Phrase.of(translatable("Phrase", "{url} is not encrypted"), url=url)
        raise DownloadError(reason, is_final=True)


def _verify(model: PublishedModel, part: Path, url: str) -> None:
    problem = _problem(model, part)
    if problem is not None:
        discard(part)
        reason = Phrase.of(
            translatable("Phrase", "{url} sends another file: {problem}"), url=url, problem=problem
        )
        raise DownloadError(reason, is_final=True)


def _problem(model: PublishedModel, file: Path) -> Phrase | None:
    """Say why a file is not the model; None if it may be."""
    if model.size_bytes is not None and file.stat().st_size != model.size_bytes:
        return Phrase.of(
            translatable("Phrase", "it has {size:,} bytes instead of {expected:,}"),
            size=file.stat().st_size,
            expected=model.size_bytes,
        )
    if model.sha256:
        with file.open("rb") as content:
            if hashlib.file_digest(content, "sha256").hexdigest() != model.sha256:
                return Phrase.of(translatable("Phrase", "its checksum is wrong"))
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
    except _UNREADABLE:
        return Phrase.of(translatable("Phrase", "it is not a zip file"))
    if not any(name.endswith(_WEIGHTS) for name in names):
        return Phrase.of(translatable("Phrase", "it contains no model"))
    return None
