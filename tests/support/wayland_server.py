"""A Wayland compositor whose screen is a window of an X server, with its keys and its mouse."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SOCKET = "wayland-test"
_LOOK_SECONDS = 0.05
_SECONDS = 60

_CONFIG = """
[core]
idle-time=0
[shell]
background-color=0xff000000
panel-position=none
locking=false
[input-method]
path=
"""
"""A black screen without anything on it."""


def has_wayland_server() -> bool:
    """Return whether Weston is installed."""
    return shutil.which("weston") is not None


@contextmanager
def wayland_server(display: str, folder: Path, size: tuple[int, int]) -> Iterator[dict[str, str]]:
    """Run Weston in a window of an X server, and return what its programs must know.

    Args:
        display: The X server's.
        folder: An empty one, for its socket.
        size: Of its screen; the X server's own, to fill it.
    """
    folder.chmod(0o700)  # it refuses any other
    config = folder / "weston.ini"
    config.write_text(_CONFIG, encoding="utf-8")
    width, height = size
    with subprocess.Popen(
        [
            *("weston", "--backend=x11-backend.so", "--use-pixman", f"--config={config}"),
            *(f"--width={width}", f"--height={height}", f"--socket={_SOCKET}"),
        ],
        env={**os.environ, "DISPLAY": display, "XDG_RUNTIME_DIR": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            for _ in range(int(_SECONDS / _LOOK_SECONDS)):
                if (folder / _SOCKET).exists():
                    break
                time.sleep(_LOOK_SECONDS)
            else:
                raise RuntimeError("Weston did not start")
            yield {"XDG_RUNTIME_DIR": str(folder), "WAYLAND_DISPLAY": _SOCKET}
        finally:
            process.terminate()
