"""A file to translate, as text, and how it was written: its translation is written alike."""

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DocumentError
from engine.text.encoding_detection import detect_encoding, marked_encoding
from engine.translatable import Phrase, translatable

TEXT_SUFFIXES = (".txt", ".md", ".srt")
PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
PACKAGE_SUFFIXES = (".docx", ".pptx", ".xlsx", ".odt", ".epub")
PDF_SUFFIX = ".pdf"
SUFFIXES = (*TEXT_SUFFIXES, *PACKAGE_SUFFIXES, *PAGE_SUFFIXES, PDF_SUFFIX)
"""The kinds of files that can be translated."""

SIZE_LIMIT = 10_000_000
"""Bytes of text: some fifteen novels, and hours of work."""

PACKED_LIMIT = 100_000_000
"""Bytes of a file with pictures in it."""

_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")

_USUAL_SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class TextEncoding:
    """The encoding of a text, and the byte order mark of the file."""

    name: str
    mark: bytes = b""
    errors: str = "strict"
    """How `str.encode` handles characters that the encoding lacks."""

    def encode(self, text: str) -> bytes:
        """Return the bytes of a text; as UTF-8 with its mark if this encoding cannot hold it."""
        try:
            return self.mark + text.encode(self.name, self.errors)
        except UnicodeEncodeError:
            return codecs.BOM_UTF8 + text.encode()


def check_suffix(path: Path) -> None:
    """Check that a file is of a supported kind.

    Raises:
        DocumentError: If it is not.
    """
    if path.suffix.lower() not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        reason = Phrase.of(
            translatable("Phrase", "is not a supported file type; save it as {known}"),
            known=known,
        )
        raise DocumentError(path, reason)


def read_bytes(path: Path, limit: int = SIZE_LIMIT) -> bytes:
    """Read a file.

    Raises:
        DocumentError: If it cannot be read, or has more bytes than `limit`.
    """
    try:
        # Opening a pipe waits for a writer, and a device may never end.
        if path.exists() and not path.is_file() and not path.is_dir():
            reason = Phrase.of(
                translatable("Phrase", "is a device or pipe; copy its content to a file")
            )
            raise DocumentError(path, reason)
        with path.open("rb") as file:
            content = file.read(_USUAL_SIZE)  # a read holds room for all that it may return
            if len(content) == _USUAL_SIZE:
                content += file.read(limit + 1 - _USUAL_SIZE)
    except OSError as error:
        reason = Phrase.of(
            translatable(
                "Phrase", "cannot be read: {error}; check that it exists and that you may open it"
            ),
            error=str(error.strerror),
        )
        raise DocumentError(path, reason) from error
    if len(content) > limit:
        reason = Phrase.of(
            translatable("Phrase", "is larger than {limit} MB; split it into smaller files"),
            limit=limit // 1_000_000,
        )
        raise DocumentError(path, reason)
    return content


def decode(path: Path, content: bytes, language: str) -> tuple[str, TextEncoding]:
    """Read the bytes of a file as text; what is not UTF-8 is in a usual encoding of its language.

    Nearly any bytes are some text in such an encoding: so no control characters may be in it.

    Raises:
        DocumentError: If they are no text, or in an encoding that cannot be told.
    """
    name, mark = marked_encoding(content)
    if not mark:
        found = detect_encoding(content, [language])
        if found.is_damaged:
            reason = Phrase.of(
                translatable(
                    "Phrase",
                    "is damaged: line {line} has a character that is not UTF-8, unlike the "
                    "rest; fix it and save the file as UTF-8",
                ),
                line=found.line,
            )
            raise DocumentError(path, reason)
        name = found.encoding or ""
    text = _text_of(content[len(mark) :], name)
    is_odd = name != "utf-8" and not mark and _CONTROL.search(text) is not None
    if (content and not text and content != mark) or "\x00" in text or is_odd:
        reason = Phrase.of(
            translatable("Phrase", "contains no text, or its encoding is unknown; save it as UTF-8")
        )
        raise DocumentError(path, reason)
    return text, TextEncoding(name, mark)


def _text_of(content: bytes, encoding: str) -> str:
    """Decode the bytes; return None if they do not fit the encoding."""
    try:
        return content.decode(encoding) if encoding else ""
    except UnicodeDecodeError:
        return ""
