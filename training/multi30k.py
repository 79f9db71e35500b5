"""Multi30k's image captions: fetched or imported, verified, and put in place whole or not at all.

What is verified is the text inside each file, so it may come packed by any gzip, or unpacked.
"""

import gzip
import hashlib
import http.client
import io
import os
import shutil
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from training.errors import CorpusError

ADDRESS = "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw"

FILES = {
    "train.en": "460a15fbd157e34a7a9957ee388c1ca247fe47af3ef25fb50442af6c274e0fc6",
    "train.de": "2c2b73fd2b548fbcde3a875e0a78d6ee94d498bfdee6bd3eae3945779e9ddf72",
    "train.fr": "5925a3c18f1587b6b54b87743106e6e8ab93618edb6f65d19eac0621f853a10d",
    "val.en": "1f2a23d992769b5b3d209b0a10dd0b77c08cceb1f20dfb97ed0aafa49d107227",
    "val.de": "660e09eb7e1da2f856ea13ee5ad3cf6d36b3d5b0b733c857e94c5747a3dfc660",
    "val.fr": "5304e444d842e962b2dda4d816b70b22a1765b15401642b7ca37a67477e708dc",
    "test_2016_flickr.en": "399a4382932c1aadd3ceb9bef1008d388a64c76d4ae4e9d4728c6f4301cac182",
    "test_2016_flickr.de": "4be6b5b3236b79c25475c6bb829800a7ce559e9ba7a1f6c2394fe4d40be46d16",
    "test_2016_flickr.fr": "cb3160d69b002bb638e66cc7612fcd56cb0af82eadc9c142dedc438afb885ef6",
}
"""SHA-256 of each file's text."""

SIZE_LIMIT = 8 * 2**20
"""Bytes of one file, packed or not; the largest has two million. More is not what was asked for."""

Progress = Callable[[str, int, int], None]
"""Called with a file's name, its number from 1, and how many there are, once it is verified."""


def fetch(
    source: str | Path,
    folder: Path,
    *,
    on_progress: Progress | None = None,
    timeout: float = 30.0,
) -> Path:
    """Bring the captions to a folder of the user's, unless they are there already.

    Args:
        source: A web address below which the files are, or a folder that holds them at any depth.
        folder: Where they are to be; it appears only when all of them are there and verified.
        on_progress: Told of each file that is done.
        timeout: Seconds to wait for a server that says nothing.

    Returns:
        The folder, which `corpus.read_folder` understands.

    Raises:
        CorpusError: If a file is missing, is another one, or cannot be fetched or written.
    """
    if is_whole(folder):
        return folder
    if folder.exists():
        raise CorpusError(
            folder, None, "it exists and is not Multi30k as it should be; move it away first"
        )
    if isinstance(source, str) and source.startswith(("http://", "https://")):
        texts = _download(source.rstrip("/"), timeout)
    else:
        texts = _collect(Path(source))
    # What a fetch that was killed left behind is made anew.
    unfinished = folder.with_name(f"{folder.name}.part")
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        for number, (name, text) in enumerate(texts, start=1):
            _write(unfinished / f"{name}.gz", gzip.compress(text, mtime=0))
            if on_progress:
                on_progress(name, number, len(FILES))
        unfinished.rename(folder)
    except OSError as error:
        reason = f"it cannot be written ({error.strerror or error})"
        raise CorpusError(folder, None, reason) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def is_whole(folder: Path) -> bool:
    """Whether a folder holds every file, each with the right text."""
    try:
        for name in FILES:
            path = folder / f"{name}.gz"
            _verified(name, path.read_bytes(), str(path), path)
    except (OSError, CorpusError):
        return False
    return True


def _collect(source: Path) -> Iterator[tuple[str, bytes]]:
    """The texts out of a folder of any layout; of files of one name, the first that is right."""
    if not source.is_dir():
        raise CorpusError(source, None, "there is no such folder")
    found: dict[str, list[Path]] = {name: [] for name in FILES}
    for path in sorted(source.rglob("*")):
        name = path.name.removesuffix(".gz")
        if name in found and path.is_file():
            found[name].append(path)
    missing = [name for name, paths in found.items() if not paths]
    if missing:
        raise CorpusError(source, None, f"these files are missing: {', '.join(missing)}")
    for name, paths in found.items():
        yield name, _first_right(name, paths)


def _first_right(name: str, paths: list[Path]) -> bytes:
    problem: CorpusError | None = None
    for path in paths:
        try:
            with path.open("rb") as file:
                raw = file.read(SIZE_LIMIT + 1)
            return _verified(name, raw, str(path), path)
        except OSError as error:
            reason = f"it cannot be read ({error.strerror or error})"
            problem = problem or CorpusError(path, None, reason)
        except CorpusError as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _download(address: str, timeout: float) -> Iterator[tuple[str, bytes]]:
    for name in FILES:
        url = f"{address}/{name}.gz"
        where = Path(f"{name}.gz")
        try:
            with urllib.request.urlopen(url, timeout=timeout) as answer:
                raw = answer.read(SIZE_LIMIT + 1)
        except urllib.error.HTTPError as error:
            error.close()
            reason = f"{url} was refused ({error.code} {error.reason})"
            raise CorpusError(where, None, reason) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            said = getattr(error, "reason", None) or error
            reason = f"{url} could not be fetched ({said}); look to the connection and try again"
            raise CorpusError(where, None, reason) from error
        yield name, _verified(name, raw, url, where)


def _verified(name: str, raw: bytes, source: str, path: Path) -> bytes:
    """The text of a file, packed or not, if it is the right one."""
    text = raw
    if raw.startswith(b"\x1f\x8b"):
        try:
            with gzip.open(io.BytesIO(raw)) as file:
                text = file.read(SIZE_LIMIT + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            reason = f"what came from {source} is cut short or damaged; try again"
            raise CorpusError(path, None, reason) from error
    digest = hashlib.sha256(text).hexdigest()
    if digest != FILES[name]:
        raise CorpusError(
            path,
            None,
            f"what came from {source} is not Multi30k's {name} "
            f"(SHA-256 {digest[:12]}… in place of {FILES[name][:12]}…)",
        )
    return text


def _write(path: Path, raw: bytes) -> None:
    with path.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
