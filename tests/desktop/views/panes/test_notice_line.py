"""The line of notices and the list that it opens, as they are in the window."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.main_window import MainWindow
from desktop.views.notices.notice_card import Excerpt, NoticeText
from desktop.views.panes.notice_line import NoticeLine

LEFT = Qt.MouseButton.LeftButton
ERROR = NoticeText("load", "error", "The model could not be loaded.", "Retry")
STRANGE = NoticeText(
    "strange", "warning", "Check it.", excerpts=(Excerpt("One <b>dog</b>.", 0), Excerpt("Two.", 9))
)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window = MainWindow()
    qtbot.addWidget(window)
    window.attention_dock.hide()
    with qtbot.waitExposed(window):
        window.show()
    yield window
    window.hide()


@pytest.fixture
def line(window: MainWindow) -> NoticeLine:
    return window.notice_line


def _button(parent: QWidget, text: str) -> QAbstractButton:
    return next(
        button
        for button in parent.findChildren(QAbstractButton)
        if text in (button.text(), button.toolTip()) and button.isVisible()
    )


def test_the_first_notice_is_in_the_line_with_the_number_of_all(line: NoticeLine) -> None:
    height = line.height()
    assert line.isHidden()
    line.show_notices([ERROR, STRANGE])
    assert line.label.text() == ERROR.text
    assert line.sign.accessibleName() == "Error"
    assert line.count_button.text().startswith("3 ")
    assert line.height() == height
    line.show_notices([])
    assert line.isHidden()


def test_a_single_notice_quotes_its_sentence_and_shows_it(qtbot: QtBot, line: NoticeLine) -> None:
    line.show_notices([NoticeText("a", "info", "Unknown.", excerpts=(Excerpt("Two.", 9),))])
    assert line.label.text() == "Unknown.  “Two.”"
    assert line.count_button.isHidden()
    with qtbot.waitSignal(line.sentence_requested) as shown:
        QTest.mouseClick(_button(line, "Show"), LEFT)
    assert shown.args == [9]


def test_the_list_leads_to_each_sentence_and_closes_with_escape(
    qtbot: QtBot, window: MainWindow, line: NoticeLine
) -> None:
    line.show_notices([ERROR, STRANGE])
    QTest.keyClick(line.count_button, Qt.Key.Key_Space)
    assert window.notice_list.isVisible()
    seen = [label.text() for label in window.notice_list.findChildren(QLabel)]
    assert [text for text in seen if text] == [
        ERROR.text,
        "Check it.",
        "“One <b>dog</b>.”",
        "“Two.”",
    ]
    second = _button(window.notice_list, "Show")
    second.setFocus()
    with qtbot.waitSignal(line.sentence_requested) as shown:
        QTest.keyClick(second, Qt.Key.Key_Space)
    assert shown.args == [0]
    with qtbot.waitSignal(line.action_requested) as wished:
        QTest.mouseClick(_button(window.notice_list, "Retry"), LEFT)
    assert wished.args == ["load"]
    QTest.keyClick(second, Qt.Key.Key_Escape)
    assert window.notice_list.isHidden()
    assert line.count_button.hasFocus()


def test_closing_takes_one_notice_away_wherever_it_is_closed(
    window: MainWindow, line: NoticeLine
) -> None:
    gone: list[str] = []
    line.dismissed.connect(gone.append)
    line.show_notices([ERROR, STRANGE])
    QTest.mouseClick(line.close_button, LEFT)
    assert (gone, line.notices()) == (["load"], (STRANGE,))
    QTest.mouseClick(line.count_button, LEFT)
    QTest.mouseClick(_button(window.notice_list, "Close this note"), LEFT)
    assert gone == ["load", "strange"]
    assert line.isHidden()
    assert window.notice_list.isHidden()


def test_sixty_notices_leave_the_texts_their_room(window: MainWindow, line: NoticeLine) -> None:
    window.resize(1024, 700)
    line.show_notices([NoticeText(str(number), "info", f"{number}.") for number in range(60)])
    line.count_button.setChecked(True)
    QTest.qWait(50)
    assert window.notice_list.height() <= 220
    editor = window.target_pane.editor
    assert editor.viewport().height() >= 6 * editor.fontMetrics().lineSpacing()


@pytest.mark.parametrize("sentences", [0, 1, 2, 5, 9])
@pytest.mark.parametrize("words", [2, 60])
def test_the_list_ends_below_a_line_that_is_whole(
    qtbot: QtBot, window: MainWindow, line: NoticeLine, sentences: int, words: int
) -> None:
    excerpts = tuple(Excerpt(f"Dog {number}.", number) for number in range(sentences))
    text = "long " * words
    line.show_notices(
        [NoticeText(str(number), "info", text, excerpts=excerpts) for number in range(9)]
    )
    line.count_button.setChecked(True)
    listed = window.notice_list
    window.resize(760, 1000)
    qtbot.waitUntil(lambda: listed.height() == listed.sizeHint().height())
    end, inside = listed.viewport().height(), listed.widget()
    assert inside is not None
    for label in listed.findChildren(QLabel):
        top = label.mapTo(inside, QPoint(0, 0)).y()
        assert not top < end < top + label.height()


def test_a_narrow_line_keeps_a_text_and_its_button(window: MainWindow) -> None:
    line = window.notice_line
    line.show_notices([NoticeText("offer", "info", "This looks like German. Swap?" * 9, "Swap")])
    for width in (380, 1024):
        window.resize(width, 500)
        QTest.qWait(50)
        assert line.action_button.isVisible()
        assert line.count_button.isVisible()
        assert line.label.width() >= 100


def test_of_thousands_of_notices_the_first_are_listed_and_the_rest_counted(
    window: MainWindow, line: NoticeLine
) -> None:
    many = tuple(Excerpt(f"Sentence {number}.", number) for number in range(60))
    notices = [NoticeText(str(nth), "warning", f"Check {nth}.", excerpts=many) for nth in range(50)]
    line.show_notices(notices)
    assert line.count_button.text().startswith("3000 ")
    QTest.mouseClick(line.count_button, LEFT)
    shown = [button for button in window.findChildren(QAbstractButton) if button.text() == "Show"]
    assert 100 <= len(shown) <= 102
    assert any(label.text().startswith("2900 more") for label in window.findChildren(QLabel))
