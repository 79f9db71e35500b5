"""The packaged window on Wayland, worked with by real keys."""

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from PIL import Image

from tests.support.bundles import (
    CAPTION,
    NUM_MAP_COLOURS,
    SECONDS,
    TRANSLATION,
    Program,
    num_map_colours,
    save_picture,
    wait_until,
)
from tests.support.x_client import XClient
from tests.support.x_server import has_x_server, x_server

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


SIZE = (1600, 1200)

pytestmark = pytest.mark.skipif(
    not (has_x_server() and has_wayland_server()), reason="needs Xvfb and weston"
)


def width_of(screen: Image.Image) -> int:
    """Return how wide what is on a black screen is; the pointer is, too."""
    left, _, right, _ = screen.getbbox() or (0, 0, 0, 0)
    return right - left


def test_type_read_look_and_quit(program: Program, tmp_path: Path) -> None:
    with (
        x_server(*SIZE) as server,
        XClient(server["DISPLAY"]) as x,
        wayland_server(server["DISPLAY"], tmp_path, SIZE) as wayland,
        program.open(environment=program.environment(**wayland)) as process,
    ):
        wait_until(process, lambda: width_of(x.screenshot()) > SIZE[0] // 2, "a window was there")
        x.write(CAPTION)
        x.press("Control", "Shift", "a")
        wait_until(
            process,
            lambda: num_map_colours(x.screenshot()) > NUM_MAP_COLOURS,
            "the attention was drawn",
        )
        save_picture(x.screenshot(), "wayland")
        x.press("Control", "q")
        assert process.wait(SECONDS) == 0
    data = program.home / ".local" / "share" / "translucent"
    with closing(sqlite3.connect(data / "history.sqlite3")) as history:
        kept = history.execute("SELECT source, target FROM entries").fetchall()
    assert kept == [(CAPTION, TRANSLATION)]
