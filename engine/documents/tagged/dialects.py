"""Which elements of a format are paragraphs, which stand inside a line, and which are kept.

What is named nowhere: outside a paragraph it is copied; inside one it is an atom, and paragraphs in
it are texts of their own, as in a text box or a footnote. In HTML it ends the paragraph.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from engine.languages.base import words


@dataclass(frozen=True, slots=True)
class Dialect:
    """What the elements of a format are to a translation.

    `paragraphs` is empty where any text is part of one, which whatever is not inline ends.
    """

    paragraphs: frozenset[str] = frozenset()
    inline: frozenset[str] = frozenset()
    """Formatting, links and whatever else holds words of the line."""
    atoms: frozenset[str] = frozenset()
    """Parts of the line with words that are kept: code, deleted text."""
    kept: frozenset[str] = frozenset()
    """The same between paragraphs."""
    breaks: frozenset[str] = frozenset()
    """What ends a line or column inside a paragraph."""
    blanks: frozenset[str] = frozenset()
    """What parts words as a blank does."""
    clinging: frozenset[str] = frozenset()
    """What belongs to the word before it: the mark of a footnote."""
    dropped: frozenset[str] = frozenset()
    """What is true of the source text only: how it was hyphenated and checked."""
    characters: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Elements that are a character."""
    properties: frozenset[str] = frozenset()
    """What must stay at the beginning of the element it is in."""
    endings: frozenset[str] = frozenset()
    """What must stay at its end."""
    plain: frozenset[str] = frozenset()
    """Paragraphs that hold characters, and no runs."""
    ranges: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Empty elements that begin a range, and those of the same identity that end it."""
    run: str = ""
    """The element that holds words of one format, if there is one."""
    run_text: str = ""
    """The element of a run in which its words are."""
    keeping_blanks: str = ' xml:space="preserve"'
    """The attribute by which that element keeps blanks, if it needs any."""
    breaks_in_words: str = ""
    """A pattern of the characters among words that end a line or column."""
    languages: frozenset[str] = frozenset()
    """Elements whose text is the language of the document."""
    names: frozenset[str] = frozenset()
    """Paragraphs that are kept because something finds them by their text, folded."""
    keeps_figures: bool = False
    """Whether a paragraph without letters is kept: a program may compute with it."""
    attributes: frozenset[str] = frozenset()
    """Attributes with a text that people read or hear."""
    collapses_blanks: bool = True
    """Whether any number of blanks and line ends are one blank."""


WORD = Dialect(
    paragraphs=words("w:p"),
    inline=words(
        "w:hyperlink w:ins w:moveTo w:smartTag w:sdt w:sdtContent w:customXml w:dir w:bdo"
    ),
    atoms=words("w:del w:moveFrom w:fldSimple w:ruby"),
    breaks=words("w:br w:cr w:tab w:ptab"),
    clinging=words("w:footnoteReference w:endnoteReference"),
    dropped=words("w:proofErr w:lastRenderedPageBreak w:softHyphen"),
    characters=MappingProxyType({"w:noBreakHyphen": "\u2011"}),
    properties=words("w:pPr w:rPr w:sdtPr w:sdtEndPr w:smartTagPr w:customXmlPr"),
    ranges=MappingProxyType(
        {"w:bookmarkStart": "w:bookmarkEnd", "w:commentRangeStart": "w:commentRangeEnd"}
    ),
    run="w:r",
    run_text="w:t",
    collapses_blanks=False,
)

DRAWING = Dialect(
    paragraphs=words("a:p c:v"),
    atoms=words("a:fld"),
    kept=words("c:numCache c:numLit"),
    breaks=words("a:br"),
    properties=words("a:pPr a:rPr"),
    endings=words("a:endParaRPr"),
    plain=words("c:v"),
    run="a:r",
    run_text="a:t",
    keeping_blanks="",
    breaks_in_words=r"(?:\t|_x000[0-9A-Fa-f]_)+",  # so a character is written that XML lacks
    collapses_blanks=False,
)
"""Slides, and the shapes and charts of all office programs of Microsoft."""

LAYOUT = replace(DRAWING)
"""The same, where a placeholder holds no text of the slides but a prompt to write one."""

SHEET = Dialect(
    paragraphs=words("x:si x:is"),
    dropped=words("x:rPh x:phoneticPr"),
    properties=words("x:rPr"),
    run="x:r",
    run_text="x:t",
    keeps_figures=True,
    breaks_in_words=r"(?:[\t\r\n]|_x000[0-9A-Fa-f]_)+",
    collapses_blanks=False,
)
"""The texts of cells; one of a single format stands in no run."""

OPEN_DOCUMENT = Dialect(
    paragraphs=words("text:p text:h"),
    inline=words("text:span text:a text:meta"),
    atoms=words("office:annotation text:ruby"),
    kept=words("text:tracked-changes office:annotation"),
    breaks=words("text:line-break text:tab"),
    blanks=words("text:s"),
    clinging=words("text:note"),
    dropped=words("text:soft-page-break"),
    ranges=MappingProxyType(
        {
            "text:bookmark-start": "text:bookmark-end",
            "text:reference-mark-start": "text:reference-mark-end",
        }
    ),
)

HTML = Dialect(
    inline=words(
        """a abbr acronym b bdi bdo big cite data del dfn em font i ins label mark q s small span
        strike strong sub sup time tt u"""
    ),
    atoms=words(
        """audio canvas code iframe img input kbd map math noscript object picture ruby samp script
        style svg template var video wbr"""
    ),
    kept=words("pre textarea"),
    breaks=words("br"),
    attributes=words("alt title placeholder aria-label"),
)

METADATA = Dialect(
    paragraphs=words("dc:title ncx:text"),
    languages=words("dc:language"),
)
"""What a file says of itself, and the table of contents of a book."""
