"""The parts of a zip file, as text."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from engine.documents.refusals import damaged
from engine.documents.tagged.container import Container
from engine.documents.tagged.dialects import Dialect
from engine.documents.tagged.tokens import MarkupError, xml_elements
from engine.documents.text_file import TextEncoding
from engine.text.encoding_detection import marked_encoding

END_OF_PART = "\0"
"""Parts the texts of a file; neither XML nor HTML may hold it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a container with text in it."""

    name: str
    dialect: Dialect


_DECLARATION = re.compile(rb"""\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")


def read_text(container: Container, name: str) -> tuple[str, TextEncoding]:
    """Read a part in the encoding that it declares."""
    content = container.read(name)
    encoding, mark = marked_encoding(content)
    declared = _DECLARATION.match(content)
    if not mark:
        encoding = declared[1].decode() if declared else "utf-8"
    try:
        text = content[len(mark) :].decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise damaged(container.path) from error
    if END_OF_PART in text:
        raise damaged(container.path)
    return text, TextEncoding(encoding, mark, errors="xmlcharrefreplace")


def elements_of(
    container: Container, name: str, wanted: Collection[str]
) -> Iterator[tuple[str, Mapping[str, str], str]]:
    """Yield the elements of some names in a part, with their attributes and characters.

    Raises:
        DocumentError: If it is no XML, or too large.
    """
    try:
        yield from xml_elements(read_text(container, name)[0], wanted)
    except MarkupError as error:
        raise damaged(container.path) from error


def attributes_of(container: Container, name: str, wanted: str) -> Iterator[Mapping[str, str]]:
    """Yield the attributes of the elements of one name in a part."""
    return (attributes for _, attributes, _ in elements_of(container, name, (wanted,)))
