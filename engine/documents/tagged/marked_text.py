"""A paragraph of XML or HTML as text whose formatting is carried by word alignment.

Each tag, or row of tags, is one character of a private range while the text is translated, so that
`engine.markup` moves it as it moves the marks of Markdown. Then the characters become tags again,
and all else is escaped. A paragraph that came out as it went in is written as it was.

A word processor knows no nested formatting but a row of runs, each with a format of its own. The
format of most words is that of the paragraph; runs of another are as words between two marks.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import chain, pairwise, takewhile

from engine.documents.tagged.dialects import Dialect
from engine.documents.tagged.elements import (
    Content,
    Element,
    raw_of,
    shown_texts,
    split_properties,
    text_of,
    with_texts,
)
from engine.documents.tagged.tokens import Characters, Other
from engine.markup.extraction import Block, extract
from engine.markup.nodes import Atom, Break, Glue, Node, Nodes, Pair, Text, source_of
from engine.markup.scanner import scan

_FIRST_MARK, _LAST_MARK = 0xF0000, 0x10FFFD
_IS_MARK = f"[{chr(_FIRST_MARK)}-{chr(_LAST_MARK)}]"


class _NoMarkLeftError(Exception):
    """A paragraph has 130,000 tags or more."""


def make_block(children: Sequence[Content], dialect: Dialect, language: str) -> Block | None:
    """Return a paragraph with a text to be translated.

    Each attribute with a text is a line after those of the paragraph. None if it has no words,
    or more tags than there are characters to stand for them.
    """
    shown = [text for text in shown_texts(children, dialect) if not re.search(_IS_MARK, text)]
    if not shown and not any(map(str.isalnum, text_of(children, dialect))):
        return None
    builder = _Builder(dialect)
    try:
        nodes, base = builder.nodes(children)
        ends = [builder.mark("") for _ in shown]
    except _NoMarkLeftError:
        return None
    lines = ((Break(end), *scan(text, "plain")) for end, text in zip(ends, shown, strict=True))
    passage = extract((*nodes, *chain.from_iterable(lines)), language)
    if not any(passage.sentences()):
        return None
    source = source_of(nodes)
    if not shown:
        return Block(
            passage, partial(_written, dialect, raw_of(children), source, builder.marks, base)
        )

    def finish(translated: str) -> str:
        words, *texts = re.split(f"[{ends[0]}-{ends[-1]}]", translated)
        changed = with_texts(children, dict(zip(shown, texts, strict=True)), dialect)
        again = _Builder(dialect)  # the same marks, of tags with other attributes
        again.nodes(changed)
        return _written(dialect, raw_of(changed), source, again.marks, base, words)

    return Block(passage, finish)


@dataclass(frozen=True, slots=True)
class _Mark:
    """What a mark is written as; it may end a format and begin one."""

    raw: str
    ends: bool = False
    begins: str | None = None


def _written(
    dialect: Dialect, raw: str, source: str, marks: Sequence[_Mark], base: str, translated: str
) -> str:
    """Return a paragraph with its tags; the same text is written as it was."""
    if translated == source:
        return raw
    formats = [base]
    written = []
    for number, piece in enumerate(re.split(f"({_IS_MARK})", translated)):
        if number % 2 == 0:
            written.append(_in_format(formats[-1], piece, dialect))
            continue
        mark = marks[ord(piece) - _FIRST_MARK]
        if mark.ends:
            formats.pop()
        written.append(mark.raw)
        if mark.begins is not None:
            formats.append(mark.begins)
    whole = "".join(written)
    return _BETWEEN_TEXTS.sub("", whole) if base.endswith("t>") else whole


_BETWEEN_TEXTS = re.compile(r"""</((?:[\w.-]+:)?t)><\1 xml:space="preserve">""")
"""Where two texts without a run meet, of which a cell may have but one."""


def _in_format(run: str, text: str, dialect: Dialect) -> str:
    """Return words as a run that begins like this; without a run, only escaped."""
    if not (run and text):
        return escape(text, quote=False)
    tag = _tag_name(run)
    prefix = tag[:-1]
    words = f"<{prefix}t{dialect.keeping_blanks}>{escape(text, quote=False)}</{prefix}t>"
    return f"{run}{words}</{tag}>" if tag.endswith("r") else words


def _tag_name(tag: str) -> str:
    found = re.match(r"<([^\s/>]+)", tag)
    assert found is not None
    return found[1]


@dataclass(slots=True)
class _Piece:
    """Nodes of a line, with the format of their words and the range that they begin or end."""

    raw: str
    nodes: Nodes
    format: str | None = None
    begins: str = ""
    ends: str = ""
    instruction: str = ""
    parts_field: bool = False


class _Builder:
    """Turns what a paragraph holds into nodes, and notes what each mark stands for."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.marks: list[_Mark] = []
        self._blank = re.compile(r"[ \t\r\n\f]+" if dialect.collapses_blanks else r"\s")
        kept = "|".join(filter(None, (dialect.breaks_in_words, _IS_MARK)))
        self._kept = re.compile(f"({kept})")
        self.plain_run = ""
        """How words begin where there were none."""

    def nodes(self, children: Iterable[Content]) -> tuple[Nodes, str]:
        """Return the nodes, and the format of words that are in no pair of marks."""
        return self._level(list(self._pieces(children, "")))

    def mark(self, raw: str, *, ends: bool = False, begins: str | None = None) -> str:
        """Return a new mark.

        Raises:
            _NoMarkLeftError: If there is none.
        """
        if _FIRST_MARK + len(self.marks) > _LAST_MARK:
            raise _NoMarkLeftError
        self.marks.append(_Mark(raw, ends, begins))
        return chr(_FIRST_MARK + len(self.marks) - 1)

    def _atom(self, raw: str, glue: Glue = "word", *, clings: bool = False) -> Atom:
        return Atom((self.mark(raw),), clings, glue)

    def _pair(self, opening: str, inner: tuple[Nodes, str], closing: str, raw: str) -> Nodes:
        """Return marks round some words, blanks left outside; one mark if there are no words."""
        nodes, base = inner
        if not any(map(str.isalnum, source_of(nodes))):
            return (self._atom(raw),)
        before, nodes, after = _without_blanks(nodes)
        pair = Pair(self.mark(opening, begins=base), nodes, self.mark(closing, ends=True))
        return (*before, pair, *after)

    # --- from elements to pieces ---

    def _pieces(self, children: Iterable[Content], run: str) -> Iterator[_Piece]:
        """Read the content of a paragraph, or of a run, which begins like this."""
        dialect = self.dialect
        end = f"</{_tag_name(run)}>" if run else ""
        for child in children:
            raw = raw_of([child])
            if isinstance(child, Characters):
                if not dialect.run_text:
                    yield from self._words(child.text, raw, run)
                continue
            if isinstance(child, Other):
                yield _Piece(raw, (self._atom(run + raw + end),))
                continue
            name = child.name
            whole = run + raw + end
            if name == dialect.run:
                self.plain_run = f"<{_tag_name(child.opening)}>"
                yield from self._pieces(*_run_of(child, dialect))
            elif name in dialect.dropped:
                continue
            elif name == dialect.run_text:
                text = "".join(each.text for each in child.children if isinstance(each, Characters))
                yield from self._words(text, whole, run or f"<{_tag_name(child.opening)}>")
            elif name in dialect.characters:
                yield from self._words(dialect.characters[name], whole, run)
            elif name in dialect.breaks:
                yield _Piece(whole, (Break(self.mark(whole)),))
            elif name in dialect.blanks:
                yield _Piece(whole, (self._atom(whole, "none"),))
            elif name in dialect.atoms or child.attributes.get("translate") == "no":
                glue: Glue = "letters" if name in _CODE else "word"
                yield _Piece(whole, (self._atom(whole, glue),))
            elif name in dialect.inline:
                lead, content = split_properties(child, dialect)
                inner = self._level(list(self._pieces(content, "")))
                yield _Piece(raw, self._pair(child.opening + lead, inner, child.closing, raw))
            else:
                piece = _Piece(whole, (self._island(child, run, end),))
                yield self._with_range(piece, child)

    def _words(self, text: str, raw: str, run: str) -> Iterator[_Piece]:
        for number, part in enumerate(self._kept.split(text)):
            if number % 2:
                kept = _in_format(run, part, self.dialect)
                is_mark = re.fullmatch(_IS_MARK, part)
                node = self._atom(kept, "letters") if is_mark else Break(self.mark(kept))
                yield _Piece(raw, (node,))
            elif part:
                yield _Piece(raw, (Text(self._blank.sub(" ", part)),), run)

    def _island(self, element: Element, run: str, end: str) -> Atom:
        """Return an element that is kept, but for the paragraphs in it."""
        waiting = [run]
        parts: list[str | Nodes] = []
        for piece in self._parts_of(element):
            if isinstance(piece, str):
                waiting.append(piece)
                continue
            nodes, base = piece
            parts += [self.mark("".join(waiting), ends=bool(parts), begins=base), nodes]
            waiting = []
        parts.append(self.mark("".join([*waiting, end]), ends=bool(parts)))
        return Atom(tuple(parts), element.name in self.dialect.clinging, "word")

    def _parts_of(self, element: Element) -> Iterator[str | tuple[Nodes, str]]:
        yield element.opening
        for child in element.children:
            if not isinstance(child, Element):
                yield child.raw
            elif child.name in self.dialect.paragraphs:
                lead, content = split_properties(child, self.dialect)
                yield child.opening + lead
                inner = self.nodes(content)
                yield inner if any(map(str.isalnum, source_of(inner[0]))) else raw_of(content)
                yield child.closing
            elif child.name in self.dialect.kept or child.name in self.dialect.atoms:
                yield raw_of([child])
            else:
                yield from self._parts_of(child)
        yield element.closing

    def _with_range(self, piece: _Piece, element: Element) -> _Piece:
        """Note what an element of a line begins or ends."""
        ranges = self.dialect.ranges
        identity = element.attributes.get("w:id") or element.attributes.get("text:name")
        if element.name in ranges:
            piece.begins = f"{ranges[element.name]} {identity}"
        elif element.name in ranges.values():
            piece.ends = f"{element.name} {identity}"
        elif element.name == "w:fldChar":
            kind = element.attributes.get("w:fldCharType")
            piece.begins = _FIELD if kind == "begin" else ""
            piece.ends = _FIELD if kind == "end" else ""
            piece.parts_field = kind == "separate"
        elif element.name == "w:instrText":
            piece.instruction = raw_of(element.children)
        return piece

    # --- from pieces to nodes ---

    def _level(self, pieces: Sequence[_Piece]) -> tuple[Nodes, str]:
        pieces = self._folded(pieces)
        _keep_words_whole(pieces)
        sizes: Counter[str] = Counter()
        last = None
        for piece in pieces:
            if piece.format is None:
                continue
            text = source_of(piece.nodes)
            if text.strip():
                sizes[piece.format] += len(text)
                last = piece.format
            else:  # nobody sees the format of a blank
                piece.format = last
        base = max(sizes, key=lambda run: sizes[run]) if sizes else self.plain_run
        return tuple(_scanned(self._grouped(pieces, base))), base

    def _folded(self, pieces: Sequence[_Piece]) -> list[_Piece]:
        """Make what begins and ends in this line one piece; what overlaps ends with the line."""
        found: list[_Piece] = []
        last: list[_Piece] = []
        begun: list[int] = []
        for piece in pieces:
            depth = _depth_of(piece, found, begun)
            if depth is None:
                found.append(piece)
            elif depth == len(begun) - 1 or piece.ends == _FIELD:  # a field must not come apart
                start = begun[depth]
                del begun[depth:]
                found[start:] = [self._range(found[start], found[start + 1 :], piece)]
            else:
                del begun[depth]
                last.append(piece)
            if piece.begins:
                begun.append(len(found) - 1)
                del begun[:-_MOST_RANGES]
        return found + last

    def _range(self, first: _Piece, inner: Sequence[_Piece], last: _Piece) -> _Piece:
        raw = "".join(piece.raw for piece in (first, *inner, last))
        opening = first.raw
        if first.begins == _FIELD:
            code = "".join(piece.instruction for piece in inner).split()
            parted = [number for number, piece in enumerate(inner) if piece.parts_field]
            if code[:1] != ["HYPERLINK"] or not parted:
                return _Piece(raw, (self._atom(raw),))
            opening += "".join(piece.raw for piece in inner[: parted[0] + 1])
            inner = inner[parted[0] + 1 :]
        return _Piece(raw, self._pair(opening, self._level(inner), last.raw, raw))

    def _grouped(self, pieces: Sequence[_Piece], base: str) -> Iterator[Node]:
        """Yield the nodes; those of another format than the base are in pairs."""
        group: list[Node] = []
        run = base
        waiting: list[Node] = []
        for piece in pieces:
            if piece.format is None:
                waiting += piece.nodes
                continue
            if group and piece.format == run:
                group += [*waiting, *piece.nodes]
            else:
                yield from self._in_marks(group, run)
                yield from waiting
                run = piece.format
                group = [] if run == base else list(piece.nodes)
                if run == base:
                    yield from piece.nodes
            waiting = []
        yield from self._in_marks(group, run)
        yield from waiting

    def _in_marks(self, group: Sequence[Node], run: str) -> Iterator[Node]:
        if group:
            before, words, after = _without_blanks(tuple(_scanned(group)))
            opening, closing = self.mark("", begins=run), self.mark("", ends=True)
            yield from (*before, Pair(opening, words, closing), *after)


_FIELD = "field"
_MOST_RANGES = 100
"""Ranges that are open at once; what was begun earlier has no end."""

_CODE = frozenset(["code", "kbd", "samp", "var"])


def _run_of(element: Element, dialect: Dialect) -> tuple[list[Content], str]:
    """Return the content of a run and how it begins, without what only its source text had."""
    properties, content = split_properties(element, dialect)
    properties = _OF_SOURCE.sub("", properties)
    if _EMPTY.fullmatch(properties):
        properties = ""
    return content, f"<{_tag_name(element.opening)}>{properties}"


_OF_SOURCE = re.compile(
    r"""<(?:\w+:)?(?:lang|noProof)(?:\s[^<>]*)?/>
    | \s(?:lang|altLang|dirty|err|smtClean)="[^"]*" """,
    re.VERBOSE,
)
_EMPTY = re.compile(r"\s*(?:<[^\s<>/]+\s*(?:/>|>\s*</[^<>]*>))?\s*")


def _depth_of(piece: _Piece, found: Sequence[_Piece], begun: Sequence[int]) -> int | None:
    """Return which of the ranges that have begun a piece ends, if it ends one."""
    if not piece.ends:
        return None
    depths = range(len(begun) - 1, -1, -1)
    return next((each for each in depths if found[begun[each]].begins == piece.ends), None)


def _keep_words_whole(pieces: Sequence[_Piece]) -> None:
    """Move borders of formats that lie inside a word: the format of its larger part wins.

    What is raised or lowered keeps its place: of "10" and a raised "6", neither is the other.
    """
    for before, after in pairwise(pieces):
        if before.format is None or after.format is None or before.format == after.format:
            continue
        if _IS_RAISED.search(before.format + after.format):
            continue
        first, last = source_of(before.nodes), source_of(after.nodes)
        tail = "".join(takewhile(_has_case, reversed(first)))[::-1]
        head = "".join(takewhile(_has_case, last))
        if not (tail and head):
            continue
        if len(tail) < len(head):
            first, last = first[: -len(tail)], tail + last
        else:
            first, last = first + head, last[len(head) :]
        before.nodes, after.nodes = (Text(first),), (Text(last),)


_IS_RAISED = re.compile(r"""vertAlign|\sbaseline="(?!0")""")


def _has_case(character: str) -> bool:
    """Return whether it is a letter of a script that parts words by blanks, or a digit."""
    return character.isdecimal() or character.lower() != character.upper()


def _without_blanks(nodes: Nodes) -> tuple[Nodes, Nodes, Nodes]:
    """Part the blanks round some words from them."""
    before: Nodes = ()
    after: Nodes = ()
    first = nodes[0]
    if isinstance(first, Text):
        bare = first.text.lstrip(" ")
        before = (Text(" "),) if bare != first.text else ()
        nodes = (Text(bare), *nodes[1:]) if bare else nodes[1:]
    last = nodes[-1]
    if isinstance(last, Text):
        bare = last.text.rstrip(" ")
        after = (Text(" "),) if bare != last.text else ()
        nodes = (*nodes[:-1], Text(bare)) if bare else nodes[:-1]
    return before, nodes, after


def _scanned(nodes: Iterable[Node]) -> Iterator[Node]:
    """Join texts that touch, and part addresses and the like from them."""
    waiting = ""
    for node in nodes:
        if isinstance(node, Text):
            waiting += node.text
            continue
        yield from scan(waiting, "plain")
        waiting = ""
        yield node
    yield from scan(waiting, "plain")
