r"""Markdown (CommonMark with tables): the words of its blocks are texts, all else stays as it is.

The lines of a paragraph become one, unless a hard break parts them. markdown-it finds the blocks
and tells their lines; where in its lines a text stands follows from the text itself. It is given a
piece of the file at a time, cut where a block begins, and nothing of what has no letter or digit.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.markup.extraction import Block, Place, extract
from engine.markup.scanner import scan
from engine.text.blanks import seam

Lines = Sequence[tuple[str, str]]


_LINE = re.compile(r"([^\r\n]*+)(\r\n|\n|\r|\Z)")
_ALPHANUMERIC = re.compile(r"[^\W_]")
_LINES_AT_ONCE = 1000
"""More only where a block is longer."""
_GROWTH = 5
LONGEST_BLOCK = 125 * _LINES_AT_ONCE
"""Lines of a block that is read as a whole; memory for a table of as many is some 300 MB."""


class LongBlockError(Exception):
    """A block has more than `LONGEST_BLOCK` lines."""


def read_markdown(text: str, language: str) -> Iterator[str | Block]:
    """Read a file as text to keep and texts to translate.

    Raises:
        LongBlockError: If a block is too long.
    """
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    found: dict[str, dict[str, object]] = {}
    if "]:" in text:  # what a link names may stand behind it
        for _ in _pieces(text, parser, found):
            pass
    references = found.get("references", {})
    number = 1
    for piece in _pieces(text, parser, {}):
        if isinstance(piece, str):
            yield piece
            number += len(_LINE_ENDS.findall(piece))
            continue
        line, column = 0, 0
        for hole in _holes(piece.tokens, piece.lines):
            yield _between(piece.lines, line, column, hole.line, hole.start)
            line, column = hole.last_line, hole.end
            yield _block(hole, references, language, number + hole.line)
        yield _between(piece.lines, line, column, len(piece.lines), 0)
        number += len(piece.lines)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some lines, each with its end, and their blocks."""

    lines: Lines
    tokens: Sequence[Token]


def _pieces(
    text: str, parser: MarkdownIt, found: dict[str, dict[str, object]]
) -> Iterator[str | _Piece]:
    """Yield a file piece by piece: what is copied, and blocks that end in their piece.

    Args:
        text: The file.
        parser: Finds the blocks.
        found: Gets what is defined in them.
    """
    at = _front_matter(text)
    if at:
        yield text[:at]
    count = _LINES_AT_ONCE
    while at < len(text):
        if at < (next_at := _next_text(text, at)):
            yield text[at:next_at]
            at = next_at
            continue
        lines = list(_lines(text, at, count))
        length = sum(len(body) + len(end) for body, end in lines)
        tokens = parser.parse("\n".join(body for body, _ in lines), found)
        if at + length < len(text):
            first, last = _last_block(tokens, lines)
            if last == 0:
                if count >= LONGEST_BLOCK:
                    raise LongBlockError
                count *= _GROWTH
                continue
            lines, tokens = lines[:last], tokens[:first]
            length = sum(len(body) + len(end) for body, end in lines)
        yield _Piece(lines, tokens)
        at += length
        count = _LINES_AT_ONCE


def _lines(text: str, at: int, count: int) -> Iterator[tuple[str, str]]:
    """Return the next lines, each with its end."""
    for line in islice(_LINE.finditer(text, at), count):
        if line[0]:  # the last line of a file may have no end
            yield line[1], line[2]


_OPEN_ENDED = re.compile("[`~<]")
"""What begins code, a comment or the like, which end anywhere."""
_LINE_ENDS = re.compile(r"\r\n|\n|\r")


def _next_text(text: str, at: int) -> int:
    """Return where the first block with a letter or digit begins, if that is sure; else `at`."""
    word = _ALPHANUMERIC.search(text, at)
    if word is None:
        return len(text)
    start = max(text.rfind(end, at, word.start()) for end in "\r\n") + 1
    between = text[at:start]
    blanks = between[len(between.rstrip(" \t\r\n")) :]
    is_parted = len(_LINE_ENDS.findall(blanks)) > (blanks != between)
    if is_parted and text[start] not in " \t" and not _OPEN_ENDED.search(between):
        return start
    return at


def _last_block(tokens: Sequence[Token], lines: Lines) -> tuple[int, int]:
    """Return the place and line of what may go on behind these lines; 0 if all of it may.

    Of a long list or quote that is the last item or block in it, which alone is read alike.
    """
    if not tokens:  # but definitions, in which no line is blank
        blank = (number for number in range(len(lines), 0, -1) if not lines[number - 1][0].strip())
        return 0, next(blank, 0)
    for level in (0, 1):
        begun = [
            (place, token.map)
            for place, token in enumerate(tokens)
            if token.level == level and token.map is not None
        ]
        if not begun:  # an empty quote
            break
        place, (first, end) = begun[-1]
        if first > 0:
            return place, first
        kind = tokens[place].type
        if kind in ("paragraph_open", "heading_open", "table_open") and level == 0:
            is_over = end < len(lines) and not lines[end][0].strip()
            return len(tokens), end if is_over else 0
        if kind not in ("bullet_list_open", "ordered_list_open", "blockquote_open"):
            break
    return 0, 0


@dataclass(frozen=True, slots=True)
class _Hole:
    """Where a text stands: from a column of one line to a column of another."""

    line: int
    start: int
    last_line: int
    end: int
    text: str
    breaks: tuple[str, ...] = ()
    kind: Literal["paragraph", "cell", "heading"] = "paragraph"


_FRONT_MATTER = {
    "---": re.compile(r"\s*[\w.\"'-]+\s*:|#"),
    "+++": re.compile(r"\s*[\w.\"'-]+\s*=|[#\[]"),
}
"""What marks data of a document at its start, and how the line after the mark begins."""


def _front_matter(text: str) -> int:
    """Return how many characters at the start are data of the document."""
    lines = _LINE.finditer(text)
    mark, second = (line[1] if (line := next(lines, None)) else "" for _ in range(2))
    mark = mark.rstrip()
    if mark not in _FRONT_MATTER or not _FRONT_MATTER[mark].match(second):
        return 0
    ends = {mark, "..."} if mark == "---" else {mark}
    return next((line.end() for line in lines if line[1].rstrip() in ends), 0)


def _holes(tokens: Sequence[Token], lines: Lines) -> Iterator[_Hole]:
    """The places of all texts, in reading order."""
    row = _Row(0, "")
    kind = ""
    for token in tokens:
        if token.type == "tr_open" and token.map is not None:
            row = _Row(token.map[0], lines[token.map[0]][0])
        elif token.type in ("heading_open", "paragraph_open", "td_open", "th_open"):
            kind = "atx" if token.type == "heading_open" and token.markup[0] == "#" else token.type
        elif (
            token.type == "inline" and _ALPHANUMERIC.search(token.content) and token.map is not None
        ):
            if kind in ("td_open", "th_open"):
                yield from row.cell(token.content)
            elif kind == "atx":
                yield from _heading(token, lines)
            else:
                # The lines of an underlined heading, as one, might be the head of a table.
                yield from _paragraphs(token, lines, joins=kind == "paragraph_open")


_CONTAINERS = re.compile(r"[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))[ \t]*)*")


class _Row:
    """A row of a table, whose cells are found from left to right."""

    def __init__(self, line: int, body: str) -> None:
        self.line = line
        self.body = body
        before = _CONTAINERS.match(body)
        self.done = before.end() if before else 0
        self.has_cells = False

    def cell(self, content: str) -> Iterator[_Hole]:
        """Where the next cell with this content stands."""
        text = content.replace("|", "\\|")
        start = self.body.find(text, self.done)
        if start < 0 and not self.has_cells:  # what looked like a list was a cell
            start = self.body.find(text)
        if start >= 0:
            self.has_cells = True
            self.done = start + len(text)
            yield _Hole(self.line, start, self.line, self.done, text, kind="cell")


def _heading(token: Token, lines: Lines) -> Iterator[_Hole]:
    assert token.map is not None
    number = token.map[0]
    body = lines[number][0]
    text = token.content.strip()
    start = body.find(text, body.index("#"))
    while start > 0 and body[start - 1] == "#":  # "# #" is a heading that says "#"
        start = body.find(text, start + 1)
    if start >= 0:
        yield _Hole(number, start, number, start + len(text), text, kind="heading")


def _paragraphs(token: Token, lines: Lines, *, joins: bool) -> Iterator[_Hole]:
    """A paragraph as one text; what is defined in it stands on lines of its own."""
    assert token.map is not None
    first = token.map[0]
    texts = [text.strip() for text in token.content.split("\n")]
    bodies = [lines[first + number][0].rstrip() for number in range(len(texts))]
    if not all(body.endswith(text) for body, text in zip(bodies, texts, strict=True)):
        return
    starts = [len(body) - len(text) for body, text in zip(bodies, texts, strict=True)]
    borders = [number for number, text in enumerate(texts) if _DEFINITION.match(text)]
    for begin, end in pairwise(sorted({0, *borders, len(texts)})):
        found = _DEFINITION.match(texts[begin])
        if found is None or found["is_note"]:
            label = found.end() if found else 0
            starts[begin] += label
            texts[begin] = texts[begin][label:]
            yield _paragraph(first + begin, texts[begin:end], starts[begin:end], lines, joins=joins)
        elif begin + 1 < end:
            yield _paragraph(
                first + begin + 1,
                texts[begin + 1 : end],
                starts[begin + 1 : end],
                lines,
                joins=joins,
            )


_DEFINITION = re.compile(r"\[(?P<is_note>\^)?[^\[\]]+\]:\s*")


def _paragraph(
    first: int, texts: Sequence[str], starts: Sequence[int], lines: Lines, *, joins: bool
) -> _Hole:
    """Lines as one, with their hard breaks."""
    pieces = [texts[0]]
    breaks = []
    for number, (before, text) in enumerate(pairwise(texts), start=1):
        body, end = lines[first + number - 1]
        prefix = lines[first + number][0][: starts[number]]
        blank = body[len(body.rstrip()) :]
        if body.endswith("\\") and not _is_escaped(body):
            pieces[-1], blank = pieces[-1][:-1], "\\"
        elif joins and not (body.endswith("  ") or _stay_apart(before, text)):
            pieces += (seam(before, text), text)
            continue
        breaks.append(blank + end + prefix)
        pieces += ("\n", text)
    last = first + len(texts) - 1
    end_column = starts[-1] + len(texts[-1])
    return _Hole(first, starts[0], last, end_column, "".join(pieces), tuple(breaks))


_ALONE = re.compile(r"(?:\[![A-Za-z]+\]|[*_+-][*_+\s-]*|\d{1,9}[.)])?")


def _stay_apart(before: str, after: str) -> bool:
    """Return whether two lines would be something else as one.

    That is the mark of an alert, what might grow to a rule, a list or the head of a table, and the
    label of a note that has no text.
    """
    return any(_ALONE.fullmatch(line) is not None or "|" in line for line in (before, after))


def _is_escaped(text: str) -> bool:
    """Return whether the backslash at the end of a text is itself escaped."""
    return (len(text) - len(text.rstrip("\\"))) % 2 == 0


def _between(lines: Lines, line: int, column: int, last_line: int, end: int) -> str:
    """Return the text from one place to another."""
    if line == last_line:
        return lines[line][0][column:end] if line < len(lines) else ""
    first = lines[line][0][column:] + lines[line][1]
    middle = "".join(body + ending for body, ending in lines[line + 1 : last_line])
    last = lines[last_line][0][:end] if last_line < len(lines) else ""
    return first + middle + last


def _block(hole: _Hole, references: Collection[str], language: str, number: int) -> Block:
    nodes = scan(hole.text, "markdown", references=references, breaks=hole.breaks)
    passage = extract(nodes, language)
    place = Place("line", str(number))
    match hole.kind:
        case "paragraph":
            return Block(passage, partial(_paragraph_text, passage.source), place)
        case "cell":
            return Block(passage, partial(_cell_text, passage.source), place)
        case "heading":
            return Block(passage, str, place)


# --- what a translation must not become ---

_BEFORE_BLOCK = re.compile(
    r"""(?: \A | \n[ \t>]*+ )
    (?: \d{1,9} (?= [.)](?:[ \t]|$) )
      | (?= [-+*](?:[ \t]|$) | \#{1,6}(?:[ \t]|$) | > | =+[ \t]*$ | -+[ \t]*$
          | (?:[*_][ \t]*){3,}$ ) )""",
    re.VERBOSE | re.MULTILINE,
)
"""What stands before the mark of a list, heading, quote or rule at the start of a line."""


def _paragraph_text(source: str, translated: str) -> str:
    """Return a translation whose lines do not begin as lists, headings or quotes do."""
    if translated == source:
        return translated
    return _BEFORE_BLOCK.sub(r"\g<0>\\", translated)


def _cell_text(source: str, translated: str) -> str:
    """Return a translation that is one cell."""
    if translated == source:
        return translated
    escaped = re.sub(r"(?<!\\)\|", r"\\|", translated)
    return f"{escaped} " if escaped.endswith("\\") else escaped
