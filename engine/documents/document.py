"""A file to be translated: plain text, Markdown or subtitles, read so that all can be put back.

A document is a row of parts: text that is copied, and blocks whose text is translated. All parts
with their own text in them are the file again, but for the soft line breaks of Markdown.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.documents.subtitles import read_subtitles
from engine.documents.text_file import TextEncoding, read_text
from engine.markup.extraction import Block, Place, extract
from engine.markup.scanner import scan


@dataclass(frozen=True, slots=True)
class Document:
    """What a file holds, in order, and how it was written."""

    parts: tuple[str | Block, ...]
    encoding: TextEncoding


def read_document(path: Path, language: str) -> Document:
    """Read a file whose suffix is one of `SUFFIXES`.

    Args:
        path: The file.
        language: Of its text.

    Raises:
        DocumentError: If it cannot be read, holds no text, is too large or of an unknown kind.
    """
    text, encoding = read_text(path, language)
    return Document(tuple(read_parts(text, path.suffix.lower(), language)), encoding)


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
    """The lines of a text, each with how it ends."""
    pieces = re.split("(\r\n|\n|\r)", text)
    lines = list(zip(pieces[::2], [*pieces[1::2], ""], strict=True))
    return lines if lines[-1][0] else lines[:-1]
