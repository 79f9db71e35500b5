"""Sentence pairs of a translation memory (TMX), read unit by unit: no tree of it is built.

It is XML that may come from anywhere, so a file that defines entities of its own is refused:
a few lines of them can be made to fill the memory.
"""

import re
from pathlib import Path
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from engine.languages.lookup import primary_subtag
from engine.text.encoding_detection import is_marked_utf16
from engine.translatable import Phrase, translatable
from training.corpus_formats.sentence_pair import Direction, Pairs, SentencePair
from training.corpus_formats.text_files import (
    LINE_LIMIT,
    OnEncoding,
    check_size,
    ignore_encoding,
    opened,
)
from training.errors import CorpusError

_CHUNK = 1 << 16
_LANGUAGE_ATTRIBUTES = ("{http://www.w3.org/XML/1998/namespace}lang", "lang")
_CODES = {"bpt", "ept", "it", "ph", "ut"}
"""What holds marks of another program, not text."""
_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)""")


def read_tmx(path: Path, direction: Direction, on_encoding: OnEncoding = ignore_encoding) -> Pairs:
    """Read the pairs of a translation memory; `en-US` is `en`. Units without both are passed over.

    Raises:
        CorpusError: If it is no TMX, dangerous, or has no pair of these languages.
    """
    units = _Units(direction)
    parser = DefusedXMLParser(target=units)
    size = 0
    try:
        with opened(path) as file:
            while chunk := file.read(_CHUNK):
                if not size:
                    on_encoding(path, _encoding(chunk))
                size += len(chunk)
                check_size(path, size)
                parser.feed(chunk)
            parser.close()
    except _EndlessSegmentError as error:
        reason = Phrase.of(
            translatable(
                "Phrase", "the segment is longer than {limit:,} characters, so it is not a sentence"
            ),
            limit=LINE_LIMIT,
        )
        raise CorpusError(path, parser.parser.CurrentLineNumber, reason) from error
    except DefusedXmlException as error:
        reason = Phrase.of(
            translatable(
                "Phrase",
                "it defines its own XML entities, which can be used to fill the memory; remove "
                "them",
            )
        )
        raise CorpusError(path, None, reason) from error
    except ParseError as error:
        line, _ = error.position
        reason = Phrase.of(
            translatable("Phrase", "it is not well-formed XML ({error})"), error=error.msg
        )
        raise CorpusError(path, line, reason) from error
    except (LookupError, ValueError) as error:
        reason = Phrase.of(
            translatable("Phrase", "its encoding is unknown ({error}); save it as UTF-8"),
            error=str(error),
        )
        raise CorpusError(path, None, reason) from error
    if not units.pairs:
        reason = Phrase.of(
            translatable(
                "Phrase", "it contains no pair of {source} and {target}; its languages: {found}"
            ),
            source=direction[0],
            target=direction[1],
            found=", ".join(sorted(units.languages)) or "–",
        )
        raise CorpusError(path, None, reason)
    return tuple(units.pairs)


class _EndlessSegmentError(Exception):
    """A segment has more text than any sentence."""


class _Units:
    """Turn the elements into sentence pairs, one after the other."""

    def __init__(self, direction: Direction) -> None:
        self._direction = direction
        self.pairs: list[SentencePair] = []
        self.languages: set[str] = set()
        self._language = ""
        self._variants: dict[str, str] = {}
        self._parts: list[str] | None = None
        self._codes = 0
        self._length = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        name = _local(tag)
        if name == "tu":
            self._variants = {}
        elif name == "tuv":
            named = [attributes[name] for name in _LANGUAGE_ATTRIBUTES if name in attributes]
            self._language = "".join(named[:1]).lower().replace("_", "-")
        elif name == "seg":
            self._parts, self._codes, self._length = [], 0, 0
        elif name in _CODES:
            self._codes += 1

    def data(self, text: str) -> None:
        """Handle text."""
        if self._parts is not None and not self._codes:
            self._parts.append(text)
            self._length += len(text)
            if self._length > LINE_LIMIT:
                raise _EndlessSegmentError

    def end(self, tag: str) -> None:
        """Handle the end of an element."""
        name = _local(tag)
        if name == "seg" and self._parts is not None:
            self._variants.setdefault(self._language, " ".join("".join(self._parts).split()))
            self._parts = None
        elif name == "tu":
            self.languages |= self._variants.keys()
            source, target = (self._of(language) for language in self._direction)
            if source is not None and target is not None:
                self.pairs.append(SentencePair(source, target))
        elif name in _CODES:
            self._codes -= 1

    def close(self) -> None:
        """Handle the end of the file."""

    def _of(self, language: str) -> str | None:
        """Return the text of a language, or of the first of its variants."""
        wished = language.lower()
        near = (text for code, text in self._variants.items() if primary_subtag(code) == wished)
        return self._variants.get(wished, next(near, None))


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _encoding(beginning: bytes) -> str:
    """Return the encoding that XML begins with; without one it is UTF-8."""
    declared = _DECLARED.match(beginning.removeprefix(b"\xef\xbb\xbf"))
    name = declared[1].decode().lower() if declared else "utf-8"
    return "utf-16" if is_marked_utf16(beginning) else name
