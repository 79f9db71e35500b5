"""Memory stays flat: five hundred translations with the attention in view."""

import gc
import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop import engine_door
from tests.support.windows import OpenWindow, open_window

TRANSLATIONS = 500
WARM_UP = 200
"""By then every cache has what it will ever have, and the allocator what it needs."""
GROWTH = 1.05
DRAWN_EVERY = 5


def resident() -> int:
    """Bytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def sentence(number: int) -> str:
    """A caption of its own, of one of many lengths."""
    places = (" in the snow", " on a bench", " near a small green car", " under a tree")
    return f"A man with {number} dogs is standing{''.join(places[: number % 5])}."


def translate(window: OpenWindow, first: int, last: int) -> None:
    """Translate one caption after the other, and look at the map of some."""
    for number in range(first, last):
        text = sentence(number)
        window.program.window.source_pane.set_plain_text(text)
        window.program.session.translate_now(text)
        window.wait_for_translation(text)
        del window.translations[:-1]
        if number % DRAWN_EVERY == 0:
            window.wait_for_map()


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_five_hundred_translations_with_the_panel_open(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path, engine_door.open_engine) as window:
        window.wait_until_loaded()
        assert window.program.panel.isVisible()
        translate(window, 0, WARM_UP)
        gc.collect()
        before = resident(), len(window.program.window.findChildren(QObject))
        translate(window, WARM_UP, TRANSLATIONS)
        gc.collect()
        after = resident(), len(window.program.window.findChildren(QObject))
    assert after[0] <= GROWTH * before[0]
    assert after[1] == before[1]
