"""The attention of one translated sentence, small, with a word at every row and column.

Painted here and not by matplotlib: a page shows five of them and changes often.
"""

import math
from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.views import theme
from desktop.views.attention.picture import outline
from training.progress import Sampled

Cell = tuple[int, int]

_VIRIDIS = (
    0x440154, 0x48186A, 0x472D7B, 0x424086, 0x3B528B, 0x33638D,
    0x2C728E, 0x26828E, 0x21918C, 0x1FA088, 0x28AE80, 0x3FBC73,
    0x5EC962, 0x84D44B, 0xADDC30, 0xD8E219, 0xFDE725,
)  # fmt: skip
"""The colours of weights from 0 to 1, at even distances: matplotlib's, without importing it."""

_SIZE = QSize(350, 204)
_GAP = 4.0
_LINE = 17.0
"""Height of the words about the current cell, below the cells."""
_LABELS_WIDTH = 110.0
_LABELS_HEIGHT = 62.0
_FLATTEST = 1.9
"""The greatest ratio of a cell's width to its height."""
_LARGEST_CELL = 26.0
_LEAST_WITH_GAPS = 4.0
_FONT_PIXELS = (8.0, 11.0)
_SLANT = math.sin(math.radians(45))
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class SampleMap(QWidget):
    """Rows are words of the translation, columns those of the source; for pointer and keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sample: Sampled | None = None
        self._cells = QImage()
        """A pixel for each weight."""
        self._frame = QRectF()
        """Where the cells are."""
        self._label_font = QFont()
        self._current: Cell | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Attention map"))
        self.setToolTip(
            self.tr(
                "Each row is a word of the translation; its cells are the source words it "
                "looked at: the brighter, the more. Hover or use the arrow keys for the numbers."
            )
        )

    def show_sample(self, sample: Sampled) -> None:
        """Show the attention of a sentence; nothing if it has none."""
        if sample == self._sample:
            return
        self._sample = sample if _is_whole(sample) else None
        if self._sample is not None:
            self._cells = _image_of(self._sample.weights)
        rows, columns = self._shape()
        if self._current is not None and not (
            self._current[0] < rows and self._current[1] < columns
        ):
            self._current = None
        self._arrange()
        self.setVisible(self._sample is not None)
        self.update()

    @property
    def words(self) -> str:
        """The description of the cell under the pointer."""
        if self._sample is None or self._current is None:
            return ""
        row, column = self._current
        return self.tr("{target} looks at {source}: {weight}").format(
            target=self._sample.target_words[row],
            source=self._sample.source_words[column],
            weight=self.locale().toString(self._sample.weights[row][column], "f", 2),
        )

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return the rectangle of a cell."""
        frame = self._frame
        rows, columns = self._shape()
        width, height = frame.width() / columns, frame.height() / rows
        return QRectF(frame.x() + column * width, frame.y() + row * height, width, height)

    def sizeHint(self) -> QSize:
        """Room for a caption of a dozen words."""
        return _SIZE

    # --- geometry ---

    def _shape(self) -> tuple[int, int]:
        sample = self._sample
        return (0, 0) if sample is None else (len(sample.target_words), len(sample.source_words))

    def _arrange(self) -> None:
        """Find a readable font that fits the rows, and room for the cells."""
        if self._sample is None:
            return
        rows, columns = self._shape()
        room = (self.height() - _LABELS_HEIGHT - _LINE) / max(rows, columns / _FLATTEST)
        smallest, largest = _FONT_PIXELS
        self._label_font = QFont(self.font())
        self._label_font.setPixelSize(round(min(max(room * 0.95, smallest), largest)))
        metrics = QFontMetricsF(self._label_font)
        left = min(_widest(metrics, self._sample.target_words), _LABELS_WIDTH) + _GAP
        reach = _SLANT * _widest(metrics, self._sample.source_words)
        top = min(reach, _LABELS_HEIGHT) + metrics.height() / 2
        last = _SLANT * metrics.horizontalAdvance(self._sample.source_words[-1])
        right = min(last, _LABELS_HEIGHT) + 2
        height = _whole(min((self.height() - top - _LINE) / rows, _LARGEST_CELL))
        width = _whole(min((self.width() - left - right) / columns, height * _FLATTEST))
        self._frame = QRectF(round(left), round(top), width * columns, height * rows)

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint words, cells and the current cell."""
        if self._sample is None:
            return
        painter = QPainter(self)
        painter.setFont(self._label_font)
        self._paint_words(painter)
        painter.drawImage(self._frame, self._cells)
        self._paint_gaps(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.colours()
        if self._current is not None:
            outline(painter, self.cell_rect(*self._current), QColor("white"), 1.5)
        if self.hasFocus():
            outline(painter, self._frame, colours.accent, 1.0)
        painter.setFont(self.font())
        painter.setPen(colours.ink)
        line = QRectF(0, self.height() - _LINE, self.width(), _LINE)
        words = self.fontMetrics().elidedText(
            self.words, Qt.TextElideMode.ElideRight, int(line.width())
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_gaps(self, painter: QPainter) -> None:
        """Paint a line between cells that are large enough for one."""
        frame, cell = self._frame, self.cell_rect(0, 0)
        rows, columns = self._shape()
        if min(cell.width(), cell.height()) < _LEAST_WITH_GAPS:
            return
        field = theme.colours().field
        for row in range(1, rows):
            y = frame.y() + row * cell.height() - 1
            painter.fillRect(QRectF(frame.x(), y, frame.width(), 1), field)
        for column in range(1, columns):
            x = frame.x() + column * cell.width() - 1
            painter.fillRect(QRectF(x, frame.y(), 1, frame.height()), field)

    def _paint_words(self, painter: QPainter) -> None:
        """Paint the words of rows and columns, as many as fit."""
        assert self._sample is not None
        colours, metrics, frame = theme.colours(), QFontMetricsF(painter.font()), self._frame
        rows, columns = self._shape()
        elide = Qt.TextElideMode.ElideRight
        marked = self._current or (-1, -1)
        for row in _shown(rows, frame.height() / rows, metrics.height() * 0.8, marked[0]):
            place = self.cell_rect(row, 0)
            middle = place.center().y()
            painter.setPen(colours.ink if marked[0] in (-1, row) else colours.faint)
            words = metrics.elidedText(self._sample.target_words[row], elide, _LABELS_WIDTH)
            room = QRectF(0, middle - 10, frame.x() - _GAP, 20)
            painter.drawText(
                room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words
            )
        for column in _shown(columns, frame.width() / columns, metrics.height(), marked[1]):
            place = self.cell_rect(0, column)
            painter.setPen(colours.ink if marked[1] in (-1, column) else colours.faint)
            words = metrics.elidedText(
                self._sample.source_words[column], elide, _LABELS_HEIGHT / _SLANT
            )
            painter.save()
            painter.translate(place.center().x(), frame.y() - 3)
            painter.rotate(-45)
            painter.drawText(QPointF(0, metrics.ascent() / 2 - 1), words)
            painter.restore()

    # --- Qt events ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the geometry."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Update the geometry for another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    # --- pointer and keys ---

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Describe the cell under the pointer."""
        self._go_to(self._cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the description."""
        super().leaveEvent(event)
        self._go_to(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave the cells."""
        super().focusOutEvent(event)
        self._go_to(None)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move over the cells."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or self._sample is None:
            event.ignore()
            return
        rows, columns = self._shape()
        row, column = self._current or (-step[0], -step[1])  # the first key goes to a corner
        self._go_to(
            (min(max(row + step[0], 0), rows - 1), min(max(column + step[1], 0), columns - 1))
        )

    def _cell_at(self, at: QPointF) -> Cell | None:
        if self._sample is None:
            return None
        frame = self._frame
        if not frame.contains(at):
            return None
        rows, columns = self._shape()
        row = int((at.y() - frame.y()) / frame.height() * rows)
        column = int((at.x() - frame.x()) / frame.width() * columns)
        return min(row, rows - 1), min(column, columns - 1)

    def _go_to(self, cell: Cell | None) -> None:
        if cell == self._current:
            return
        self._current = cell
        self.setAccessibleDescription(self.words)
        if self.words and self.hasFocus() and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.words))
        self.update()


def colour_of(weight: float) -> QColor:
    """Return the colour of a weight from 0 to 1."""
    place = min(max(weight, 0.0), 1.0) * (len(_VIRIDIS) - 1)
    low = min(int(place), len(_VIRIDIS) - 2)
    share = place - low
    before, after = QColor.fromRgb(_VIRIDIS[low]), QColor.fromRgb(_VIRIDIS[low + 1])
    return QColor.fromRgbF(
        before.redF() + share * (after.redF() - before.redF()),
        before.greenF() + share * (after.greenF() - before.greenF()),
        before.blueF() + share * (after.blueF() - before.blueF()),
    )


@cache
def _palette() -> list[int]:
    return [colour_of(level / 255).rgb() for level in range(256)]


def _image_of(weights: Sequence[Sequence[float]]) -> QImage:
    image = QImage(len(weights[0]), len(weights), QImage.Format.Format_Indexed8)
    image.setColorTable(_palette())
    for row, values in enumerate(weights):
        for column, weight in enumerate(values):
            level = round(255 * min(max(weight, 0.0), 1.0)) if math.isfinite(weight) else 0
            image.setPixel(column, row, level)
    return image


def _whole(size: float) -> float:
    """Align cells with pixels if they are larger than a few."""
    return float(int(size)) if size >= _LEAST_WITH_GAPS else max(size, 0.01)


def _is_whole(sample: Sampled) -> bool:
    """Return whether there is a weight for every pair of words, and at least one pair."""
    columns = len(sample.source_words)
    return (
        columns > 0
        and 0 < len(sample.target_words) == len(sample.weights)
        and all(len(row) == columns for row in sample.weights)
    )


def _widest(metrics: QFontMetricsF, words: Sequence[str]) -> float:
    return max(metrics.horizontalAdvance(word) for word in words)


def _shown(count: int, size: float, needed: float, marked: int) -> list[int]:
    """Return which labels to show if not all fit; always the marked one."""
    step = max(1, math.ceil(needed / size))
    return sorted({*range(0, count, step), marked} & set(range(count)))
