"""SubRip subtitles: the words of each cue are one text, all else stays as it is.

A cue is what follows a line of two times, up to a blank line or the next cue. Whatever is in no cue
is copied, so that a broken file loses nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import add

from engine.markup.extraction import Block, Place, extract
from engine.markup.scanner import scan
from engine.text.blanks import seam
from engine.text.segmenter import Segment, split

_TIMES = re.compile(
    r"""(?: \A | (?<=[\r\n]) ) [^\S\r\n]*+ (?P<start>\d+:\d+:\d+) (?: [,.:]\d+ )?
    [^\S\r\n]*+ --> [^\S\r\n]*+ \d+:\d+:\d+""",
    re.VERBOSE,
)
_LINE = re.compile(r"(?P<body>[^\r\n]*+)(?P<end>\r\n|\n|\r|\Z)")
_NUMBER = re.compile(r"\s*\d+\s*")
_SPEAKER = re.compile(r"(\s*(?:<[^<>]*>|\{\\[^{}]*\})*\s*[-–—‐]\s*)(?=[^\s–—‐-])")
_WORD = re.compile(r"(?:<[^<>]*>|\{\\[^{}]*\}|\S)+")
_MARK = re.compile(r"<[^<>]*>|\{\\[^{}]*\}")


def read_subtitles(text: str, language: str) -> Iterator[str | Block]:
    """Read a file as text to keep and texts to translate."""
    done = 0
    for times in _TIMES.finditer(text):
        first = _line(text, times.end()).end()
        lines, end = _cue_lines(text, first)
        if lines:
            yield text[done:first]
            yield from _cue(lines, language, Place("time", times["start"]))
            done = end
    if done < len(text):
        yield text[done:]


def _cue_lines(text: str, at: int) -> tuple[list[tuple[str, str]], int]:
    """Return the lines of a cue, each with its end, and where they end."""
    lines: list[tuple[str, str]] = []
    while (line := _line(text, at))["body"].strip() and not _TIMES.match(text, at):
        lines.append((line["body"], line["end"]))
        at = line.end()
    if line["body"].strip() and lines and _NUMBER.fullmatch(lines[-1][0]):
        # The number of the next cue, which no blank line parts from this one.
        at -= len("".join(lines.pop()))
    return lines, at


def _line(text: str, at: int) -> re.Match[str]:
    """Return the rest of the line at a place."""
    line = _LINE.match(text, at)
    assert line is not None  # it may be empty
    return line


def _cue(lines: Sequence[tuple[str, str]], language: str, place: Place) -> Iterator[str | Block]:
    """The text of a cue; what each speaker says is one, cut where a sentence ends with its line."""
    for spoken in _groups(lines, language):
        bodies, ends = zip(*spoken, strict=True)
        dash = _SPEAKER.match(bodies[0])
        prefix = dash[1] if dash else ""
        texts = (bodies[0][len(prefix) :], *bodies[1:])
        stripped = [*map(str.strip, texts)]
        seams = ["", *(seam(*lines) for lines in pairwise(stripped))]
        joined = "".join(map(add, seams, stripped))
        yield prefix
        yield Block(
            extract(scan(joined, "subtitle"), language),
            partial(_spoken, joined, texts, ends),
            place,
        )


def _groups(lines: Sequence[tuple[str, str]], language: str) -> Iterator[Sequence[tuple[str, str]]]:
    """Lines that hold one text."""
    bare = [_MARK.sub("", body).strip() for body, _ in lines]
    parts = split(" ".join(bare), language)
    between = {at for part in parts if not part.is_sentence for at in _places(part)}
    start = at = 0
    for number, text in enumerate(bare[1:], start=1):
        at += len(bare[number - 1])
        is_between = at in between
        at += 1
        if is_between or _SPEAKER.match(lines[number][0]) or not text:
            yield lines[start:number]
            start = number
    if lines:
        yield lines[start:]


def _places(part: Segment) -> range:
    return range(part.start, part.start + len(part.text))


def _spoken(joined: str, texts: Sequence[str], ends: Sequence[str], translated: str) -> str:
    """Return a translation on at most as many lines as before; equal text stays unchanged."""
    lines = list(texts) if translated == joined else wrapped(translated, len(texts))
    # The last line ends as the last one did: the file may end there.
    line_ends = [*ends[: len(lines) - 1], ends[-1]]
    return "".join(line + end for line, end in zip(lines, line_ends, strict=True))


def wrapped(text: str, num_lines: int) -> list[str]:
    """Return a text on at most so many lines, the longest of which is as short as can be.

    Tags have no width and are not broken.
    """
    words = _WORD.findall(text)
    if num_lines <= 1 or len(words) <= 1:
        return [text]
    widths = [len(_MARK.sub("", word)) for word in words]
    low, high = max(widths), sum(widths) + len(widths)
    while low < high:
        middle = (low + high) // 2
        if len(_filled(words, widths, middle)) <= num_lines:
            high = middle
        else:
            low = middle + 1
    return [" ".join(line) for line in _filled(words, widths, low)]


def _filled(words: Sequence[str], widths: Sequence[int], room: int) -> list[list[str]]:
    lines: list[list[str]] = []
    used = 0
    for word, width in zip(words, widths, strict=True):
        if lines and used + 1 + width <= room:
            lines[-1].append(word)
            used += 1 + width
        else:
            lines.append([word])
            used = width
    return lines
