"""Marks on the words of an editor: painted under the text, for the visible blocks only.

A QSyntaxHighlighter would lay out every marked block again, which is noticeable with 20,000
characters; painting costs nothing for hidden blocks. Places here count Qt's UTF-16 units.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from itertools import accumulate

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTextBlock, QTextDocument, QTextLine

from desktop.views import theme
from desktop.views.text.text_places import line_shares

_ROUND = 4.0


class Style(Enum):
    """The styles of marks, which differ in shape, not only in colour."""

    UNSURE = auto()
    """Dotted underline."""
    DOUBTFUL = auto()
    """Wavy underline."""
    UNMATCHED = auto()
    """Dashed underline: nothing in the other text says the same."""
    UNKNOWN = auto()
    """Dashed box."""
    TERM = auto()
    """Thin double underline."""
    DICTIONARY = auto()
    """Thin corners above."""
    EDITED = auto()
    """Underline of dashes and dots: a solid one would look like a link."""


class Highlighter(QObject):
    """Keeps marks in place while the text is edited, and paints them.

    Three kinds: styled spans, perhaps thousands; links, few and behind the text; and
    one sentence, behind the links.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._reaches: list[int] = []
        """How far each mark and those before it reach, as a mark may lie within another."""
        self._styles: list[Style] = []
        self._links: tuple[tuple[int, int], ...] = ()
        self._is_pinned = False
        self._sentence: tuple[int, int] | None = None
        document.contentsChange.connect(self._on_contents_change)

    def set_spans(self, spans: Iterable[tuple[int, int, Style]]) -> None:
        """Replace all styled spans."""
        ordered = sorted(spans, key=lambda span: span[0])
        self._starts = [start for start, _, _ in ordered]
        self._ends = [end for _, end, _ in ordered]
        self._reaches = list(accumulate(self._ends, max))
        self._styles = [style for _, _, style in ordered]

    def set_links(self, spans: Sequence[tuple[int, int]], *, is_pinned: bool) -> None:
        """Replace the linked words; pinned ones have an outline as well."""
        self._links = tuple(spans)
        self._is_pinned = is_pinned

    def set_sentence(self, span: tuple[int, int] | None) -> None:
        """Replace the marked sentence."""
        self._sentence = span

    def spans(self) -> list[tuple[int, int, Style]]:
        """Return the styled spans at their current places."""
        return list(zip(self._starts, self._ends, self._styles, strict=True))

    def links(self) -> tuple[tuple[int, int], ...]:
        """Return the linked words at their current places."""
        return self._links

    def paint_sentence(
        self,
        painter: QPainter,
        block: QTextBlock,
        place: QPointF,
        colour: QColor,
        seen: tuple[float, float],
    ) -> None:
        """Paint the marked sentence's part of a block; arguments as for `paint_block`."""
        if self._sentence is None:
            return
        start, end = (at - block.position() for at in self._sentence)
        if end <= 0 or start >= block.length():
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for rectangle, _ in line_shares(block, max(start, 0), end):
            area = rectangle.translated(place).adjusted(-3, 0, 3, 0)
            if area.bottom() >= seen[0] and area.top() <= seen[1]:
                painter.drawRoundedRect(area, _ROUND, _ROUND)

    def paint_block(
        self,
        painter: QPainter,
        block: QTextBlock,
        place: QPointF,
        link_colour: QColor,
        seen: tuple[float, float],
    ) -> None:
        """Paint the marks of a block, before its text is painted.

        Args:
            painter: On the editor's viewport.
            block: The block, laid out.
            place: Its top left corner on the viewport.
            link_colour: The background of linked words.
            seen: The vertical range of the viewport to paint; a paragraph may
                be hundreds of lines.
        """
        lines = _lines_between(block, seen[0] - place.y(), seen[1] - place.y())
        if not lines:
            return
        begin = block.position()
        end = begin + lines[-1].textStart() + lines[-1].textLength()
        seen_from = begin + lines[0].textStart()
        for start, stop in _joined(self._links):
            if start < end and seen_from < stop:
                for rectangle, _ in line_shares(block, start - begin, stop - begin):
                    self._paint_link(painter, rectangle.translated(place), link_colour)
        first = bisect_right(self._reaches, seen_from)
        last = bisect_left(self._starts, end)
        for index in range(first, last):
            begins, ends = max(self._starts[index] - begin, 0), self._ends[index] - begin
            for rectangle, baseline in line_shares(block, begins, ends):
                paint_mark(
                    painter,
                    self._styles[index],
                    rectangle.translated(place),
                    baseline + place.y(),
                )

    def _paint_link(self, painter: QPainter, rectangle: QRectF, colour: QColor) -> None:
        painter.setBrush(colour)
        painter.setPen(
            QPen(theme.colours().pinned, 1.5) if self._is_pinned else QPen(Qt.PenStyle.NoPen)
        )
        painter.drawRoundedRect(rectangle.adjusted(-2, 0, 2, 0), _ROUND, _ROUND)

    @Slot(int, int, int)
    def _on_contents_change(self, position: int, removed: int, added: int) -> None:
        """Move the marks behind an edit; drop those that it touches."""
        end, shift = position + removed, added - removed
        kept = [
            (start, stop, style) if stop <= position else (start + shift, stop + shift, style)
            for start, stop, style in zip(self._starts, self._ends, self._styles, strict=True)
            if stop <= position or start >= end
        ]
        self.set_spans(kept)
        if self._sentence is not None:
            start, stop = self._sentence
            is_touched = position < stop and end > start
            moved = shift if start >= end else 0
            self._sentence = None if is_touched else (start + moved, stop + moved)
        self._links = tuple(
            (start, stop) if stop <= position else (start + shift, stop + shift)
            for start, stop in self._links
            if stop <= position or start >= end
        )


def paint_mark(painter: QPainter, style: Style, word: QRectF, baseline: float) -> None:
    """Paint one mark.

    Args:
        painter: Where; antialiasing is set.
        style: Which mark.
        word: The rectangle of the word, as high as its line.
        baseline: The baseline of its letters.
    """
    colours = theme.colours()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    low = min(baseline + 3.5, word.bottom() - 1)
    match style:
        case Style.UNSURE:
            pen = QPen(colours.unsure, 1.8, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.01, 2.2])
            painter.setPen(pen)
            painter.drawLine(QPointF(word.left() + 1, low), QPointF(word.right() - 1, low))
        case Style.EDITED:
            pen = QPen(colours.faint, 1.8, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([7, 2, 1.5, 2])
            painter.setPen(pen)
            painter.drawLine(QPointF(word.left(), low), QPointF(word.right(), low))
        case Style.DOUBTFUL:
            painter.setPen(QPen(colours.doubtful, 1.5))
            painter.drawPath(_wave(word.left(), word.right(), low))
        case Style.UNMATCHED:
            pen = QPen(colours.doubtful, 1.8, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([3, 3])
            painter.setPen(pen)
            painter.drawLine(QPointF(word.left(), low), QPointF(word.right(), low))
        case Style.TERM:
            painter.setPen(QPen(colours.faint, 1.0))
            for line in (low - 0.8, low + 1.6):
                painter.drawLine(QPointF(word.left() + 1, line), QPointF(word.right() - 1, line))
        case Style.DICTIONARY:
            painter.setPen(QPen(colours.accent, 1.0))
            box = word.toRect()
            top = box.top() + 2.5  # in the middle of a pixel, so that thin lines are sharp
            for edge, inwards in ((box.left() - 0.5, 6), (box.right() + 1.5, -6)):
                corner = (edge, top + 4), (edge, top), (edge + inwards, top)
                painter.drawPolyline([QPointF(*place) for place in corner])
        case Style.UNKNOWN:
            pen = QPen(colours.unknown, 1.2)
            pen.setDashPattern([3, 2])
            painter.setPen(pen)
            painter.drawRoundedRect(word.adjusted(-1.5, 0.5, 1.5, -0.5), _ROUND, _ROUND)


def _wave(left: float, right: float, middle: float) -> QPainterPath:
    path = QPainterPath(QPointF(left, middle))
    x, up = left, True
    while x < right:
        following = min(x + 3.0, right)
        top = middle - 2.6 if up else middle + 2.6
        path.quadTo(QPointF((x + following) / 2, top), QPointF(following, middle))
        x, up = following, not up
    return path


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge touching spans, so that a word and its full stop share one outline."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _lines_between(block: QTextBlock, top: float, bottom: float) -> list[QTextLine]:
    """Return the lines of a block that reach into a range of heights."""
    layout = block.layout()
    places = range(layout.lineCount())
    first = bisect_right(places, top, key=lambda index: layout.lineAt(index).y()) - 1
    last = bisect_left(places, bottom, key=lambda index: layout.lineAt(index).y())
    return [layout.lineAt(index) for index in range(max(0, first), last)]
