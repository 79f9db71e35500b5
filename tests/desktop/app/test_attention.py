"""The attention panel: what is exported and copied, which sentence, translations compared."""

import csv
import json
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop.presenters import attention_presenter
from desktop.values.attention_drawing import Drawing, ExportRequest, Place
from desktop.values.worker_fault import WorkerFault
from desktop.views.attention.more_menu import MoreMenu
from desktop.views.attention.panel import AttentionPanel
from tests.support.engines import FakeEngine, fake_open
from tests.support.save_dialogs import save_as
from tests.support.windows import OpenWindow, click_word, open_window, pick_row

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


TEXT = "A small dog. Two men run. An end."


def translate(window: OpenWindow, text: str) -> None:
    window.type(text)
    window.press(Qt.Key.Key_Return, CTRL)
    window.wait_for_translation(text)


def panel_of(window: OpenWindow) -> AttentionPanel:
    return window.program.translating.panel


def drawing_of(window: OpenWindow, place: Place) -> Drawing | None:
    if place == "grid":
        return panel_of(window).grid.drawing
    return panel_of(window).maps[place].picture.drawing


def wait_for_text(window: OpenWindow, place: Place, source: str, target: str) -> Drawing:
    """Wait until the attention of these texts is drawn at a place."""

    def is_drawn() -> bool:
        drawing = drawing_of(window, place)
        attention = None if drawing is None else drawing.request.attention
        return attention is not None and (attention.source, attention.target) == (source, target)

    window.qtbot.waitUntil(is_drawn)
    drawing = drawing_of(window, place)
    assert drawing is not None
    return drawing


def more_of(window: OpenWindow) -> MoreMenu:
    return panel_of(window).controls.more


def entry(more: MoreMenu, name: str, menu: str = "") -> QAction:
    """Return an entry of the menu, or of a menu in it."""
    (found,) = [
        action
        for offered in (more.findChildren(QMenu, menu) if menu else [more])
        for action in offered.actions()
        if action.text() == name
    ]
    return found


def take(menu: QMenu, start: str) -> None:
    """Choose the entry of a menu that begins so."""
    (found,) = [action for action in menu.actions() if action.text().startswith(start)]
    found.trigger()


def chosen(menu: QMenu) -> str:
    """Return the beginning of what is chosen of a menu."""
    (found,) = [action.text() for action in menu.actions() if action.isChecked()]
    return found.split(" · ")[0]


def wait_for_hypotheses(window: OpenWindow) -> None:
    """Wait until other translations are offered."""
    window.qtbot.waitUntil(lambda: len(more_of(window).hypotheses.actions()) > 3)


def check(path: Path, *, is_grid: bool) -> None:
    """Read a file back as what its suffix says."""
    labels = ["A", "small", "dog", ".", "</s>"]
    match path.suffix:
        case ".png":
            assert QImage(str(path)).width() > 300
        case ".svg":
            root = ElementTree.parse(path).getroot()
            words = {"".join(element.itertext()).strip() for element in root.iter()}
            assert is_grid or {"small", "SMALL"} <= words
        case ".pdf":
            assert path.read_bytes().startswith(b"%PDF-")
        case ".csv":
            with path.open(encoding="utf-8-sig", newline="") as file:
                rows = list(csv.reader(file))
            assert len(rows) >= 5
            assert set(labels) <= {cell for row in rows for cell in row}
        case ".json":
            values = json.loads(path.read_text(encoding="utf-8"))
            assert "small" in json.dumps(values)
        case _:
            raise AssertionError(path.suffix)


def notices(window: OpenWindow) -> list[str]:
    return [notice.text for notice in window.program.window.notice_line.notices()]


def has_notice(window: OpenWindow, text: str) -> bool:
    return notices(window) == [text]


@pytest.mark.parametrize("what", ["map", "grid"])
def test_maps_and_grids_are_exported(qtbot: QtBot, tmp_path: Path, what: str) -> None:
    with open_window(qtbot, tmp_path / "home") as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        written: list[ExportRequest] = []
        window.program.drawer.exported.connect(written.append)
        for suffix in (".png", ".svg", ".pdf", ".csv", ".json"):
            path = tmp_path / f"Karte ä{suffix}"
            chosen = path if suffix == ".png" else path.with_suffix("")  # it is added
            action = entry(more_of(window), suffix[1:].upper(), what)
            action.trigger()
            save_as(qtbot, chosen)
            qtbot.waitUntil(lambda: bool(written))
            assert written.pop().path == path
            check(path, is_grid=what == "grid")
            qtbot.waitUntil(partial(has_notice, window, f"The attention was saved as {path.name}."))


def test_an_export_that_fails_is_told(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        chosen = tmp_path / "no such folder" / "map.svg"
        ask = "ask_where_to_save"
        monkeypatch.setattr(attention_presenter, ask, lambda *arguments: arguments[-1](chosen))
        entry(more_of(window), "SVG", "map").trigger()
        qtbot.waitUntil(lambda: len(notices(window)) == 1)
        assert "It may have been moved or deleted." in notices(window)[0]


def test_the_map_is_copied_as_picture_and_as_table(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        clipboard = QGuiApplication.clipboard()
        entry(more_of(window), "Copy map as table").trigger()
        lines = [line.split("\t") for line in clipboard.text().splitlines()]
        assert lines[0] == ["", "A", "small", "dog", ".", "</s>"]
        assert [line[0] for line in lines[1:]] == ["A", "SMALL", "DOG", "."]
        assert all(abs(sum(map(float, line[1:])) - 1) < 1e-3 for line in lines[1:])
        entry(more_of(window), "Copy map as picture").trigger()
        image, picture = clipboard.image(), panel_of(window).picture()
        assert picture is not None
        assert image.size() == picture.size()


def test_sentences_are_chosen_in_the_panel_and_with_keys(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, TEXT)
        sentences = panel_of(window).controls.sentences
        window.look_inside()
        wait_for_text(window, "map", "A small dog.", "A SMALL DOG.")
        pick_row(sentences, 2)
        wait_for_text(window, "map", "An end.", "AN END.")
        window.source.setFocus()
        window.press(Qt.Key.Key_PageUp, CTRL)
        wait_for_text(window, "map", "Two men run.", "TWO MEN RUN.")
        assert sentences.currentIndex() == 1
        window.press(Qt.Key.Key_PageDown, CTRL)
        window.press(Qt.Key.Key_PageDown, CTRL)  # there is none after the last
        wait_for_text(window, "map", "An end.", "AN END.")
        assert sentences.currentIndex() == 2


def test_two_translations_are_compared(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        more = more_of(window)
        panel_of(window).controls.all_heads.click()
        wait_for_hypotheses(window)
        take(more.compared, "2 of")
        wait_for_text(window, "compared", "A small dog.", "a SMALL DOG.")
        difference = wait_for_text(window, "difference", "A small dog.", "A SMALL DOG.")
        assert difference.request.subtracted is not None
        assert difference.request.subtracted.target == "a SMALL DOG."
        assert not panel_of(window).grid.isVisible()
        take(more.hypotheses, "3 of")
        wait_for_text(window, "map", "A small dog.", "A small DOG.")
        assert window.target.text_now() == "A SMALL DOG."  # looking changes no text
        take(more.compared, "Nothing")
        qtbot.waitUntil(panel_of(window).grid.isVisible)
        assert panel_of(window).maps["compared"].isHidden()


def test_a_comparison_outlives_a_look_at_other_words(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        more = more_of(window)
        wait_for_hypotheses(window)
        take(more.hypotheses, "2 of")
        take(more.compared, "3 of")
        wait_for_text(window, "compared", "A small dog.", "A small DOG.")
        before = [chosen(menu) for menu in (more.hypotheses, more.compared)]
        click_word(window.source, 2, 7)
        window.press(Qt.Key.Key_Left)
        assert [chosen(menu) for menu in (more.hypotheses, more.compared)] == before
        window.press(Qt.Key.Key_A, CTRL | SHIFT)
        window.press(Qt.Key.Key_A, CTRL | SHIFT)
        wait_for_text(window, "map", "A small dog.", "a SMALL DOG.")
        assert [chosen(menu) for menu in (more.hypotheses, more.compared)] == before


def test_the_caret_in_one_sentence_has_nothing_drawn_or_asked_anew(
    qtbot: QtBot, tmp_path: Path
) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        qtbot.waitUntil(lambda: engine.count("hypotheses") == 1)
        wished: list[object] = []
        panel_of(window).drawing_requested.connect(wished.append)
        window.press(Qt.Key.Key_Home)
        for _ in range(6):
            window.press(Qt.Key.Key_Right)
        QTest.qWait(0)
        assert wished == []
        assert (engine.count("attention"), engine.count("hypotheses")) == (1, 1)


def test_a_panel_that_was_open_is_open_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    for is_open in (False, True):
        with open_window(qtbot, tmp_path) as window:
            assert window.program.window.attention_dock.isVisible() == is_open
            window.press(Qt.Key.Key_A, CTRL | SHIFT)
            assert window.program.window.attention_dock.isVisible() != is_open


def test_a_map_that_fails_to_be_drawn_leaves_none(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        drawing = drawing_of(window, "map")
        assert drawing is not None
        fault = WorkerFault("ValueError", "no ink")
        window.program.drawer.draw_failed.emit(drawing.request, fault)
        assert drawing_of(window, "map") is None
        assert window.program.window.notice_line.notices()
        QGuiApplication.clipboard().setText("kept")
        for what in ("picture", "table"):
            entry(more_of(window), f"Copy map as {what}").trigger()
        assert QGuiApplication.clipboard().text() == "kept"


def test_an_emptied_text_empties_the_panel(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "A small dog.")
        window.wait_for_map()
        window.press(Qt.Key.Key_D, CTRL)
        assert drawing_of(window, "map") is None
        assert not entry(more_of(window), "Copy map as picture").isEnabled()
        window.type("Dog")
        window.wait_for_translation("Dog")
        wait_for_text(window, "map", "Dog", "DOG")
