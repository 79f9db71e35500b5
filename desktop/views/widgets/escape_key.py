"""Let Esc answer a question inside a window, before the window uses the key itself."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget


def on_escape(question: QWidget, controls: Iterable[QWidget], answer: Callable[[], None]) -> None:
    """Call `answer` when Esc is pressed in one of the controls of a question."""
    keys = _EscapeKey(question, answer)
    for control in controls:
        control.installEventFilter(keys)


class _EscapeKey(QObject):
    """Filters the events of some controls; its parent is what they belong to."""

    def __init__(self, parent: QWidget, answer: Callable[[], None]) -> None:
        super().__init__(parent)
        self._answer = answer

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._answer()
                return True
        return super().eventFilter(watched, event)
