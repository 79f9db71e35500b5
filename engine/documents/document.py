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
from engine.errors import DocumentError
from engine.markup.extraction import Block, Place, extract
from engine.markup.scanner import scan
from engine.translatable import Phrase, translatable
from engine.translation import Notice, NoticeKind

_LINE_END = re.compile(r"(\r\n|\n|\r)")
_ALPHANUMERIC = re.compile(r"[^\W_]")


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
    if suffix == ".md":
        return Reading(_markdown_parts(path, text, languages.source), encoding, path.suffix)
    return Reading(read_parts(text, suffix, languages.source), encoding, path.suffix)


def read_parts(text: str, suffix: str, language: str) -> Iterator[str | Block]:
    """The parts of a text.

    Args:
        text: Any text.
        suffix: One of `SUFFIXES`: what the text is.
        language: Of the text.
    """
    match suffix:
        case ".srt":
            return read_subtitles(text, language)
        case ".md":
            from engine.documents.markdown import (
                read_markdown,  # a library of its own, for this kind alone
            )

            return read_markdown(text, language)
        case _:
            return _read_plain(text, language)


def _markdown_parts(path: Path, text: str, language: str) -> Iterator[str | Block]:
    from engine.documents.markdown import LONGEST_BLOCK, LongBlockError

    try:
        yield from read_parts(text, ".md", language)
    except LongBlockError as error:
        reason = Phrase.of(
            translatable(
                "Phrase",
                "has a block of more than {limit} lines, such as a table; split it into "
                "smaller ones",
            ),
            limit=LONGEST_BLOCK,
        )
        raise DocumentError(path, reason) from error


def _read_plain(text: str, language: str) -> Iterator[str | Block]:
    """Read each line with a letter or digit as a text; what is between them is one part."""
    number, done = 1, 0
    while found := _ALPHANUMERIC.search(text, done):
        start = max(text.rfind(end, done, found.start()) for end in "\r\n") + 1 or done
        line_end = _LINE_END.search(text, found.end())
        end = line_end.start() if line_end else len(text)
        number += sum(1 for _ in _LINE_END.finditer(text, done, start))
        if done < start:
            yield text[done:start]
        place = Place("line", str(number))
        yield Block(extract(scan(text[start:end], "plain"), language), str, place)
        done = end
    if done < len(text):
        yield text[done:]
