"""Lines of text files, whatever their encoding; what is no text is refused with its place.

What is refused is refused on the way: a small `.gz` of endless zeros fills no memory. A whole file
lies on the disk as UTF-8 while its lines are looked for.
"""

import codecs
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import numpy.typing as npt

from engine.text.encoding_detection import detect_encoding, is_marked_utf16
from engine.translatable import Phrase, translatable
from training.corpus_formats.text_spool import TextBuffer, TextSpool
from training.errors import CorpusError

LINE_LIMIT = 100_000
"""Bytes of a line; no sentence has as many."""
FILE_LIMIT = 2**32
"""Bytes of a file, unpacked."""
PACKED_ENDS = (".gz", ".xz")
"""How the names of packed files end."""

OnEncoding = Callable[[Path, str], None]

_BLOCK = 1 << 20
_BOM = codecs.BOM_UTF8
_HOLDS_NUL = Phrase.of(translatable("Phrase", "it contains a NUL byte, so it is not text"))


def ignore_encoding(_path: Path, _encoding: str) -> None:
    """Hear of a file's encoding, and make nothing of it."""


def read_lines(
    path: Path, on_encoding: OnEncoding = ignore_encoding, languages: Sequence[str] = ()
) -> list[str]:
    """Read a text file, packed or not, without the ends of its lines; only line feeds end one.

    Args:
        path: The file; .gz and .xz are unpacked.
        on_encoding: Told in which encoding it is.
        languages: What it may be written in: where the bytes alone leave it open, they decide.

    Raises:
        CorpusError: If it is missing, cut short, no text, or no encoding fits it.
    """
    return list(lines_of(read_text(path, on_encoding, languages)))


def read_text(
    path: Path, on_encoding: OnEncoding = ignore_encoding, languages: Sequence[str] = ()
) -> TextBuffer:
    """Read a text file as UTF-8 without a byte order mark, as `read_lines` does.

    Raises:
        CorpusError: If it is missing, cut short, no text, or no encoding fits it.
        DiskFullError: If there is no room to unpack it.
    """
    text, is_utf8 = _unpack(path)
    if is_utf8:
        on_encoding(path, "utf-8")
        return text
    data = text[:]
    encoding = _find_encoding(data, path, languages)
    on_encoding(path, encoding)
    try:
        decoded = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = Phrase.of(
            translatable(
                "Phrase", "it seems to be {encoding}, but this line is not; save the file as UTF-8"
            ),
            encoding=encoding,
        )
        raise CorpusError(path, line, reason) from error
    if (place := decoded.find("\0")) >= 0:  # of UTF-16, or of what has its mark and is another
        raise CorpusError(path, decoded.count("\n", 0, place) + 1, _HOLDS_NUL)
    return decoded.removeprefix("\ufeff").encode()


def lines_of(text: TextBuffer) -> Iterator[str]:
    """Return the lines of UTF-8 text one after the other, without their ends."""
    start = 0
    while start < len(text):
        stop = text.find(b"\n", start + _BLOCK)
        block = text[start : stop if stop >= 0 else len(text)]
        start += len(block) + 1
        for line in block.removesuffix(b"\n" if stop < 0 else b"").decode().split("\n"):
            yield line.removesuffix("\r")


def without_packing(name: str) -> str:
    """Return the name that a packed file had before."""
    return next((name.removesuffix(end) for end in PACKED_ENDS if name.endswith(end)), name)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file, unpacked if its name ends in .gz or .xz, as long as it is read.

    Raises:
        CorpusError: If it cannot be read, from the first byte to the last.
    """
    kind = path.suffix.removeprefix(".")
    try:
        if path.exists() and not path.is_file():
            raise CorpusError(path, None, Phrase.of(translatable("Phrase", "it is not a file")))
        with _open(path) as file:
            yield file
    except FileNotFoundError as error:
        raise CorpusError(
            path, None, Phrase.of(translatable("Phrase", "there is no such file"))
        ) from error
    except EOFError as error:
        reason = Phrase.of(
            translatable("Phrase", "the {kind} file is incomplete; copy it again"),
            kind=kind.replace("gz", "gzip"),
        )
        raise CorpusError(path, None, reason) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        reason = Phrase.of(translatable("Phrase", "it is not a valid {kind} file"), kind="gzip")
        raise CorpusError(path, None, reason) from error
    except lzma.LZMAError as error:
        reason = Phrase.of(translatable("Phrase", "it is not a valid {kind} file"), kind="xz")
        raise CorpusError(path, None, reason) from error
    except OSError as error:
        reason = Phrase.of(
            translatable("Phrase", "it cannot be read ({error})"),
            error=str(error.strerror or error),
        )
        raise CorpusError(path, None, reason) from error


def check_size(path: Path, size: int) -> None:
    """Refuse a file of which more bytes came than any corpus has."""
    if size > FILE_LIMIT:
        raise CorpusError(
            path,
            None,
            Phrase.of(
                translatable("Phrase", "it is larger than {limit:,} bytes; split it"),
                limit=FILE_LIMIT,
            ),
        )


def _find_encoding(data: bytes, path: Path, languages: Sequence[str]) -> str:
    """Find the encoding of a text, if not a usual one of its languages, then any."""
    if is_marked_utf16(data):
        return "utf-16"
    found = detect_encoding(data, languages)
    if found.is_damaged:
        reason = Phrase.of(
            translatable(
                "Phrase",
                "byte {byte} of the line is not UTF-8, unlike the rest; save the file as UTF-8",
            ),
            byte=found.byte,
        )
        raise CorpusError(path, found.line, reason)
    encoding = found.encoding or detect_encoding(data, ()).encoding
    if encoding is None:
        reason = Phrase.of(
            translatable("Phrase", "no encoding fits this line; save the file as UTF-8")
        )
        raise CorpusError(path, found.line, reason)
    return encoding


def _open(path: Path) -> BinaryIO:
    match path.suffix:
        case ".gz":
            return cast("BinaryIO", gzip.open(path))  # a GzipFile reads like one
        case ".xz":
            return cast("BinaryIO", lzma.open(path))
        case _:
            return path.open("rb")


def _unpack(path: Path) -> tuple[TextBuffer, bool]:
    """Read a file as long as it looks like text, and say whether it is UTF-8; then without mark."""
    spool = TextSpool()
    decoder: codecs.IncrementalDecoder | None = codecs.getincrementaldecoder("utf-8")()
    size = lines = begun = 0
    is_marked = False
    with opened(path) as file:
        while block := file.read(_BLOCK):
            if not size:
                is_marked = is_marked_utf16(block)
            ends = np.flatnonzero(np.frombuffer(block, np.uint8) == ord("\n"))
            _check_lines(path, block, ends, lines, begun, may_hold_nul=is_marked)
            begun = len(block) - 1 - int(ends[-1]) if len(ends) else begun + len(block)
            lines += len(ends)
            if decoder is not None:
                try:
                    decoder.decode(block)
                except UnicodeDecodeError:
                    decoder = None
            spool.write(block if size else block.removeprefix(_BOM))
            size += len(block)
            check_size(path, size)
    if decoder is not None:
        try:
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            decoder = None
    return spool.finish(), decoder is not None


def _check_lines(
    path: Path,
    block: bytes,
    ends: npt.NDArray[np.int64],
    lines: int,
    begun: int,
    *,
    may_hold_nul: bool,
) -> None:
    """Refuse a block with an endless line or a NUL byte.

    Args:
        path: Where it is from.
        block: Bytes of the file.
        ends: Where its lines end.
        lines: How many lines ended before.
        begun: How many bytes of its first line stood before it.
        may_hold_nul: Whether NUL bytes may be part of its encoding.
    """
    bounds = np.concatenate([[-1 - begun], ends, [len(block) - 1]])
    too_long = np.flatnonzero(np.diff(bounds) > LINE_LIMIT)
    nul = -1 if may_hold_nul else block.find(0)
    with_nul = int(np.searchsorted(ends, nul)) if nul >= 0 else len(bounds)
    if len(too_long) and too_long[0] <= with_nul:
        reason = Phrase.of(
            translatable(
                "Phrase", "the line is longer than {limit:,} bytes, so it is not a sentence"
            ),
            limit=LINE_LIMIT,
        )
        raise CorpusError(path, lines + int(too_long[0]) + 1, reason)
    if nul >= 0:
        raise CorpusError(path, lines + with_nul + 1, _HOLDS_NUL)
