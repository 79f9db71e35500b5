"""Words that a translation leaves out or adds, found while nobody types."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.views.text.highlighter import Style
from tests.support.engines import FakeEngine, fake_open
from tests.support.windows import open_window


def test_missing_words_are_marked_after_the_translation_and_gone_with_the_next_key(
    qtbot: QtBot, tmp_path: Path
) -> None:
    engine = FakeEngine()
    engine.is_unfaithful = True
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.program.opening.open([tmp_path / "holiday.jpg"])
        window.type("Two dogs.")
        window.wait_for_translation("Two dogs.")
        assert window.target.text_now() == "TWO DOGS."
        qtbot.waitUntil(lambda: (0, 3, Style.UNMATCHED) in window.source.marks())
        notices = [notice.text for notice in window.program.window.notice_line.notices()]
        assert notices[0] == "1 word may be missing from the translation: Two."
        assert notices[-1].startswith("Not translated: holiday.jpg.")  # it is older than the text
        window.type(" ")
        assert window.source.marks() == []
