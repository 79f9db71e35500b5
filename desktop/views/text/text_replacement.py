"""Replace a text in its editor, keeping caret, selection and scroll position."""

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from desktop.text.text_change import shared_end, shared_start
from desktop.text.text_offsets import TextOffsets


def replace_text(editor: QPlainTextEdit, old: str, new: str) -> None:
    """Replace `old` with `new`, changing only what differs; one undo step."""
    offsets = TextOffsets(old)
    prefix = shared_start(old, new)
    suffix = shared_end(old, new, prefix)
    start = offsets.to_utf16(prefix)
    end = offsets.to_utf16(len(old) - suffix)
    shown = editor.textCursor()
    anchor, caret = shown.anchor(), shown.position()
    scrolled = editor.verticalScrollBar().value()
    edit = QTextCursor(editor.document())
    edit.setPosition(start)
    edit.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    insert_text(edit, new[prefix : len(new) - suffix])
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
