"""A shortcut of the whole Windows session. Written by its documentation; not tested there yet."""

import ctypes
import sys
from ctypes import wintypes

from PySide6.QtCore import (
    QAbstractNativeEventFilter,
    QByteArray,
    QCoreApplication,
    QKeyCombination,
    QObject,
    Qt,
    Signal,
    Slot,
)

_ID = 1
_WM_HOTKEY = 0x0312
_ALT, _CONTROL, _SHIFT, _WIN, _NO_REPEAT = 0x0001, 0x0002, 0x0004, 0x0008, 0x4000
_VK_F1 = 0x70


class WindowsHotkey(QObject):
    """Registers one key combination with the system.

    Signals:
        pressed: The keys were pressed.
    """

    pressed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._filter: _HotkeyFilter | None = None

    def grab(self, combination: QKeyCombination) -> bool:
        """Ask the system for a combination, and return whether it is ours now."""
        self.release()
        key, modifiers = combination.key(), combination.keyboardModifiers()
        code = key.value if chr(min(key.value, 0x7F)).isalnum() or key == Qt.Key.Key_Space else 0
        if Qt.Key.Key_F1.value <= key.value <= Qt.Key.Key_F24.value:
            code = _VK_F1 + key.value - Qt.Key.Key_F1.value
        flags = _NO_REPEAT
        for modifier, flag in (
            (Qt.KeyboardModifier.AltModifier, _ALT),
            (Qt.KeyboardModifier.ControlModifier, _CONTROL),
            (Qt.KeyboardModifier.ShiftModifier, _SHIFT),
            (Qt.KeyboardModifier.MetaModifier, _WIN),
        ):
            flags |= flag if modifiers & modifier else 0
        return code != 0 and self._register(flags, code)

    @Slot()
    def release(self) -> None:
        """Release the keys to other programs."""
        application = QCoreApplication.instance()
        if self._filter is not None and application is not None:
            application.removeNativeEventFilter(self._filter)
            self._filter = None
            if sys.platform == "win32":
                ctypes.windll.user32.UnregisterHotKey(None, _ID)

    def _register(self, flags: int, code: int) -> bool:
        application = QCoreApplication.instance()
        if sys.platform == "win32" and application is not None:
            if not ctypes.windll.user32.RegisterHotKey(None, _ID, flags, code):
                return False
            self._filter = _HotkeyFilter(self)
            application.installNativeEventFilter(self._filter)
            return True
        return False


class _HotkeyFilter(QAbstractNativeEventFilter):
    """Finds the message of the shortcut among those of the GUI thread."""

    def __init__(self, hotkey: WindowsHotkey) -> None:
        super().__init__()
        self._hotkey = hotkey

    def nativeEventFilter(
        self, _kind: QByteArray | bytes | bytearray | memoryview, message: int
    ) -> tuple[bool, int]:
        """Take the message of our shortcut; leave all others to Qt."""
        found = wintypes.MSG.from_address(int(message))
        if found.message != _WM_HOTKEY or found.wParam != _ID:
            return (False, 0)
        self._hotkey.pressed.emit()
        return (True, 0)
