"""Lines to translate: of arguments, a file or standard input."""

import io
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from engine.cli.document import keep_line_ends
from engine.text.language_detection import LONGEST

LINES_AT_ONCE = 32
CHARACTERS_AT_ONCE = 10_000
"""Lines of a file or pipe that are translated together, and how long they get at most before the
last of them."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines, each with how it ended; a stream does not tell how many there are."""

    lines: Iterable[tuple[str, str]]
    count: int | None
    characters: int
    beginning: str
    """Of all lines; empty for a stream, which is not waited for."""


def lines_of(text: str | None, file: Path | None) -> Lines:
    """Return the lines of a text, else of a file, else of standard input."""
    if text is None and file is None:
        keep_line_ends(sys.stdin)
        return Lines(map(_part, _decoded(sys.stdin)), None, 0, "")
    content = _read(file) if file is not None else f"{text}\n"
    parts = [_part(line) for line in io.StringIO(content, newline="")]
    return Lines(parts, len(parts), len(content), content[:LONGEST])


def _decoded(lines: Iterable[str]) -> Iterator[str]:
    try:
        yield from lines
    except UnicodeDecodeError as error:
        raise typer.BadParameter(
            "Standard input is not UTF-8 text; save it as a UTF-8 file and use --input"
        ) from error


def blocks(lines: Lines, size: int) -> Iterator[list[tuple[str, str]]]:
    """Return lines that are translated together: so many, or fewer long ones."""
    block: list[tuple[str, str]] = []
    length = 0
    for line in lines.lines:
        block.append(line)
        length += len(line[0])
        if len(block) == size or length >= CHARACTERS_AT_ONCE:
            yield block
            block, length = [], 0
    if block:
        yield block


def _part(line: str) -> tuple[str, str]:
    body = line.rstrip("\r\n")
    return body, line[len(body) :]


def _read(file: Path) -> str:
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            return opened.read()
    except UnicodeDecodeError as error:
        raise typer.BadParameter(
            f"{file} is not UTF-8 text (byte {error.start}); save it as UTF-8 and try again"
        ) from error
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be read: {error.strerror}") from error
