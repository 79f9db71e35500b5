"""An HTML file: its text between the tags, and the encoding that it declares."""

import re
from collections.abc import Iterator
from pathlib import Path

from engine.documents.tagged.dialects import HTML
from engine.documents.tagged.language_tags import Languages, relabelled
from engine.documents.tagged.paragraphs import read_flow
from engine.documents.tagged.tokens import html_tokens
from engine.documents.tagged.writing_direction import redirected
from engine.documents.text_file import TextEncoding, decode
from engine.markup.extraction import Block
from engine.text.encoding_detection import marked_encoding

_DECLARED = re.compile(
    rb"""(?: <meta\s[^>]*? \b charset | <\?xml\b[^>]*? \b encoding )
    \s*=\s* ["']? ([A-Za-z0-9._:-]+)""",
    re.VERBOSE | re.IGNORECASE,
)
_HEAD = 4096
"""Bytes in which the encoding is declared, by the rules of HTML four times as many as needed."""


def read_page(
    path: Path, content: bytes, languages: Languages
) -> tuple[Iterator[str | Block], TextEncoding]:
    """Return the parts of a page, and how it is written.

    Raises:
        DocumentError: If it holds no text, or its encoding cannot be told.
    """
    text, encoding = _decoded(path, content, languages.source)
    return read_html(text, languages), encoding


def read_html(text: str, languages: Languages) -> Iterator[str | Block]:
    """Return the parts of a page, or of a piece of one."""
    tokens = html_tokens(text, is_xml=text.lstrip().startswith("<?xml"))
    tokens = redirected(relabelled(tokens, languages, HTML), languages, HTML)
    return read_flow(tokens, HTML, languages.source)


def _decoded(path: Path, content: bytes, language: str) -> tuple[str, TextEncoding]:
    declared = _DECLARED.search(content[:_HEAD])
    if declared and not marked_encoding(content)[1]:
        try:
            name = declared[1].decode()
            return content.decode(name), TextEncoding(name, errors="xmlcharrefreplace")
        except (UnicodeDecodeError, LookupError):
            pass  # it is not what it says; the bytes tell
    return decode(path, content, language)
