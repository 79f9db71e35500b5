"""Past translations: kept, found again, taken back; and what is there at the next start."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QListView
from pytestqt.qtbot import QtBot

from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.views.history.items import star_area
from desktop.views.panes.text_panes import Orientation
from tests.support.engines import FakeEngine, fake_open
from tests.support.model_folders import save_toy_model
from tests.support.windows import CAPTION_MODEL, OpenWindow, open_window

ALT = Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def translate(window: OpenWindow, text: str) -> None:
    """Type a text in place of the one that stands there, and have it translated at once."""
    window.press(Qt.Key.Key_D, CTRL)
    window.type(text)
    window.press(Qt.Key.Key_Return, CTRL)
    window.wait_for_translation(text)


def rest(window: OpenWindow) -> None:
    """Let the reader have rested on the translation."""
    window.program.translating.history.settle()


def kept(window: OpenWindow) -> list[str]:
    return [entry.source for entry in window.program.translating.past.search()]


def list_of(window: OpenWindow) -> QListView:
    return window.program.window.history_panel._list


def listed(window: OpenWindow) -> list[str]:
    """Return the texts that the list shows."""
    items = window.program.window.history_panel._items
    return [items.entry(items.index(row)).source for row in range(items.rowCount())]


def click_row(
    window: OpenWindow, row: int, *, is_star: bool = False, is_double: bool = False
) -> None:
    view = list_of(window)
    area = view.visualRect(view.model().index(row, 0))
    place: QPoint = star_area(area).center() if is_star else area.center()
    QTest.mouseClick(view.viewport(), LEFT, NONE, place)
    if is_double:
        QTest.mouseDClick(view.viewport(), LEFT, NONE, place)


def click_button(window: OpenWindow, text: str) -> None:
    (button,) = [
        button
        for button in window.program.window.history_panel.findChildren(QAbstractButton)
        if button.isVisible() and button.text() == text
    ]
    place = QPoint(8, button.height() // 2)
    QTest.mouseClick(button, LEFT, NONE, place)


def test_a_long_text_stays_in_the_history_when_another_is_typed_over_it(
    qtbot: QtBot, tmp_path: Path
) -> None:
    article = "A long article about dogs. " * 100
    with open_window(qtbot, tmp_path) as window:
        QGuiApplication.clipboard().setText(article)
        window.press(Qt.Key.Key_V, CTRL)
        window.wait_for_translation(article)
        rest(window)
        window.press(Qt.Key.Key_A, CTRL)
        window.type("A cat")
        window.wait_for_translation("A cat")
        rest(window)
        assert kept(window) == ["A cat", article]


def test_a_model_on_trial_writes_no_history(qtbot: QtBot, tmp_path: Path) -> None:
    epoch = tmp_path / "runs" / "mine" / "epochs" / "epoch-0001"
    save_toy_model(epoch, name="mine")
    engines = {CAPTION_MODEL: FakeEngine(), "epoch-0001": FakeEngine()}
    with open_window(qtbot, tmp_path, fake_open(engines)) as window:
        translate(window, "One")
        window.program.trial.begin(epoch, "mine, epoch 1")
        qtbot.waitUntil(lambda: len(window.translations) > 1)
        translate(window, "Two")
        rest(window)
        window.press(Qt.Key.Key_B, CTRL)  # nor does it make another text a favourite
        assert kept(window) == ["One"]
        assert window.program.translating.past.search(favourites=True) == []
        window.program.trial.end()
        qtbot.waitUntil(lambda: window.program.translating.history._waiting is not None)
        rest(window)
        assert kept(window) == ["Two", "One"]


def test_the_list_is_searched_and_an_entry_taken_back(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        for text in ("A big dog", "A grey cat", "Straße"):
            translate(window, text)
        rest(window)
        window.press(Qt.Key.Key_H, CTRL)
        qtbot.waitUntil(lambda: len(listed(window)) == 3)
        search = window.program.window.history_panel._search
        QTest.keyClicks(search, "GREY")
        assert listed(window) == ["A grey cat"]
        QTest.keyClick(search, Qt.Key.Key_Down)
        QTest.keyClick(list_of(window), Qt.Key.Key_Return)
        window.wait_for_translation("A grey cat")
        assert window.source.text_now() == "A grey cat"
        assert window.target.text_now() == "A GREY CAT"
        QTest.keyClick(search, Qt.Key.Key_Escape)
        assert search.text() == ""
        assert len(listed(window)) == 3
        row = listed(window).index("A big dog")
        click_row(window, row, is_double=True)
        window.wait_for_translation("A big dog")
        window.press(Qt.Key.Key_Z, CTRL)
        window.wait_for_translation("A grey cat")


def test_an_entry_comes_back_with_its_languages(qtbot: QtBot, tmp_path: Path) -> None:
    save_toy_model(
        tmp_path / "models" / "de-en-own",
        name="de-en-own",
        source_language="de",
        target_language="en",
    )
    engines = {"en-de-multi30k": FakeEngine(), "de-en-own": FakeEngine("de", "en")}
    with open_window(qtbot, tmp_path, fake_open(engines)) as window:
        translate(window, "Dog")
        window.press(Qt.Key.Key_R, CTRL)
        window.wait_for_translation("DOG")
        translate(window, "Hund")
        rest(window)
        assert window.program.translating.past.search()[0].source_language == "de"
        window.press(Qt.Key.Key_Left, ALT)
        window.wait_for_translation("DOG")
        window.press(Qt.Key.Key_Left, ALT)
        window.wait_for_translation("Dog")
        bar = window.program.window.language_bar
        assert (bar.source(), bar.target()) == ("en", "de")
        assert window.translations[-1].model == "en-de-capitals"


def test_one_walks_back_and_forward(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        for text in ("One", "Two", "Three"):
            translate(window, text)
        for key, text in (
            (Qt.Key.Key_Left, "Two"),
            (Qt.Key.Key_Left, "One"),
            (Qt.Key.Key_Left, "One"),
            (Qt.Key.Key_Right, "Two"),
            (Qt.Key.Key_Right, "Three"),
            (Qt.Key.Key_Right, "Three"),
        ):
            window.press(key, ALT)
            window.wait_for_translation(text)
            rest(window)  # however long one looks at it
            assert window.source.text_now() == text
        assert sorted(kept(window)) == ["One", "Three", "Two"]


def test_favourites_are_marked_by_key_and_star_and_listed_alone(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "One")
        translate(window, "Two")
        window.press(Qt.Key.Key_B, CTRL)
        window.press(Qt.Key.Key_H, CTRL)

        def favourites() -> list[str]:
            return [
                entry.source for entry in window.program.translating.past.search(favourites=True)
            ]

        assert favourites() == ["Two"]
        qtbot.waitUntil(lambda: len(listed(window)) == 2)
        click_row(window, listed(window).index("One"), is_star=True)
        assert sorted(favourites()) == ["One", "Two"]
        window.press(Qt.Key.Key_B, CTRL)
        assert favourites() == ["One"]
        panel = window.program.window.history_panel
        QTest.mouseClick(panel._only_favourites, LEFT)
        assert listed(window) == ["One"]


def test_the_history_is_erased_once_that_is_meant(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "One")
        translate(window, "Two")
        rest(window)
        window.press(Qt.Key.Key_H, CTRL)
        qtbot.waitUntil(lambda: len(listed(window)) == 2)
        list_of(window).setFocus()
        click_row(window, 0)
        QTest.keyClick(list_of(window), Qt.Key.Key_Delete)
        assert listed(window) == ["One"]
        click_button(window, "Clear history…")
        click_button(window, "Cancel")
        assert listed(window) == ["One"]
        click_button(window, "Clear history…")
        click_button(window, "Clear")
        assert (listed(window), kept(window)) == ([], [])
        assert window.source.text_now() == "Two"


def test_nothing_is_kept_where_no_history_is(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.press(Qt.Key.Key_H, CTRL)
        translate(window, "One")
        rest(window)
        click_button(window, "Save history")
        assert not window.program.settings.preferences.keep_history
        translate(window, "Two")
        rest(window)
        assert kept(window) == ["One"]
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        assert window.source.text_now() == ""
        assert kept(window) == ["One"]
        assert not window.program.window.history_panel._keeping.isChecked()


def test_after_a_chosen_model_was_retired_the_general_one_takes_its_place(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Its texts stay in the history, and the user's own models stay the user's choice."""
    for name, shelf in (("en-de-everyday", "0.1"), ("en-de-general", "0.2")):
        save_toy_model(tmp_path / shelf / name, name=name)
    order = tmp_path / "0.2" / "order.txt"
    order.write_text("en-de-general General\n", encoding="utf-8")
    save_toy_model(tmp_path / "models" / "a-model-of-mine", name="a-model-of-mine")
    with open_window(qtbot, tmp_path, shipped_models=tmp_path / "0.1") as window:
        translate(window, "Two dogs")
        rest(window)
        assert window.program.settings.model_name == "en-de-everyday"
    with open_window(qtbot, tmp_path, shipped_models=tmp_path / "0.2") as window:
        main = window.program.window
        qtbot.waitUntil(lambda: window.program.settings.model_name == "en-de-general")
        assert main.target_pane.bar.model_button.text() == "General"
        assert main.notice_line.notices() == ()
        translate(window, "A cat")
        rest(window)
        window.press(Qt.Key.Key_Left, ALT)
        window.wait_for_translation("Two dogs")
        assert kept(window) == ["A cat", "Two dogs"]
        assert main.notice_line.notices() == ()


def test_the_next_start_is_as_the_last_end(qtbot: QtBot, tmp_path: Path) -> None:
    text = "Dogs 😀\n\nA\u00a0cat"
    with open_window(qtbot, tmp_path, font_size=18, theme="dark") as window:
        translate(window, text)
        window.program.window.resize(1010, 700)
        window.press(Qt.Key.Key_H, CTRL)
        window.program.translating.panel.controls.choose_head(1, 2)
        window.press(Qt.Key.Key_2, CTRL)
    with open_window(qtbot, tmp_path) as window:
        window.wait_for_translation(text)
        assert window.source.text_now() == text
        main = window.program.window
        assert main.height() == 700  # screens of tests are narrow
        assert main.history_dock.isVisible()
        assert not main.attention_dock.isVisible()
        assert not main.actions_by_id["attention"].isChecked()
        assert window.source.font().pointSize() == 18
        qtbot.waitUntil(lambda: listed(window) == [text])
        window.press(Qt.Key.Key_A, CTRL | Qt.KeyboardModifier.ShiftModifier)
        assert main.attention_dock.isVisible()
        window.wait_for_map()
        choice = window.program.translating.panel.controls.map_choice
        assert (choice.layer, choice.head) == (1, 2)
        assert main.panes.wished is Orientation.STACKED


def test_what_is_typed_outlives_a_sudden_end(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.program.translating.draft._timer.setInterval(0)
        window.type("An hour of typing")
        ini = tmp_path / "config" / SETTINGS_FILE
        qtbot.waitUntil(lambda: Settings(ini).text == "An hour of typing")
        window.program.settings.change(keep_history=False)
        window.type(", in secret")
        window.wait_for_translation("An hour of typing, in secret")
        window.program.settings.save()
        assert "hour" not in ini.read_text(encoding="utf-8")


def test_undo_does_not_take_the_restored_text_away(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "One")
    with open_window(qtbot, tmp_path) as window:
        window.wait_for_translation("One")
        window.press(Qt.Key.Key_Z, CTRL)
        assert window.source.text_now() == "One"
