"""A shortcut of the whole X server, which reports only these keys."""

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QKeyCombination, QObject, QSocketNotifier, Qt, Signal, Slot

if TYPE_CHECKING:
    from Xlib.display import Display

_ASCII = range(0x20, 0x7F)
_F1 = 0xFFBE
"""The keysym of F1; those of the other function keys follow."""
_OTHERS = {
    Qt.Key.Key_Insert: 0xFF63,
    Qt.Key.Key_Home: 0xFF50,
    Qt.Key.Key_End: 0xFF57,
    Qt.Key.Key_PageUp: 0xFF55,
    Qt.Key.Key_PageDown: 0xFF56,
    Qt.Key.Key_Return: 0xFF0D,
    Qt.Key.Key_Pause: 0xFF13,
}


class X11Hotkey(QObject):
    """Grabs one key combination on its own connection.

    Signals:
        pressed: The keys were pressed.
    """

    pressed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._display: Display | None = None
        self._notifier: QSocketNotifier | None = None
        self._combination: QKeyCombination | None = None

    def grab(self, combination: QKeyCombination) -> bool:
        """Ask the server for a combination, and return whether it is ours now."""
        from Xlib.display import Display
        from Xlib.error import ConnectionClosedError, DisplayError

        self.release()
        try:
            display = Display()
            is_ours = _grab_key(display, combination)
        except (DisplayError, ConnectionClosedError, OSError):
            return False
        if not is_ours:
            display.close()
            return False
        self._combination = combination
        self._display = display
        self._notifier = QSocketNotifier(display.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        return True

    @Slot()
    def release(self) -> None:
        """Release the keys to other programs."""
        from Xlib.error import ConnectionClosedError

        display, self._display = self._display, None
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()
            self._notifier = None
        if display is not None:
            with suppress(ConnectionClosedError, OSError):  # the server is gone
                display.close()

    @Slot()
    def _read(self) -> None:
        from Xlib import X
        from Xlib.error import ConnectionClosedError

        try:
            while self._display is not None and self._display.pending_events():
                event = self._display.next_event()
                if event.type == X.KeyPress:
                    self.pressed.emit()
                elif event.type == X.MappingNotify and self._combination is not None:
                    # Another layout, or only another keyboard: the key may be elsewhere.
                    self._display.refresh_keyboard_mapping(event)
                    self._display.screen().root.ungrab_key(X.AnyKey, X.AnyModifier)
                    _grab_key(self._display, self._combination)
        except (ConnectionClosedError, OSError):
            self.release()


def _grab_key(display: "Display", combination: QKeyCombination) -> bool:
    """Grab a combination for a connection, whatever Caps Lock and Num Lock are, or nothing."""
    from Xlib import X
    from Xlib.error import BadAccess, CatchError

    modifiers = combination.keyboardModifiers()
    mask = 0
    for modifier, bit in (
        (Qt.KeyboardModifier.ShiftModifier, X.ShiftMask),
        (Qt.KeyboardModifier.ControlModifier, X.ControlMask),
        (Qt.KeyboardModifier.AltModifier, X.Mod1Mask),
        (Qt.KeyboardModifier.MetaModifier, X.Mod4Mask),
    ):
        mask |= bit if modifiers & modifier else 0
    keysym = _keysym(combination.key())
    code = display.keysym_to_keycode(keysym) if keysym else 0
    if not code:
        return False
    problem = CatchError(BadAccess)
    for locks in (0, X.LockMask, X.Mod2Mask, X.LockMask | X.Mod2Mask):
        display.screen().root.grab_key(
            code,
            mask | locks,
            owner_events=True,
            pointer_mode=X.GrabModeAsync,
            keyboard_mode=X.GrabModeAsync,
            onerror=problem,
        )
    display.sync()
    return problem.get_error() is None


def _keysym(key: Qt.Key) -> int:
    """Return the X keysym of a key; 0 for one that cannot be part of a shortcut."""
    if key.value in _ASCII:
        return ord(chr(key.value).lower())
    if Qt.Key.Key_F1.value <= key.value <= Qt.Key.Key_F35.value:
        return _F1 + key.value - Qt.Key.Key_F1.value
    return _OTHERS.get(key, 0)
