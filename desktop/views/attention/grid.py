"""All layers and heads of one kind of attention, as one picture to choose from."""

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    Qt,
)
from PySide6.QtWidgets import QToolTip, QWidget

from desktop.text.text_direction import isolated
from desktop.values.attention_drawing import Drawing
from desktop.views import theme
from desktop.views.attention.picture import PictureView, outline, spoken
from desktop.wording.tooltips import tooltip
from engine.attention.mosaic import GridCell, Mosaic


class AttentionGrid(PictureView):
    """Shows every map small; hovering outlines a head, a click or the arrow keys choose it.

    Signals:
        head_chosen: Layer and head, from 0.
    """

    head_chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mosaic: Mosaic | None = None
        self._chosen: tuple[int | None, int | None] = (None, None)
        self._hovered: tuple[int, int] | None = None
        self.setAccessibleName(self.tr("All layers and heads"))
        self.setToolTip(self.tr("Click a head or use the arrow keys to choose one"))

    def show_drawing(self, drawing: Drawing | None) -> None:
        """Replace the picture of all heads."""
        self._mosaic = None
        if drawing is not None:
            layers, heads, rows, columns = drawing.weights.shape
            self._mosaic = Mosaic(layers, heads, rows, columns)
        super().show_drawing(drawing)

    def show_chosen(self, layer: int | None, head: int | None) -> None:
        """Outline a head, all heads of a layer if the head is None, or nothing."""
        self._chosen = (layer, head)
        if layer is None:
            words = self.tr("no head selected")
        elif head is None:
            words = self.tr("layer {0}, all heads").format(layer + 1)
        else:
            words = self.tr("layer {0}, head {1}").format(layer + 1, head + 1)
        self.setAccessibleDescription(words)
        self.viewport().update()

    def shape_of(self, drawing: Drawing) -> tuple[int, int]:
        """Return the number of rows and columns of cells, gutters included."""
        layers, heads, rows, columns = drawing.weights.shape
        return Mosaic(layers, heads, rows, columns).shape

    def cell_at(self, at: QPointF) -> GridCell | None:
        """Return the weight at a position of the view."""
        place = self.place_at(at)
        if place is None or self._mosaic is None:
            return None
        return self._mosaic.cell_at(place[1] - 0.5, place[0] - 0.5)

    def rect_of_head(self, layer: int, head: int) -> QRectF:
        """Return the rectangle of a map in the view."""
        assert self._mosaic is not None
        column, row = self._mosaic.corner_of(layer, head)
        return self.rect_of(row, column, self._mosaic.num_rows, self._mosaic.num_columns)

    def paint_over(self, painter: QPainter) -> None:
        """Outline the chosen and the hovered head."""
        if self._mosaic is None:
            return
        colours = theme.colours()
        if self._hovered is not None:
            outline(painter, self.rect_of_head(*self._hovered), colours.ink, 1)
        layer, head = self._chosen
        if layer is None or layer >= self._mosaic.num_layers:
            return
        if head is None:
            heads = self.rect_of_head(layer, 0) | self.rect_of_head(
                layer, self._mosaic.num_heads - 1
            )
            outline(painter, heads.adjusted(-1, -1, 1, 1), colours.accent, 3)
        elif head < self._mosaic.num_heads:
            chosen = self.rect_of_head(layer, head)
            outline(painter, chosen.adjusted(-1, -1, 1, 1), colours.accent, 3)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of the hovered head; forget it when the pointer leaves."""
        if isinstance(event, QHelpEvent):
            words = self._words_at(QPointF(event.pos())) or self.toolTip()
            QToolTip.showText(event.globalPos(), words, self.viewport())
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Outline the head under the pointer."""
        cell = self.cell_at(event.position())
        self._hover(None if cell is None else (cell.layer, cell.head))
        if QToolTip.isVisible():
            QToolTip.showText(
                event.globalPosition().toPoint(), self._words_at(event.position()), self.viewport()
            )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the head under the pointer."""
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self.head_chosen.emit(cell.layer, cell.head)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a neighbour of the chosen head."""
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
            Qt.Key.Key_Home: (0, -(1 << 20)),
            Qt.Key.Key_End: (0, 1 << 20),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or self._mosaic is None:
            super().keyPressEvent(event)
            return
        layer, head = self._chosen
        if layer is None or head is None:  # the first key chooses the first outlined head
            layer, head = layer or 0, 0
        else:
            layer = min(max(layer + step[0], 0), self._mosaic.num_layers - 1)
            head = min(max(head + step[1], 0), self._mosaic.num_heads - 1)
        self.reveal(self.rect_of_head(layer, head))
        self.head_chosen.emit(layer, head)

    def _hover(self, head: tuple[int, int] | None) -> None:
        if head != self._hovered:
            self._hovered = head
            self.viewport().update()

    def _words_at(self, at: QPointF) -> str:
        cell = self.cell_at(at)
        if cell is None or self.drawing is None:
            return ""
        weight = self.drawing.weights[cell.layer, cell.head, cell.row, cell.column]
        words = self.tr("layer {0}, head {1} · “{2}” ← “{3}” {4}").format(
            cell.layer + 1,
            cell.head + 1,
            isolated(spoken(self.drawing.columns[cell.column])),
            isolated(spoken(self.drawing.rows[cell.row])),
            QLocale().toString(float(weight), "f", 2),
        )
        return tooltip(words)
