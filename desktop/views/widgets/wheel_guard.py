"""Lets the wheel scroll a page, not change a control that it happens to pass over."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


def guard_wheel(control: QWidget) -> None:
    """Hold the wheel back from a control while it has not the focus."""
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    control.installEventFilter(_WheelGuard(control))


class _WheelGuard(QObject):
    """Stands before one control, which is its parent."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_wheel = event.type() == QEvent.Type.Wheel
        if is_wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)
