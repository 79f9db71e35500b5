"""Memory stays flat: five hundred translations with the attention in view."""

import gc
import os
import sys
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.sessions import inspection_session
from desktop.workers import engine_loader
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


def num_artists() -> int:
    """Parts of matplotlib's figures that are alive."""
    from matplotlib.artist import Artist

    return sum(isinstance(thing, Artist) for thing in gc.get_objects())


PLACES = (" in the snow", " on a bench", " near a small green car", " under a tree")
LONGEST = f"A man with 100 small dogs is standing{''.join(PLACES)}{''.join(PLACES)}."
"""Longer than any sentence after it: what draws labels keeps as many as it ever had."""


def sentence(number: int) -> str:
    """A caption of its own, of one of many lengths."""
    return f"A man with {number} dogs is standing{''.join(PLACES[: number % 5])}."


class Measured(NamedTuple):
    """What there is while nothing happens."""

    resident: int
    artists: int
    objects: int


def measure(window: OpenWindow) -> Measured:
    """Wait for the last map, until nothing is drawn any more, and count."""
    window.wait_for_map()
    counts: deque[int] = deque(maxlen=10)

    def is_settled() -> bool:
        gc.collect()
        counts.append(num_artists())
        return len(counts) == counts.maxlen and len(set(counts)) == 1

    window.qtbot.waitUntil(is_settled)
    objects = window.program.window.findChildren(QObject)
    return Measured(resident(), num_artists(), len(objects))


def translate(window: OpenWindow, texts: Iterable[str]) -> None:
    """Translate one caption after the other, and look at the map of some."""
    for number, text in enumerate(texts):
        window.program.window.source_pane.set_plain_text(text)
        window.program.translating.session.translate_now(text)
        window.wait_for_translation(text)
        del window.translations[:-1]
        if number % DRAWN_EVERY == 0:
            window.wait_for_map()


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_five_hundred_translations_with_the_panel_open(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        inspection_session, "CACHE_BYTES", 1 << 20
    )  # else it is not full by the end
    with open_window(qtbot, tmp_path, engine_loader.open_engine) as window:
        window.wait_until_loaded()
        window.look_inside()
        window.program.translating.panel.controls.all_heads.click()
        translate(window, [LONGEST, *map(sentence, range(1, WARM_UP))])
        before = measure(window)
        translate(window, map(sentence, range(WARM_UP, TRANSLATIONS)))
        after = measure(window)
    assert after.resident <= GROWTH * before.resident
    assert after.artists <= GROWTH * before.artists
    assert after.objects == before.objects
