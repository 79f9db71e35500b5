"""Lines of text files, whatever their encoding; what is no text is refused with its place.

What is refused is refused on the way: a small `.gz` of endless zeros fills no memory.
"""

import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from training.errors import CorpusError
from training.text_encoding import find_encoding, marked_encoding

LINE_LIMIT = 100_000
"""Bytes of a line; no sentence has as many."""
FILE_LIMIT = 2**30
"""Bytes of a file, unpacked."""

OnEncoding = Callable[[Path, str], None]


def ignore_encoding(_path: Path, _encoding: str) -> None:
    """Hear of a file's encoding, and make nothing of it."""


def read_lines(
    path: Path, on_encoding: OnEncoding = ignore_encoding, languages: Sequence[str] = ()
) -> list[str]:
    """Read a text file, .gz or not, without the ends of its lines; only line feeds end one.

    Args:
        path: The file.
        on_encoding: Told in which encoding it is.
        languages: What it may be written in: where the bytes alone leave it open, they decide.

    Raises:
        CorpusError: If it is missing, cut short, no text, or no encoding fits it.
    """
    data = _read_text(path)
    encoding = find_encoding(data, path, languages)
    on_encoding(path, encoding)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"it seems to be {encoding}, but this line is not; save it as UTF-8"
        raise CorpusError(path, line, reason) from error
    lines = text.removeprefix("\ufeff").split("\n")
    if "\0" in text:  # of UTF-16, or of what has its mark and is something else
        number = next(number for number, line in enumerate(lines, start=1) if "\0" in line)
        raise CorpusError(path, number, _HOLDS_NUL)
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file, unpacked if its name ends in .gz, as long as it is read.

    Raises:
        CorpusError: If it cannot be read, from the first byte to the last.
    """
    try:
        if path.exists() and not path.is_file():
            raise CorpusError(path, None, "it is no file")
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            yield cast("BinaryIO", file)  # a GzipFile reads like one
    except FileNotFoundError as error:
        raise CorpusError(path, None, "there is no such file") from error
    except EOFError as error:
        raise CorpusError(path, None, "the gzip file is cut short; copy it again") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise CorpusError(path, None, "it is no gzip file, or a damaged one") from error
    except OSError as error:
        raise CorpusError(path, None, f"it cannot be read ({error.strerror or error})") from error


def check_size(path: Path, size: int) -> None:
    """Refuse a file of which more bytes came than any corpus has."""
    if size > FILE_LIMIT:
        raise CorpusError(path, None, f"it is larger than {FILE_LIMIT:,} bytes; divide it")


_HOLDS_NUL = "it holds a NUL byte, so it is no text"


def _read_text(path: Path) -> bytes:
    """Read a file as long as it looks like text: no NUL bytes, no endless lines."""
    data = bytearray()
    with opened(path) as file:
        # One byte more than a line may have shows that it has too many.
        for number, line in enumerate(iter(lambda: file.readline(LINE_LIMIT + 1), b""), start=1):
            if len(line) > LINE_LIMIT:
                reason = f"the line is longer than {LINE_LIMIT:,} bytes, so it is no sentence"
                raise CorpusError(path, number, reason)
            data += line
            if b"\0" in line and marked_encoding(bytes(data[:2])) is None:
                raise CorpusError(path, number, _HOLDS_NUL)
            check_size(path, len(data))
    return bytes(data)
