"""The editor of both texts: plain text, counted in code points, with marks under the words.

All offsets of the interface count Unicode code points of `text_now()`; Qt's UTF-16 units stay
inside this file and the highlighter.
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QToolTip, QWidget

from desktop.text.text_change import Edit
from desktop.text.text_offsets import as_qt_shows, selected_text
from desktop.views import theme
from desktop.views.text import text_places
from desktop.views.text.document_text import DocumentText
from desktop.views.text.edit_menu import build_edit_menu
from desktop.views.text.highlighter import Highlighter, Style
from desktop.views.text.text_layout import lay_out
from desktop.views.text.text_replacement import insert_text, replace_range

_SMALLEST, _LARGEST = 7.0, 60.0
_MARGIN = 4
_INSET = 10


class Editor(QPlainTextEdit):
    """A text that is editable or read-only.

    Signals:
        hovered: The offset of the character under the pointer, or -1; when it changes.
        caret_moved: The offset of the caret; -1 if the mouse placed it.
        clicked_at: The offset of the clicked character, or -1 outside the text; nothing was
            selected.
        pin_requested: The offset of a character clicked on with Ctrl, or chosen from the menu.
        menu_opening: Its context menu (QMenu), for more actions; the offset below it, or -1; and
            the selected text, or the word there.
        inserted: Text was pasted or dropped.
        focus_changed: Whether it now has the focus.
        zoom_requested: Steps, by Ctrl and the wheel.
    """

    hovered = Signal(int)
    caret_moved = Signal(int)
    clicked_at = Signal(int)
    pin_requested = Signal(int)
    menu_opening = Signal(object, int, str)
    inserted = Signal()
    focus_changed = Signal(bool)
    zoom_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.DefaultContextMenu)
        self.setCursorWidth(2)
        self.viewport().setAutoFillBackground(False)  # the card behind has round corners
        self.document().setDocumentMargin(_MARGIN)
        self.setViewportMargins(_INSET, _INSET, _INSET, 0)
        self._is_right_to_left = False
        self._highlighter = Highlighter(self.document())
        self._link_colour = self._sentence_colour = QColor()
        self._tip_at: Callable[[int], str] | None = None
        self._content = DocumentText(self.document())
        self._hovered = -1
        self.is_replacing = False
        """Whether the program, not the user, is changing the text now."""
        self._pressed: QPoint | None = None
        self._is_mouse_down = False
        self._font = theme.text_font()
        self.setFont(self._font)
        self.document().contentsChange.connect(self._on_contents_change)
        self.cursorPositionChanged.connect(self._on_cursor_position_changed)
        self.textChanged.connect(self._lay_out)
        self._lay_out()

    # --- the text ---

    def text_now(self) -> str:
        """Return the text, character for character."""
        return self._content.now()

    def replace_text(self, text: str) -> None:
        """Replace the text, changing only what differs; one undo step.

        The caret, the selection and the scroll position stay with their characters.
        """
        self.replace_span(0, len(self.text_now()), text)

    def replace_span(self, start: int, end: int, text: str) -> int:
        """Replace a part of the text, as `replace_text` does; the rest is not read again.

        Returns:
            Where the new text ends.
        """
        start = min(start, len(self.text_now()))
        text = as_qt_shows(text)
        old = self.text_now()[start:end]
        if text != old:
            edit = Edit.between(old, text)
            self._replace(start + edit.start, start + edit.end, edit.inserted(text))
        return start + len(text)

    def _replace(self, start: int, end: int, text: str) -> None:
        positions = self._content.to_utf16(start), self._content.to_utf16(end)
        self._content.foresee(start, end, text)
        self.is_replacing = True
        replace_range(self, *positions, text)
        self.is_replacing = False
        self._content.check()

    def set_right_to_left(self, is_right_to_left: bool) -> None:
        """Set whether the language of the text is written from right to left."""
        self._is_right_to_left = is_right_to_left
        self._lay_out()

    def caret(self) -> int:
        """Return the offset of the caret."""
        return self._content.to_code_points(self.textCursor().position())

    def set_caret(self, offset: int) -> None:
        """Place the caret, clearing the selection."""
        cursor = self.textCursor()
        cursor.setPosition(self._content.to_utf16(offset))
        self.setTextCursor(cursor)

    def offset_at(self, position: QPoint) -> int:
        """Return the offset of the character at a point of the viewport; -1 if there is none."""
        at = text_places.position_at(self, position)
        return -1 if at < 0 else self._content.to_code_points(at)

    def span_rectangle(self, start: int, end: int) -> QRect:
        """Return the rectangle on the viewport of a span that fits on one line."""
        return text_places.rectangle_of(
            self, self._content.to_utf16(start), self._content.to_utf16(end)
        )

    # --- scrolling ---

    def top_line_span(self) -> tuple[int, int]:
        """Return the start and end of the line at the top of the viewport."""
        line = text_places.top_line(self)
        start = self.firstVisibleBlock().position() + line.textStart()
        return self._content.to_code_points(start), self._content.to_code_points(
            start + line.textLength()
        )

    def line_of(self, offset: int) -> int:
        """Return the number of an offset's line, counting lines as shown."""
        return text_places.line_of(self, self._content.to_utf16(offset))

    def show_in_middle(self, offset: int) -> None:
        """Scroll the line of an offset to the middle."""
        bar = self.verticalScrollBar()
        bar.setValue(self.line_of(offset) - bar.pageStep() // 2)

    def is_in_view(self, span: tuple[int, int]) -> bool:
        """Return whether the beginning of a span is visible."""
        start = self._content.to_utf16(span[0])
        place = text_places.rectangle_of(self, start, start)
        return self.viewport().rect().contains(place.center())

    @property
    def is_pointed_at(self) -> bool:
        """Whether the pointer is over a character."""
        return self._hovered >= 0

    # --- marks ---

    def set_marks(self, spans: Iterable[tuple[int, int, Style]]) -> None:
        """Mark words; marks beyond the text are dropped."""
        length = len(self.text_now())
        self._highlighter.set_spans(
            (self._content.to_utf16(start), self._content.to_utf16(end), style)
            for start, end, style in spans
            if 0 <= start < end <= length
        )
        self.viewport().update()

    def show_links(
        self, spans: Sequence[tuple[int, int]], *, is_pinned: bool, colour: QColor
    ) -> None:
        """Put a soft background behind linked words, and an outline if they are pinned."""
        length = len(self.text_now())
        self._link_colour = colour
        self._highlighter.set_links(
            [
                (self._content.to_utf16(start), self._content.to_utf16(end))
                for start, end in spans
                if 0 <= start < end <= length
            ],
            is_pinned=is_pinned,
        )
        self.viewport().update()

    def show_sentence(self, span: tuple[int, int] | None, colour: QColor) -> None:
        """Put a soft background behind a sentence, under everything else; None: behind none."""
        length = len(self.text_now())
        is_there = span is not None and 0 <= span[0] < span[1] <= length
        self._sentence_colour = colour
        self._highlighter.set_sentence(
            (self._content.to_utf16(span[0]), self._content.to_utf16(span[1]))
            if is_there and span
            else None
        )
        self.viewport().update()

    def marks(self) -> list[tuple[int, int, Style]]:
        """Return the marked words at their current places."""
        return [
            (self._content.to_code_points(start), self._content.to_code_points(end), style)
            for start, end, style in self._highlighter.spans()
        ]

    def links(self) -> list[tuple[int, int]]:
        """Return the linked words at their current places."""
        return [
            (self._content.to_code_points(start), self._content.to_code_points(end))
            for start, end in self._highlighter.links()
        ]

    def dim_from(self, offset: int | None) -> None:
        """Paint all text from an offset on faint; None: nothing."""
        if offset is None or offset >= len(self.text_now()):
            self.setExtraSelections([])
            return
        self.setExtraSelections([text_places.faint_from(self, self._content.to_utf16(offset))])

    def set_tip(self, tip_at: Callable[[int], str]) -> None:
        """Set the function that returns the tooltip at an offset; an empty one is not shown."""
        self._tip_at = tip_at

    # --- size ---

    def height_of(self, lines: int) -> int:
        """Return the height of this many lines in the default size."""
        height = lines * QFontMetricsF(theme.text_font()).lineSpacing()
        return ceil(height + 2 * _MARGIN) + _INSET

    def write_in(self, font: QFont) -> None:
        """Use this font, whatever the style rules say."""
        self._font = QFont(font)
        self.setFont(font)

    def zoom_by(self, steps: int) -> None:
        """Enlarge or shrink the text by this many points."""
        font = QFont(self._font)
        font.setPointSizeF(min(max(font.pointSizeF() + steps, _SMALLEST), _LARGEST))
        self.write_in(font)

    # --- Qt's events ---

    def changeEvent(self, event: QEvent) -> None:
        """Dim in the colour of a new theme, and keep the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.font() != self._font:
            self.setFont(self._font)  # new style rules reset it
        if event.type() == QEvent.Type.PaletteChange:
            dimmed = self.extraSelections()
            for selection in dimmed:
                selection.format.setForeground(theme.colours().faint)
            self.setExtraSelections(dimmed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the marks, then the text over them."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        block = self.firstVisibleBlock()
        seen = (float(event.rect().top()), float(event.rect().bottom()))
        while block.isValid():
            area = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if area.top() > seen[1]:
                break
            self._highlighter.paint_sentence(
                painter, block, area.topLeft(), self._sentence_colour, seen
            )
            self._highlighter.paint_block(painter, block, area.topLeft(), self._link_colour, seen)
            block = block.next()
        painter.end()
        super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Shift+Enter be Enter: Qt would put a line separator into the text."""
        self._is_mouse_down = False  # a menu or a drag may have taken the release
        if event.matches(QKeySequence.StandardKey.InsertLineSeparator):
            kind, none = QEvent.Type.KeyPress, Qt.KeyboardModifier.NoModifier
            super().keyPressEvent(QKeyEvent(kind, Qt.Key.Key_Return, none, "\r"))
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer over the words."""
        super().mouseMoveEvent(event)
        self._hover(self.offset_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Note that the pointer is over no word."""
        super().leaveEvent(event)
        self._hover(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click may begin."""
        self._is_mouse_down = True
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if is_left else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Report a click unless it ended a selection."""
        super().mouseReleaseEvent(event)
        self._is_mouse_down = False
        pressed, self._pressed = self._pressed, None
        if pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        position = event.position().toPoint()
        is_near = (position - pressed).manhattanLength() < QApplication.startDragDistance()
        if not is_near or self.textCursor().hasSelection():
            return
        offset = self.offset_at(position)
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pin_requested.emit(offset)
        else:
            self.clicked_at.emit(offset)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word; this is not a click."""
        self._is_mouse_down = True
        super().mouseDoubleClickEvent(event)
        self._pressed = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom both texts with Ctrl and the wheel."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of a word."""
        if event.type() == QEvent.Type.ToolTip and self._tip_at is not None:
            position = self.viewport().mapFromGlobal(event.globalPos())  # type: ignore[attr-defined] # a QHelpEvent
            offset = self.offset_at(position)
            tip = self._tip_at(offset) if offset >= 0 else ""
            QToolTip.showText(event.globalPos(), tip, self.viewport())  # type: ignore[attr-defined] # a QHelpEvent
            return True
        return bool(super().viewportEvent(event))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Report the focus, which the card around shows."""
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Report the focus, which the card around shows."""
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Leave files to the window around."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Leave files to the window around."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste or drop plain text, whatever else the source offers."""
        text, cursor = as_qt_shows(source.text()), self.textCursor()
        if text and not self.isReadOnly():
            size = cursor.selectionEnd() - cursor.selectionStart()
            is_all = size + 1 == self.document().characterCount()
            insert_text(cursor, text)
            show = (lambda: self.show_in_middle(0)) if is_all else self.ensureCursorVisible
            # Not until a scroll bar that the text needs has narrowed the lines.
            QTimer.singleShot(0, self, show)
            self.inserted.emit()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy exactly: Qt would turn no-break spaces into spaces."""
        # A pure Qt object: a Python one may outlive Python in the clipboard, and crash.
        data = super().createMimeDataFromSelection()
        data.text()  # Qt fills it with more than needed
        data.clear()
        data.setText(selected_text(self.textCursor()))
        return data

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the context menu in the interface language; by keys, of the word at the caret."""
        is_by_keys = event.reason() is QContextMenuEvent.Reason.Keyboard
        pointer = self.viewport().mapFromGlobal(event.globalPos())
        offset = self.caret() if is_by_keys else self.offset_at(pointer)
        place = self.cursorRect().center() if is_by_keys else pointer
        term = text_places.term_near(self, place)
        menu = build_edit_menu(self, term if offset >= 0 else "")
        if offset >= 0:
            menu.addAction(self.tr("Pin linked words"), lambda: self.pin_requested.emit(offset))
        self.menu_opening.emit(menu, offset, term)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    # --- inside ---

    def _hover(self, offset: int) -> None:
        if offset != self._hovered:
            self._hovered = offset
            self.hovered.emit(offset)

    @Slot(int, int, int)
    def _on_contents_change(self, position: int, removed: int, added: int) -> None:  # noqa: ARG002 - Qt's signature
        if not self.is_replacing:
            self._content.forget()
        self._hovered = -2  # the character under the pointer is reported again

    @Slot()
    def _lay_out(self) -> None:
        lay_out(self.document(), self.text_now(), is_right_to_left=self._is_right_to_left)

    @Slot()
    def _on_cursor_position_changed(self) -> None:
        self.caret_moved.emit(-1 if self._is_mouse_down else self.caret())
