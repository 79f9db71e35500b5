"""SubRip subtitles: the words of each cue are one text, all else stays as it is.

A cue is what follows a line of two times, up to a blank line or the next cue. Whatever is in no cue
is copied, so that a broken file loses nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial, reduce

from engine.markup.extraction import Block, Place, extract
from engine.markup.scanner import scan
from engine.text.blanks import seam
from engine.text.segmenter import split

_TIMES = re.compile(r"\s*(?P<start>\d+:\d+:\d+)(?:[,.:]\d+)?\s*-->\s*\d+:\d+:\d+")
_NUMBER = re.compile(r"\s*\d+\s*")
_SPEAKER = re.compile(r"(\s*(?:<[^<>]*>|\{\\[^{}]*\})*\s*[-–—‐]\s*)(?=[^\s–—‐-])")
_WORD = re.compile(r"(?:<[^<>]*>|\{\\[^{}]*\}|\S)+")
_MARK = re.compile(r"<[^<>]*>|\{\\[^{}]*\}")


def read_subtitles(lines: Sequence[tuple[str, str]], language: str) -> Iterator[str | Block]:
    """Read lines, each with its end, as text to keep and texts to translate."""
    at = 0
    while at < len(lines):
        body, end = lines[at]
        yield body + end
        at += 1
        times = _TIMES.match(body)
        if times is None:
            continue
        first = at
        while at < len(lines) and lines[at][0].strip() and not _TIMES.match(lines[at][0]):
            at += 1
        last = at
        is_next_cue = at < len(lines) and bool(lines[at][0].strip())
        if is_next_cue and first < last and _NUMBER.fullmatch(lines[last - 1][0]):
            last -= 1  # the number of the next cue, which no blank line parts from this one
        yield from _cue(lines[first:last], language, Place("time", times["start"]))
        at = last


def _cue(lines: Sequence[tuple[str, str]], language: str, place: Place) -> Iterator[str | Block]:
    """The text of a cue; what each speaker says is one, cut where a sentence ends with its line."""
    for spoken in _groups(lines, language):
        bodies, ends = zip(*spoken, strict=True)
        dash = _SPEAKER.match(bodies[0])
        prefix = dash[1] if dash else ""
        texts = (bodies[0][len(prefix) :], *bodies[1:])
        joined = reduce(lambda one, other: one + seam(one, other) + other, map(str.strip, texts))
        yield prefix
        yield Block(
            extract(scan(joined, "subtitle"), language),
            partial(_spoken, joined, texts, ends),
            place,
        )


def _groups(lines: Sequence[tuple[str, str]], language: str) -> Iterator[Sequence[tuple[str, str]]]:
    """Lines that hold one text."""
    bare = [_MARK.sub("", body).strip() for body, _ in lines]
    gaps = [part for part in split(" ".join(bare), language) if not part.is_sentence]
    start = at = 0
    for number, text in enumerate(bare[1:], start=1):
        at += len(bare[number - 1])
        is_between = any(gap.start <= at < gap.start + len(gap.text) for gap in gaps)
        at += 1
        if is_between or _SPEAKER.match(lines[number][0]) or not text:
            yield lines[start:number]
            start = number
    if lines:
        yield lines[start:]


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
