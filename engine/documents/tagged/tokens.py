"""XML and HTML as tokens that joined are the text again, so that all but the words can be copied.

XML is read by expat, which tells where each token begins. HTML is read by rules of our own, because
`html.parser` takes minutes for a few kilobytes that were made to stop it.
"""

import html
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from xml.parsers import expat

from engine.languages.base import words

_CHUNK = 1 << 16


class MarkupError(Exception):
    """What should be XML is none, or declares entities; whoever knows the file says so."""


@dataclass(frozen=True, slots=True)
class Start:
    """A tag that opens an element, or an element without content, whose `End` is then empty."""

    raw: str
    name: str
    attributes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class End:
    """A tag that closes an element."""

    raw: str
    name: str


@dataclass(frozen=True, slots=True)
class Characters:
    """Words, as they are written and as they are read."""

    raw: str
    text: str


@dataclass(frozen=True, slots=True)
class Other:
    """A comment, a declaration, an instruction."""

    raw: str


Token = Start | End | Characters | Other


# --- XML ---

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
    "http://purl.oclc.org/ooxml/drawingml/chart": "c",
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://purl.oclc.org/ooxml/presentationml/main": "p",
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "x",
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "x",
    "http://schemas.microsoft.com/office/excel/2006/main": "xm",
    "http://schemas.openxmlformats.org/package/2006/content-types": "types",
    "http://purl.org/dc/elements/1.1/": "dc",
    "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office",
    "urn:oasis:names:tc:opendocument:xmlns:text:1.0": "text",
    "urn:oasis:names:tc:opendocument:xmlns:style:1.0": "style",
    "http://openoffice.org/2009/office": "officeooo",
    "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0": "manifest",
    "urn:oasis:names:tc:opendocument:xmlns:container": "container",
    "http://www.idpf.org/2007/opf": "opf",
    "http://www.daisy.org/z3986/2005/ncx/": "ncx",
    "http://www.w3.org/2001/04/xmlenc#": "enc",
}
"""The prefix by which elements of a namespace are named here, whatever a file calls it."""


def xml_tokens(text: str) -> Iterator[Token]:
    """Read XML; names have the prefixes above, and attributes without a namespace have none.

    Raises:
        MarkupError: If it is not well-formed, or declares entities.
    """
    reader = _XmlReader(text.encode())
    try:
        yield from reader.tokens()
    except (expat.ExpatError, ValueError) as error:
        raise MarkupError(str(error)) from error


def xml_elements(
    text: str, wanted: Collection[str]
) -> Iterator[tuple[str, Mapping[str, str], str]]:
    """Yield the elements of some names, with their attributes and the characters in them.

    This takes an eighth of the time of reading all tokens. None may stand in another.

    Raises:
        MarkupError: If the text is not well-formed, or declares entities.
    """
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    found: list[tuple[str, Mapping[str, str], list[str]]] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if (named := _named(name)) in wanted:
            pieces: list[str] = []
            found.append((named, {_named(key): attributes[key] for key in attributes}, pieces))
            parser.CharacterDataHandler, parser.EndElementHandler = pieces.append, end

    def end(name: str) -> None:
        if _named(name) in wanted:
            parser.CharacterDataHandler = parser.EndElementHandler = None

    parser.StartElementHandler = start
    parser.EntityDeclHandler = _refuse
    content = text.encode()
    try:
        for at in range(0, max(1, len(content)), _CHUNK):
            parser.Parse(content[at : at + _CHUNK], at + _CHUNK >= len(content))
            while found and (len(found) > 1 or parser.EndElementHandler is None):
                name, attributes, pieces = found.pop(0)
                yield name, attributes, "".join(pieces)
    except (expat.ExpatError, ValueError) as error:
        raise MarkupError(str(error)) from error


def _refuse(*_: object) -> None:
    raise ValueError("it declares entities")


class _XmlReader:
    """Feeds expat, and parts the bytes where it says that a token begins."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.parser = parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = parser.DefaultHandler = self._other
        parser.XmlDeclHandler = parser.StartDoctypeDeclHandler = self._other
        parser.EndDoctypeDeclHandler = self._other
        parser.ProcessingInstructionHandler = self._other
        # What a CDATA section holds are characters like others; its marks read as none.
        parser.StartCdataSectionHandler = parser.EndCdataSectionHandler = self._cdata_mark
        parser.EntityDeclHandler = _refuse
        self.found: list[tuple[int, str, str, Mapping[str, str]]] = []

    def tokens(self) -> Iterator[Token]:
        """Read all, a piece at a time."""
        for at in range(0, max(1, len(self.content)), _CHUNK):
            self.parser.Parse(self.content[at : at + _CHUNK], at + _CHUNK >= len(self.content))
            ready, self.found = self.found[:-1], self.found[-1:]
            ends = [each[0] for each in (*ready[1:], *self.found)]
            yield from map(self._token, ready, ends)
        yield from map(self._token, self.found, [len(self.content)])

    def _token(self, found: tuple[int, str, str, Mapping[str, str]], end: int) -> Token:
        start, kind, text, attributes = found
        raw = self.content[start:end].decode()
        match kind:
            case "start":
                return Start(raw, text, attributes)
            case "end":
                return End(raw, text)
            case "characters":
                return Characters(raw, text)
            case _:
                return Other(raw)

    def _add(self, kind: str, text: str = "", attributes: Mapping[str, str] | None = None) -> None:
        self.found.append((self.parser.CurrentByteIndex, kind, text, attributes or {}))

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._add("start", _named(name), {_named(key): attributes[key] for key in attributes})

    def _end(self, name: str) -> None:
        self._add("end", _named(name))

    def _characters(self, text: str) -> None:
        self._add("characters", text)

    def _cdata_mark(self) -> None:
        self._add("characters")

    def _other(self, *_: object) -> None:
        self._add("other")


@lru_cache(maxsize=256)
def _named(name: str) -> str:
    namespace, _, local = name.rpartition(" ")
    prefix = _PREFIXES.get(namespace, namespace)
    return f"{prefix}:{local}" if prefix else local


# --- HTML ---

_TAG = re.compile(
    r"""< (?P<slash>/?) (?P<name>[A-Za-z][^\s/>]*+)
    (?P<attributes> (?: [\s/]++
      | [^\s/>] [^\s/>=]*+ (?: \s*+ = \s*+ (?: "[^"]*+" | '[^']*+' | [^\s>"'] [^\s>]*+ )? )?
    )*+ ) >""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    r"""(?P<name> [^\s/>] [^\s/>=]*+ )
    (?: \s*+ = \s*+
      (?: "(?P<double>[^"]*+)" | '(?P<single>[^']*+)' | (?P<bare> [^\s>"'] [^\s>]*+ ) )
    )?""",
    re.VERBOSE,
)
_MARKUP = re.compile("</?[A-Za-z]|<!--|<!\\[CDATA\\[|<!|<\\?")
_ENDS = {"<!--": "-->", "<![CDATA[": "]]>", "<!": ">", "<?": ">"}
_RAW_TEXT = words("script style textarea title")
"""Elements in which no tag begins but their own end."""
_VOID = words("area base br col embed hr img input link meta param source track wbr")


def html_tokens(text: str, *, is_xml: bool) -> Iterator[Token]:
    """Read HTML as browsers do, or XHTML, where any element may be empty.

    What never ends, such as a comment, reaches to the end of the text.
    """
    done = at = 0
    while markup := _MARKUP.search(text, at):
        at = markup.start()
        if done < at:
            yield _characters(text[done:at])
        tag = _TAG.match(text, at)
        if tag is None:
            ending = _ENDS.get(markup[0], "")
            found = text.find(ending, markup.end()) if ending else -1
            done = found + len(ending) if found >= 0 else len(text)
            yield Other(text[at:done])
            at = done
            continue
        done = at = tag.end()
        name = tag["name"].lower()
        if tag["slash"]:
            yield End(tag[0], name)
            continue
        yield Start(tag[0], name, _attributes(tag["attributes"]))
        if name in _VOID or (is_xml and tag["attributes"].endswith("/")):
            yield End("", name)
        elif name in _RAW_TEXT:
            end = re.compile(f"</{name}", re.IGNORECASE).search(text, at)
            at = end.start() if end else len(text)
    if done < len(text):
        yield _characters(text[done:])


def _characters(raw: str) -> Characters:
    return Characters(raw, html.unescape(raw))


def _attributes(raw: str) -> dict[str, str]:
    return {
        found["name"].lower(): html.unescape(
            found["double"] or found["single"] or found["bare"] or ""
        )
        for found in _ATTRIBUTE.finditer(raw)
    }


def with_values(tag: str, values: Mapping[str, str]) -> str:
    """Return a tag of HTML with other values of some attributes, quoted as before."""

    def written(found: re.Match[str]) -> str:
        value = values.get(found["name"].lower())
        if value is None:
            return found[0]
        quote = "'" if found["single"] is not None else '"'
        escaped = html.escape(value, quote=False).replace(quote, f"&#{ord(quote)};")
        return f"{found['name']}={quote}{escaped}{quote}"

    parts = _TAG.match(tag)
    assert parts is not None
    start, end = parts.span("attributes")
    return tag[:start] + _ATTRIBUTE.sub(written, tag[start:end]) + tag[end:]
