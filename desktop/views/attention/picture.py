"""The base of grid and map: a drawn picture that can be zoomed and scrolled.

Labels stay at the edges while the cells scroll under them. Outlines are painted here, over the
picture, so that following the pointer needs no drawing.
"""

import math

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from desktop.values.attention_drawing import Drawing, Paper
from desktop.views import theme
from engine.attention.labels import FigureWords
from engine.attention.maps import AxisItem

_MOST_PIXELS = 16_000_000
_LARGEST_ZOOM = 16.0
_ZOOM_STEP = 1.25
_USUAL_FONT = 13.0  # pixels, for labels of the usual size
_STALE = 0.4
_EDGE = 10.0  # between names and the edge of the view


class PictureView(QAbstractScrollArea):
    """Shows a Drawing and knows the place of each cell; scrolls if larger than the view.

    Signals:
        drawing_requested: There is no drawing for `paper()` yet: size, zoom or theme changed.
        zoom_changed: The new zoom; 1 fits the view.
    """

    drawing_requested = Signal()
    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(110, 90)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self._drawing: Drawing | None = None
        self._reason = ""
        """Why there is no picture."""
        self._zoom = 1.0
        self._still: tuple[QPointF, QPointF] | None = None
        self._is_stale = False

    # --- the picture ---

    @property
    def drawing(self) -> Drawing | None:
        """The drawing shown."""
        return self._drawing

    def show_drawing(self, drawing: Drawing | None) -> None:
        """Replace the picture."""
        self._drawing = drawing
        self._set_ranges()
        if self._still is not None and drawing is not None:
            at, share = self._still
            frame = drawing.frame
            self._scroll_to(
                QPointF(
                    frame.x() + share.x() * frame.width(), frame.y() + share.y() * frame.height()
                )
                - at
            )
            self._still = None
        self.viewport().update()

    def explain(self, reason: str) -> None:
        """Show why there is no picture."""
        self._reason = reason
        self.viewport().update()

    def set_stale(self, is_stale: bool) -> None:
        """Dim a picture that no longer belongs to the text."""
        self._is_stale = is_stale
        self.viewport().update()

    def paper(self) -> Paper:
        """Return the canvas for a drawing of this view."""
        size = self.maximumViewportSize()
        width, height = size.width() * self._zoom, size.height() * self._zoom
        ratio = min(self.devicePixelRatioF(), math.sqrt(_MOST_PIXELS / max(1.0, width * height)))
        text = min(2.0, max(0.8, QFontInfo(self.font()).pixelSize() / _USUAL_FONT))
        return Paper(
            width=max(1, round(width * ratio)),
            height=max(1, round(height * ratio)),
            ratio=ratio,
            dots_per_inch=round(96 * ratio * text, 2),
            ink=theme.colours().ink.name(),
            words=FigureWords(
                layer=self.tr("layer {number}"),
                head=self.tr("head {number}"),
                weight=self.tr("attention weight"),
                share=self.tr("share of row maximum"),
                difference=self.tr("difference of weights"),
                decimal_mark=QLocale().decimalPoint(),
            ),
        )

    def picture(self) -> QImage | None:
        """Return the whole picture on the background of the theme."""
        if self._drawing is None:
            return None
        picture = QImage(self._drawing.image.size(), QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(self._drawing.image.devicePixelRatio())
        picture.fill(theme.colours().field)
        painter = QPainter(picture)
        painter.drawImage(0, 0, self._drawing.image)
        painter.end()
        return picture

    # --- where cells are ---

    def shape_of(self, drawing: Drawing) -> tuple[int, int]:
        """Return the number of rows and columns of cells."""
        num_rows, num_columns = drawing.weights.shape
        return num_rows, num_columns

    def rect_of(self, row: int, column: int, num_rows: int = 1, num_columns: int = 1) -> QRectF:
        """Return the rectangle of cells in the view."""
        assert self._drawing is not None
        frame, offset = self._drawing.frame, self._offset()
        down, across = self.shape_of(self._drawing)
        width, height = frame.width() / across, frame.height() / down
        return QRectF(
            frame.x() + column * width - offset.x(),
            frame.y() + row * height - offset.y(),
            num_columns * width,
            num_rows * height,
        )

    def place_at(self, at: QPointF) -> tuple[float, float] | None:
        """Return the fractional row and column at a point of the view; None outside the cells."""
        if self._drawing is None or not self.cells_shown().contains(at):
            return None
        frame, place = self._drawing.frame, at + self._offset()
        down, across = self.shape_of(self._drawing)
        row = (place.y() - frame.y()) / frame.height() * down
        column = (place.x() - frame.x()) / frame.width() * across
        return (row, column) if 0 <= row < down and 0 <= column < across else None

    def reveal(self, rectangle: QRectF) -> None:
        """Scroll as little as needed to show these cells."""
        shown, wanted = self.cells_shown(), rectangle
        dx = min(0.0, wanted.left() - shown.left()) or max(0.0, wanted.right() - shown.right())
        dy = min(0.0, wanted.top() - shown.top()) or max(0.0, wanted.bottom() - shown.bottom())
        self._scroll_to(self._offset() + QPointF(dx, dy))

    def cells_shown(self) -> QRectF:
        """Return the visible area of cells: the view without the label edges."""
        assert self._drawing is not None
        corner = self._drawing.frame.topLeft() - self.offset_of_names(self._drawing)
        return QRectF(self.viewport().rect()).adjusted(corner.x(), corner.y(), 0, 0)

    def offset_of_names(self, drawing: Drawing) -> QPointF:
        """Return how far the names are scrolled: at most to the edge of the view."""
        offset, names = self._offset(), drawing.names
        return QPointF(
            min(offset.x(), max(0.0, names.x() - _EDGE)),
            min(offset.y(), max(0.0, names.y() - _EDGE)),
        )

    # --- zoom ---

    @property
    def zoom(self) -> float:
        """The size of the picture relative to the view."""
        return self._zoom

    def zoom_in(self) -> None:
        """Zoom in."""
        self._set_zoom(self._zoom * _ZOOM_STEP, QRectF(self.viewport().rect()).center())

    def zoom_out(self) -> None:
        """Zoom out."""
        self._set_zoom(self._zoom / _ZOOM_STEP, QRectF(self.viewport().rect()).center())

    def fit(self) -> None:
        """Fit the picture into the view."""
        self._set_zoom(1.0, QPointF())

    def _set_zoom(self, zoom: float, at: QPointF) -> None:
        size = self.maximumViewportSize()
        most = math.sqrt(_MOST_PIXELS / max(1, size.width() * size.height()))
        zoom = min(_LARGEST_ZOOM, most, max(1.0, zoom))
        if zoom == self._zoom:
            return
        if self._drawing is not None:  # this point must stay in place
            frame, place = self._drawing.frame, at + self._offset()
            share = QPointF(
                (place.x() - frame.x()) / frame.width(), (place.y() - frame.y()) / frame.height()
            )
            self._still = (at, share)
        self._zoom = zoom
        self.zoom_changed.emit(zoom)
        self.drawing_requested.emit()

    # --- scrolling ---

    def _offset(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _scroll_to(self, offset: QPointF) -> None:
        self.horizontalScrollBar().setValue(round(offset.x()))
        self.verticalScrollBar().setValue(round(offset.y()))

    def _set_ranges(self) -> None:
        # At zoom 1 the picture fits a view without scroll bars, which must not appear.
        size = QSize() if self._drawing is None else self._size_of_picture()
        view = self.viewport().size() if self._zoom > 1 else size
        for bar, length, seen in (
            (self.horizontalScrollBar(), size.width(), view.width()),
            (self.verticalScrollBar(), size.height(), view.height()),
        ):
            bar.setRange(0, max(0, length - seen))
            bar.setPageStep(max(1, seen))
            bar.setSingleStep(24)

    def _size_of_picture(self) -> QSize:
        assert self._drawing is not None
        return self._drawing.image.deviceIndependentSize().toSize()

    # --- painting ---

    def paint_under(self, painter: QPainter) -> None:
        """Paint behind the picture, which is transparent around its cells."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint outlines over the cells."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint marks, picture and outlines."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.colours().window)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, width = theme.colours(), 2.0 if self.hasFocus() else 1.0
        painter.setPen(QPen(colours.accent if self.hasFocus() else colours.line, width))
        painter.setBrush(colours.field)
        inside = -width / 2
        card = QRectF(self.viewport().rect()).adjusted(-inside, -inside, inside, inside)
        painter.drawRoundedRect(card, theme.RADIUS, theme.RADIUS)
        if self._is_stale:
            painter.setOpacity(_STALE)
        if self._drawing is None:
            painter.setPen(colours.faint)
            room = card.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
            centred = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(room, centred, self._reason)
            return
        self.paint_under(painter)
        self._paint_picture(painter, self._drawing)
        if not self._is_stale:
            painter.setClipRect(self.cells_shown().adjusted(-4, -4, 4, 4))
            self.paint_over(painter)

    def _paint_picture(self, painter: QPainter, drawing: Drawing) -> None:
        """Paint the cells, then the names left and above, which do not scroll away."""
        image, ratio = drawing.image, drawing.image.devicePixelRatio()
        offset = self._offset()
        if offset.isNull():
            painter.drawImage(0, 0, image)
            return
        cells, names = self.cells_shown(), self.offset_of_names(drawing)
        left, top = cells.left(), cells.top()
        for target, shift in (
            (cells, offset),
            (QRectF(0, top, left, cells.height()), QPointF(names.x(), offset.y())),
            (QRectF(left, 0, cells.width(), top), QPointF(offset.x(), names.y())),
        ):
            seen = target.translated(shift)
            source = QRectF(seen.topLeft() * ratio, seen.size() * ratio)
            painter.drawImage(target, image, source)

    # --- Qt events ---

    def sizeHint(self) -> QSize:
        """Return room for a sentence of ten words."""
        return QSize(460, 250)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Request a picture of the new size."""
        super().resizeEvent(event)
        self._set_ranges()
        if self.isVisible():
            self.drawing_requested.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Request a picture: none is drawn while hidden."""
        super().showEvent(event)
        self.drawing_requested.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Request a picture in the new colours and font."""
        super().changeEvent(event)
        is_of_look = event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if is_of_look and self.isVisible():
            self.viewport().update()
            self.drawing_requested.emit()

    def event(self, event: QEvent) -> bool:
        """Request a sharper picture on a sharper screen; keep the zoom keys."""
        if event.type() == QEvent.Type.DevicePixelRatioChange and self.isVisible():
            self.drawing_requested.emit()
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.viewport().update()
        if event.type() == QEvent.Type.ShortcutOverride:
            # While the picture has the focus, these keys are not the window's.
            assert isinstance(event, QKeyEvent)
            if self._zoom_of(event) is not None:
                event.accept()
                return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turns = event.angleDelta().y() / 120
            self._set_zoom(self._zoom * _ZOOM_STEP**turns, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom."""
        step = self._zoom_of(event)
        if step is None:
            event.ignore()
        elif step == 0:
            self.fit()
        elif step > 0:
            self.zoom_in()
        else:
            self.zoom_out()

    @staticmethod
    def _zoom_of(event: QKeyEvent) -> int | None:
        """Return 1 for a key that zooms in, -1 for out, 0 for fit, None for others."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return None
        keys = {
            Qt.Key.Key_Plus: 1,
            Qt.Key.Key_Equal: 1,
            Qt.Key.Key_Minus: -1,
            Qt.Key.Key_0: 0,
        }
        return keys.get(Qt.Key(event.key()))


def outline(painter: QPainter, rectangle: QRectF, colour: QColor, width: float) -> None:
    """Outline cells visibly on light and dark: a line between two others."""
    casing = QColor(0, 0, 0) if colour.lightness() > 128 else QColor(255, 255, 255)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in (QPen(casing, width + 2), QPen(colour, width)):
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(rectangle)


def spoken(item: AxisItem) -> str:
    """Return a token or word for a screen reader: without the mark of a space before it."""
    return item.label.removeprefix("▁") or item.label
