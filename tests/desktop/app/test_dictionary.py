"""Words of the dictionary from the engine to both texts, as marks."""

import shutil
from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.storage import paths
from desktop.views.text.editor import Editor
from desktop.views.text.highlighter import Style
from desktop.workers.engine_loader import open_engine
from tests.support.windows import open_window

SENTENCE = "Die Wacholderbeeren liegen im Mörser."
MODEL = "de-en-general"


def marked(editor: Editor) -> set[tuple[int, int]]:
    return {(start, end) for start, end, style in editor.marks() if style is Style.DICTIONARY}


def test_words_that_were_looked_up_are_marked_and_told(qtbot: QtBot, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shutil.copytree(paths.resources() / "models" / MODEL, shelf / MODEL)
    with open_window(qtbot, tmp_path, open_engine, shipped_models=shelf) as window:
        window.type(SENTENCE)
        (sentence,) = window.wait_for_translation(SENTENCE).sentences
        words = sentence.looked_up
        assert words
        spans = {(word.source.start, word.source.end) for word in words}
        qtbot.waitUntil(lambda: marked(window.source) == spans)
        targets = [word.target for word in words if word.target is not None]
        assert marked(window.target) == {(word.start, word.end) for word in targets}
        for word in words:
            tip = window.program.window.source_pane._tip_at(word.source.start)
            assert f"{word.source.text} → {word.entry}" in tip
        window.type(" ")
        assert marked(window.source) == marked(window.target) == set()


def test_a_set_phrase_is_translated_as_a_whole_unless_that_is_turned_off_or_a_model_is_on_trial(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shelf = tmp_path / "shelf"
    shutil.copytree(paths.resources() / "models" / MODEL, shelf / MODEL)
    phrase = "Hals- und Beinbruch!"
    with open_window(qtbot, tmp_path, open_engine, shipped_models=shelf) as window:
        program = window.program

        def wait_until_phrase(is_phrase: bool) -> None:
            def is_so() -> bool:
                shown = window.program.window.target_pane.plain_text()
                (sentence,) = window.translations[-1].sentences
                return sentence.is_phrase == is_phrase == (shown == "Break a leg!")

            qtbot.waitUntil(is_so)

        window.type(phrase)
        window.wait_for_translation(phrase)
        wait_until_phrase(True)
        assert marked(window.target) == {(0, len("Break a leg!"))}
        program.settings.change(with_phrases=False)
        wait_until_phrase(False)
        program.settings.change(with_phrases=True)
        wait_until_phrase(True)
        program.trial.begin(shelf / MODEL, "mine, epoch 1")
        wait_until_phrase(False)
        program.trial.end()
        wait_until_phrase(True)
