"""What a monkey does to a window: keys, clicks, menus, lists, files dropped, answers to dialogs.

Each deed is drawn from a `random.Random` alone, and done to whatever can take it now.
"""

import random
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeySequence,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QWidget,
)

from desktop.views.shortcuts import SHORTCUTS
from tests.support.typed_text import TYPED

KEYS = (
    Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space,
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home,
    Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace, Qt.Key.Key_Menu, Qt.Key.Key_F1, Qt.Key.Key_F2, Qt.Key.Key_A,
    Qt.Key.Key_Z,
)  # fmt: skip
MODIFIERS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
PRESSES_DEFAULT = 0.15
"""How often it goes on where a window proposes it: no chance would lead through a wizard."""
NEVER = frozenset(["quit"])
"""Shortcuts that end the program: the monkey has its own way to start it again."""
ODD = (
    "", " ", "\n\n\n", "🎉" * 50, "a" * 3000, "Ζωή und Łódź", "مرحبا", "日本語の文。二つ目。",
    "\u202eabc", "A man\x00 runs.", "e\u0301" * 40, "<b>x</b> & &amp; <img src='x'>", "1,250.50 kg",
    "{name} %1 %n", "\ud83d", "A dog runs. " * 400,
)  # fmt: skip


ORDINARY = (*TYPED["en"], *TYPED["de"])


class Hands:
    """Does random things to the windows of this process."""

    def __init__(self, files: Sequence[Path], out: Path) -> None:
        """Remember what may be opened and where may be saved.

        Args:
            files: Files and folders, whole and broken ones.
            out: A folder to save in.
        """
        self._files = tuple(files)
        self._out = out
        self._to_type: list[str] = []
        """What is being typed, the next character last."""

    def do_something(self, main: QWidget, editor: QWidget, chance: random.Random) -> str:
        """Do one thing, and return what it was.

        Args:
            main: The main window.
            editor: Of its source text.
            chance: What decides.
        """
        popup = QApplication.activePopupWidget()
        modal = QApplication.activeModalWidget()
        if isinstance(popup, QMenu):
            return self._choose_in_menu(popup, chance)
        if popup is not None:
            return self._touch(popup, chance)
        if isinstance(modal, QFileDialog):
            return self._answer(modal, chance)
        if modal is not None:
            return self._touch(modal, chance)
        if self._to_type:
            return self._press_next(editor)
        match chance.choices(
            ("type", "paste", "shortcut", "touch", "drop", "resize", "clipboard"),
            (5, 4, 14, 50, 4, 4, 4),
        )[0]:
            case "type":
                self._to_type = list(reversed(self._text(chance)[: chance.randrange(1, 40)]))
                return self._press_next(editor) if self._to_type else "type nothing"
            case "paste":
                text = self._text(chance)
                QGuiApplication.clipboard().setText(text)
                QTest.keySequence(editor, QKeySequence(QKeySequence.StandardKey.Paste))
                return f"paste {len(text)} characters"
            case "shortcut":
                one = chance.choice([one for one in SHORTCUTS if one.id not in NEVER])
                QTest.keySequence(main, QKeySequence(one.keys[0]))
                return f"shortcut {one.id}"
            case "drop":
                return self._drop(chance.choice(_open_windows()), chance)
            case "resize":
                window = chance.choice(_open_windows())
                window.resize(chance.randrange(300, 1600), chance.randrange(200, 1100))
                return f"resize {_name(window)}"
            case "clipboard":
                QGuiApplication.clipboard().setText(self._text(chance))
                return "another program copies"
            case _:
                return self._touch(chance.choice(_open_windows()), chance)

    def close_all(self) -> None:
        """Close popups and dialogs, so that the main window is free."""
        for _ in range(20):
            blocking = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if blocking is None:
                return
            blocking.close()
            QApplication.processEvents()

    def _text(self, chance: random.Random) -> str:
        if chance.random() < 0.3:
            return chance.choice(ODD)
        return " ".join(chance.choices(ORDINARY, k=chance.randrange(1, 6)))

    def _press_next(self, editor: QWidget) -> str:
        """Type the next character; one an event, as the window lives between two keys."""
        character = self._to_type.pop()
        if character.isascii() and character.isprintable():
            QTest.keyClicks(editor, character)
        else:
            event = QInputMethodEvent()
            event.setCommitString(character)
            QApplication.sendEvent(editor, event)
        return "type"

    def _touch(self, window: QWidget, chance: random.Random) -> str:
        """Do something to a part of a window."""
        parts = [
            part
            for part in (window, *window.findChildren(QWidget))
            if part.isVisible() and part.isEnabled() and not part.visibleRegion().isEmpty()
        ]
        if not parts:
            return "nothing to touch"
        if chance.random() < PRESSES_DEFAULT:
            for button in window.findChildren(QPushButton):
                if button in parts and button.isDefault():
                    text = button.text()
                    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                    return f"click the default button {text}"
        part = chance.choice(parts)
        # What a person aims at is a button, a list or a field, seldom the room between them.
        aims = [
            one
            for one in parts
            if isinstance(one, QAbstractButton | QAbstractItemView | QComboBox | QLineEdit)
        ]
        if aims and chance.random() < 0.7:
            part = chance.choice(aims)
        name = _name(part)  # before it is gone
        return f"{self._touch_part(part, chance)} {name}"

    def _touch_part(self, part: QWidget, chance: random.Random) -> str:
        place = QPoint(chance.randrange(part.width()), chance.randrange(part.height()))
        deeds = ["click", "key", "hover", "wheel", "double click", "drag", "context menu"]
        deed = chance.choices(deeds, (50, 15, 12, 8, 5, 6, 4))[0]
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        match deed:
            case "click" if isinstance(part, QComboBox):
                part.setFocus()
                part.showPopup()
            case "click" if isinstance(part, QAbstractItemView) and part.model().rowCount():
                index = part.model().index(chance.randrange(part.model().rowCount()), 0)
                part.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
                QTest.mouseClick(part.viewport(), left, none, part.visualRect(index).center())
            case "click" if isinstance(part, QLineEdit):
                part.setFocus()
                QTest.keyClicks(part, chance.choice(["a", "Model", "general 2", "<b>&x", ".."]))
            case "click":
                centre = part.rect().center() if isinstance(part, QAbstractButton) else place
                QTest.mouseClick(part, left, chance.choice(MODIFIERS), centre)
            case "key" if isinstance(part, QAbstractSlider) or part.focusPolicy():
                part.setFocus()
                QTest.keyClick(part, chance.choice(KEYS), chance.choice(MODIFIERS))
            case "wheel":
                _turn_wheel(part, place, chance.choice([-240, -120, 120, 240]))
            case "double click":
                QTest.mouseDClick(part, left, none, place)
            case "drag":
                end = QPoint(chance.randrange(part.width()), chance.randrange(part.height()))
                QTest.mousePress(part, left, none, place)
                QTest.mouseMove(part, end)
                QTest.mouseRelease(part, left, none, end)
            case "context menu":
                reason = QContextMenuEvent.Reason.Mouse
                event = QContextMenuEvent(reason, place, part.mapToGlobal(place))
                QApplication.sendEvent(part, event)
            case _:
                QTest.mouseMove(part, place)
        return deed

    def _choose_in_menu(self, menu: QMenu, chance: random.Random) -> str:
        choices = [
            action
            for action in menu.actions()
            if action.isEnabled() and action.isVisible() and not action.isSeparator()
        ]
        wanted = chance.choice(choices) if choices and chance.random() < 0.8 else None
        if wanted is None or _ends_program(wanted):
            QTest.keyClick(menu, Qt.Key.Key_Escape)
            return "close a menu"
        text = wanted.text()  # read now: a menu may be gone once an entry of it was chosen
        menu.setActiveAction(wanted)
        QTest.keyClick(menu, Qt.Key.Key_Return)
        return f"menu {text}"

    def _answer(self, dialog: QFileDialog, chance: random.Random) -> str:
        """Name a file; a monkey with the dialog in its hands would remove the user's files."""
        field = dialog.findChild(QLineEdit)
        if field is None or chance.random() < 0.2:
            dialog.reject()
            return "close a file dialog"
        is_saving = dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        path = self._out / f"{chance.randrange(5)}" if is_saving else chance.choice(self._files)
        field.setText(str(path))
        QTest.keyClick(field, Qt.Key.Key_Return)
        return f"file dialog: {path.name}"

    def _drop(self, window: QWidget, chance: random.Random) -> str:
        """Drop files, as a file manager does it."""
        files = chance.sample(self._files, chance.randrange(1, 3))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        parts = [window, *window.findChildren(QWidget)]
        part = chance.choice(
            [one for one in parts if one.acceptDrops() and one.isVisible()] or parts
        )
        centre, copy = part.rect().center(), Qt.DropAction.CopyAction
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(centre, copy, data, buttons, keys)
        QApplication.sendEvent(part, enter)
        if enter.isAccepted():
            QApplication.sendEvent(part, QDropEvent(QPointF(centre), copy, data, buttons, keys))
        return f"drop {', '.join(file.name for file in files)} on {_name(part)}"


def _open_windows() -> list[QWidget]:
    """Return the windows that take keys and clicks now, in the order of their kinds."""
    found = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one.isEnabled()]
    return sorted(found, key=_name)


def _ends_program(action: QAction) -> bool:
    keys = next(one.keys for one in SHORTCUTS if one.id == "quit")
    return action.shortcut() in [QKeySequence(key) for key in keys]


def _name(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName() or widget.objectName()}".strip()


def _turn_wheel(widget: QWidget, place: QPoint, angle: int) -> None:
    QApplication.sendEvent(
        widget,
        QWheelEvent(
            QPointF(place),
            QPointF(widget.mapToGlobal(place)),
            QPoint(),
            QPoint(0, angle),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )
