"""An X server without a screen, for windows of the xcb platform."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


def has_x_server() -> bool:
    """Return whether Xvfb is installed."""
    return shutil.which("Xvfb") is not None


@contextmanager
def x_server(width: int = 1600, height: int = 1200) -> Iterator[dict[str, str]]:
    """Run Xvfb, and give the environment in which programs open their windows on it.

    It chooses a free display number by itself, so several may run side by side.
    """
    reading, writing = os.pipe()
    with subprocess.Popen(
        [
            "Xvfb",
            *("-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24"),
            *("-nolisten", "tcp", "-noreset"),
        ],
        pass_fds=(writing,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        try:
            environment = {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
            environment.pop("WAYLAND_DISPLAY", None)
            yield environment
        finally:
            process.terminate()
