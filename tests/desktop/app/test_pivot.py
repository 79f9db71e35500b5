"""French to German through English: chosen like any language, both steps are seen."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.values.requests import Direction
from engine.pipeline.translator import Translator
from tests.support.translators import save_subword_model
from tests.support.windows import open_window, pick

TEXT = "Two young men are outside."


def open_engine(
    folder: Path, _device: str, _threads: int | None, direction: Direction | None
) -> Translator:
    return Translator.open(folder, device="cpu", direction=direction)


def save_models(home: Path) -> None:
    for seed, (source, target) in enumerate((("fr", "en"), ("en", "de"))):
        name = f"{source}-{target}"
        save_subword_model(
            home / "models" / name,
            name=name,
            seed=seed,
            source_language=source,
            target_language=target,
        )


def test_it_is_chosen_like_any_language_and_both_steps_are_seen(
    qtbot: QtBot, tmp_path: Path
) -> None:
    save_models(tmp_path)
    none = tmp_path / "none"
    with open_window(qtbot, tmp_path, open_engine, shipped_models=none) as window:
        program = window.program
        bar = program.window.language_bar
        pick(bar.source_box, "fr")
        pick(bar.target_box, "de")
        assert program.window.target_pane.bar.model_button.text() == "Through English"
        window.look_inside()
        window.type(TEXT)
        window.wait_for_translation(TEXT)
        said = [text.text for text in program.window.notice_line.notices()]
        assert any("Translated through English" in text for text in said)
        sentences = program.translating.panel.controls.sentences
        assert sentences.itemText(0).endswith(f"French → English: {TEXT}")
        middle = sentences.itemText(1)
        assert "English → German: " in middle
        program.window.actions_by_id["next_sentence"].trigger()
        qtbot.waitUntil(
            lambda: (
                program.translating.inspection.sentence is not None
                and middle.endswith(program.translating.inspection.sentence.source)
            )
        )
    with open_window(qtbot, tmp_path, open_engine, shipped_models=none) as window:
        assert window.program.settings.direction == ("fr", "de")
        assert window.program.window.language_bar.target() == "de"
