"""Word, PowerPoint, OpenDocument and EPUB: zip files that say which of their parts hold text."""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import unquote

from engine.documents.refusals import damaged, protected
from engine.documents.tagged.container import Container
from engine.documents.tagged.dialects import (
    DRAWING,
    HTML,
    METADATA,
    OPEN_DOCUMENT,
    WORD,
    Dialect,
)
from engine.documents.tagged.language_tags import Languages, relabelled
from engine.documents.tagged.paragraphs import read_elements, read_flow
from engine.documents.tagged.plain_spans import without_plain_spans
from engine.documents.tagged.tokens import MarkupError, Start, html_tokens, xml_tokens
from engine.documents.tagged.writing_direction import redirected
from engine.documents.text_file import TextEncoding
from engine.errors import DocumentError
from engine.markup.extraction import Block
from engine.text.encoding_detection import marked_encoding
from engine.translatable import Phrase, translatable

_END_OF_PART = "\0"
"""Parts the texts of a file; neither XML nor HTML may hold it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a container with text in it."""

    name: str
    dialect: Dialect


class Package:
    """A file of parts: gives those that are translated, and is written with others in their place.

    Args:
        container: The file.
        find_parts: Finds its texts.
        languages: Of its text, and of the translation.
    """

    def __init__(
        self,
        container: Container,
        find_parts: Callable[[Container], Iterator[Part]],
        languages: Languages,
    ) -> None:
        self.container = container
        self.languages = languages
        self.texts = list(find_parts(container))
        self._encodings: list[TextEncoding] = []

    def parts(self) -> Iterator[str | Block]:
        """Yield all texts, each ended by `_END_OF_PART`.

        Raises:
            DocumentError: If one is damaged, or all are too large.
        """
        try:
            for part in self.texts:
                text, encoding = _text(self.container, part.name)
                self._encodings.append(encoding)
                yield from _read(text, part.dialect, self.languages)
                yield _END_OF_PART
        except MarkupError as error:
            raise damaged(self.container.path) from error

    def encode(self, text: str) -> bytes:
        """Return the file with these texts."""
        contents = text.split(_END_OF_PART)[:-1]
        parts = zip(self.texts, self._encodings, contents, strict=True)
        return self.container.with_parts(
            {part.name: encoding.encode(content) for part, encoding, content in parts}
        )


def read_package(path: Path, content: bytes, languages: Languages) -> Package:
    """Return a file whose suffix is one of `PACKAGE_SUFFIXES`.

    Raises:
        DocumentError: If it is damaged, protected or too large.
    """
    return Package(Container(path, content), _KINDS[path.suffix.lower()], languages)


def _read(text: str, dialect: Dialect, languages: Languages) -> Iterator[str | Block]:
    if dialect is HTML:
        tokens = relabelled(html_tokens(text, is_xml=True), languages, dialect)
        return read_flow(redirected(tokens, languages, dialect), dialect, languages.source)
    tokens = relabelled(xml_tokens(text), languages, dialect)
    tokens = redirected(tokens, languages, dialect)
    if dialect is OPEN_DOCUMENT:
        tokens = without_plain_spans(tokens)
    return read_elements(tokens, dialect, languages.source)


_DECLARATION = re.compile(rb"""\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")


def _text(container: Container, name: str) -> tuple[str, TextEncoding]:
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
    if _END_OF_PART in text:
        raise damaged(container.path)
    return text, TextEncoding(encoding, mark, errors="xmlcharrefreplace")


def _elements(container: Container, name: str, wanted: str) -> Iterator[Mapping[str, str]]:
    """Yield the attributes of the elements of one name in a part."""
    try:
        for token in xml_tokens(_text(container, name)[0]):
            if isinstance(token, Start) and token.name == wanted:
                yield token.attributes
    except MarkupError as error:
        raise damaged(container.path) from error


# --- Word and PowerPoint ---

_WORD_TYPES = {
    "wordprocessingml.document.main+xml": WORD,
    "wordprocessingml.header+xml": WORD,
    "wordprocessingml.footer+xml": WORD,
    "wordprocessingml.footnotes+xml": WORD,
    "wordprocessingml.endnotes+xml": WORD,
    "wordprocessingml.styles+xml": WORD,  # what language unmarked text is in
    "wordprocessingml.settings+xml": WORD,
    "package.core-properties+xml": METADATA,
}
"""The ends of content types, the main one first, in the order in which they are translated."""

_SLIDE_TYPES = {
    "presentationml.presentation.main+xml": DRAWING,  # what language unmarked text is in
    "presentationml.slide+xml": DRAWING,
    "presentationml.notesSlide+xml": DRAWING,
    "drawingml.chart+xml": DRAWING,
    "drawingml.diagramData+xml": DRAWING,
    "application/vnd.ms-office.drawingml.diagramDrawing+xml": DRAWING,  # the same, as it is shown
    "presentationml.slideLayout+xml": DRAWING,
    "presentationml.slideMaster+xml": DRAWING,
    "package.core-properties+xml": METADATA,
}


def _office_parts(dialects: Mapping[str, Dialect], container: Container) -> Iterator[Part]:
    types: dict[str, list[str]] = {}
    for part in _elements(container, "[Content_Types].xml", "types:Override"):
        kind = part.get("ContentType", "").rpartition("-officedocument.")[2]
        kind = kind.removeprefix("application/vnd.openxmlformats-")
        types.setdefault(kind, []).append(part.get("PartName", "").lstrip("/"))
    has_macros = any(name.endswith("/vbaProject.bin") for name in container.names)
    if has_macros or any("macroEnabled" in kind for kind in types):
        reason = Phrase.of(translatable("Phrase", "contains macros; save it without them"))
        raise DocumentError(container.path, reason)
    if next(iter(dialects)) not in types:
        raise damaged(container.path)
    for kind, dialect in dialects.items():
        for name in types.get(kind, []):
            yield Part(name, dialect)


# --- OpenDocument ---


def _open_document_parts(container: Container) -> Iterator[Part]:
    kind = container.read("mimetype").strip() if "mimetype" in container.names else b""
    if kind != b"application/vnd.oasis.opendocument.text":
        raise damaged(container.path)
    if any(True for _ in _elements(container, "META-INF/manifest.xml", "manifest:encryption-data")):
        raise protected(container.path)
    yield Part("content.xml", OPEN_DOCUMENT)
    for name, dialect in {"styles.xml": OPEN_DOCUMENT, "meta.xml": METADATA}.items():
        if name in container.names:
            yield Part(name, dialect)


# --- EPUB ---

_BOOK_TYPES = {"application/xhtml+xml": HTML, "application/x-dtbncx+xml": METADATA}


def _book_parts(container: Container) -> Iterator[Part]:
    locked = {
        unquote(each.get("URI", ""))
        for each in (
            _elements(container, "META-INF/encryption.xml", "enc:CipherReference")
            if "META-INF/encryption.xml" in container.names
            else ()
        )
    }
    roots = _elements(container, "META-INF/container.xml", "container:rootfile")
    for root in dict.fromkeys(each.get("full-path", "") for each in roots):
        parts = {root: METADATA}
        for item in _elements(container, root, "opf:item"):
            name = posixpath.join(posixpath.dirname(root), unquote(item.get("href", "")))
            dialect = _BOOK_TYPES.get(item.get("media-type", ""))
            if dialect is not None:
                parts.setdefault(posixpath.normpath(name), dialect)
        if locked.intersection(parts):  # fonts are often hidden, and no harm
            reason = Phrase.of(translatable("Phrase", "is locked by copy protection"))
            raise DocumentError(container.path, reason)
        yield from (Part(name, dialect) for name, dialect in parts.items())


_KINDS: Mapping[str, Callable[[Container], Iterator[Part]]] = {
    ".docx": partial(_office_parts, _WORD_TYPES),
    ".pptx": partial(_office_parts, _SLIDE_TYPES),
    ".odt": _open_document_parts,
    ".epub": _book_parts,
}
