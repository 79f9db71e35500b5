"""Word, PowerPoint and Excel: which of their parts hold text, by the types that a file declares.

The text of a cell is also a name: tables and formulas find their columns and rows by it. What they
name is kept, or a workbook would compute something else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.documents.refusals import damaged
from engine.documents.tagged.container import Container
from engine.documents.tagged.dialects import DRAWING, LAYOUT, METADATA, SHEET, WORD, Dialect
from engine.documents.tagged.elements import folded
from engine.documents.tagged.parts import Part, attributes_of, elements_of
from engine.documents.tagged.tokens import End, Other, Start, Token
from engine.errors import DocumentError
from engine.languages.base import words
from engine.translatable import Phrase, translatable

_METADATA_TYPES = {"package.core-properties+xml": METADATA}

_WORD_TYPES = {
    "wordprocessingml.document.main+xml": WORD,
    "wordprocessingml.header+xml": WORD,
    "wordprocessingml.footer+xml": WORD,
    "wordprocessingml.footnotes+xml": WORD,
    "wordprocessingml.endnotes+xml": WORD,
    "wordprocessingml.styles+xml": WORD,  # what language unmarked text is in
    "wordprocessingml.settings+xml": WORD,
    **_METADATA_TYPES,
}
"""The ends of content types, in the order in which they are translated."""

_SLIDE_TYPES = {
    "presentationml.presentation.main+xml": DRAWING,  # what language unmarked text is in
    "presentationml.slide+xml": DRAWING,
    "presentationml.notesSlide+xml": DRAWING,
    "drawingml.chart+xml": DRAWING,
    "drawingml.diagramData+xml": DRAWING,
    "application/vnd.ms-office.drawingml.diagramDrawing+xml": DRAWING,  # the same, as it is shown
    "presentationml.slideLayout+xml": LAYOUT,
    "presentationml.slideMaster+xml": LAYOUT,
    **_METADATA_TYPES,
}


_WORKBOOK_TYPES = {
    "spreadsheetml.sharedStrings+xml": SHEET,
    "spreadsheetml.worksheet+xml": SHEET,
    "drawing+xml": DRAWING,
    "drawingml.chart+xml": DRAWING,
    "drawingml.diagramData+xml": DRAWING,
    "application/vnd.ms-office.drawingml.diagramDrawing+xml": DRAWING,
}


def word_parts(container: Container) -> Iterator[Part]:
    """Yield the parts of a Word file that have text."""
    return _parts(_declared(container, "wordprocessingml.document.main+xml"), _WORD_TYPES)


def slide_parts(container: Container) -> Iterator[Part]:
    """Yield the parts of a presentation that have text."""
    return _parts(_declared(container, "presentationml.presentation.main+xml"), _SLIDE_TYPES)


def workbook_parts(container: Container) -> Iterator[Part]:
    """Yield the parts of a workbook that have text, with the names among their texts."""
    types = _declared(container, "spreadsheetml.sheet.main+xml")
    found = _Names()
    for kind in _NAMING_TYPES:
        for name in types.get(kind, []):
            found.read(container, name)
    names = frozenset(map(folded, found.texts))
    for part in _parts(types, _WORKBOOK_TYPES):
        if part.name not in found.parts_without_texts:
            yield replace(part, dialect=replace(part.dialect, names=names))
    yield from _parts(types, _METADATA_TYPES)


def _parts(types: Mapping[str, list[str]], dialects: Mapping[str, Dialect]) -> Iterator[Part]:
    for kind, dialect in dialects.items():
        for name in types.get(kind, []):
            yield Part(name, dialect)


def _declared(container: Container, main_type: str) -> dict[str, list[str]]:
    """Return the parts of each type.

    Raises:
        DocumentError: If there is none of the main type, or there are macros.
    """
    types: dict[str, list[str]] = {}
    for part in attributes_of(container, "[Content_Types].xml", "types:Override"):
        kind = part.get("ContentType", "").rpartition("-officedocument.")[2]
        kind = kind.removeprefix("application/vnd.openxmlformats-")
        types.setdefault(kind, []).append(part.get("PartName", "").lstrip("/"))
    has_macros = any(name.endswith("/vbaProject.bin") for name in container.names)
    if has_macros or any("macroEnabled" in kind for kind in types):
        reason = Phrase.of(translatable("Phrase", "contains macros; save it without them"))
        raise DocumentError(container.path, reason)
    if main_type not in types:
        raise damaged(container.path)
    return types


# --- prompts of a presentation ---


def without_prompts(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens of a layout so that what its placeholders hold is no paragraph."""
    is_placeholder = False
    for token in tokens:
        match token:
            case Start(name="p:ph"):
                is_placeholder = True
            case End(name="p:sp"):
                is_placeholder = False
            case _:
                pass
        is_paragraph = isinstance(token, Start | End) and token.name == "a:p"
        yield Other(token.raw) if is_placeholder and is_paragraph else token


# --- names in a workbook ---

_NAMING_TYPES = (
    "spreadsheetml.sheet.main+xml",
    "spreadsheetml.worksheet+xml",
    "spreadsheetml.table+xml",
    "spreadsheetml.pivotCacheDefinition+xml",
)
_NAMES = {
    "x:sheet": ("name",),
    "x:definedName": ("name",),
    "x:tableColumn": ("name", "totalsRowLabel"),
    "x:cacheField": ("name",),
    "x:filter": ("val",),
    "x:customFilter": ("val",),
    "x:cfRule": ("text",),
}
"""The attributes of an element that name what a cell holds."""

_FORMULAS = words(
    "x:f x:formula x:formula1 x:formula2 x:definedName x:calculatedColumnFormula "
    "x:totalsRowFormula xm:f"
)
_WANTED = _FORMULAS | _NAMES.keys() | {"x:is"}
_QUOTED = re.compile(r"""'(?:[^']|'')*+'|"((?:[^"]|"")*+)\"""")
"""A sheet's name in a formula, or a text in it."""


@dataclass(slots=True)
class _Names:
    """What the parts of a workbook name."""

    texts: set[str] = field(default_factory=set)
    parts_without_texts: set[str] = field(default_factory=set)
    """Sheets whose cells have all their texts in another part."""

    def read(self, container: Container, part: str) -> None:
        """Read one more part."""
        has_texts = False
        for name, attributes, characters in elements_of(container, part, _WANTED):
            has_texts |= name == "x:is"
            self.texts.update(attributes.get(each, "") for each in _NAMES.get(name, ()))
            if name in _FORMULAS:
                self.texts.update(_texts_in(characters))
        if not has_texts:
            self.parts_without_texts.add(part)


def _texts_in(formula: str) -> Iterator[str]:
    """Yield the texts in a formula: whole, as items of a list, and without comparison signs."""
    for found in _QUOTED.finditer(formula):
        text = (found[1] or "").replace('""', '"')
        yield text
        yield from (item.strip("<>=*") for item in text.split(","))
