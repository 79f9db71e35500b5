"""The context menu of an editor, in the interface language."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QPlainTextEdit

from desktop.wording.menu_text import menu_text
from desktop.wording.tooltips import tooltip

translate = QCoreApplication.translate


LookUp = Callable[[str], Sequence[str] | None]
"""Returns what the dictionary has for a word; None if there is no dictionary of its language."""


def build_edit_menu(editor: QPlainTextEdit, word: str = "") -> QMenu:
    """Return the menu for the editor's state: a read-only text cannot be changed.

    Args:
        editor: The text.
        word: What to copy if nothing is selected.
    """
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
    copy = editor.copy if is_selected else partial(_copy, word)
    add(translate("Editor", "Copy"), keys.Copy, copy, is_enabled=is_selected or bool(word))
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


def dictionary_menu(parent: QMenu, look_up: LookUp, word: str) -> QMenu | None:
    """Return a menu of what a word may be in the other language; choosing an entry copies it."""
    entries = look_up(word)
    if entries is None:
        return None
    menu = QMenu(translate("Editor", "Dictionary"), parent)
    menu.setToolTipsVisible(True)
    for entry in entries:
        action = menu.addAction(menu_text(entry), partial(_copy, entry))
        action.setToolTip(tooltip(translate("Editor", "Copy")))
    menu.setEnabled(bool(entries))
    return menu


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
