"""Make the wheel scroll the page instead of changing a control under the pointer."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


def guard_wheel(control: QWidget) -> None:
    """Keep wheel events from a control while it has no focus."""
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    control.installEventFilter(_WheelGuard(control))


class _WheelGuard(QObject):
    """Filters the events of one control, which is its parent."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_wheel = event.type() == QEvent.Type.Wheel
        if is_wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)
