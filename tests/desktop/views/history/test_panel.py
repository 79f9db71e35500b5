"""The history list: what the keys and the mouse ask for, what stays chosen, when it is empty."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QAction, QImage, QKeySequence, QPainter
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QMainWindow, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop.storage.history import HistoryEntry
from desktop.views.history.items import HistoryItems, Index, star_rect, when_text
from desktop.views.history.panel import HistoryPanel

NO_KEY = Qt.KeyboardModifier.NoModifier


def entries(count: int) -> list[HistoryEntry]:
    when = datetime(2024, 5, 17, 12, tzinfo=UTC)
    return [
        HistoryEntry(
            number,
            when - timedelta(hours=number),
            f"source {number}\nsecond line",
            f"target {number}",
            "en",
            "de",
            "en-de-multi30k",
            is_favourite=False,
        )
        for number in range(count)
    ]


@pytest.fixture
def panel(qtbot: QtBot) -> HistoryPanel:
    panel = HistoryPanel()
    qtbot.addWidget(panel)
    panel.resize(320, 480)
    panel.show()
    panel.activateWindow()
    return panel


def list_of(panel: HistoryPanel) -> QListView:
    found = panel.findChild(QListView)
    assert isinstance(found, QListView)
    return found


def button(panel: HistoryPanel, text: str) -> QPushButton:
    return next(found for found in panel.findChildren(QPushButton) if found.text() == text)


def shown_texts(panel: HistoryPanel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]


def choose(panel: HistoryPanel, row: int, qtbot: QtBot) -> QListView:
    view = list_of(panel)
    view.setCurrentIndex(view.model().index(row, 0))
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    return view


@pytest.mark.usefixtures("qapp")
def test_the_model_keeps_the_rules_of_qt() -> None:
    items = HistoryItems()
    tester = QAbstractItemModelTester(items, QAbstractItemModelTester.FailureReportingMode.Fatal)
    items.show_entries(entries(3))
    items.show_entries([])
    assert tester.model() is items


def test_enter_and_a_double_click_take_an_entry_back(panel: HistoryPanel, qtbot: QtBot) -> None:
    given = entries(3)
    panel.show_entries(given)
    view = choose(panel, 1, qtbot)
    with qtbot.waitSignal(panel.entry_taken) as taken:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert taken.args == [given[1]]
    middle = view.visualRect(view.model().index(2, 0)).center()
    with qtbot.waitSignal(panel.entry_taken) as taken:
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, NO_KEY, middle)
    assert taken.args == [given[2]]


def test_delete_removes_and_the_next_row_is_chosen(panel: HistoryPanel, qtbot: QtBot) -> None:
    given = entries(3)
    panel.show_entries(given)
    view = choose(panel, 1, qtbot)
    with qtbot.waitSignal(panel.removed) as removed:
        QTest.keyClick(view, Qt.Key.Key_Delete)
    assert removed.args == [1]
    panel.show_entries([given[0], given[2]])
    assert view.currentIndex().row() == 1
    panel.show_entries([given[0]])
    assert view.currentIndex().row() == 0


def test_the_chosen_entry_stays_chosen_where_it_moves(panel: HistoryPanel, qtbot: QtBot) -> None:
    given = entries(4)
    panel.show_entries(given[1:])
    view = choose(panel, 1, qtbot)
    panel.show_entries(given)
    assert view.currentIndex().row() == 2


def test_the_star_is_clicked_once_and_takes_nothing(panel: HistoryPanel, qtbot: QtBot) -> None:
    given = entries(2)
    panel.show_entries(given)
    view = list_of(panel)
    star = star_rect(view.visualRect(view.model().index(1, 0))).center()
    with qtbot.assertNotEmitted(panel.entry_taken):
        with qtbot.waitSignal(panel.favourite_toggled) as toggled:
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, NO_KEY, star)
        assert toggled.args == [1, True]
        panel.show_entries([given[0], replace(given[1], is_favourite=True)])
        with qtbot.waitSignal(panel.favourite_toggled) as toggled:
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, NO_KEY, star)
        assert toggled.args == [1, False]
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, NO_KEY, star)


def test_the_favourite_key_is_the_lists_while_it_has_the_focus(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    panel = HistoryPanel(window)
    window.setCentralWidget(panel)
    action = QAction("of the window", window)
    action.setShortcut(QKeySequence("Ctrl+B"))
    window.addAction(action)
    panel.show_entries(entries(2))
    window.show()
    window.activateWindow()
    view = choose(panel, 0, qtbot)
    with qtbot.assertNotEmitted(action.triggered), qtbot.waitSignal(panel.favourite_toggled):
        QTest.keySequence(view, QKeySequence("Ctrl+B"))
    search = panel.findChild(QLineEdit)
    assert isinstance(search, QLineEdit)
    search.setFocus()
    with qtbot.waitSignal(action.triggered):
        QTest.keySequence(search, QKeySequence("Ctrl+B"))


def test_searching_by_keys_alone(panel: HistoryPanel, qtbot: QtBot) -> None:
    panel.show_entries(entries(3))
    view = choose(panel, 2, qtbot)
    search = panel.findChild(QLineEdit)
    assert isinstance(search, QLineEdit)
    QTest.keySequence(view, QKeySequence(QKeySequence.StandardKey.Find))
    qtbot.waitUntil(search.hasFocus)
    with qtbot.waitSignal(panel.search_changed) as changed:
        QTest.keyClicks(search, "d")
    assert changed.args == ["d", False]
    QTest.keyClick(search, Qt.Key.Key_Down)
    assert view.hasFocus()
    search.setFocus()
    with qtbot.waitSignal(panel.search_changed) as changed:
        QTest.keyClick(search, Qt.Key.Key_Escape)
    assert changed.args == ["", False]
    favourites = panel.findChild(QToolButton)
    assert isinstance(favourites, QToolButton)
    with qtbot.waitSignal(panel.search_changed) as changed:
        QTest.keyClick(favourites, Qt.Key.Key_Space)
    assert changed.args == ["", True]


def test_erasing_asks_first_and_the_harmless_answer_has_the_focus(
    panel: HistoryPanel, qtbot: QtBot
) -> None:
    panel.show_entries(entries(1))
    with qtbot.assertNotEmitted(panel.erase_requested):
        QTest.mouseClick(button(panel, "Clear history…"), Qt.MouseButton.LeftButton)
        assert "Clear the whole history, including favourites?" in shown_texts(panel)
        keep = button(panel, "Cancel")
        qtbot.waitUntil(keep.hasFocus)
        QTest.keyClick(keep, Qt.Key.Key_Escape)
        assert not keep.isVisible()
    QTest.mouseClick(button(panel, "Clear history…"), Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(panel.erase_requested):
        QTest.mouseClick(button(panel, "Clear"), Qt.MouseButton.LeftButton)
    assert not button(panel, "Clear").isVisible()


def test_it_says_why_there_is_nothing(panel: HistoryPanel) -> None:
    here = "Your translations appear here. They stay on this computer."
    assert shown_texts(panel) == [here]
    assert not button(panel, "Clear history…").isEnabled()
    panel.show_keeping(False)
    assert shown_texts(panel) == ["History is off. Your translations are not saved."]
    search = panel.findChild(QLineEdit)
    assert isinstance(search, QLineEdit)
    QTest.keyClicks(search, "xyz")
    assert shown_texts(panel) == ["No results for “xyz”"]
    search.clear()
    favourites = panel.findChild(QToolButton)
    assert isinstance(favourites, QToolButton)
    favourites.click()
    assert shown_texts(panel)[0].startswith("No favourites yet.")
    panel.show_problem("The history was damaged.")
    assert shown_texts(panel) == ["The history was damaged."]
    panel.show_problem("")
    panel.show_entries(entries(1))
    assert not shown_texts(panel)


def test_showing_what_is_kept_says_nothing_but_a_click_does(
    panel: HistoryPanel, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(panel.keeping_toggled):
        panel.show_keeping(False)
        panel.show_keeping(True)
    with qtbot.waitSignal(panel.keeping_toggled) as toggled:
        panel._keeping.click()
    assert toggled.args == [False]


def test_the_menu_of_a_row_does_what_the_keys_do(panel: HistoryPanel, qtbot: QtBot) -> None:
    panel.show_entries(entries(2))
    view = list_of(panel)
    view.customContextMenuRequested.emit(view.visualRect(view.model().index(1, 0)).center())
    actions = {
        action.text().split("\t")[0]: action
        for action in panel.findChildren(QAction)
        if "\t" in action.text()
    }
    assert set(actions) == {"Open in the window", "Add to favourites", "Remove"}
    panel.show_entries(entries(2)[1:])  # another came or went while the menu was open
    with qtbot.waitSignal(panel.removed) as removed:
        actions["Remove"].trigger()
    assert removed.args == [1]
    view.customContextMenuRequested.emit(QPoint(5, view.height() - 5))


def test_a_long_list_draws_only_what_is_seen(panel: HistoryPanel) -> None:
    panel.show_entries(entries(10_000))
    view = list_of(panel)
    model = view.model()
    assert isinstance(model, HistoryItems)
    asked: list[int] = []
    give = model.entry

    def entry(index: Index) -> HistoryEntry:
        asked.append(index.row())
        return give(index)

    model.entry = entry  # type: ignore[method-assign]  # counts the rows that are drawn
    view.scrollToBottom()
    panel.grab()
    assert 0 < len(set(asked)) < 40
    assert max(asked) == 9_999


@pytest.mark.usefixtures("qapp")
def test_when_it_was_is_said_as_people_do() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        now = datetime(2024, 5, 17, 15, 0).astimezone()
        assert when_text(now.replace(hour=14, minute=3), now) == "today 14:03"
        assert when_text(now - timedelta(days=1), now) == "yesterday 15:00"
        assert when_text(now - timedelta(days=3), now) == "Dienstag 15:00"
        assert when_text(now - timedelta(days=7), now) == "10.05.24"
        assert when_text(now + timedelta(days=1), now) == "18.05.24"
    finally:
        QLocale.setDefault(QLocale.system())


@pytest.mark.usefixtures("qapp")
def test_all_of_a_row_is_there_for_screen_readers() -> None:
    items = HistoryItems()
    items.show_entries([replace(entries(1)[0], is_favourite=True)])
    spoken = items.data(items.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken is not None
    for part in ("source 0 second line", "target 0", "en → de", "favourite"):
        assert part in spoken


def test_a_favourite_is_seen_without_colours(panel: HistoryPanel) -> None:
    def star_of(is_favourite: bool) -> QImage:
        panel.show_entries([replace(entries(1)[0], is_favourite=is_favourite)])
        view = list_of(panel)
        image = QImage(view.viewport().size(), QImage.Format.Format_Grayscale8)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        view.viewport().render(painter, QPoint())
        painter.end()
        return image.copy(star_rect(view.visualRect(view.model().index(0, 0))))

    assert star_of(True) != star_of(False)
