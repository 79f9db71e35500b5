"""The cards of files: what they say, and which buttons each has at which time."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QProgressBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.files.panel import FilePanel
from engine.documents.doubts import Doubt
from engine.markup.extraction import Place
from engine.translation import Notice, NoticeKind


def doubt(line: int) -> Doubt:
    notice = Notice(NoticeKind.UNFAMILIAR, 0, 3)
    return Doubt(f"Dog {line}.", f"Hund {line}.", (notice,), Place("line", str(line)))


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[FilePanel]:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    panel = FilePanel(window)
    column.addWidget(panel)
    window.resize(700, 400)
    window.show()
    yield panel  # not returned: the window has to live as long
    window.hide()


def words(panel: FilePanel) -> list[str]:
    found = panel.findChildren(QLabel)
    return [label.text() for label in found if label.text() and label.isVisible()]


def buttons(panel: FilePanel) -> dict[str, QAbstractButton]:
    found = panel.findChildren(QAbstractButton)
    return {button.accessibleName(): button for button in found if button.isVisible()}


def test_it_says_how_many_files_there_are(panel: FilePanel, qtbot: QtBot) -> None:
    counts: list[int] = []
    panel.counted.connect(counts.append)
    panel.add_file("1", "notes.md")
    panel.add_file("2", "book.txt")
    panel.add_file("2", "book.txt")
    panel.remove_file("2")
    assert words(panel) == ["notes.md", "Waiting"]
    panel.show_failure("1", "It is not text.")
    with qtbot.waitSignal(panel.removed) as removed:
        buttons(panel)["Remove notes.md from this list"].click()
    assert removed.args == ["1"]
    assert counts == [1, 2, 2, 1, 0]


def test_progress_is_told_in_words_and_by_a_bar(panel: FilePanel, qtbot: QtBot) -> None:
    panel.add_file("1", "notes.md")
    panel.show_progress("1", 312, 900, None)
    assert words(panel)[1] == "34 %  ·  312 of 900 sentence(s)"
    panel.show_progress("1", 450, 900, 125.0)
    assert words(panel)[1] == "50 %  ·  about 2 minute(s) left  ·  450 of 900 sentence(s)"
    bar = panel.findChild(QProgressBar)
    assert isinstance(bar, QProgressBar)
    assert (bar.value(), bar.maximum()) == (450, 900)
    with qtbot.waitSignal(panel.cancel_requested) as cancelled:
        QTest.mouseClick(buttons(panel)["Stop translating notes.md"], Qt.MouseButton.LeftButton)
    assert cancelled.args == ["1"]


def test_a_result_says_where_it_is_and_whether_it_is_all(panel: FilePanel, qtbot: QtBot) -> None:
    panel.add_file("1", "notes.md")
    panel.add_file("2", "book.txt")
    panel.show_result("1", Path("/x/notes.de.md"), 900, 900)
    panel.show_result("2", Path("/x/book.de.txt"), 12, 900)
    assert words(panel) == [
        "Saved as notes.de.md",
        "900 sentence(s)",
        "Saved as book.de.txt",
        "Stopped at 1 %: 12 of 900 sentence(s) done",
    ]
    presses: list[tuple[str, SignalInstance]] = [
        ("Open the translation of book.txt", panel.open_requested),
        ("Show the translation of book.txt in its folder", panel.reveal_requested),
    ]
    for name, signal in presses:
        with qtbot.waitSignal(signal) as wished:
            QTest.mouseClick(buttons(panel)[name], Qt.MouseButton.LeftButton)
        assert wished.args == ["2"]
    assert "Stop translating notes.md" not in buttons(panel)


def test_a_failure_says_why(panel: FilePanel) -> None:
    panel.add_file("1", "notes.md")
    panel.show_failure("1", "The disk is full.")
    assert words(panel) == [
        "notes.md was not translated",
        "The disk is full.",
    ]
    assert list(buttons(panel)) == ["Remove notes.md from this list"]


def test_news_of_a_file_that_was_removed_is_ignored(panel: FilePanel) -> None:
    news: list[Callable[[], None]] = [
        lambda: panel.show_progress("7", 1, 2, None),
        lambda: panel.show_result("7", Path("x"), 1, 2),
        lambda: panel.show_failure("7", "x"),
        lambda: panel.remove_file("7"),
    ]
    for tell in news:
        tell()
    assert panel.count() == 0


@pytest.mark.parametrize("width", [180, 340])
def test_no_card_is_wider_than_the_drawer(panel: FilePanel, width: int) -> None:
    name = f"{'a very long name of a file ' * 5}.txt"
    for number in range(3):
        panel.add_file(str(number), name)
    panel.show_result("0", Path(f"/x/{name}"), 12, 900)
    panel.add_doubts("0", (), 36)
    panel.offer_resuming("0")
    panel.show_progress("1", 12, 900, 3600.0)
    panel.window().resize(width, 600)
    for button in buttons(panel).values():
        assert button.mapTo(panel, button.rect().topRight()).x() <= panel.width()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3, "less than a minute left"),
        (58, "about 1 minute(s) left"),
        (70 * 60, "about 70 minute(s) left"),
        (3 * 3600, "about 3 hours left"),
        (30 * 3600, "about 30 hour(s) left"),
    ],
)
def test_time_left_grows_coarser(panel: FilePanel, seconds: float, text: str) -> None:
    panel.add_file("1", "notes.md")
    panel.show_progress("1", 1, 900, seconds)
    assert f"  ·  {text}  ·  " in words(panel)[1]


def test_sentences_to_check_are_counted_and_listed(panel: FilePanel, qtbot: QtBot) -> None:
    panel.add_file("1", "notes.md")
    panel.add_doubts("1", (doubt(1),), 1)
    with qtbot.waitSignal(panel.doubts_requested) as wished:
        QTest.mouseClick(buttons(panel)["notes.md: 1 need checking"], Qt.MouseButton.LeftButton)
    assert wished.args == ["1"]
    panel.list_doubts("1", "notes.md", (doubt(1),))
    box = panel.findChild(QComboBox)
    assert isinstance(box, QComboBox)
    assert box.currentText() == "All in notes.md (1)"
    panel.add_doubts("1", (doubt(2),), 2)  # it is still being translated
    assert "1 of 2  ·  line 1" in words(panel)
    buttons(panel)["Back to the files"].click()
    assert "notes.md: 2 need checking" in buttons(panel)
    panel.list_doubts("1", "notes.md", (doubt(1),))
    panel.remove_file("1")
    assert words(panel) == []


def test_keys_open_the_list_of_the_newest_file_and_walk_through_it(
    panel: FilePanel, qtbot: QtBot
) -> None:
    panel.doubts_requested.connect(
        lambda key: panel.list_doubts(key, "notes.md", (doubt(1), doubt(2)))
    )
    with qtbot.assertNotEmitted(panel.doubt_reached):
        panel.go_to_next_doubt()
    for key, count in (("1", 1), ("2", 2), ("3", 0)):
        panel.add_file(key, f"{key}.md")
        panel.add_doubts(key, (), count)
    with qtbot.waitSignal(panel.doubts_requested) as wished:
        panel.go_to_next_doubt()
    assert wished.args == ["2"]
    assert "1 of 2  ·  line 1" in words(panel)
    with qtbot.waitSignal(panel.doubt_reached):  # the drawer may have been closed since
        panel.go_to_next_doubt()
    assert "2 of 2  ·  line 2" in words(panel)
    panel.go_to_previous_doubt()
    assert "1 of 2  ·  line 1" in words(panel)
