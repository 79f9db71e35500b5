"""Lines of text files, whatever their encoding; what is no text is refused with its place.

A byte-order mark is believed, then UTF-8 is tried, strictly, then `charset-normalizer` guesses. A
file that is UTF-8 for the most part is damaged, not of another encoding: read as one, it would be
full of wrong characters, and nobody would see it before the model had learned them.
"""

import gzip
import io
import zlib
from collections.abc import Callable
from pathlib import Path

from charset_normalizer import from_bytes

from training.errors import CorpusError

LINE_LIMIT = 100_000
"""Bytes of a line; no sentence has as many."""
FILE_LIMIT = 2**30
"""Bytes of a file, unpacked."""
SAMPLE = 200_000
"""Bytes that an encoding is guessed from."""

OnEncoding = Callable[[Path, str], None]

_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def ignore_encoding(_path: Path, _encoding: str) -> None:
    """Hear of a file's encoding, and make nothing of it."""


def read_lines(path: Path, on_encoding: OnEncoding = ignore_encoding) -> list[str]:
    """Read a text file, .gz or not, without the ends of its lines; only line feeds end one.

    Args:
        path: The file.
        on_encoding: Told in which encoding it is.

    Raises:
        CorpusError: If it is missing, cut short, no text, or no encoding fits it.
    """
    data = read_bytes(path)
    encoding = find_encoding(data, path)
    on_encoding(path, encoding)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"it seems to be {encoding}, but this line is not; save it as UTF-8"
        raise CorpusError(path, line, reason) from error
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def read_bytes(path: Path) -> bytes:
    """Read a file, unpacked if its name ends in .gz.

    Raises:
        CorpusError: If it cannot be read, or is larger than any corpus.
    """
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            data = file.read(FILE_LIMIT + 1)
    except FileNotFoundError as error:
        raise CorpusError(path, None, "there is no such file") from error
    except EOFError as error:
        raise CorpusError(path, None, "the gzip file is cut short; copy it again") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise CorpusError(path, None, "it is no gzip file, or a damaged one") from error
    except OSError as error:
        raise CorpusError(path, None, f"it cannot be read ({error.strerror or error})") from error
    if len(data) > FILE_LIMIT:
        raise CorpusError(path, None, f"it is larger than {FILE_LIMIT:,} bytes; divide it")
    return data


def find_encoding(data: bytes, path: Path) -> str:
    """Find the encoding of a text by its bytes.

    Raises:
        CorpusError: If it is no text, with the line that shows it.
    """
    mark = _MARKS.get(data[:2])
    if mark is not None:
        return mark
    _check_lines(data, path)
    if _is_utf8(data):
        return "utf-8"
    foreign, wrong, telling = 0, 0, bytearray()
    first_wrong = (0, 0)
    for number, line in enumerate(io.BytesIO(data), start=1):
        if line.isascii():
            continue
        foreign += 1
        if len(telling) < SAMPLE:  # plain ASCII tells nothing
            telling += line
        try:
            line.decode()
        except UnicodeDecodeError as error:
            wrong += 1
            first_wrong = first_wrong if wrong > 1 else (number, error.start + 1)
    if 2 * wrong <= foreign:
        number, byte = first_wrong
        reason = f"byte {byte} of the line is not UTF-8, as others are; save it as UTF-8"
        raise CorpusError(path, number, reason)
    best = from_bytes(bytes(telling)).best()
    if best is None:
        raise CorpusError(path, first_wrong[0], "no encoding fits this line; save it as UTF-8")
    return best.encoding


def _check_lines(data: bytes, path: Path) -> None:
    """Refuse what has NUL bytes or endless lines: it is no text."""
    for number, line in enumerate(io.BytesIO(data), start=1):
        if b"\0" in line:
            raise CorpusError(path, number, "it holds a NUL byte, so it is no text")
        if len(line) > LINE_LIMIT:
            reason = f"the line is longer than {LINE_LIMIT:,} bytes, so it is no sentence"
            raise CorpusError(path, number, reason)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
