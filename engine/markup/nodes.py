"""The parts of a line of text of which some are not translated: a tree of plain values.

- Text: to be translated.
- Atom: kept as it is: code, an address, a placeholder; only a picture's caption is translated.
- Pair: what opens and closes round some text: **bold**, [a link](there), <i>.
- Break: a line that ends here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Glue = Literal["letters", "word", "none"]
"""What goes with an atom: the letters that it touches ("`x`s"); the word that it stands inside of,
as a tag may (un<b>seen); or nothing: an emoji parts words as a blank does."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words to translate."""

    text: str


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a line inside a paragraph, with all that is written there."""

    text: str


@dataclass(frozen=True, slots=True)
class Atom:
    """Something to be kept; nodes among its parts are text of its own (a picture's caption).

    One that clings belongs to the word before it, as the mark of a footnote does.
    """

    parts: tuple["str | Nodes", ...]
    clings: bool = False
    glue: Glue = "letters"


@dataclass(frozen=True, slots=True)
class Pair:
    """Marks round something; `renamed` closes it if what it holds has changed."""

    opening: str
    children: "Nodes"
    closing: str
    renamed: str | None = None


Node = Text | Break | Atom | Pair
Nodes = tuple[Node, ...]


def source_of(nodes: Sequence[Node]) -> str:
    """Return the text that the nodes were read from."""
    return "".join(_pieces(nodes))


def _pieces(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        match node:
            case Text() | Break():
                yield node.text
            case Atom():
                for part in node.parts:
                    yield part if isinstance(part, str) else source_of(part)
            case Pair():
                yield node.opening
                yield from _pieces(node.children)
                yield node.closing


def with_breaks(nodes: Nodes, breaks: Iterator[str]) -> Iterator[Node]:
    """The nodes with what is written at each end of a line, taken in reading order."""

    def restored(text: str) -> str:
        first, *others = text.split("\n")
        return first + "".join(next(breaks) + other for other in others)

    for node in nodes:
        match node:
            case Text():
                first, *others = node.text.split("\n")
                if first:
                    yield Text(first)
                for other in others:
                    yield Break(next(breaks))
                    if other:
                        yield Text(other)
            case Break():
                yield Break(restored(node.text))
            case Atom():
                parts = (
                    restored(part) if isinstance(part, str) else tuple(with_breaks(part, breaks))
                    for part in node.parts
                )
                yield replace(node, parts=tuple(parts))
            case Pair():
                opening = restored(node.opening)
                children = tuple(with_breaks(node.children, breaks))
                yield replace(
                    node, opening=opening, children=children, closing=restored(node.closing)
                )
