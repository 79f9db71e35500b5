"""A file to translate, of any kind, read so that everything can be written back.

A document is a sequence of parts: copied text, and blocks whose text is translated. All parts
with their original text make the file again, except for the soft line breaks of Markdown.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.documents.subtitles import read_subtitles
from engine.documents.tagged.language_tags import Languages
from engine.documents.text_file import (
    PACKAGE_SUFFIXES,
    PACKED_LIMIT,
    PAGE_SUFFIXES,
    PDF_SUFFIX,
    TextEncoding,
    check_suffix,
    decode,
    read_bytes,
)
from engine.markup.extraction import Block, Place, extract
from engine.markup.scanner import scan
from engine.translation import Notice, NoticeKind


class Encoding(Protocol):
    """Turns text into the content of a file."""

    def encode(self, text: str) -> bytes:
        """Return the content of the file."""


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a file, in order, and how it was written."""

    parts: tuple[str | Block, ...]
    encoding: Encoding
    suffix: str
    """Of its translation."""
    is_text: bool = True
    """Whether its parts as they stand are the file, and the first of them a beginning of it."""
    remark: Notice | None = None
    """Remarks on how it was read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A file whose parts are read on demand, which may raise a `DocumentError`."""

    parts: Iterator[str | Block]
    encoding: Encoding
    suffix: str
    is_text: bool = True
    remark: Notice | None = None

    def document(self, parts: Iterable[str | Block]) -> Document:
        """Return the document with all parts."""
        return Document(tuple(parts), self.encoding, self.suffix, self.is_text, self.remark)


def read_document(path: Path, languages: Languages) -> Document:
    """Read a file whose suffix is one of `SUFFIXES`.

    Raises:
        DocumentError: If it cannot be read, holds no text, is too large or of an unknown kind.
    """
    reading = begin_reading(path, languages)
    return reading.document(reading.parts)


def begin_reading(path: Path, languages: Languages) -> Reading:
    """Read the beginning of a file; otherwise like `read_document`."""
    check_suffix(path)
    suffix = path.suffix.lower()
    # Each kind has its own modules, which the others do not load.
    if suffix in PACKAGE_SUFFIXES:
        from engine.documents.tagged.packages import read_package

        package = read_package(path, read_bytes(path, PACKED_LIMIT), languages)
        return Reading(package.parts(), package, path.suffix, is_text=False)
    if suffix in PAGE_SUFFIXES:
        from engine.documents.tagged.web_page import read_page

        return Reading(*read_page(path, read_bytes(path), languages), path.suffix)
    if suffix == PDF_SUFFIX:
        from engine.documents.pdf import read_pdf

        parts = read_pdf(path, read_bytes(path, PACKED_LIMIT), languages.source)
        remark = Notice(NoticeKind.PLAIN_TEXT)
        return Reading(parts, TextEncoding("utf-8"), ".txt", remark=remark)
    text, encoding = decode(path, read_bytes(path), languages.source)
    return Reading(read_parts(text, suffix, languages.source), encoding, path.suffix)


def read_parts(text: str, suffix: str, language: str) -> Iterator[str | Block]:
    """The parts of a text.

    Args:
        text: Any text.
        suffix: One of `SUFFIXES`: what the text is.
        language: Of the text.
    """
    lines = _lines(text)
    match suffix:
        case ".srt":
            return read_subtitles(lines, language)
        case ".md":
            from engine.documents.markdown import (
                read_markdown,  # a library of its own, for this kind alone
            )

            return read_markdown(lines, language)
        case _:
            return _read_plain(lines, language)


def _read_plain(lines: list[tuple[str, str]], language: str) -> Iterator[str | Block]:
    for number, (body, end) in enumerate(lines, start=1):
        if any(map(str.isalnum, body)):
            place = Place("line", str(number))
            yield Block(extract(scan(body, "plain"), language), str, place)
            yield end
        else:
            yield body + end


def _lines(text: str) -> list[tuple[str, str]]:
    """Return the lines of a text, each with its line ending."""
    pieces = re.split("(\r\n|\n|\r)", text)
    lines = list(zip(pieces[::2], [*pieces[1::2], ""], strict=True))
    return lines if lines[-1][0] else lines[:-1]
