"""The context menu of an editor, in the interface language."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QPlainTextEdit

from desktop.wording.menu_text import menu_text

translate = QCoreApplication.translate


def build_edit_menu(editor: QPlainTextEdit) -> QMenu:
    """Return the menu for the editor's state: a read-only text cannot be changed."""
    menu = QMenu(editor)
    keys = QKeySequence.StandardKey
    is_selected = editor.textCursor().hasSelection()
    document = editor.document()

    def add(
        text: str, key: QKeySequence.StandardKey, do: Callable[[], None], *, is_enabled: bool
    ) -> None:
        shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        action = menu.addAction(f"{text}\t{shown}")
        action.triggered.connect(lambda: do())  # noqa: PLW0108 - triggered passes a bool
        action.setEnabled(is_enabled)

    if not editor.isReadOnly():
        undo, redo = document.isUndoAvailable(), document.isRedoAvailable()
        add(translate("Editor", "Undo"), keys.Undo, editor.undo, is_enabled=undo)
        add(translate("Editor", "Redo"), keys.Redo, editor.redo, is_enabled=redo)
        menu.addSeparator()
        add(translate("Editor", "Cut"), keys.Cut, editor.cut, is_enabled=is_selected)
    add(translate("Editor", "Copy"), keys.Copy, editor.copy, is_enabled=is_selected)
    if not editor.isReadOnly():
        add(translate("Editor", "Paste"), keys.Paste, editor.paste, is_enabled=editor.canPaste())
    menu.addSeparator()
    has_text = not document.isEmpty()
    add(translate("Editor", "Select all"), keys.SelectAll, editor.selectAll, is_enabled=has_text)
    return menu


def offer_spellings(menu: QMenu, words: Sequence[str], choose: Callable[[str], object]) -> None:
    """Begin a menu with other spellings of a word.

    Args:
        menu: Of an editor; it is not empty.
        words: The other spellings, best first.
        choose: Called with the one that the user wants.
    """
    first = menu.actions()[0]
    bold = menu.font()
    bold.setBold(True)
    for word in words:
        action = QAction(menu_text(word), menu)
        action.setFont(bold)
        action.triggered.connect(lambda _, word=word: choose(word))
        menu.insertAction(first, action)
    menu.insertSeparator(first)
