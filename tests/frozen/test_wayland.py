"""The packaged window on Wayland, worked with by real keys."""

import sqlite3
from contextlib import closing
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
from tests.support.wayland_server import has_wayland_server, wayland_server
from tests.support.x_client import XClient
from tests.support.x_server import has_x_server, x_server

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
