"""Read the text of a PDF as paragraphs: a PDF has only lines and their positions on a page.

Lines are a paragraph as long as they follow each other at the usual distance in letters of one
size. Layout, pictures and tables are lost; the caller says so.
"""

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError

from engine.documents.refusals import damaged, protected, too_large
from engine.errors import DocumentError
from engine.markup.extraction import Block, extract
from engine.markup.scanner import scan
from engine.text.blanks import seam
from engine.translatable import Phrase, translatable

Matrix: TypeAlias = Sequence[float]
"""a b c d e f of an affine map."""

_PAGES_LIMIT = 5_000
_LENGTH_LIMIT = 10_000_000
"""Characters."""

_SENTENCE_END = re.compile(r"[.!?:;…\"”“»)]\s*\Z")
_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]\Z")
_ITEM = re.compile(r"(?:[•‣▪◦●·*–-]|\(?\w{1,3}[.)])\s")
_INVISIBLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ufffe\uffff\ud800-\udfff]+")

# It logs what it repairs, which nobody can act on.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a page, where it begins, and how large its letters are."""

    text: str
    left: float
    bottom: float
    size: float


def read_pdf(path: Path, content: bytes, language: str) -> Iterator[str | Block]:
    """Yield the paragraphs of a file, and a blank line after each.

    Raises:
        DocumentError: If it is damaged, protected or too large, or has only pictures of text.
    """
    length = 0
    for paragraph in _whole_paragraphs(_pages(path, content)):
        length += len(paragraph)
        if length > _LENGTH_LIMIT:
            raise too_large(path)
        yield Block(extract(scan(paragraph, "plain"), language), str)
        yield "\n\n"
    if not length:
        raise DocumentError(
            path,
            Phrase.of(
                translatable(
                    "Phrase", "contains only pictures of text; let another program recognize it"
                )
            ),
        )


def _whole_paragraphs(pages: Iterable[Sequence[_Line]]) -> Iterator[str]:
    """Yield paragraphs, joined across pages."""
    last = ""
    for lines in pages:
        for number, paragraph in enumerate(_paragraphs(lines)):
            if last and number == 0 and _goes_on(last, paragraph):
                last = _joined(last, paragraph)
                continue
            if last:
                yield last
            last = paragraph
    if last:
        yield last


def _pages(path: Path, content: bytes) -> Iterator[list[_Line]]:
    """Yield the lines of each page."""
    try:
        pages = PdfReader(BytesIO(content)).pages
        for number, page in enumerate(pages):
            if number == _PAGES_LIMIT:
                break
            chunks: list[_Line] = []
            page.extract_text(visitor_text=_visitor(chunks))
            yield _lines(chunks)
    except (FileNotDecryptedError, DependencyError) as error:  # the password or cipher is missing
        raise protected(path) from error
    except Exception as error:
        raise damaged(path) from error
    if len(pages) > _PAGES_LIMIT:
        raise too_large(path)


def _visitor(chunks: list[_Line]) -> Callable[[str, Matrix, Matrix, object, float], None]:
    """Return what takes each piece of text, with the matrices that place it."""

    def visit(text: str, page: Matrix, line: Matrix, _: object, size: float) -> None:
        left = line[4] * page[0] + line[5] * page[2] + page[4]
        bottom = line[4] * page[1] + line[5] * page[3] + page[5]
        height = size * abs(line[3] or 1) * abs(page[3] or 1)
        chunks.append(_Line(text, left, bottom, height))

    return visit


def _lines(chunks: Iterable[_Line]) -> list[_Line]:
    """Return pieces of text as lines, each where its first word is."""
    found: list[_Line] = []
    waiting: list[_Line] = []
    for chunk in chunks:
        for number, text in enumerate(chunk.text.split("\n")):
            if number:
                found += _line(waiting)
                waiting = []
            waiting.append(replace(chunk, text=text))
    return found + _line(waiting)


def _line(pieces: Sequence[_Line]) -> list[_Line]:
    text = " ".join(_INVISIBLE.sub("", "".join(piece.text for piece in pieces)).split())
    place = next((piece for piece in pieces if piece.text.strip()), None)
    return [replace(place, text=text)] if text and place else []


def _paragraphs(lines: Sequence[_Line]) -> list[str]:
    """Return the lines of a page as paragraphs, without its number."""
    if not lines:
        return []
    gaps = Counter(round(before.bottom - after.bottom) for before, after in pairwise(lines))
    usual = max((gap for gap in gaps if gap > 0), key=lambda gap: gaps[gap], default=0)
    longest = max(len(line.text) for line in lines)
    found = [lines[0].text]
    for before, after in pairwise(lines):
        if _is_one(before, after, usual, longest):
            found[-1] = _joined(found[-1], after.text)
        else:
            found.append(after.text)
    for edge in (0, -1):
        if found and not any(map(str.isalpha, found[edge])):
            del found[edge]
    return found


def _is_one(before: _Line, after: _Line, usual: float, longest: int) -> bool:
    """Return whether two lines belong to one paragraph."""
    gap = before.bottom - after.bottom
    if gap < 0:  # the next column
        return _goes_on(before.text, after.text)
    ended = _SENTENCE_END.search(before.text) is not None
    return (
        0 < gap <= 1.25 * usual
        and abs(before.size - after.size) < 0.1 * before.size
        and len(before.text) > longest / 2
        and not (ended and after.left > before.left + before.size / 2)
        and not _ITEM.match(after.text)
    )


def _goes_on(before: str, after: str) -> bool:
    """Return whether a text continues in the next column or on the next page."""
    return after[:1].islower() and _SENTENCE_END.search(before) is None


def _joined(before: str, after: str) -> str:
    """Return two lines as one, and a word that was hyphenated as it was."""
    hyphen = _HYPHENATED.search(before)
    if hyphen and after[:1].islower():
        return before[: hyphen.start()] + after
    return before + seam(before, after) + after
