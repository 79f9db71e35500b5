import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.views.panes.alternatives_popup import AlternativesPopup
from engine.translation import Alternative, ScoredText

_WORDS = tuple(
    Alternative(word, share, (1, number), f"Ein {word} rennt.")
    for number, (word, share) in enumerate((("Hund", 0.6), ("Köter", 0.3), ("Welpe", 0.02)))
)
_SENTENCES = (
    ScoredText("Ein Hund rennt.", -0.2, (1,)),
    ScoredText("Ein Hund läuft.", -0.9, (2,)),
)

_LONG = tuple(
    ScoredText(" ".join(f"{number}tes Wort" for number in range(55)) + "!" * marks, -0.2, (marks,))
    for marks in range(1, 6)
)
_LONG_WORDS = tuple(
    Alternative(f"Hund {number}", 0.1, (number,), _LONG[0].text) for number in range(8)
)
_LETTER = QSize(2, 20)

# The offscreen platform says what it cannot do; that is no matter here.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def popup(qtbot: QtBot) -> AlternativesPopup:
    made = AlternativesPopup()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show_loading("Hund", QRect(QPoint(120, 70), _LETTER))
    return made


def test_it_opens_below_the_word_before_anything_is_known(popup: AlternativesPopup) -> None:
    assert popup.title_label.text() == "Other words for “Hund”"
    assert popup.y() >= 90
    assert popup.x() <= 120 <= popup.x() + popup.width()
    assert popup.words_list.isHidden()
    assert "Finding" in popup.preview_label.text()


@pytest.mark.parametrize("corner", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_it_stays_on_the_screen(popup: AlternativesPopup, corner: tuple[int, int]) -> None:
    room = QGuiApplication.primaryScreen().availableGeometry()
    at = QPoint(
        room.left() + corner[0] * (room.width() - 1), room.top() + corner[1] * (room.height() - 1)
    )
    popup.show_loading("Hund", QRect(at, _LETTER))
    popup.show_alternatives(_WORDS)
    popup.show_hypotheses(_SENTENCES, 0)
    assert room.contains(popup.geometry())


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.8, 1.0])
def test_however_long_the_sentences_every_choice_is_in_reach_and_the_word_is_seen(
    popup: AlternativesPopup, share: float
) -> None:
    room = QGuiApplication.primaryScreen().availableGeometry()
    top = room.top() + round(share * (room.height() - _LETTER.height()))
    at = QRect(QPoint(120, top), _LETTER)
    popup.show_loading("Hund 0", at)
    popup.show_alternatives(_LONG_WORDS)
    popup.show_hypotheses(_LONG, 0)
    QApplication.processEvents()
    assert room.contains(popup.geometry())
    assert not popup.geometry().intersects(at)
    for choices in (popup.words_list, popup.sentences_list):
        assert popup.rect().contains(choices.geometry())
        for row in range(choices.count()):
            item = choices.item(row)
            choices.scrollToItem(item)
            assert choices.viewport().rect().intersects(choices.visualItemRect(item))


def test_shares_that_are_not_calibrated_say_so(popup: AlternativesPopup) -> None:
    for is_calibrated in (True, False):
        popup.show_calibrated(is_calibrated)
        popup.show_loading("Hund", QRect(QPoint(120, 70), _LETTER))
        assert not popup.uncalibrated_label.isVisible()
        popup.show_alternatives(_WORDS)
        assert popup.uncalibrated_label.isVisible() != is_calibrated
    popup.show_alternatives(())
    assert not popup.uncalibrated_label.isVisible()


def test_lists_scroll_only_where_they_must(popup: AlternativesPopup) -> None:
    popup.show_alternatives(_WORDS)
    popup.show_hypotheses(_SENTENCES, 0)
    QApplication.processEvents()
    for choices in (popup.words_list, popup.sentences_list):
        assert choices.verticalScrollBar().maximum() == 0
    popup.show_hypotheses(_LONG, 0)
    QApplication.processEvents()
    assert popup.words_list.verticalScrollBar().maximum() == 0
    assert popup.sentences_list.verticalScrollBar().maximum() > 0
    popup.show_hypotheses(_SENTENCES, 0)
    QApplication.processEvents()
    assert popup.sentences_list.verticalScrollBar().maximum() == 0


def test_arrows_walk_and_enter_takes(qtbot: QtBot, popup: AlternativesPopup) -> None:
    popup.show_alternatives(_WORDS)
    assert popup.preview_label.text() == "Ein Köter rennt."  # the first that stands not there yet
    QTest.keyClick(popup.words_list, Qt.Key.Key_Up)
    assert popup.preview_label.text() == "Ein Hund rennt."
    QTest.keyClick(popup.words_list, Qt.Key.Key_Down)
    with qtbot.waitSignal(popup.alternative_chosen) as chosen:
        QTest.keyClick(popup.words_list, Qt.Key.Key_Return)
    assert chosen.args == [_WORDS[1]]
    assert popup.isHidden()


def test_arrows_go_on_into_the_sentences_and_back(qtbot: QtBot, popup: AlternativesPopup) -> None:
    popup.show_alternatives(_WORDS)
    popup.show_hypotheses(_SENTENCES, 0)
    for _ in range(3):
        QTest.keyClick(popup.words_list, Qt.Key.Key_Down)
    assert popup.sentences_list.currentRow() == 0
    QTest.keyClick(popup.sentences_list, Qt.Key.Key_Up)
    assert popup.words_list.currentRow() == 2
    QTest.keyClick(popup.words_list, Qt.Key.Key_Down)
    QTest.keyClick(popup.sentences_list, Qt.Key.Key_Down)
    with qtbot.waitSignal(popup.hypothesis_chosen) as chosen:
        QTest.keyClick(popup.sentences_list, Qt.Key.Key_Return)
    assert chosen.args == [_SENTENCES[1]]


def test_a_click_takes(qtbot: QtBot, popup: AlternativesPopup) -> None:
    popup.show_alternatives(_WORDS)
    spot = popup.words_list.visualItemRect(popup.words_list.item(1)).center()
    with qtbot.waitSignal(popup.alternative_chosen) as chosen:
        QTest.mouseClick(popup.words_list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert chosen.args == [_WORDS[1]]


def test_escape_closes_and_chooses_nothing(qtbot: QtBot, popup: AlternativesPopup) -> None:
    popup.show_alternatives(_WORDS)
    with (
        qtbot.assertNotEmitted(popup.alternative_chosen),
        qtbot.assertNotEmitted(popup.hypothesis_chosen),
    ):
        QTest.keyClick(popup.words_list, Qt.Key.Key_Escape)
    assert popup.isHidden()


def test_an_answer_that_comes_too_late_opens_nothing(popup: AlternativesPopup) -> None:
    popup.close_quietly()
    popup.show_alternatives(_WORDS)
    popup.show_hypotheses(_SENTENCES, 0)
    assert popup.isHidden()
    assert popup.words_list.count() == 0


def test_shares_of_words_are_spoken_and_what_stands_is_named(popup: AlternativesPopup) -> None:
    popup.show_alternatives(_WORDS)
    popup.show_hypotheses(_SENTENCES, 0)
    words = [popup.words_list.item(row).text() for row in range(3)]
    assert words == ["Hund, 60 %, current", "Köter, 30 %", "Welpe, 2 %"]
    sentences = [popup.sentences_list.item(row).text() for row in range(2)]
    assert sentences == ["Ein Hund rennt., current", "Ein Hund läuft."]


def test_words_below_one_in_a_hundred_are_not_offered_but_the_one_that_stands_is_listed(
    popup: AlternativesPopup,
) -> None:
    slips = (
        Alternative("Köter", 0.9, (1,), "Ein Köter rennt."),
        Alternative("Hund", 0.004, (2,), "Ein Hund rennt."),
        Alternative("Hing", 0.003, (3,), "Ein Hing rennt."),
    )
    popup.show_alternatives(slips)
    words = [popup.words_list.item(row).text() for row in range(popup.words_list.count())]
    assert words == ["Köter, 90 %", "Hund, < 1 %, current"]


def test_the_keyboard_works_as_soon_as_there_is_something_to_choose(
    qtbot: QtBot, popup: AlternativesPopup
) -> None:
    assert QApplication.focusWidget() is popup
    popup.show_hypotheses(_SENTENCES, 0)
    assert QApplication.focusWidget() is popup  # the words come first
    popup.show_alternatives(_WORDS)
    assert QApplication.focusWidget() is popup.words_list
    popup.show_loading("Hund", QRect(QPoint(120, 70), _LETTER))
    popup.show_alternatives(_WORDS)
    assert QApplication.focusWidget() is popup.words_list
    with qtbot.waitSignal(popup.alternative_chosen):
        QTest.keyClick(popup.windowHandle(), Qt.Key.Key_Return)


def test_where_no_other_word_is_likely_the_sentences_take_the_keyboard(
    qtbot: QtBot, popup: AlternativesPopup
) -> None:
    popup.show_alternatives(_WORDS[:1])
    assert popup.preview_label.text() == "No other word is likely here."
    popup.show_hypotheses(_SENTENCES, 0)
    assert QApplication.focusWidget() is popup.sentences_list
    QTest.keyClick(popup.windowHandle(), Qt.Key.Key_Down)
    with qtbot.waitSignal(popup.hypothesis_chosen) as chosen:
        QTest.keyClick(popup.windowHandle(), Qt.Key.Key_Return)
    assert chosen.args == [_SENTENCES[1]]


def test_no_other_word_is_said_so(popup: AlternativesPopup) -> None:
    popup.show_alternatives(())
    assert popup.preview_label.text() == "No other word is likely here."
    popup.grab()


def test_every_row_is_drawn(popup: AlternativesPopup) -> None:
    popup.show_alternatives(_WORDS)
    popup.show_hypotheses(_SENTENCES, 1)
    empty = popup.words_list.item(2)
    image = popup.grab().toImage()
    assert image.width() == popup.width() * popup.devicePixelRatio()
    assert not popup.words_list.visualItemRect(empty).isEmpty()
