"""Replace text in its editor, keeping caret, selection and scroll position."""

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit


def replace_range(editor: QPlainTextEdit, start: int, end: int, text: str) -> None:
    """Replace what stands between two positions, in UTF-16 units; one undo step."""
    shown = editor.textCursor()
    anchor, caret = shown.anchor(), shown.position()
    scrolled = editor.verticalScrollBar().value()
    edit = QTextCursor(editor.document())
    edit.setPosition(start)
    edit.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    insert_text(edit, text)
    new_end = edit.position()
    places = [
        place
        if place <= start
        else max(start, place + new_end - end)
        if place >= end
        else min(place, new_end)
        for place in (anchor, caret)
    ]
    if (editor.textCursor().anchor(), editor.textCursor().position()) != tuple(places):
        shown.setPosition(places[0])
        shown.setPosition(places[1], QTextCursor.MoveMode.KeepAnchor)
        editor.setTextCursor(shown)
    editor.verticalScrollBar().setValue(scrolled)


def insert_text(cursor: QTextCursor, text: str) -> None:
    """Insert a text as a separate undo step; Qt would merge it with letters typed before it."""
    cursor.beginEditBlock()
    cursor.insertText(text)
    cursor.endEditBlock()
    cursor.document().setModified(False)  # else letters typed after it are merged with it
