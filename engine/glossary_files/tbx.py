"""Glossaries as TermBase eXchange (ISO 30042), of version 2 and 3, read element by element.

It is XML that may come from anywhere, so a file that defines entities of its own is refused: a few
lines of them can be made to fill the memory. Of a concept every term of the source language becomes
an entry, and the terms of the target language its forms; terms that are marked as not to be used
are passed over.
"""

from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from engine.errors import GlossaryError
from engine.glossary.glossary import FORMS
from engine.glossary_files.checking import EntryCheck, ReadGlossary
from engine.glossary_files.table import too_many
from engine.languages.lookup import primary_subtag
from engine.translatable import Phrase, translatable

_LANGUAGE_ATTRIBUTES = ("{http://www.w3.org/XML/1998/namespace}lang", "lang")
_CONCEPTS = {"termEntry", "conceptEntry"}
_LANGUAGES = {"langSet", "langSec"}
_TERMS = {"tig", "ntig", "termSec"}
_NOT_USED = ("deprecated", "superseded", "obsolete")


def read_tbx(path: Path, content: bytes, direction: tuple[str, str]) -> ReadGlossary:
    """Read a terminology.

    Args:
        path: The file, for errors.
        content: Its content.
        direction: The codes of the source and the target language.

    Raises:
        GlossaryError: If it is no TBX, dangerous, or has no terms of these languages.
    """
    check = EntryCheck()
    concepts = _Concepts(direction, check)
    parser = DefusedXMLParser(target=concepts)
    concepts.line = lambda: int(parser.parser.CurrentLineNumber)
    try:
        parser.feed(content)
        parser.close()
    except DefusedXmlException as error:
        reason = Phrase.of(
            translatable(
                "Phrase",
                "defines its own XML entities, which can be used to fill the memory; remove them",
            )
        )
        raise GlossaryError(path, reason) from error
    except (ParseError, LookupError, ValueError) as error:
        reason = Phrase.of(
            translatable("Phrase", "is not well-formed XML ({error})"), error=str(error)
        )
        raise GlossaryError(path, reason) from error
    if check.is_full:
        raise GlossaryError(path, too_many())
    result = check.result()
    if not result.entries and not result.problems:
        reason = Phrase.of(
            translatable("Phrase", "has no terms of {source} and {target}; its languages: {found}"),
            source=direction[0],
            target=direction[1],
            found=", ".join(sorted(concepts.languages)) or "–",
        )
        raise GlossaryError(path, reason)
    return result


class _Concepts:
    """Builds entries from a stream of elements."""

    def __init__(self, direction: tuple[str, str], check: EntryCheck) -> None:
        self._source, self._target = map(primary_subtag, direction)
        self._check = check
        self.languages: set[str] = set()
        self._language = ""
        self._terms: dict[str, list[str]] = {}
        self._term = ""
        self._status = ""
        self._text: list[str] | None = None
        self._is_status = False
        self.line: Callable[[], int] = int
        """Tells the line that is being read; set once there is a parser."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        name = _local(tag)
        if name in _CONCEPTS:
            self._terms = {}
        elif name in _LANGUAGES:
            named = [attributes[name] for name in _LANGUAGE_ATTRIBUTES if name in attributes]
            self._language = primary_subtag("".join(named[:1]))
            self.languages.add(self._language)
        elif name in _TERMS:
            self._term = self._status = ""
        elif name == "term":
            self._text = []
        else:
            self._is_status = name == "administrativeStatus" or (
                name == "termNote" and attributes.get("type") == "administrativeStatus"
            )
            if self._is_status:
                self._text = []

    def data(self, text: str) -> None:
        """Handle text."""
        if self._text is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """Handle the end of an element."""
        name = _local(tag)
        if self._text is not None and (name == "term" or self._is_status):
            text = " ".join("".join(self._text).split())
            if name == "term":
                self._term = text
            else:
                self._status = text
            self._text, self._is_status = None, False
        elif name in _TERMS:
            if self._term and not self._status.startswith(_NOT_USED):
                self._terms.setdefault(self._language, []).append(self._term)
        elif name in _CONCEPTS:
            self._add()

    def close(self) -> None:
        """Handle the end of the file."""

    def _add(self) -> None:
        """Add the finished concept if it has terms in both languages."""
        target = FORMS.join(dict.fromkeys(self._terms.get(self._target, ())))
        for source in self._terms.get(self._source, ()) if target else ():
            self._check.add(self.line(), source, target)


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
