"""The elements inside a paragraph of XML or HTML, and the texts in their attributes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.documents.tagged.dialects import Dialect
from engine.documents.tagged.tokens import Characters, Other, with_values


@dataclass(slots=True)
class Element:
    """An element inside a paragraph, with its tags as they are written."""

    name: str
    attributes: Mapping[str, str]
    opening: str
    children: list["Content"] = field(default_factory=list)
    closing: str = ""


Content = Element | Characters | Other


def raw_of(children: Iterable[Content]) -> str:
    """Return what was read, as it is written."""
    return "".join(_raw_pieces(children))


def _raw_pieces(children: Iterable[Content]) -> Iterator[str]:
    for child in children:
        if isinstance(child, Element):
            yield child.opening
            yield from _raw_pieces(child.children)
            yield child.closing
        else:
            yield child.raw


def text_of(children: Iterable[Content], dialect: Dialect) -> str:
    """Return the characters in some content, but for what is dropped."""
    return "".join(_characters_in(children, dialect))


def _characters_in(children: Iterable[Content], dialect: Dialect) -> Iterator[str]:
    for child in children:
        if isinstance(child, Characters):
            yield child.text
        elif isinstance(child, Element) and child.name not in dialect.dropped:
            yield from _characters_in(child.children, dialect)


def folded(name: str) -> str:
    """Return a name as it is compared: in one line, and without regard to case."""
    read = re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), name)
    return " ".join(read.split()).casefold()


def split_properties(element: Element, dialect: Dialect) -> tuple[str, list[Content]]:
    """Part what must stay at the beginning of an element from its content."""
    count = 0
    for child in element.children:
        is_blank = isinstance(child, Characters) and not child.text.strip()
        if not (is_blank or (isinstance(child, Element) and child.name in dialect.properties)):
            break
        count += 1
    while count and not isinstance(element.children[count - 1], Element):
        count -= 1
    return raw_of(element.children[:count]), element.children[count:]


def shown_texts(children: Iterable[Content], dialect: Dialect) -> list[str]:
    """Return the texts in attributes that people read or hear, each once."""
    return list(dict.fromkeys(_texts_in(children, dialect))) if dialect.attributes else []


def _texts_in(children: Iterable[Content], dialect: Dialect) -> Iterator[str]:
    for child in children:
        if isinstance(child, Element) and child.attributes.get("translate") != "no":
            yield from _texts_of(child, dialect).values()
            yield from _texts_in(child.children, dialect)


def _texts_of(element: Element, dialect: Dialect) -> dict[str, str]:
    """Return the attributes with a text, which is in one line."""
    names = dialect.attributes
    kind = element.attributes.get("name", "").lower()
    if element.name in _TITLES_ARE_NAMES:
        return {}
    if element.name == "meta":
        names = frozenset(["content"] if kind == "description" else [])
    return {
        name: " ".join(value.split())
        for name, value in element.attributes.items()
        if name in names and any(map(str.isalnum, value))
    }


_TITLES_ARE_NAMES = frozenset(["link", "style"])
"""Their titles are those of style sheets to choose from, which must be equal to belong together."""


def with_texts(
    children: Sequence[Content], texts: Mapping[str, str], dialect: Dialect
) -> list[Content]:
    """Return the content with other texts in attributes, those that are the same as they were."""
    found: list[Content] = []
    for child in children:
        if isinstance(child, Element) and child.attributes.get("translate") != "no":
            changed = {
                name: texts[text]
                for name, text in _texts_of(child, dialect).items()
                if texts.get(text, text) != text
            }
            opening = with_values(child.opening, changed) if changed else child.opening
            inner = with_texts(child.children, texts, dialect)
            found.append(replace(child, opening=opening, children=inner))
        else:
            found.append(child)
    return found
