"""Find the encoding of a text: by its mark, then UTF-8, then a guess that knows its languages.

A text that is UTF-8 for the most part is damaged, not of another encoding: read as one, it would be
full of wrong characters, and nobody would see it before a model had learned or translated them.
Without the languages, German in Windows' western encoding was taken for an eastern one: all umlauts
right, and a French accent here and there another letter.
"""

import codecs
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.languages.lookup import rules_of

if TYPE_CHECKING:
    from charset_normalizer import CharsetMatch

SAMPLE = 100_000
"""Bytes that an encoding is guessed from, besides lines with a byte that no line before had."""

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


@dataclass(frozen=True, slots=True)
class Detection:
    """What encoding a text without a mark is in, or why none can be told."""

    encoding: str | None
    """None if the text is damaged, or none fits."""
    line: int = 0
    byte: int = 0
    """Where it is not UTF-8: the line, and the byte of it, both from 1."""
    is_damaged: bool = False
    """Whether it is UTF-8 for the most part, and not all of it."""


def marked_encoding(data: bytes) -> tuple[str, bytes]:
    """Return the encoding that the first bytes of a text name, and these; else "" and no bytes."""
    return next(((name, mark) for mark, name in _MARKS.items() if data.startswith(mark)), ("", b""))


def is_marked_utf16(data: bytes) -> bool:
    """Return whether the first bytes of a text name UTF-16."""
    return marked_encoding(data)[0].startswith("utf-16")


def detect_encoding(data: bytes, languages: Sequence[str]) -> Detection:
    """Find the encoding of a text that has no mark.

    Args:
        data: The text.
        languages: What it may be written in: where it is not UTF-8, it is in an encoding that is
            usual for one of them; in any at all if there are none.
    """
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = error.start - data.rfind(b"\n", 0, error.start)
    else:
        return Detection("utf-8")
    foreign, wrong = 0, 0
    telling, seen = bytearray(), set[int]()
    for row in io.BytesIO(data):
        if row.isascii():  # tells nothing
            continue
        new = {value for value in row if value > 127} - seen
        if new or len(telling) < SAMPLE:
            telling += row
            seen |= new
        text = row.decode(errors="surrogateescape")
        foreign += len(text) - len(text.encode("ascii", "ignore"))
        wrong += len(text) - len(text.encode("utf-8", "ignore").decode())
    if 2 * wrong <= foreign:
        return Detection(None, line, byte, is_damaged=True)
    return Detection(_guess(bytes(telling), languages), line, byte)


def _guess(telling: bytes, languages: Sequence[str]) -> str | None:
    from charset_normalizer import from_bytes  # for text that is not UTF-8 alone

    usual = list(dict.fromkeys(name for code in languages for name in rules_of(code).encodings))
    if not usual:
        anything = from_bytes(telling).best()
        return None if anything is None else anything.encoding
    fitting = list(from_bytes(telling, cp_isolation=usual))
    if not fitting:
        return None
    best = min(fitting, key=_strangeness)
    return next(name for name in usual if name in best.could_be_from_charset)


def _strangeness(match: "CharsetMatch") -> tuple[int, float]:
    """Say how odd a text would be: first by its foreign characters that are no letters."""
    foreign = (character for character in str(match) if not character.isascii())
    return sum(not character.isalpha() for character in foreign), match.chaos
