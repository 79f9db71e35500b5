"""Terms from the window to the engine, and back as marks."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.text.highlighter import Style
from desktop.workers.engine_loader import open_engine
from engine.glossary.glossary import GlossaryEntry
from tests.support.windows import open_window

CAPTION = "A dog runs on the beach."


def test_a_term_is_followed_marked_and_told(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path, open_engine) as window:
        window.type(CAPTION)
        window.wait_for_translation(CAPTION)
        plain = window.target.text_now()
        program = window.program
        program.translating.glossary.put(("en", "de"), [GlossaryEntry("beach", "Meeresufer")])
        qtbot.waitUntil(lambda: "Meeresufer" in window.target.text_now())
        qtbot.waitUntil(lambda: not program.window.target_pane.is_stale)
        at = window.target.text_now().index("Meeresufer")
        pane = program.window.target_pane
        assert pane._tip_at(at) == "Glossary: beach → Meeresufer"
        assert "beach → Meeresufer" in pane.editor.accessibleDescription()
        for editor in (window.source, window.target):
            assert [style for _, _, style in editor.marks()].count(Style.TERM) == 1
        program.translating.glossary.set_on(False)
        qtbot.waitUntil(lambda: window.target.text_now() == plain)
        assert Style.TERM not in [style for _, _, style in pane.editor._highlighter.spans()]


def test_its_keys_and_the_menu_of_a_word_open_the_glossary(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        dialogs = window.program.dialogs
        QTest.keyClick(window.source, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
        glossary = dialogs.glossary_window
        assert glossary is not None
        assert glossary.isVisible()
        assert glossary.focusWidget() is glossary.term_line  # a term can be typed at once
        glossary.close()
        window.program.window.source_pane.term_chosen.emit("beach")
        assert glossary.isVisible()
        assert glossary.term_line.text() == "beach"


def test_glossaries_are_listed_by_the_names_of_their_languages(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        for languages in (("sv", "en"), ("de", "en"), ("zh", "en")):
            window.program.translating.glossary.put(languages, [GlossaryEntry("a", "b")])
        window.program.window.actions_by_id["glossary"].trigger()
        glossary = window.program.dialogs.glossary_window
        assert glossary is not None
        box = glossary.direction_box
        names = [box.itemText(row) for row in range(box.count())]
        assert len(names) >= 3
        assert names == sorted(names, key=str.casefold)
