"""The paragraphs of XML and HTML, as blocks to be translated between text that is copied."""

from collections.abc import Iterable, Iterator, Sequence

from engine.documents.tagged.dialects import Dialect
from engine.documents.tagged.elements import (
    Content,
    Element,
    folded,
    raw_of,
    split_properties,
    text_of,
)
from engine.documents.tagged.marked_text import make_block
from engine.documents.tagged.tokens import Characters, End, MarkupError, Other, Start, Token
from engine.markup.extraction import Block

DEEPEST = 100
"""Elements inside each other within one paragraph."""

_MOST_ELEMENTS = 200_000
"""In one paragraph of XML; from 130,000 on it is not translated anyway."""

_MOST_AT_ONCE = 10_000
"""Tokens without a border that HTML may have before they are passed on."""

_MOST_COPIED = 100_000
"""Characters that are copied as one part, about."""

_PLAIN = Dialect()


def read_elements(
    tokens: Iterator[Token], dialect: Dialect, language: str
) -> Iterator[str | Block]:
    """Yield the parts of XML in which certain elements are the paragraphs.

    Raises:
        MarkupError: If a paragraph has too many elements, or nests them too deeply.
    """
    return _joined(_elements(tokens, dialect, language))


def read_flow(tokens: Iterable[Token], dialect: Dialect, language: str) -> Iterator[str | Block]:
    """Yield the parts of HTML: a paragraph is any text between tags that are not inline."""
    return _joined(_flow(tokens, dialect, language))


def _joined(parts: Iterable[str | Block]) -> Iterator[str | Block]:
    """Yield texts that follow each other as one, unless they are very long."""
    copied: list[str] = []
    room = _MOST_COPIED
    for part in parts:
        if isinstance(part, str):
            copied.append(part)
            room -= len(part) + 1
            if room < 0:
                yield "".join(copied)
                copied, room = [], _MOST_COPIED
        else:
            yield "".join(copied)
            yield part
            copied, room = [], _MOST_COPIED
    yield "".join(copied)


def _elements(tokens: Iterator[Token], dialect: Dialect, language: str) -> Iterator[str | Block]:
    for token in tokens:
        if isinstance(token, Start) and token.name in dialect.kept:
            yield from _kept(token, tokens)
        elif isinstance(token, Start) and token.name in dialect.paragraphs:
            element = _element(token, tokens, dialect)
            lead, content = split_properties(element, dialect)
            inner = _PLAIN if token.name in dialect.plain else dialect
            is_kept = _is_kept_text(text_of(content, dialect), dialect)
            block = None if is_kept else make_block(content, inner, language)
            yield element.opening + lead
            yield block or raw_of(content)
            yield element.closing
        else:
            yield token.raw


def _is_kept_text(text: str, dialect: Dialect) -> bool:
    is_figure = dialect.keeps_figures and not any(map(str.isalpha, text))
    return is_figure or folded(text) in dialect.names


def _kept(start: Start, tokens: Iterator[Token]) -> Iterator[str]:
    yield start.raw
    depth = 1
    while depth:
        token = next(tokens)
        depth += isinstance(token, Start) - isinstance(token, End)
        yield token.raw


def _element(start: Start, tokens: Iterator[Token], dialect: Dialect) -> Element:
    """Read an element to its end."""
    whole = Element(start.name, start.attributes, start.raw)
    opened = [whole]
    count = 0
    while opened:
        token = next(tokens)  # well-formed XML ends what it begins
        match token:
            case Start():
                element = Element(token.name, token.attributes, token.raw)
                opened[-1].children.append(element)
                opened.append(element)
                count += 1
                if len(opened) > DEEPEST or count > _MOST_ELEMENTS:
                    raise MarkupError("a paragraph has too many elements, or nests them too deeply")
            case End():
                element = opened.pop()
                element.closing = _ending(element, dialect) + token.raw
            case _:
                opened[-1].children.append(token)
    return whole


def _ending(element: Element, dialect: Dialect) -> str:
    """Take what must stay at the end of an element from its content."""
    for at, child in enumerate(element.children):
        if isinstance(child, Element) and child.name in dialect.endings:
            ending = raw_of(element.children[at:])
            del element.children[at:]
            return ending
    return ""


def _flow(tokens: Iterable[Token], dialect: Dialect, language: str) -> Iterator[str | Block]:
    inline = dialect.inline | dialect.atoms | dialect.breaks
    line: list[Token] = []
    kept: list[str] = []
    """Names of elements that are being kept."""
    for token in tokens:
        if kept:
            yield token.raw
            if isinstance(token, Start) and token.name == kept[-1]:
                kept.append(token.name)
            elif isinstance(token, End) and token.name == kept[-1]:
                kept.pop()
        elif isinstance(token, Characters | Other) or token.name in inline:
            line.append(token)
            if len(line) == _MOST_AT_ONCE:
                yield from _parts(line, dialect, language)
                line = []
        else:
            yield from _parts(line, dialect, language)
            line = []
            yield _border(token, dialect, language)
            if isinstance(token, Start) and _is_kept(token, dialect):
                kept.append(token.name)
    yield from _parts(line, dialect, language)


def _is_kept(token: Start, dialect: Dialect) -> bool:
    is_marked = token.attributes.get("translate") == "no"
    return token.name in dialect.kept or is_marked


def _parts(line: Sequence[Token], dialect: Dialect, language: str) -> Iterator[str | Block]:
    """Yield text without borders; a tag without its partner is one."""
    if not _has_text(line, dialect):
        yield "".join(token.raw for token in line)
        return
    partners = _partners(line)
    start = 0
    for at, token in enumerate(line):
        if isinstance(token, Start | End) and at not in partners:
            yield from _part(line[start:at], dialect, language)
            yield _border(token, dialect, language)
            start = at + 1
    yield from _part(line[start:], dialect, language)


def _has_text(line: Iterable[Token], dialect: Dialect) -> bool:
    """Return whether there may be something to translate in some tokens."""
    return any(
        any(map(str.isalnum, token.text))
        if isinstance(token, Characters)
        else isinstance(token, Start) and token.attributes and dialect.attributes
        for token in line
    )


def _border(token: Token, dialect: Dialect, language: str) -> str | Block:
    """Return a tag between texts, as a block if an attribute of it has a text."""
    if not isinstance(token, Start) or not token.attributes:
        return token.raw
    tag = Element(token.name, token.attributes, token.raw)
    return make_block([tag], dialect, language) or token.raw


def _partners(line: Sequence[Token]) -> set[int]:
    """Return the places of the tags that belong together, with nothing between that does not."""
    found: set[int] = set()
    opened: list[tuple[int, str]] = []
    for at, token in enumerate(line):
        match token:
            case Start():
                opened.append((at, token.name))
                del opened[:-DEEPEST]
            case End() if opened and opened[-1][1] == token.name:
                found |= {opened.pop()[0], at}
            case End():  # it parts all that is open
                opened.clear()
            case _:
                pass
    return found


def _content(line: Sequence[Token]) -> list[Content]:
    """Return tags that all have partners as elements."""
    whole = Element("", {}, "")
    opened = [whole]
    for token in line:
        match token:
            case Start():
                element = Element(token.name, token.attributes, token.raw)
                opened[-1].children.append(element)
                opened.append(element)
            case End():
                opened.pop().closing = token.raw
            case _:
                opened[-1].children.append(token)
    return whole.children


def _part(line: Sequence[Token], dialect: Dialect, language: str) -> Iterator[str | Block]:
    """Yield one text, and the blanks round it."""
    content = _content(line)
    before = after = ""
    if content and isinstance(content[0], Characters):
        first = content[0]
        before = first.raw[: len(first.raw) - len(first.raw.lstrip())]
        content[0] = Characters(first.raw[len(before) :], first.text[len(before) :])
    if content and isinstance(content[-1], Characters):
        last = content[-1]
        after = last.raw[len(last.raw.rstrip()) :]
        kept = len(last.text) - len(after)
        content[-1] = Characters(last.raw[: len(last.raw) - len(after)], last.text[:kept])
    yield before
    yield make_block(content, dialect, language) or raw_of(content)
    yield after
