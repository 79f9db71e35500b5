"""Multi30k's image captions: download or import and verify them, and save all of them or none.

The text inside each file is verified, so it may come packed by any gzip, or unpacked. What
an interrupted download received stays beside the folder, and the next one resumes it.
"""

import gzip
import hashlib
import io
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from urllib.request import OpenerDirector

from engine.download import DownloadError, download, make_opener
from engine.files.atomic_files import clear_parts, rename_patiently, write_file
from engine.files.private_folders import make_folder
from engine.translatable import Phrase, translatable
from training.errors import CorpusError, FetchError
from training.preflight import Fetching

ADDRESSES = (
    "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw",
    "https://cdn.jsdelivr.net/gh/multi30k/dataset@master/data/task1/raw",
)
"""Known addresses of the files; the second is a mirror of the first."""

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
"""The most bytes of one file, packed or not; the largest has two million."""

ATTEMPTS = 3
"""Attempts per address and file."""

TOLD_BYTES = 1 << 18
"""Progress is reported after this many more bytes."""

Progress = Callable[[Fetching], None]


def _ignore(_: Fetching) -> None:
    pass


def fetch(
    origins: Sequence[str | Path],
    folder: Path,
    *,
    proxy: str = "",
    timeout: float = 30.0,
    on_progress: Progress = _ignore,
) -> Path:
    """Download or import the captions to a folder, unless they are already there.

    Args:
        origins: Web addresses of the files' folder, tried one after the other; or a folder
            that holds them at any depth, or a zip of one.
        folder: The destination; it appears only when all files are there and verified.
        proxy: The address of a proxy; without it, that of the environment.
        timeout: Seconds to wait for an unresponsive server.
        on_progress: Called for each file that is being downloaded or done.

    Returns:
        The folder, which `corpus.read_folder` understands.

    Raises:
        FetchError: If a file came from none of the addresses.
        CorpusError: If a file is missing, has wrong content, or cannot be written.
    """
    if is_whole(folder):
        return folder
    if folder.exists():
        raise CorpusError(
            folder,
            None,
            Phrase.of(
                translatable(
                    "Phrase",
                    "it already exists and is not a correct copy of Multi30k; move it away first",
                )
            ),
        )
    unfinished = folder.with_name(f"{folder.name}.part")
    addresses = [str(origin).rstrip("/") for origin in origins if is_address(str(origin))]
    try:
        make_folder(unfinished)
        clear_parts(unfinished)
        try:
            if addresses:
                _download(addresses, unfinished, make_opener(proxy), timeout, on_progress)
            else:
                _import(Path(origins[0]), unfinished, on_progress)
            rename_patiently(unfinished.rename, folder)
        except BaseException:
            if not addresses or not any(unfinished.iterdir()):
                shutil.rmtree(unfinished, ignore_errors=True)
            raise
    except OSError as error:
        reason = Phrase.of(
            translatable("Phrase", "it cannot be written ({error})"),
            error=str(error.strerror or error),
        )
        raise CorpusError(folder, None, reason) from error
    return folder


def is_address(origin: str) -> bool:
    """Return whether an origin is on the web."""
    return origin.startswith(("http://", "https://"))


def is_whole(folder: Path) -> bool:
    """Return whether a folder has every file, each with the right text."""
    try:
        for name in FILES:
            path = folder / f"{name}.gz"
            _verified(name, path.read_bytes(), str(path), path)
    except (OSError, CorpusError):
        return False
    return True


def _import(source: Path, unfinished: Path, on_progress: Progress) -> None:
    texts = _unzip(source) if source.is_file() else _collect(source)
    for number, (name, text) in enumerate(texts, start=1):
        packed = _pack(text)
        write_file(unfinished / f"{name}.gz", packed)
        on_progress(_told(name, number, len(packed), len(packed), str(source)))


def _collect(source: Path) -> Iterator[tuple[str, bytes]]:
    """Return the texts from a folder of any layout; of equal names, the first correct file."""
    if not source.is_dir():
        raise CorpusError(
            source, None, Phrase.of(translatable("Phrase", "there is no such folder"))
        )
    found: dict[str, list[Path]] = {name: [] for name in FILES}
    for path in sorted(source.rglob("*")):
        name = path.name.removesuffix(".gz")
        if name in found and path.is_file():
            found[name].append(path)
    _demand(source, found)
    for name, paths in found.items():
        yield name, _first_right(name, paths)


def _unzip(source: Path) -> Iterator[tuple[str, bytes]]:
    """Return the texts from a zip of such a folder; nothing else is unpacked."""
    try:
        with zipfile.ZipFile(source) as archive:
            found: dict[str, list[zipfile.ZipInfo]] = {name: [] for name in FILES}
            for member in archive.infolist():
                name = PurePosixPath(member.filename).name.removesuffix(".gz")
                if name in found:
                    found[name].append(member)
            _demand(source, found)
            for name, members in found.items():
                with archive.open(members[0]) as file:
                    raw = file.read(SIZE_LIMIT + 1)
                yield name, _verified(name, raw, f"{source}, {members[0].filename}", source)
    except (zipfile.BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError) as error:
        reason = Phrase.of(
            translatable("Phrase", "it is not a zip file, or it is damaged ({error})"),
            error=str(error),
        )
        raise CorpusError(source, None, reason) from error


def _demand(source: Path, found: dict[str, list[Path]] | dict[str, list[zipfile.ZipInfo]]) -> None:
    missing = [name for name, files in found.items() if not files]
    if missing:
        raise CorpusError(
            source,
            None,
            Phrase.of(
                translatable("Phrase", "these files are missing: {missing}"),
                missing=", ".join(missing),
            ),
        )


def _first_right(name: str, paths: list[Path]) -> bytes:
    problem: CorpusError | None = None
    for path in paths:
        try:
            with path.open("rb") as file:
                raw = file.read(SIZE_LIMIT + 1)
            return _verified(name, raw, str(path), path)
        except OSError as error:
            reason = Phrase.of(
                translatable("Phrase", "it cannot be read ({error})"),
                error=str(error.strerror or error),
            )
            problem = problem or CorpusError(path, None, reason)
        except CorpusError as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _download(
    addresses: Sequence[str],
    unfinished: Path,
    opener: OpenerDirector,
    timeout: float,
    on_progress: Progress,
) -> None:
    """Download the files that are still missing."""
    for number, name in enumerate(FILES, start=1):
        file = unfinished / f"{name}.gz"
        if not file.exists():
            _fetch_one(name, number, addresses, file, opener, timeout, on_progress)
        size = file.stat().st_size
        on_progress(_told(name, number, size, size))


def _fetch_one(
    name: str,
    number: int,
    addresses: Sequence[str],
    file: Path,
    opener: OpenerDirector,
    timeout: float,
    on_progress: Progress,
) -> None:
    """Download one file from the first address that has it, verify it, and give it its name."""
    part = file.with_name(f"{file.name}.part")
    problems: list[Phrase] = []
    for address in addresses:
        url = f"{address}/{file.name}"
        told = 0

        def tell(have: int, total: int | None, url: str = url) -> None:
            nonlocal told
            if have - told >= TOLD_BYTES or have < told:
                told = have
                on_progress(_told(name, number, have, total, url))

        for _ in range(ATTEMPTS):
            is_begun = part.exists()
            try:
                download(url, part, opener, limit=SIZE_LIMIT, timeout=timeout, on_bytes=tell)
                text = _verified(name, part.read_bytes(), url, Path(file.name))
            except DownloadError as error:
                problem, is_final = error.reason, error.is_final
            except CorpusError as error:
                part.unlink()
                problem, is_final = error.reason, not is_begun
            else:
                write_file(file, _pack(text))
                part.unlink()
                return
            if is_final:
                break
        problems.append(problem)
    raise FetchError(f"Multi30k {name}", problems)


def _told(name: str, number: int, done: int, total: int | None, origin: str = "") -> Fetching:
    return Fetching(
        file=name,
        number=number,
        count=len(FILES),
        done_bytes=done,
        total_bytes=total,
        origin=origin,
    )


def _pack(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def _verified(name: str, raw: bytes, source: str, path: Path) -> bytes:
    """Return the text of a file, packed or not, if it is correct."""
    text = raw
    if raw.startswith(b"\x1f\x8b"):
        try:
            with gzip.open(io.BytesIO(raw)) as file:
                text = file.read(SIZE_LIMIT + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            reason = Phrase.of(
                translatable(
                    "Phrase", "the file from {source} is incomplete or damaged; try again"
                ),
                source=source,
            )
            raise CorpusError(path, None, reason) from error
    digest = hashlib.sha256(text).hexdigest()
    if digest != FILES[name]:
        raise CorpusError(
            path,
            None,
            Phrase.of(
                translatable(
                    "Phrase",
                    "the file from {source} is not Multi30k's {name} (SHA-256 {found}… instead "
                    "of {wanted}…)",
                ),
                source=source,
                name=name,
                found=digest[:12],
                wanted=FILES[name][:12],
            ),
        )
    return text
