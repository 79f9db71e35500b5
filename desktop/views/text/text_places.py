"""Positions of characters in a plain text editor, in Qt's UTF-16 units.

Qt scrolls a plain text by lines: the value of its scroll bar is the number of the line at the top.
"""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QTextCursor, QTextLine
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
    first, last = QTextCursor(editor.document()), QTextCursor(editor.document())
    first.setPosition(start)
    last.setPosition(end)
    return editor.cursorRect(first).united(editor.cursorRect(last))


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
