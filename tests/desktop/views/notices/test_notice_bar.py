import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.notices.notice_bar import NoticeBar
from desktop.views.notices.notice_card import NoticeText

_ERROR = NoticeText("load", "error", "The model could not be loaded.", "Try again")
_WARNINGS = tuple(NoticeText(f"w{number}", "warning", f"Warning {number}.") for number in range(4))


@pytest.fixture
def bar(qtbot: QtBot) -> NoticeBar:
    made = NoticeBar()
    qtbot.addWidget(made)
    made.resize(600, 200)
    return made


def _seen(bar: QWidget) -> list[str]:
    return [
        label.text()
        for label in bar.findChildren(QLabel)
        if label.text() and label.isVisibleTo(bar)
    ]


def _button(bar: QWidget, text: str) -> QPushButton:
    return next(
        button
        for button in bar.findChildren(QPushButton)
        if button.text() == text and button.isVisibleTo(bar)
    )


def test_without_notices_there_is_no_bar(bar: NoticeBar) -> None:
    assert bar.isHidden()
    bar.show_notices([_ERROR])
    assert bar.isVisible() or not bar.isHidden()
    bar.show_notices([])
    assert bar.isHidden()


def test_several_of_a_kind_are_folded(bar: NoticeBar) -> None:
    bar.show_notices([*_WARNINGS, _ERROR])
    assert _seen(bar) == [_ERROR.text, "Warning 0."]
    QTest.mouseClick(_button(bar, "and 3 more"), Qt.MouseButton.LeftButton)
    assert _seen(bar) == [_ERROR.text, *(notice.text for notice in _WARNINGS)]
    bar.show_notices(_WARNINGS[:3])
    assert len(_seen(bar)) == 3  # still unfolded
    QTest.mouseClick(_button(bar, "Show less"), Qt.MouseButton.LeftButton)
    assert _seen(bar) == ["Warning 0."]


def test_many_notices_take_no_more_room_than_a_list(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notices([NoticeText(str(n), "info", f"Sentence {n}") for n in range(60)])
    with qtbot.waitExposed(bar):
        bar.show()
    QTest.mouseClick(_button(bar, "and 59 more"), Qt.MouseButton.LeftButton)
    assert bar.sizeHint().height() < 260


def test_a_notice_acts(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notices([_ERROR, *_WARNINGS])
    with qtbot.waitSignal(bar.action_requested) as wished:
        QTest.mouseClick(_button(bar, "Try again"), Qt.MouseButton.LeftButton)
    assert wished.args == ["load"]


def test_closing_a_row_dismisses_all_of_its_kind(bar: NoticeBar) -> None:
    bar.show_notices([_ERROR, *_WARNINGS])
    gone: list[str] = []
    bar.dismissed.connect(gone.append)
    row = bar._rows[1]
    QTest.mouseClick(row.close_button, Qt.MouseButton.LeftButton)
    assert gone == ["w0", "w1", "w2", "w3"]
    assert bar.notices() == (_ERROR,)


def test_texts_are_never_taken_for_markup(bar: NoticeBar) -> None:
    bar.show_notices([NoticeText("x", "info", "<b>unknown</b> words")])
    (label,) = (label for label in bar.findChildren(QLabel) if label.text())
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_the_kind_is_said_in_words_too(bar: NoticeBar) -> None:
    bar.show_notices([_ERROR, _WARNINGS[0], NoticeText("i", "info", "Information.")])
    assert [row.sign.accessibleName() for row in bar._rows] == [
        "Error",
        "Warning",
        "Information",
    ]
