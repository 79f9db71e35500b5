"""What a document says about the side on which its lines begin, where that side changes.

Only what holds for the whole document is added: the direction of a page, and of the paragraphs of
a Word file that name none. What named the direction of the source names the other. The lines of a
slide are at the side where its master says they are.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.documents.tagged.dialects import HTML, METADATA, OPEN_DOCUMENT, WORD, Dialect
from engine.documents.tagged.language_tags import Languages
from engine.documents.tagged.tokens import End, Other, Start, Token
from engine.languages.base import words
from engine.languages.lookup import is_right_to_left

_WORD_MARKS = words("w:bidi w:rtl w:bidiVisual w:rtlGutter")
"""Of Word: from right to left; what runs from left to right has none."""
_BEFORE_BIDI = words(
    "w:pStyle w:keepNext w:keepLines w:pageBreakBefore w:framePr w:widowControl w:numPr "
    "w:suppressLineNumbers w:pBdr w:shd w:tabs w:suppressAutoHyphens w:kinsoku w:wordWrap "
    "w:overflowPunct w:topLinePunct w:autoSpaceDE w:autoSpaceDN"
)
"""Properties of a paragraph that the standard puts before `w:bidi`."""
_DIRECTION = re.compile(r"""(\sdir\s*=\s*)(["'])(?:ltr|rtl)\2""", re.IGNORECASE)
_PROGRESSION = re.compile(r"""(\spage-progression-direction\s*=\s*)(["'])\w*\2""")
_WRITING_MODE = re.compile(r"""(\sstyle:writing-mode\s*=\s*["'])(?:lr|rl)(-tb)?(?=["'])""")
_RTL = re.compile(r"""(\srtl\s*=\s*["'])\w+""")
_ALIGNED = re.compile(r"""(\salgn\s*=\s*["'])([lr])(?=["'])""")
_PREFIX = re.compile(r"<([\w.-]+:)?")


def redirected(tokens: Iterable[Token], languages: Languages, dialect: Dialect) -> Iterator[Token]:
    """Yield the tokens of a document whose lines begin where the target language begins them."""
    to_right = is_right_to_left(languages.target)
    if to_right == is_right_to_left(languages.source):
        yield from tokens
    elif dialect is WORD and to_right:
        yield from _with_bidi_paragraphs(tokens)
    elif dialect is WORD:
        for token in tokens:
            if not (isinstance(token, Start | End) and token.name in _WORD_MARKS):
                yield token
    else:
        for token in tokens:
            yield _turned(token, dialect, to_right=to_right) if isinstance(token, Start) else token


def _turned(tag: Start, dialect: Dialect, *, to_right: bool) -> Start:
    name = "rtl" if to_right else "ltr"
    raw = tag.raw
    if dialect is HTML:
        raw, count = _DIRECTION.subn(rf"\g<1>\g<2>{name}\g<2>", raw)
        if to_right and not count and tag.name == "html":
            raw = _with_attribute(raw, 'dir="rtl"')
    elif dialect is OPEN_DOCUMENT:
        raw = _WRITING_MODE.sub(rf"\g<1>{'rl' if to_right else 'lr'}\g<2>", raw)
    elif tag.name.startswith("a:") and tag.name.lower().endswith("ppr"):
        raw = _RTL.sub(rf"\g<1>{int(to_right)}", raw)
        raw = _ALIGNED.sub(lambda found: found[1] + ("l" if found[2] == "r" else "r"), raw)
    elif dialect is METADATA and tag.name == "opf:spine":
        raw, count = _PROGRESSION.subn(rf"\g<1>\g<2>{name}\g<2>", raw)
        if to_right and not count:
            raw = _with_attribute(raw, 'page-progression-direction="rtl"')
    return tag if raw == tag.raw else replace(tag, raw=raw)


def _with_attribute(raw: str, attribute: str) -> str:
    end = len(raw) - (2 if raw.endswith("/>") else 1)
    return f"{raw[:end].rstrip()} {attribute}{raw[end:]}"


def _with_bidi_paragraphs(tokens: Iterable[Token]) -> Iterator[Token]:
    """Let paragraphs run from right to left unless their style says otherwise."""
    defaults: list[Token] | None = None
    is_done = False
    for token in tokens:
        match token:
            case Start(name="w:pPrDefault"):
                defaults = [token]
            case End(name="w:pPrDefault") if defaults is not None:
                yield from _with_bidi([*defaults, token])
                defaults, is_done = None, True
            case End(name="w:docDefaults") if not is_done:
                yield _new_defaults(token)
                yield token
            case _ if defaults is not None:
                defaults.append(token)
            case _:
                yield token


def _with_bidi(defaults: list[Token]) -> list[Token]:
    """Return the default properties of paragraphs with the one that is missing, in its place."""
    depth, place = 0, -1
    for at, token in enumerate(defaults):
        if isinstance(token, Start):
            if token.name == "w:bidi":
                return defaults
            if depth == 2 and place < 0 and token.name not in _BEFORE_BIDI:
                place = at
            depth += 1
        elif isinstance(token, End):
            depth -= 1
            if token.name == "w:pPr" and token.raw:  # else it has no content
                place = at if place < 0 else place
    if place < 0:
        return [_new_defaults(defaults[0])]
    return [*defaults[:place], Other(f"<{_prefix(defaults[0])}bidi/>"), *defaults[place:]]


def _new_defaults(token: Token) -> Other:
    """Return default properties of paragraphs, in a file that names elements as a token does."""
    w = _prefix(token)
    return Other(f"<{w}pPrDefault><{w}pPr><{w}bidi/></{w}pPr></{w}pPrDefault>")


def _prefix(token: Token) -> str:
    found = _PREFIX.match(token.raw.replace("</", "<", 1))
    return (found[1] or "") if found else ""
