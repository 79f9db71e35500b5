"""Text that was broken into lines to fit a page, as in a PDF or a mail, made whole again.

A program that breaks lines fills each as far as the next word allows. So a break was made by one
if the next word had no more room; wherever it had, a person ended the line.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from engine.languages.lookup import all_rules
from engine.text.blanks import seam

_MIN_WIDTH = 30
_MIN_WIDTH_OF_FEW = 50
"""For one or two breaks: so little could be chance."""
_SLACK = 0.85
"""Of the width: letters of a page are not equally wide, and some programs break early."""

_ITEM = re.compile(r"\s*[-*+•‣◦·]\s+\S")
_COUNTED_ITEM = re.compile(r"\s*(?:\(?\d{1,3}[.)]|\(?[a-zA-Z]\)|[–—])\s+\S")
"""May be an item of a list, or the middle of a sentence: “am \\n 12. Mai”."""
_MARKED = re.compile(r"\s*(?:#{1,6}\s|>|\||```|~~~|={3,}|-{3,}|\d+:\d\d)")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_CODED = re.compile(r"[{}\[\]();=<>\\&|]$|^[{}\[\]]|-->")
_SENTENCE_END = re.compile(r"[.!?:;…。！？][\"'”’»“)\]]*\s*$")
_CUT_WORD = re.compile(r"\w[-\u2010\u00ad]\s*$")
_GLUED = re.compile(r"\w[-\u2010—]$")
_HYPHENATED = re.compile(r"([^\W\d_]+)([-\u2010\u00ad])$")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_AFTER_HYPHEN = frozenset[str]().union(*(rules.after_hyphen for rules in all_rules().values()))
_HYPHENATED_HEADS = frozenset[str]().union(
    *(rules.hyphenated_heads for rules in all_rules().values())
)
"""Of all languages, because pasted text may be in any of them."""


def looks_hard_wrapped(text: str) -> bool:
    """Return whether a program wrapped this text: most lines are full, and sentences run on.

    Short blocks among them, such as addresses and greetings, do not count for much.
    """
    width = _width(text)
    num_letters = num_full_letters = 0
    full: list[tuple[str, str]] = []
    for lines in _blocks(text):
        breaks = [pair for pair in pairwise(lines) if not _is_set_apart(pair[1])]
        if not breaks or _is_coded(lines):
            continue
        full_here = [pair for pair in breaks if not _has_room(*pair, width)]
        num_letters += sum(map(len, lines))
        if len(full_here) >= 0.8 * len(breaks):
            num_full_letters += sum(map(len, lines))
            full += full_here
    flowing = [pair for pair in full if _flows(*pair)]
    return (
        width >= (_MIN_WIDTH if len(full) > 2 else _MIN_WIDTH_OF_FEW)
        and num_full_letters > 0.6 * num_letters
        and len(flowing) >= 0.2 * len(full)
    )


def join_lines(text: str) -> str:
    """Return the text with each paragraph on one line and hyphenated words joined again.

    Blank lines, lists, headings, quotations, code, verses and addresses stay as they are, and so
    does the end of a line that had room for more.
    """
    is_wrapped = looks_hard_wrapped(text)
    width = _width(text)
    vocabulary = frozenset(_WORDS.findall(text.casefold()))
    joined: list[str] = []
    for lines in _blocks(text):
        is_prose = not _is_coded(lines) and (
            is_wrapped or any(_flows(*pair) for pair in pairwise(lines))
        )
        items = _find_items(lines)
        paragraph = [lines[0]]
        for (before, after), (is_item, begins_item) in zip(
            pairwise(lines), pairwise(items), strict=True
        ):
            if (
                is_prose
                and not begins_item
                and _goes_on(before, after, is_item=is_item, width=width)
            ):
                paragraph[-1:] = _seam(paragraph[-1], after, vocabulary)
            else:
                joined.append("".join(paragraph))
                paragraph = [after]
        joined.append("".join(paragraph))
    return "\n".join(joined)


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines in blocks of prose; a blank line and a line of code are blocks of their own."""
    block: list[str] = []
    is_code = False
    for line in text.split("\n"):
        is_fence = _FENCE.match(line) is not None
        if is_fence or is_code or not line.strip() or _is_indented_code(line, block):
            if block:
                yield block
            block = []
            yield [line]
        else:
            block.append(line)
        is_code ^= is_fence
    if block:
        yield block


def _width(text: str) -> int:
    """Return how long a line may be: the length of the longest in its group."""
    together = (line for lines in _blocks(text) if len(lines) > 1 for line in lines)
    return max((len(line.rstrip()) for line in together), default=0)


def _is_indented_code(line: str, block: list[str]) -> bool:
    """Four blanks or a tab make code where no list goes on."""
    return _indent(line) >= 4 and not any(
        _ITEM.match(other) or _COUNTED_ITEM.match(other) for other in block
    )


def _is_coded(lines: list[str]) -> bool:
    """Return whether this is no prose but code, data or subtitles, by how lines begin and end."""
    coded = sum(_CODED.search(line.strip()) is not None for line in lines)
    is_subtitle = any("-->" in line for line in lines)
    return is_subtitle or (coded > 1 and coded >= 0.4 * len(lines))


def _goes_on(before: str, after: str, *, is_item: bool, width: int) -> bool:
    """Return whether a line is the rest of the one before it, which may begin an item."""
    if _MARKED.match(after) or _MARKED.match(before):
        return False
    if _indent(after) > _indent(before) and not is_item:
        return False  # the first line of a paragraph
    return _flows(before, after) or not _has_room(before, after, width)


def _flows(before: str, after: str) -> bool:
    """Return whether a sentence goes over the end of a line: a person would not end one there."""
    if _CUT_WORD.search(before):
        return True
    begin = after.lstrip(" \t\"'“„‚‘«»(¿¡[")[:1]
    begins_anew = begin.isupper() or begin.istitle() or begin.isdigit()
    return not begins_anew and not _SENTENCE_END.search(before)


def _has_room(before: str, after: str, width: int) -> bool:
    """Return whether the first word of a line would have fitted into the line before."""
    word = after.split(maxsplit=1)[0]
    return len(before.rstrip()) + 1 + len(word) <= _SLACK * width


def _is_set_apart(line: str) -> bool:
    """Return whether a line is a heading, a quotation, part of a table, or an item of a list."""
    return _MARKED.match(line) is not None or _ITEM.match(line) is not None


def _find_items(lines: list[str]) -> list[bool]:
    """Return which lines begin items; a number or dash alone among lines does so at their head."""
    counted = [_COUNTED_ITEM.match(line) is not None for line in lines]
    is_list = counted[0] or counted.count(True) > 1
    return [
        _ITEM.match(line) is not None or (is_counted and is_list)
        for line, is_counted in zip(lines, counted, strict=True)
    ]


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _seam(before: str, after: str, vocabulary: frozenset[str]) -> tuple[str, str]:
    """Return two lines as one, with the right blank or hyphen between them."""
    before, after = before.rstrip(), after.lstrip()
    hyphenated = _HYPHENATED.search(before)
    word = _FIRST_WORD.match(after)
    if hyphenated is None or word is None:
        is_glued = _GLUED.search(before) is not None
        return (before if is_glued else before + seam(before, after), after)
    first, hyphen, second = hyphenated.group(1), hyphenated.group(2), word.group()
    if hyphen == "\u00ad":
        return (before[:-1], after)
    if second.casefold() in _AFTER_HYPHEN:
        return (f"{before} ", after)
    stem = before[: hyphenated.start()]
    return (before if _keeps_hyphen(stem, first, second, vocabulary) else before[:-1], after)


def _keeps_hyphen(stem: str, first: str, second: str, vocabulary: frozenset[str]) -> bool:
    """Return whether a hyphen at the end of a line belongs to the word, judged by the text."""
    whole = f"{first}{second}".casefold()
    if f"{first}-{second}".casefold() in vocabulary:
        return True
    if whole in vocabulary:
        return False
    if second[0].isupper():
        return not (len(first) > 1 and first.isupper() and second.isupper())
    is_compound = first.casefold() in _HYPHENATED_HEADS and len(second) >= 4
    return is_compound or stem.endswith("-")
