"""Sentences to check: walked through by keys, filtered by reason, taken into the window, copied."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QListView
from pytestqt.qtbot import QtBot

from desktop.views.files.doubt_items import reasons
from desktop.views.files.doubt_list import DoubtList
from engine.documents.doubts import Doubt
from engine.markup.extraction import Place
from engine.translation import Notice, NoticeKind


def doubt(line: int, *kinds: NoticeKind) -> Doubt:
    notices = tuple(Notice(kind, 0, 3, ("7",)) for kind in kinds)
    return Doubt(f"Dog {line} runs.", f"Hund {line} rennt.", notices, Place("line", str(line)))


DOUBTS = (
    doubt(3, NoticeKind.NUMBERS),
    doubt(8, NoticeKind.UNFAMILIAR, NoticeKind.NUMBERS),
    doubt(9, NoticeKind.TRUNCATED),
)


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[DoubtList]:
    shown = DoubtList()
    qtbot.addWidget(shown)
    shown.resize(340, 700)
    shown.show()
    shown.show_doubts("report.txt", DOUBTS)
    shown.take_focus()
    yield shown  # not returned: it has to live as long
    shown.hide()


def words(shown: DoubtList) -> list[str]:
    return [label.text() for label in shown.findChildren(QLabel) if label.text()]


def rows(shown: DoubtList) -> QListView:
    views = shown.findChildren(QListView)  # the combo box has one of its own
    return next(view for view in views if view.accessibleName() == "Sentences to check")


def kinds(shown: DoubtList) -> QComboBox:
    found = shown.findChild(QComboBox)
    assert isinstance(found, QComboBox)
    return found


def press(shown: DoubtList, name: str) -> None:
    for button in shown.findChildren(QAbstractButton):
        if name in (button.text(), button.accessibleName()):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_chosen_sentence_is_told_in_full(shown: DoubtList) -> None:
    told = words(shown)
    assert {"Dog 3 runs.", "Hund 3 rennt.", "1 of 3  ·  line 3"} <= set(told)
    assert reasons(DOUBTS[0])[0] in told


def test_arrows_and_buttons_walk_through_and_stop_at_the_ends(shown: DoubtList) -> None:
    QTest.keyClick(rows(shown), Qt.Key.Key_Down)
    assert "2 of 3  ·  line 8" in words(shown)
    press(shown, "Next sentence")
    assert "3 of 3  ·  line 9" in words(shown)
    shown.go_on()
    assert "3 of 3  ·  line 9" in words(shown)
    QTest.keyClick(rows(shown), Qt.Key.Key_Up)
    shown.go_back()
    shown.go_back()
    assert "1 of 3  ·  line 3" in words(shown)


def test_only_sentences_with_the_chosen_reason_are_listed(shown: DoubtList) -> None:
    box = kinds(shown)
    offered = [box.itemText(index) for index in range(box.count())]
    assert offered[0] == "All in report.txt (3)"
    assert set(offered[1:]) == {
        "Numbers differ (2)", "Unfamiliar text (1)", "End is missing (1)"
    }  # fmt: skip
    box.setCurrentIndex(offered.index("Unfamiliar text (1)"))
    box.activated.emit(box.currentIndex())
    assert rows(shown).model().rowCount() == 1
    assert "1 of 1  ·  line 8" in words(shown)
    shown.add_doubts((doubt(20, NoticeKind.UNFAMILIAR), doubt(21, NoticeKind.NUMBERS)))
    assert rows(shown).model().rowCount() == 2
    assert box.currentText() == "Unfamiliar text (2)"


def test_enter_and_the_button_take_the_sentence_into_the_window(
    shown: DoubtList, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(shown.text_taken) as taken:
        QTest.keyClick(rows(shown), Qt.Key.Key_Return)
    assert taken.args == ["Dog 3 runs."]
    with qtbot.waitSignal(shown.text_taken):
        press(shown, "Open in the window")
    with qtbot.waitSignal(shown.copy_requested) as copied:
        press(shown, "Copy")
    assert copied.args == ["Dog 3 runs.\nHund 3 rennt."]


def test_a_screen_reader_hears_all_of_a_row(shown: DoubtList) -> None:
    told = rows(shown).model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.startswith("Dog 8 runs.. Hund 8 rennt.. line 8. ")
    assert all(reason in told for reason in reasons(DOUBTS[1]))


def test_ten_thousand_sentences_are_listed_at_once(shown: DoubtList) -> None:
    many = [
        doubt(line, NoticeKind.NUMBERS if line % 2 else NoticeKind.COPIED) for line in range(10_000)
    ]
    shown.show_doubts("book.txt", many)
    box = kinds(shown)
    box.setCurrentIndex(1)
    box.activated.emit(1)
    rows(shown).scrollToBottom()
    rows(shown).grab()
    assert rows(shown).model().rowCount() == 5_000


@pytest.mark.parametrize(("height", "is_shown"), [(350, False), (700, True)])
def test_in_little_room_the_list_comes_first(
    shown: DoubtList, qtbot: QtBot, height: int, is_shown: bool
) -> None:
    shown.resize(340, height)
    qtbot.waitUntil(lambda: rows(shown).height() >= 2 * rows(shown).sizeHintForRow(0))
    why = next(label for label in shown.findChildren(QLabel) if label.accessibleName() == "Why")
    assert why.isVisible() is is_shown
