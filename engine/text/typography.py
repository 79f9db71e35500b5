"""Write quotation marks and the blanks before signs as a language does.

Which of its marks opens a quotation shows from what stands beside it, so one that is opened in one
sentence and closed in another needs neither of the two to know the other.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.languages.lookup import either, rules_of
from engine.text.text_edits import Edit

_DOUBLE = '"“”„‟«»'
_SINGLE = "'‘’‚‛‹›"
_MARK = re.compile(f"[{_DOUBLE}{_SINGLE}]")
_ONLY_OPENING = frozenset("„‚")
_STRAIGHT = frozenset("\"'")
_CODE = re.compile(r"`[^`]+`")
_BLANKS = " \u00a0\u202f"
_BEFORE_OPENING = re.compile(rf"(?:\A|[\s–—/-]|(?<!\w)[(\[]|[{_DOUBLE}{_SINGLE}])\Z")
_NEVER_FIRST = frozenset(",.;:!?)]")
_AFTER_CLOSING = re.compile(rf"\Z|[\s–—/\-)\]{_DOUBLE}{_SINGLE}]|[.,;:!?…](?!\w)")


class Mark(NamedTuple):
    """A quotation mark in a text."""

    place: int
    is_single: bool
    depth: int
    """How many quotations of the text are around this one."""
    is_opening: bool = True


def typographic_edits(source: str, target: str, language: str) -> tuple[Edit, ...]:
    """Return the edits that write a translation's marks and blanks as its language does.

    Quotation marks are written so where the source has some too; no two edits touch, and none is
    empty.

    Args:
        source: The sentence.
        target: Its translation.
        language: The code of the target language; nothing is edited in one with unknown habits.
    """
    text = _CODE.sub(_masked, target)
    return (*_quotation_edits(source, text, language), *_blank_edits(text, language))


def quotation_marks(text: str) -> tuple[Mark, ...]:
    """Return the quotation marks of a text from left to right, without apostrophes and inches.

    A pair that is not closed in the text, or not opened, is taken for a part of a longer quotation
    if its marks are double. A text with a mark that could be neither, such as code, has none.
    """
    text = _CODE.sub(_masked, text)
    found: list[Mark] = []
    open_marks: list[Mark] = []
    for match in _MARK.finditer(text):
        place, mark = match.start(), match.group()
        is_single = mark in _SINGLE
        can_open, can_close = _sides(text, place)
        if is_single:
            can_open = can_open and text[place + 1 : place + 2].isalnum()
            can_close = can_close and any(one.is_single for one in open_marks)
            if not can_open and not can_close:
                continue
        elif mark == '"' and text[place - 1 : place].isdigit() and not open_marks:
            continue  # inches
        if can_open == can_close:
            if mark in _STRAIGHT or not can_open:
                return ()
            can_open = not any(one.is_single is is_single for one in open_marks)
        if can_open:
            open_marks.append(Mark(place, is_single, len(open_marks)))
            found.append(open_marks[-1])
            continue
        while open_marks and open_marks[-1].is_single is not is_single:
            found.remove(open_marks.pop())  # it was an apostrophe
        if open_marks:
            found.append(open_marks.pop()._replace(place=place, is_opening=False))
        else:
            found.append(Mark(place, is_single, 0, is_opening=False))
    apostrophes = [one for one in open_marks if one.is_single]
    return tuple(one for one in found if one not in apostrophes)


def _sides(text: str, place: int) -> tuple[bool, bool]:
    """Return whether a mark can open a quotation there, and whether it can close one."""
    before, after = text[:place], text[place + 1 :]
    can_open = _BEFORE_OPENING.search(before[-2:]) is not None and after[:1] not in _NEVER_FIRST
    can_open = can_open and bool(after.strip())
    can_close = _AFTER_CLOSING.match(after) is not None and bool(before.strip())
    if text[place] in _ONLY_OPENING:
        return True, False
    is_apart = before[-1:].isspace() and after[:1].isspace()
    if can_open and can_close and not is_apart:
        # What touches a mark of another quotation belongs to the word on its other side.
        can_open = not after[:1].isspace()
        can_close = not can_open
    return can_open, can_close


def _masked(code: re.Match[str]) -> str:
    return "x" * len(code.group())


def _quotation_edits(source: str, target: str, language: str) -> Iterator[Edit]:
    pairs = rules_of(language).quotation_marks
    if not pairs or not _MARK.search(target):
        return
    of_source = quotation_marks(source)
    if not of_source:
        return
    outermost = [mark.is_single for mark in of_source if not mark.depth]
    is_inner = False
    for mark in quotation_marks(target):
        if not mark.depth:  # a quotation in single marks keeps them
            is_inner = mark.is_single and any(outermost)
        written = pairs[(mark.depth + is_inner) % 2][0 if mark.is_opening else 1]
        start, end = mark.place, mark.place + 1
        if mark.is_opening:
            end += len(target[end:]) - len(target[end:].lstrip(_BLANKS))
        else:
            start = len(target[:start].rstrip(_BLANKS))
        if target[start:end] != written:
            yield Edit(start, end, written)


def _blank_edits(target: str, language: str) -> Iterator[Edit]:
    for signs, blank in rules_of(language).blanks_before:
        before = r"(?<=\d)" if signs == "%" else r"(?<=[\w)»”’\"%])"
        pattern = rf"{before}[{_BLANKS}]?({either(*map(re.escape, signs))}+)(?![\w/-])"
        for match in re.finditer(pattern, target):
            written = blank + match.group(1)
            if match.group() != written:
                yield Edit(*match.span(), written)
