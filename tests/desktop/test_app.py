"""The window program as a person uses it, from typing to reading the attention."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop import engine_door
from tests.support.windows import open_window, point_at

CAPTION = "Two young men are playing soccer in the snow."


@pytest.mark.slow
def test_the_shipped_model_from_typing_to_a_saved_picture(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path, engine_door.open_engine) as window:
        window.type(CAPTION)
        translation = window.wait_for_translation(CAPTION)
        assert "Fußball" in translation.target
        assert window.target.text_now() == translation.target
        window.wait_for_map()
        start = CAPTION.index("soccer")
        point_at(window.source, start, start + 6)
        target = translation.target.index("Fußball")
        assert window.target.links() == [(target, target + 7)]


def test_without_any_model_the_window_says_so_and_takes_text(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path, shipped_models=tmp_path / "none") as window:
        qtbot.waitUntil(lambda: bool(window.program.window.notice_bar.notices()))
        notice = window.program.window.notice_bar.notices()[0]
        assert "model" in notice.text
        window.type("Two dogs run.")
        assert window.source.text_now() == "Two dogs run."
