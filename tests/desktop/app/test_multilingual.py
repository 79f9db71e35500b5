"""A model of several languages: each of its directions is chosen, swapped and remembered."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.values.requests import Direction
from engine.pipeline.translator import Translator
from tests.support.tokenizers import TARGET_TOKENS
from tests.support.translators import save_pieces_model
from tests.support.windows import OpenWindow, open_window, pick

TEXT = "Two men."


def open_engine(
    folder: Path, _device: str, _threads: int | None, direction: Direction | None
) -> Translator:
    return Translator.open(folder, device="cpu", direction=direction)


def wait_for_direction(window: OpenWindow, source: str, target: str) -> None:
    """Wait until a text was translated in a direction: the token that asks for it is on the map."""

    def is_drawn() -> bool:
        drawing = window.program.translating.panel.maps["map"].picture.drawing
        if drawing is None or window.program.settings.direction != (source, target):
            return False
        return drawing.request.attention.source_tokens[0] == TARGET_TOKENS[target]

    window.qtbot.waitUntil(is_drawn)
    bar = window.program.window.language_bar
    assert (bar.source(), bar.target()) == (source, target)


def test_languages_are_chosen_swapped_and_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    save_pieces_model(
        tmp_path / "models" / "many", name="many", source_languages=("en", "de", "fr")
    )
    none = tmp_path / "none"
    with open_window(qtbot, tmp_path, open_engine, shipped_models=none) as window:
        bar = window.program.window.language_bar
        window.look_inside()
        window.type(TEXT)
        window.wait_for_translation(TEXT)
        wait_for_direction(window, "en", "de")
        assert [bar.target_box.itemText(row) for row in range(3)] == ["French", "German", "Spanish"]
        pick(bar.target_box, "es")
        wait_for_direction(window, "en", "es")
        assert not bar.swap_button.isEnabled()  # it does not write English
        pick(bar.source_box, "fr")
        wait_for_direction(window, "fr", "es")
        pick(bar.target_box, "de")
        wait_for_direction(window, "fr", "de")
        window.press(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        wait_for_direction(window, "de", "fr")
    with open_window(qtbot, tmp_path, open_engine, shipped_models=none) as window:
        window.look_inside()
        wait_for_direction(window, "de", "fr")
