"""Files of office programs, and EPUB: zip files that say which of their parts hold text."""

import posixpath
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

from engine.documents.refusals import damaged, protected
from engine.documents.tagged.container import Container
from engine.documents.tagged.dialects import HTML, LAYOUT, METADATA, OPEN_DOCUMENT, Dialect
from engine.documents.tagged.language_tags import Languages, relabelled
from engine.documents.tagged.office_parts import (
    slide_parts,
    without_prompts,
    word_parts,
    workbook_parts,
)
from engine.documents.tagged.paragraphs import read_elements, read_flow
from engine.documents.tagged.parts import END_OF_PART, Part, attributes_of, read_text
from engine.documents.tagged.plain_spans import without_plain_spans
from engine.documents.tagged.tokens import MarkupError, html_tokens, xml_tokens
from engine.documents.tagged.writing_direction import redirected
from engine.documents.text_file import TextEncoding
from engine.errors import DocumentError
from engine.markup.extraction import Block
from engine.translatable import Phrase, translatable


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
        """Yield all texts, each ended by `END_OF_PART`.

        Raises:
            DocumentError: If one is damaged, or all are too large.
        """
        try:
            for part in self.texts:
                text, encoding = read_text(self.container, part.name)
                self._encodings.append(encoding)
                yield from _read(text, part.dialect, self.languages)
                yield END_OF_PART
        except MarkupError as error:
            raise damaged(self.container.path) from error

    def encode(self, text: str) -> bytes:
        """Return the file with these texts."""
        contents = text.split(END_OF_PART)[:-1]
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
    elif dialect is LAYOUT:
        tokens = without_prompts(tokens)
    return read_elements(tokens, dialect, languages.source)


# --- OpenDocument ---


def _open_document_parts(container: Container) -> Iterator[Part]:
    kind = container.read("mimetype").strip() if "mimetype" in container.names else b""
    if kind != b"application/vnd.oasis.opendocument.text":
        raise damaged(container.path)
    if any(
        True for _ in attributes_of(container, "META-INF/manifest.xml", "manifest:encryption-data")
    ):
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
            attributes_of(container, "META-INF/encryption.xml", "enc:CipherReference")
            if "META-INF/encryption.xml" in container.names
            else ()
        )
    }
    roots = attributes_of(container, "META-INF/container.xml", "container:rootfile")
    for root in dict.fromkeys(each.get("full-path", "") for each in roots):
        parts = {root: METADATA}
        for item in attributes_of(container, root, "opf:item"):
            name = posixpath.join(posixpath.dirname(root), unquote(item.get("href", "")))
            dialect = _BOOK_TYPES.get(item.get("media-type", ""))
            if dialect is not None:
                parts.setdefault(posixpath.normpath(name), dialect)
        if locked.intersection(parts):  # fonts are often hidden, and no harm
            reason = Phrase.of(translatable("Phrase", "is locked by copy protection"))
            raise DocumentError(container.path, reason)
        yield from (Part(name, dialect) for name, dialect in parts.items())


_KINDS: Mapping[str, Callable[[Container], Iterator[Part]]] = {
    ".docx": word_parts,
    ".pptx": slide_parts,
    ".xlsx": workbook_parts,
    ".odt": _open_document_parts,
    ".epub": _book_parts,
}
