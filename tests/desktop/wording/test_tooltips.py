"""A tooltip shows what it is made of, and does what none of it says."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from desktop.sessions.models.model_list import ModelList
from desktop.storage.history import HistoryEntry
from desktop.views.attention.controls import AttentionControls
from desktop.views.history.items import HistoryItems
from desktop.views.models.rows import ModelRows
from desktop.views.panes.choice_button import Choice, ChoiceButton
from desktop.wording.tooltips import tooltip
from tests.support.model_folders import save_toy_model
from tests.support.tooltips import TIP, as_shown
from tests.support.windows import home_folders

LOADING = "<img src='file:///x.png'> <b>bold</b> & so on"


@given(st.lists(st.sampled_from(["<b>", "</b>", "&lt;", "a", " ", "<", "<img src='file:///x'>"])))
def test_what_looks_like_html_is_read_as_it_stands(parts: list[str]) -> None:
    text = "".join(parts).strip()
    assert as_shown(tooltip(text)) == text


@pytest.mark.parametrize("text", ["", "A dog.\n\nEin Hund.", "Q & A", "/home/me/models"])
def test_what_does_not_stays_as_it_is(text: str) -> None:
    assert tooltip(text) == text


def test_texts_and_models_are_shown_as_they_stand(qtbot: QtBot, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "models" / "own", name="own", limits=LOADING)
    models = ModelList(home_folders(tmp_path, shipped_models=tmp_path / "none"))
    rows = ModelRows()
    rows.show_models(models.entries)
    history = HistoryItems()
    now = datetime(2026, 1, 2, tzinfo=UTC)
    history.show_entries([HistoryEntry(1, now, LOADING, LOADING, "en", "de", "own", False)])
    models_button = ChoiceButton("Model")
    models_button.show_choices([Choice("own", "Own", tip=LOADING)], "own")
    controls = AttentionControls()
    controls.show_sentences([LOADING, "Two."], 0)
    for widget in (models_button, controls):
        qtbot.addWidget(widget)
    for tip in (
        models.data(models.index(0), TIP),
        rows.data(rows.index(0), TIP),
        history.data(history.index(0), TIP),
        models_button.choices_menu.actions()[0].toolTip(),
        models_button.toolTip(),
        controls.sentences.itemData(0, TIP),
    ):
        assert LOADING in as_shown(str(tip))
