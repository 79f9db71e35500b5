"""From a note to the sentence that it is about."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.storage import paths
from desktop.workers.engine_loader import open_engine
from tests.support.windows import open_window

CTRL = Qt.KeyboardModifier.ControlModifier
MODEL = "en-de-general"


def test_show_brings_a_sentence_and_its_translation_into_view(qtbot: QtBot, tmp_path: Path) -> None:
    lines = [f"Line {number} is here." for number in range(90)]
    text = "\n".join(lines)
    with open_window(qtbot, tmp_path) as window:
        main = window.program.window
        main.source_pane.set_plain_text(text)
        window.press(Qt.Key.Key_Return, CTRL)
        window.wait_for_translation(text)
        for editor in (window.source, window.target):
            editor.verticalScrollBar().setValue(0)
        start = text.index(lines[70])
        span = (start, start + len(lines[70]))  # in capitals it is as long
        assert not window.source.is_in_view(span)
        with qtbot.waitSignal(window.program.translating.link_tracker.paired) as paired:
            main.notice_line.sentence_requested.emit(start)
        assert (paired.args[0].source_span, paired.args[0].target_span) == (span, span)
        for editor in (window.source, window.target):
            assert editor.is_in_view(span)


def test_measures_are_no_copy(qtbot: QtBot, tmp_path: Path) -> None:
    measures = "8 kg, 55 x 40 x 23 cm"
    shelf = tmp_path / "shelf"
    shutil.copytree(paths.resources() / "models" / MODEL, shelf / MODEL)
    with open_window(qtbot, tmp_path, open_engine, shipped_models=shelf) as window:
        window.type(measures)
        assert window.wait_for_translation(measures).target == measures
        told = [notice.text for notice in window.program.window.notice_line.notices()]
        assert not any("almost the same" in text for text in told)
