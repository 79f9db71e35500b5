"""The window program as a person uses it, from typing to reading the attention."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop.storage import paths
from desktop.workers import engine_loader
from tests.support.save_dialogs import save_as
from tests.support.windows import open_window, point_at

CAPTION = "Two young men are playing soccer in the snow."

pytestmark = pytest.mark.display


@pytest.mark.slow
def test_the_shipped_model_from_typing_to_a_saved_picture(qtbot: QtBot, tmp_path: Path) -> None:
    shelf = paths.resources() / "models"
    with open_window(qtbot, tmp_path, engine_loader.open_engine, shipped_models=shelf) as window:
        window.type(CAPTION)
        translation = window.wait_for_translation(CAPTION)
        assert "Fußball" in translation.target
        assert window.target.text_now() == translation.target
        assert window.program.window.notice_line.notices() == ()
        window.wait_for_map()
        # A word, its partner and its cell.
        start = CAPTION.index("snow")
        point_at(window.source, start, start + 4)
        target = translation.target.index("Schnee")
        qtbot.waitUntil(lambda: window.target.links() == [(target, target + 6)])
        picture = window.program.translating.panel.maps["map"].picture
        drawing = picture.drawing
        assert drawing is not None
        ((row,), (column,)) = picture._rows, picture._columns
        assert (drawing.rows[row].label, drawing.columns[column].label) == ("Schnee", "snow")
        # The model looked there more than anywhere else for this word.
        assert drawing.weights[row].argmax() == column
        # The map as a file.
        path = tmp_path / "map.svg"
        menu = window.program.translating.panel.controls.more.findChild(QMenu, "map")
        assert isinstance(menu, QMenu)
        written: list[object] = []
        window.program.drawer.exported.connect(written.append)
        next(action for action in menu.actions() if action.text() == "SVG").trigger()
        save_as(qtbot, path)
        qtbot.waitUntil(lambda: bool(written))
        words = {"".join(element.itertext()).strip() for element in ElementTree.parse(path).iter()}
        assert {"soccer", "Fußball", "Schnee"} <= words


def test_a_narrow_window_says_in_full_why_its_history_is_empty(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path) as window:
        main = window.program.window
        window.program.trials.bar.show()
        main.actions_by_id["history"].trigger()
        main.resize(380, 700)
        words = main.history_panel._nothing
        qtbot.waitUntil(lambda: 0 < words.heightForWidth(words.width()) <= words.height())
