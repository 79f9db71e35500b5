"""Positions of characters in a plain text editor, in Qt's UTF-16 units.

Qt scrolls a plain text by lines: the value of its scroll bar is the number of the line at the top.
"""

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QTextBlock, QTextCursor, QTextLine
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop.text.text_offsets import selected_text
from desktop.views import theme

_LONGEST_TERM = 200


def position_at(editor: QPlainTextEdit, place: QPoint) -> int:
    """Return the position of the character drawn at a place of the viewport; -1 for none."""
    block = editor.cursorForPosition(place).block()
    corner = editor.blockBoundingGeometry(block).translated(editor.contentOffset()).topLeft()
    inside = place.toPointF() - corner
    layout = block.layout()
    for index in range(layout.lineCount()):
        line = layout.lineAt(index)
        if line.naturalTextRect().contains(inside):
            at = line.xToCursor(inside.x(), QTextLine.CursorPosition.CursorOnCharacter)
            if at < block.length() - 1:
                return block.position() + at
    return -1


def top_line(editor: QPlainTextEdit) -> QTextLine:
    """Return the line at the top of the viewport."""
    block = editor.firstVisibleBlock()
    hidden = -editor.blockBoundingGeometry(block).translated(editor.contentOffset()).top()
    lines = [block.layout().lineAt(index) for index in range(block.layout().lineCount())]
    return next((line for line in lines if line.y() + line.height() > hidden + 1), lines[-1])


def line_of(editor: QPlainTextEdit, position: int) -> int:
    """Return the number of the line with a position, as the scroll bar counts."""
    block = editor.document().findBlock(position)
    editor.blockBoundingGeometry(block)  # lays it out if necessary
    line = block.layout().lineForTextPosition(position - block.position())
    return block.firstLineNumber() + max(line.lineNumber(), 0)


def rectangle_of(editor: QPlainTextEdit, start: int, end: int) -> QRect:
    """Return the rectangle on the viewport of a span that fits on one line."""
    block = editor.document().findBlock(start)
    corner = editor.blockBoundingGeometry(block).translated(editor.contentOffset()).topLeft()
    shares = line_shares(block, start - block.position(), end - block.position())
    if shares:
        rectangle, _ = shares[0]
        return rectangle.translated(corner).toAlignedRect()
    cursor = QTextCursor(editor.document())
    cursor.setPosition(start)
    return editor.cursorRect(cursor)


def term_near(editor: QPlainTextEdit, place: QPoint) -> str:
    """Return the selected text, else the word at a place; nothing longer than a line."""
    cursor = editor.textCursor()
    if not cursor.hasSelection():
        cursor = editor.cursorForPosition(place)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
    text = selected_text(cursor).strip()
    return text if len(text) <= _LONGEST_TERM and "\n" not in text else ""


def faint_from(editor: QPlainTextEdit, position: int) -> QTextEdit.ExtraSelection:
    """Return the selection that paints all text from a position on faint."""
    faint = QTextEdit.ExtraSelection()
    faint.cursor = QTextCursor(editor.document())
    faint.cursor.setPosition(position)
    faint.cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    faint.format.setForeground(theme.colours().faint)
    return faint


def line_shares(block: QTextBlock, start: int, end: int) -> list[tuple[QRectF, float]]:
    """Return rectangle and baseline of each line's share of a span, in places of the block."""
    layout = block.layout()
    found = []
    index = layout.lineForTextPosition(start).lineNumber()
    while 0 <= index < layout.lineCount() and layout.lineAt(index).textStart() < end:
        line = layout.lineAt(index)
        index += 1
        first = max(start, line.textStart())
        last = min(end, line.textStart() + line.textLength())
        # Glyphs, not cursor positions: where writing directions meet, one position has two sides.
        runs = line.glyphRuns(first, last - first) if first < last else []
        shares = [run.boundingRect() for run in runs]
        if shares:
            left = min(share.left() for share in shares)
            right = max(share.right() for share in shares)
            rectangle = QRectF(left, line.y(), right - left, line.height())
            found.append((rectangle, line.y() + line.ascent()))
    return found
