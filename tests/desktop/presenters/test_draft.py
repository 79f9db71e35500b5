"""A typed text is there again at the next start, unless nothing is to be kept."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.presenters.draft import Draft
from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.views.panes.source_pane import SourcePane


@pytest.mark.parametrize(("keep_history", "kept"), [(True, "Two dogs."), (False, "")])
def test_a_text_is_kept_soon_after_it_was_typed(
    qtbot: QtBot, tmp_path: Path, keep_history: bool, kept: str
) -> None:
    settings = Settings(tmp_path / SETTINGS_FILE)
    settings.change(keep_history=keep_history)
    pane = SourcePane()
    qtbot.addWidget(pane)
    draft = Draft(pane, settings)
    draft._timer.setInterval(0)
    pane.begin_with("Two dogs.")
    qtbot.waitUntil(lambda: not draft._timer.isActive())
    assert settings.text == kept


def test_what_is_typed_already_stays(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / SETTINGS_FILE)
    settings.text = "Of last time."
    pane = SourcePane()
    qtbot.addWidget(pane)
    draft = Draft(pane, settings)
    draft.restore()
    assert pane.plain_text() == "Of last time."
    pane.begin_with("Typed since.")
    draft.restore()
    assert pane.plain_text() == "Typed since."
