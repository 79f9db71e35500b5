"""The encoding of a text: by its mark, then UTF-8, then a guess that knows the text's languages.

A file that is UTF-8 for the most part is damaged, not of another encoding: read as one, it would be
full of wrong characters, and nobody would see it before the model had learned them. Without the
languages, German in Windows' western encoding was taken for an eastern one: all umlauts right, and
a French accent here and there another letter.
"""

import io
from collections.abc import Sequence
from pathlib import Path

from charset_normalizer import CharsetMatch, from_bytes

from engine.languages.lookup import rules_of
from training.errors import CorpusError

SAMPLE = 100_000
"""Bytes that an encoding is guessed from, besides lines with a byte that no line before had."""

_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def marked_encoding(data: bytes) -> str | None:
    """Return the encoding that the first bytes of a text name."""
    return _MARKS.get(data[:2])


def find_encoding(data: bytes, path: Path, languages: Sequence[str] = ()) -> str:
    """Find the encoding of a text by its bytes.

    Args:
        data: The text.
        path: Where it is from.
        languages: What it may be written in.

    Raises:
        CorpusError: If none fits, with the line that shows it.
    """
    mark = marked_encoding(data)
    if mark is not None:
        return mark
    if _is_utf8(data):
        return "utf-8"
    foreign, wrong = 0, 0
    first_wrong = (0, 0)
    telling, seen = bytearray(), set[int]()
    for number, line in enumerate(io.BytesIO(data), start=1):
        if line.isascii():  # tells nothing
            continue
        foreign += 1
        new = {byte for byte in line if byte > 127} - seen
        if new or len(telling) < SAMPLE:
            telling += line
            seen |= new
        try:
            line.decode()
        except UnicodeDecodeError as error:
            wrong += 1
            first_wrong = first_wrong if wrong > 1 else (number, error.start + 1)
    number, byte = first_wrong
    if 2 * wrong <= foreign:
        reason = f"byte {byte} of the line is not UTF-8, as others are; save it as UTF-8"
        raise CorpusError(path, number, reason)
    guessed = _guess(bytes(telling), languages)
    if guessed is None:
        raise CorpusError(path, number, "no encoding fits this line; save it as UTF-8")
    return guessed


def _guess(telling: bytes, languages: Sequence[str]) -> str | None:
    """Guess among the usual encodings of the languages, and if none fits, among all."""
    usual = [name for code in languages for name in rules_of(code).encodings]
    if usual:
        fitting = list(from_bytes(telling, cp_isolation=list(dict.fromkeys(usual))))
        if fitting:
            best = min(fitting, key=_strangeness)
            return next(name for name in usual if name in best.could_be_from_charset)
    anything = from_bytes(telling).best()
    return None if anything is None else anything.encoding


def _strangeness(match: CharsetMatch) -> tuple[int, float]:
    """Say how odd a text would be: first by its foreign characters that are no letters."""
    foreign = (character for character in str(match) if not character.isascii())
    return sum(not character.isalpha() for character in foreign), match.chaos


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
