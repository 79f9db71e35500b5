"""A person at an X server: presses keys, moves the mouse, looks at the screen, pastes.

It speaks the X protocol itself, so nothing need be installed beside the server. Integers of the
protocol are little-endian; every reply and event is 32 bytes long, and replies may be longer.
"""

import socket
import struct
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image

KEY_PRESS, KEY_RELEASE, BUTTON_PRESS, BUTTON_RELEASE, MOTION = 2, 3, 4, 5, 6
SELECTION_NOTIFY, PROPERTY = 31, 0
KEYSYMS = {"Return": 0xFF0D, "Escape": 0xFF1B, "Shift": 0xFFE1, "Control": 0xFFE3}
"""Keys that write no character; the keysym of an ASCII character is its code."""

_VIEWABLE = 2
_ANSWER_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class XWindow:
    """A window that is on the screen, and where."""

    id: int
    title: str
    left: int
    top: int
    width: int
    height: int


class XClient:
    """One connection to an X server; closed as a context manager.

    Raises:
        RuntimeError: If the server refuses what is asked, or has no XTEST extension.
    """

    def __init__(self, display: str) -> None:
        number = display.removeprefix(":").partition(".")[0]
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_ANSWER_SECONDS)
        self._socket.connect(str(Path("/tmp/.X11-unix", f"X{number}")))
        self._events: deque[bytes] = deque()
        self._set_up()
        self._xtest = self._extension("XTEST")
        self._keys = self._keyboard()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        place: TracebackType | None,
    ) -> None:
        self._socket.close()

    # --- what a person does ---

    def write(self, text: str) -> None:
        """Press a key for each character of an ASCII text."""
        for character in text:
            self.press(character)

    def press(self, *keys: str) -> None:
        """Press keys together, such as `press("Control", "q")`, and let them go."""
        pressed = []
        for key in keys:
            code, is_shifted = self._keys[KEYSYMS.get(key, ord(key[0]))]
            pressed += ([self._keys[KEYSYMS["Shift"]][0]] if is_shifted else []) + [code]
        for code in pressed:
            self._fake(KEY_PRESS, code)
        for code in reversed(pressed):
            self._fake(KEY_RELEASE, code)
        self._sync()

    def click(self, x: int, y: int) -> None:
        """Click at a place of the screen."""
        self._fake(MOTION, 0, x, y)
        self._fake(BUTTON_PRESS, 1)
        self._fake(BUTTON_RELEASE, 1)
        self._sync()

    def focus(self) -> int:
        """Return the window that keys are for."""
        return int(struct.unpack_from("<I", self._ask(43, 0, b"")[1], 8)[0])  # GetInputFocus

    def windows(self) -> list[XWindow]:
        """Return the windows with a title that are on the screen, the lowest first."""
        _, reply = self._ask(15, 0, struct.pack("<I", self._root))  # QueryTree
        count = struct.unpack_from("<H", reply, 16)[0]
        found = [self._window(window) for window in struct.unpack_from(f"<{count}I", reply, 32)]
        return [window for window in found if window is not None and window.title]

    def screenshot(self) -> Image.Image:
        """Return what is on the screen."""
        size = (self._width, self._height)
        body = struct.pack("<IhhHHI", self._root, 0, 0, *size, 0xFFFFFFFF)
        _, reply = self._ask(73, 2, body)  # GetImage, by pixels
        return Image.frombytes("RGB", size, reply[32:], "raw", "BGRX")

    def clipboard(self) -> str | None:
        """Return the text that was copied; None if there is none."""
        atoms = [self._atom(name) for name in ("CLIPBOARD", "UTF8_STRING", "PASTED")]
        asked = struct.pack("<IIIII", self._own_window, *atoms, 0)
        self._send(24, 0, asked)  # ConvertSelection
        while True:
            event = self._next_event()
            if event[0] & 0x7F == SELECTION_NOTIFY:
                break
        if struct.unpack_from("<I", event, 20)[0] == 0:
            return None
        return self._property(self._own_window, atoms[2]).decode("utf-8")

    # --- the protocol ---

    def _set_up(self) -> None:
        self._socket.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        is_welcome, length = struct.unpack("<BxxxxxH", self._receive(8))
        answer = self._receive(4 * length)
        if is_welcome != 1:
            raise RuntimeError(f"the X server refuses: {answer!r}")
        vendor_length = struct.unpack_from("<H", answer, 16)[0]
        num_formats = answer[21]
        self._first_key, self._last_key = answer[26], answer[27]
        at = 32 + _padded(vendor_length) + 8 * num_formats
        self._root = struct.unpack_from("<I", answer, at)[0]
        self._width, self._height = struct.unpack_from("<HH", answer, at + 20)
        self._own_window = struct.unpack_from("<I", answer, 4)[0]
        body = struct.pack("<IIhhHHHHII", self._own_window, self._root, 0, 0, 1, 1, 0, 1, 0, 0)
        self._send(1, 0, body)  # CreateWindow, never shown: it takes what is pasted

    def _keyboard(self) -> dict[int, tuple[int, bool]]:
        """Return which key, and whether with Shift, gives a keysym."""
        count = self._last_key - self._first_key + 1
        width, reply = self._ask(101, 0, struct.pack("<BBxx", self._first_key, count))
        keys: dict[int, tuple[int, bool]] = {}
        for key in range(count):
            for column in (0, 1):
                place = 32 + 4 * (key * width + column)
                keysym = struct.unpack_from("<I", reply, place)[0]
                keys.setdefault(keysym, (self._first_key + key, column == 1))
        return keys

    def _window(self, window: int) -> XWindow | None:
        _, attributes = self._ask(3, 0, struct.pack("<I", window))
        if attributes[26] != _VIEWABLE:
            return None
        title = self._property(window, self._atom("_NET_WM_NAME")).decode("utf-8")
        _, geometry = self._ask(14, 0, struct.pack("<I", window))
        return XWindow(window, title, *struct.unpack_from("<hhHH", geometry, 12))

    def _property(self, window: int, name: int) -> bytes:
        body = struct.pack("<IIIII", window, name, PROPERTY, 0, 1 << 20)
        _, reply = self._ask(20, 0, body)
        return reply[32 : 32 + struct.unpack_from("<I", reply, 16)[0]]

    def _atom(self, name: str) -> int:
        body = struct.pack("<Hxx", len(name)) + _pad(name.encode())
        return int(struct.unpack_from("<I", self._ask(16, 0, body)[1], 8)[0])

    def _extension(self, name: str) -> int:
        body = struct.pack("<Hxx", len(name)) + _pad(name.encode())
        _, reply = self._ask(98, 0, body)
        if not reply[8]:
            raise RuntimeError(f"the X server has no extension {name}")
        return reply[9]

    def _fake(self, kind: int, detail: int, x: int = 0, y: int = 0) -> None:
        body = struct.pack("<BBxxIIxxxxxxxxhhxxxxxxxx", kind, detail, 0, self._root, x, y)
        self._send(self._xtest, 2, body)

    def _sync(self) -> None:
        """Wait until the server did all that it was asked."""
        self.focus()  # for the sake of its answer

    def _send(self, opcode: int, detail: int, body: bytes) -> None:
        self._socket.sendall(struct.pack("<BBH", opcode, detail, 1 + len(body) // 4) + body)

    def _ask(self, opcode: int, detail: int, body: bytes) -> tuple[int, bytes]:
        """Send a request, and give the second byte of its reply, and the whole of it."""
        self._send(opcode, detail, body)
        while True:
            message = self._receive(32)
            if message[0] == 0:
                code, sequence = struct.unpack_from("<xBH", message)
                raise RuntimeError(f"X error {code} at request {sequence}, opcode {opcode}")
            if message[0] == 1:
                length = struct.unpack_from("<I", message, 4)[0]
                return message[1], message + self._receive(4 * length)
            self._events.append(message)

    def _next_event(self) -> bytes:
        return self._events.popleft() if self._events else self._receive(32)

    def _receive(self, size: int) -> bytes:
        received = b""
        while len(received) < size:
            part = self._socket.recv(size - len(received))
            if not part:
                raise RuntimeError("the X server hung up")
            received += part
        return received


def _padded(length: int) -> int:
    return (length + 3) // 4 * 4


def _pad(text: bytes) -> bytes:
    return text.ljust(_padded(len(text)), b"\0")
