"""A shortcut that works in every program, where the desktop lets programs have one."""

import sys

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence

from desktop.platform.shortcut.shortcut_status import ShortcutStatus
from desktop.platform.shortcut.windows_hotkey import WindowsHotkey
from desktop.platform.shortcut.x11_hotkey import X11Hotkey

_MODIFIERS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
"""A shortcut has one of them: a plain letter would be taken from every other program."""


class GlobalShortcut(QObject):
    """One shortcut, heard in all programs; on the GUI thread.

    Signals:
        pressed: The keys were pressed, in whatever program.
    """

    pressed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.status = ShortcutStatus.OFF
        self._keys = ""
        self._hotkey: X11Hotkey | WindowsHotkey | None = None
        if QGuiApplication.platformName() == "xcb":
            self._hotkey = X11Hotkey(self)
        elif sys.platform == "win32":
            self._hotkey = WindowsHotkey(self)
        if self._hotkey is not None:
            self._hotkey.pressed.connect(self.pressed)

    def listen(self, keys: str) -> ShortcutStatus:
        """Listen for these keys, in Qt's portable form, and for no others."""
        if self.status is not ShortcutStatus.ON or keys != self._keys:
            self.stop()
            self._keys = keys
            self.status = self._grab(QKeySequence(keys))
        return self.status

    @Slot()
    def stop(self) -> None:
        """Listen no longer."""
        if self._hotkey is not None:
            self._hotkey.release()
        self.status = ShortcutStatus.OFF

    def _grab(self, sequence: QKeySequence) -> ShortcutStatus:
        if self._hotkey is None:
            return ShortcutStatus.FORBIDDEN
        if sequence.count() != 1:
            return ShortcutStatus.TOO_PLAIN
        combination: QKeyCombination = sequence[0]  # type: ignore[index]  # not in the stubs
        if not combination.keyboardModifiers() & _MODIFIERS:
            return ShortcutStatus.TOO_PLAIN
        is_ours = self._hotkey.grab(combination)
        return ShortcutStatus.ON if is_ours else ShortcutStatus.TAKEN
