"""One map with a name at every row and column, explored by pointer and keys."""

import math

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QPolygonF,
)
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop.text.text_direction import isolated
from desktop.values.attention_drawing import Drawing, Paper
from desktop.views import icons, theme
from desktop.views.attention.picture import PictureView, outline, spoken
from desktop.views.shortcuts import keys_text
from desktop.views.widgets.elided_label import ElidedLabel
from desktop.wording.tooltips import tooltip
from engine.attention.maps import AxisItem

Cell = tuple[int, int]


class AttentionMap(QWidget):
    """Shows one map, and below it the weight of the current cell or how to read the map.

    Signals:
        drawing_requested: There is no drawing for `paper()` yet.
        cell_hovered: Row and column that pointer or keys entered.
        cell_left: Pointer and keys have left the cells.
        cell_clicked: Row and column of a click, or of Enter or space.
    """

    drawing_requested = Signal()
    cell_hovered = Signal(int, int)
    cell_left = Signal()
    cell_clicked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel()
        self._title.elide_mode = Qt.TextElideMode.ElideRight
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self.picture = _MapPicture()
        self._hint = self._hint_tip = ""
        self._line = ElidedLabel()
        self._line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._zoom_out = self._button("zoom-out", self.tr("Smaller"), keys_text("Ctrl+-"))
        self._fit = self._button("", self.tr("Fit"), keys_text("Ctrl+0"))
        self._zoom_in = self._button("zoom-in", self.tr("Larger"), keys_text("Ctrl++"))
        foot = QHBoxLayout()
        foot.setSpacing(2)
        foot.addWidget(self._line, 1)
        for button in (self._zoom_out, self._fit, self._zoom_in):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self.picture, 1)
        column.addLayout(foot)
        self._zoom_out.clicked.connect(self.picture.zoom_out)
        self._fit.clicked.connect(self.picture.fit)
        self._zoom_in.clicked.connect(self.picture.zoom_in)
        self.picture.zoom_changed.connect(self._on_zoom_changed)
        self.picture.drawing_requested.connect(self.drawing_requested)
        self.picture.cell_hovered.connect(self._on_cell_hovered)
        self.picture.cell_left.connect(self._on_cell_left)
        self.picture.cell_clicked.connect(self.cell_clicked)
        self._on_zoom_changed(1.0)
        self._say("")

    def show_name(self, name: str, title: str) -> None:
        """Set the description of the map; a title is shown above it unless empty."""
        self.picture.setAccessibleName(self.tr("Attention map: {0}").format(name))
        self._title.show_text(title)
        self._title.setVisible(bool(title))

    def show_hint(self, hint: str, tip: str) -> None:
        """Set the line below that says how to read the map, while no cell is current."""
        self._hint, self._hint_tip = hint, tip
        self._say(self._words(self.picture.current))

    def show_drawing(self, drawing: Drawing | None) -> None:
        """Replace the map."""
        self.picture.show_drawing(drawing)
        self._say(self._words(self.picture.current))

    def explain(self, reason: str) -> None:
        """Show why there is no map."""
        self.picture.explain(reason)
        if reason:
            self.picture.say(reason)

    def set_stale(self, is_stale: bool) -> None:
        """Dim a picture that no longer belongs to the text."""
        self.picture.set_stale(is_stale)
        self._line.setEnabled(not is_stale)

    def mark_cells(self, rows: set[int], columns: set[int], *, is_pinned: bool) -> None:
        """Outline where these rows and columns meet; whole rows or columns if one is empty."""
        self.picture.mark_cells(rows, columns, is_pinned=is_pinned)

    def paper(self) -> Paper:
        """Return the canvas for a drawing of this map."""
        return self.picture.paper()

    @property
    def foot_height(self) -> int:
        """The height of the line below the map."""
        return self._zoom_in.sizeHint().height()

    @property
    def words(self) -> str:
        """The line below the map."""
        return self._line.text()

    @Slot(int, int)
    def _on_cell_hovered(self, row: int, column: int) -> None:
        self._say(self._words((row, column)))
        self.cell_hovered.emit(row, column)

    @Slot()
    def _on_cell_left(self) -> None:
        self._say("")
        self.cell_left.emit()

    @Slot(float)
    def _on_zoom_changed(self, zoom: float) -> None:
        self._zoom_out.setEnabled(zoom > 1)
        self._fit.setEnabled(zoom > 1)

    def _words(self, cell: Cell | None) -> str:
        drawing = self.picture.drawing
        if cell is None or drawing is None:
            return ""
        row, column = cell
        weight = float(drawing.weights[row, column])
        names = isolated(spoken(drawing.rows[row])), isolated(spoken(drawing.columns[column]))
        number = QLocale().toString(weight, "f", 2)
        if math.isnan(weight):
            return self.tr("{0} and {1}: not in both translations").format(*names)
        if drawing.request.place == "difference":
            sign = "+" if weight >= 0 else ""
            return self.tr("{0} looks at {1}: {2} compared").format(*names, sign + number)
        return self.tr("{0} looks at {1}: {2}").format(*names, number)

    def _say(self, words: str) -> None:
        role, elide = QPalette.ColorRole, Qt.TextElideMode
        drawing = self.picture.drawing
        if words or drawing is None:
            self._line.show_text(words)
        else:
            boxes = self.tr("Boxes: no installed font has these characters.")
            self._line.show_text(f"{boxes} {self._hint}" if drawing.has_boxes else self._hint)
            self._line.setToolTip(tooltip(self._hint_tip))
        self._line.elide_mode = elide.ElideMiddle if words else elide.ElideRight
        self._line.setForegroundRole(role.WindowText if words else role.PlaceholderText)
        self.picture.say(words)

    def _button(self, icon: str, name: str, key: str) -> QToolButton:
        button = QToolButton()
        if icon:
            icons.dress(button, icon)
        else:
            button.setText(name)
        button.setAccessibleName(name)
        button.setToolTip(tooltip(f"{name} ({key})"))
        return button


class _MapPicture(PictureView):
    """The cells of a map, with the current and the marked ones. Signals: as the map's."""

    cell_hovered = Signal(int, int)
    cell_left = Signal()
    cell_clicked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.current: Cell | None = None
        """The current cell of pointer or keys."""
        self._rows: set[int] = set()
        self._columns: set[int] = set()
        self._is_pinned = False

    def show_drawing(self, drawing: Drawing | None) -> None:
        super().show_drawing(drawing)
        if self.current is not None and not self._has(self.current):
            self.current = None

    def mark_cells(self, rows: set[int], columns: set[int], *, is_pinned: bool) -> None:
        """Outline where these rows and columns meet."""
        self._rows, self._columns, self._is_pinned = rows, columns, is_pinned
        self.viewport().update()

    def say(self, words: str) -> None:
        """Announce the line below to screen readers."""
        if words == self.accessibleDescription():
            return
        self.setAccessibleDescription(words)
        if words and self.hasFocus() and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def cell_at(self, at: QPointF) -> Cell | None:
        """Return row and column at a position of the view."""
        place = self.place_at(at)
        return None if place is None else (int(place[0]), int(place[1]))

    # --- painting ---

    def paint_under(self, painter: QPainter) -> None:
        """Colour the names of marked rows and columns like the words in the texts."""
        drawing = self.drawing
        if drawing is None:
            return
        rows, columns = set(self._rows), set(self._columns)
        if self.current is not None:
            rows.add(self.current[0])
            columns.add(self.current[1])
        num_rows, num_columns = self.shape_of(drawing)
        names = drawing.names - self.offset_of_names(drawing)
        cells = self.cells_shown()
        left, top = max(2.0, names.x() - _NAME_GAP), max(2.0, names.y() - _NAME_GAP)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setClipRect(QRectF(0, cells.y(), cells.x(), cells.height()))
        for row in rows:
            if row < num_rows:
                cell = self.rect_of(row, 0)
                painter.setBrush(_mark(drawing.rows[row]))
                painter.drawRect(QRectF(left, cell.y(), cells.x() - left, cell.height()))
        painter.setClipRect(QRectF(cells.x(), 0, cells.width(), cells.y()))
        lean = (cells.y() - top) / math.tan(math.radians(drawing.tilt)) if drawing.tilt else 0.0
        for column in columns:
            if column < num_columns:
                cell = self.rect_of(0, column)
                feet = QPointF(cell.left(), cells.y()), QPointF(cell.right(), cells.y())
                up = QPointF(lean, top - cells.y())
                painter.setBrush(_mark(drawing.columns[column]))
                painter.drawPolygon(QPolygonF([*feet, feet[1] + up, feet[0] + up]))
        painter.setClipping(False)

    def paint_over(self, painter: QPainter) -> None:
        """Outline the marked and the current cells."""
        drawing = self.drawing
        if drawing is None:
            return
        num_rows, num_columns = self.shape_of(drawing)
        rows = [row for row in self._rows if row < num_rows]
        columns = [column for column in self._columns if column < num_columns]
        if rows and columns:
            cells = [self.rect_of(row, column) for row in rows for column in columns]
        else:
            cells = [self.rect_of(row, 0, 1, num_columns) for row in rows]
            cells += [self.rect_of(0, column, num_rows, 1) for column in columns]
        for cell in cells:
            outline(painter, cell, theme.colours().accent, 3 if self._is_pinned else 1.5)
        if self.current is not None:
            outline(painter, self.rect_of(*self.current), QColor("white"), 1.5)

    # --- pointer and keys ---

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go_to(self.cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self._go_to(cell)
            self.cell_clicked.emit(*cell)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._go_to(None)
        return super().viewportEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._go_to(None)

    def event(self, event: QEvent) -> bool:
        """Let Escape leave the cells before the window uses it."""
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and event.type() == QEvent.Type.ShortcutOverride and self.current is not None:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.drawing is None:
            event.ignore()
            return
        key = Qt.Key(event.key())
        if key in _PIN_KEYS and self.current is not None:
            self.cell_clicked.emit(*self.current)
        elif key == Qt.Key.Key_Escape and self.current is not None:
            self._go_to(None)
        elif key in _STEPS:
            down, right = _STEPS[key]
            num_rows, num_columns = self.shape_of(self.drawing)
            row, column = self.current or (-down, -right)  # the first key goes to a corner
            cell = (
                min(max(row + down, 0), num_rows - 1),
                min(max(column + right, 0), num_columns - 1),
            )
            self.reveal(self.rect_of(*cell))
            self._go_to(cell)
        else:
            super().keyPressEvent(event)

    def _has(self, cell: Cell) -> bool:
        if self.drawing is None:
            return False
        num_rows, num_columns = self.shape_of(self.drawing)
        return cell[0] < num_rows and cell[1] < num_columns

    def _go_to(self, cell: Cell | None) -> None:
        if cell == self.current:
            return
        self.current = cell
        self.viewport().update()
        if cell is None:
            self.cell_left.emit()
        else:
            self.cell_hovered.emit(*cell)


_NAME_GAP = 4.0
_FAR = 1 << 20
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Home: (0, -_FAR),
    Qt.Key.Key_End: (0, _FAR),
    Qt.Key.Key_PageUp: (-_FAR, 0),
    Qt.Key.Key_PageDown: (_FAR, 0),
}
_PIN_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def _mark(item: AxisItem) -> QColor:
    colours = theme.colours()
    return colours.source_mark if item.side == "source" else colours.target_mark
