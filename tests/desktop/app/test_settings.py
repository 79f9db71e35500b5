"""Settings, each in force at once; zoom, orientation, help, and the window in another language."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QTabWidget
from pytestqt.qtbot import QtBot

from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.values.requests import Direction
from desktop.views import theme
from desktop.views.text.highlighter import Style
from desktop.views.windows.help_window import HelpWindow
from desktop.views.windows.settings_dialog import SettingsDialog
from engine.errors import DeviceUnavailableError
from engine.translation import Formality
from tests.support.engines import FakeEngine, ListeningEngine, fake_open
from tests.support.model_folders import save_toy_model
from tests.support.windows import OpenWindow, choose, open_window, pick
from training.progress import Snapshotted
from training.runs.run_folder import append_event

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
SIDE_BY_SIDE = Qt.Orientation.Horizontal
STACKED = Qt.Orientation.Vertical


@pytest.fixture(autouse=True)
def plain_application(qapp: QApplication) -> Iterator[None]:
    """Leave the next test no language and no theme."""
    yield
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())
    theme.apply("system")


def translate(window: OpenWindow, text: str) -> None:
    window.type(text)
    window.press(Qt.Key.Key_Return, CTRL)
    window.wait_for_translation(text)


def open_settings(window: OpenWindow) -> SettingsDialog:
    window.press(Qt.Key.Key_Comma, CTRL)
    dialog = window.program.dialogs.settings_dialog
    assert dialog is not None
    window.qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def change(dialog: SettingsDialog, field: str, value: object) -> None:
    """Change a setting in the dialog."""
    control: QComboBox | None = dialog._choices.get(field)
    widget = dialog._switches[field] if control is None else control
    tabs: QTabWidget = dialog._tabs
    for index in range(tabs.count()):
        page = tabs.widget(index)
        if page is not None and page.isAncestorOf(widget):
            tabs.setCurrentIndex(index)
    if control is None:
        QTest.keyClick(widget, Qt.Key.Key_Space)
    else:
        pick(control, value)


def go_back(window: OpenWindow) -> None:
    """Go on in the window; what else is open stays open."""
    window.program.window.activateWindow()
    window.qtbot.waitUntil(window.program.window.isActiveWindow)


def orientation(window: OpenWindow) -> Qt.Orientation:
    return window.program.window.panes.orientation()


def test_fonts_change_in_both_texts_and_zoom_keys_are_for_the_moment(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path) as window:

        def sizes() -> set[float]:
            return {editor.font().pointSizeF() for editor in (window.source, window.target)}

        change(open_settings(window), "font_size", 20)
        assert sizes() == {20}
        go_back(window)
        for key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            window.press(key, CTRL)
        assert sizes() == {22}
        QTest.keyClick(window.target, Qt.Key.Key_Minus, CTRL)
        assert sizes() == {21}
        QTest.mouseClick(window.program.window.target_pane.bar.confidence_box, LEFT)
        assert sizes() == {21}  # another setting is no reason to change the size
        change(open_settings(window), "theme", "dark")
        assert theme.is_dark()
        assert sizes() == {21}
        go_back(window)
        window.press(Qt.Key.Key_0, CTRL)
        assert sizes() == {20}
        window.press(Qt.Key.Key_Minus, CTRL)
        dialog = open_settings(window)
        family = dialog._choices["font_family"].itemData(1)
        change(dialog, "font_family", family)
        assert {editor.font().family() for editor in (window.source, window.target)} == {family}
        assert sizes() == {20}


def test_doubts_are_shown_or_not(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        translate(window, "An extraordinary dog")
        assert len(window.target.marks()) == 1
        dialog = open_settings(window)
        change(dialog, "show_confidence", False)
        assert window.target.marks() == []
        box = window.program.window.target_pane.bar.confidence_box
        assert not box.isChecked()
        QTest.mouseClick(box, LEFT)
        assert len(window.target.marks()) == 1
        assert dialog._switches["show_confidence"].isChecked()


def test_slight_doubt_is_shown_by_choice_also_at_the_next_start(
    qtbot: QtBot, tmp_path: Path
) -> None:
    text = "An extraordinary picture"
    with open_window(qtbot, tmp_path) as window:
        translate(window, text)
        assert [style for _, _, style in window.target.marks()] == [Style.DOUBTFUL]
        dialog = open_settings(window)
        change(dialog, "show_slight_doubt", True)
        both = [Style.DOUBTFUL, Style.UNSURE]
        assert [style for _, _, style in window.target.marks()] == both
        change(dialog, "show_confidence", False)
        assert not dialog._switches["show_slight_doubt"].isEnabled()
        change(dialog, "show_confidence", True)
    with open_window(qtbot, tmp_path) as window:
        window.wait_for_translation(text)  # the text is there again
        assert [style for _, _, style in window.target.marks()] == both


def test_a_form_of_address_translates_anew_and_is_looked_into(qtbot: QtBot, tmp_path: Path) -> None:
    engine = ListeningEngine()
    engine.has_formality = True
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        translate(window, "Dog")
        button = window.program.window.target_pane.bar.address_button
        inspection = window.program.translating.inspection
        for wish, text in (
            (Formality.FORMAL, "Sie"),
            (Formality.INFORMAL, "du"),
            (Formality.AUTOMATIC, "Sie/du"),
        ):
            choose(button, wish.value)
            assert button.text() == text
            qtbot.waitUntil(partial(lambda wish: inspection.options.formality == wish, wish))
            assert engine.requests[-1].options.formality == wish
            assert not window.program.window.target_pane.is_stale


def test_no_form_of_address_is_offered_by_a_model_without_it(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path, fake_open(FakeEngine())) as window:
        window.wait_until_loaded()
        bar = window.program.window.target_pane.bar
        assert bar.address_button.isHidden()
        assert not bar.address_button.choices_menu.menuAction().isVisible()


def test_translating_while_typing_can_be_switched_off(qtbot: QtBot, tmp_path: Path) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.wait_until_loaded()
        dialog = open_settings(window)
        change(dialog, "translate_while_typing", False)
        go_back(window)
        window.type("Dog")
        assert not window.program.translating.session._pause.isActive()
        window.press(Qt.Key.Key_Return, CTRL)
        window.wait_for_translation("Dog")
        window.type("s")
        change(dialog, "translate_while_typing", True)
        window.wait_for_translation("Dogs")


def open_without_card(
    _folder: Path, device: str, _threads: int | None, _direction: Direction | None
) -> FakeEngine:
    if device == "cuda":
        raise DeviceUnavailableError("cuda", "no NVIDIA driver")
    return FakeEngine()


def test_a_device_that_is_gone_at_the_next_start_is_chosen_automatically(
    qtbot: QtBot, tmp_path: Path
) -> None:
    settings = Settings(tmp_path / "config" / SETTINGS_FILE)
    settings.change(device="cuda")
    settings.save()
    with open_window(qtbot, tmp_path, open_without_card) as window:
        window.type("Dog")
        window.wait_for_translation("Dog")
        assert window.program.settings.preferences.device == "auto"
        notices = window.program.window.notice_line.notices()
        assert all(notice.kind != "error" for notice in notices)


def test_a_device_that_is_not_there_is_told_and_the_old_one_works_on(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path, open_without_card) as window:
        translate(window, "Dog")
        dialog = open_settings(window)
        change(dialog, "device", "cuda")
        notices = window.program.window.notice_line
        qtbot.waitUntil(lambda: len(notices.notices()) == 1)
        assert notices.notices()[0].text == (
            "The device cannot be used. The device “cuda” cannot be used on this "
            "computer. Choose “Automatic” or the processor in the settings."
        )
        window.type("s")
        window.wait_for_translation("Dogs")
        change(dialog, "device", "auto")
        qtbot.waitUntil(lambda: notices.notices() == ())
        assert window.program.window.status_line.isHidden()


def test_help_opens_and_closes(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.press(Qt.Key.Key_F1)
        help_window = window.program.dialogs.help_window
        assert isinstance(help_window, HelpWindow)
        qtbot.waitUntil(help_window.isActiveWindow)
        QTest.keyClick(help_window, Qt.Key.Key_Escape)
        assert help_window.isHidden()


def test_panes_stand_as_there_is_room_or_as_one_wishes(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        main = window.program.window
        main.resize(1200, 600)
        qtbot.waitUntil(lambda: orientation(window) == SIDE_BY_SIDE)
        main.resize(800, 1000)
        qtbot.waitUntil(lambda: orientation(window) == STACKED)
        window.press(Qt.Key.Key_1, CTRL)
        assert orientation(window) == SIDE_BY_SIDE
        window.press(Qt.Key.Key_2, CTRL)
        assert orientation(window) == STACKED
        main.resize(1200, 600)
        assert orientation(window) == STACKED
        window.press(Qt.Key.Key_2, CTRL)  # once more: as there is room
        assert orientation(window) == SIDE_BY_SIDE


def test_in_another_language_all_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    text = "A small 😀 dog. Two men."
    engine = FakeEngine()
    with open_window(qtbot, tmp_path, fake_open(engine)) as window:
        window.press(Qt.Key.Key_H, CTRL)
        translate(window, text)
        window.wait_for_map()
        old, asked = window.program.window, engine.count("translate")
        change(open_settings(window), "language", "de")
        qtbot.waitUntil(lambda: window.program.window is not old)
        main = window.program.window
        qtbot.waitUntil(main.isVisible)
        assert main.target_pane.bar.copy_button.text() == "Kopieren"
        assert main.source_pane.editor.accessibleName() == "Ausgangstext"
        assert main.actions_by_id["help"].text() == "Hilfe"
        assert window.source.text_now() == text
        assert window.target.text_now() == text.upper()
        assert not main.target_pane.is_stale
        assert engine.count("translate") == asked
        qtbot.waitUntil(lambda: main.target_pane.bar.model_button.key == "en-de-multi30k")
        assert (main.language_bar.source(), main.language_bar.target()) == ("en", "de")
        said = main.language_bar.source_box.currentText()
        assert said in ("Sprache erkennen", "Erkannt: Englisch")
        # All that was connected is connected again.
        window.wait_for_map()
        controls = window.program.translating.panel.controls
        assert controls.map_choice.layer == 1  # what aligns best
        assert controls.sentences.count() == 2
        go_back(window)
        window.press(Qt.Key.Key_End)
        window.type(" End.")
        window.wait_for_translation(text + " End.")
        assert window.target.text_now() == (text + " End.").upper()
        window.program.translating.history.settle()
        items = main.history_panel._items
        qtbot.waitUntil(lambda: items.rowCount() == 1)
        assert items.entry(items.index(0)).source == text + " End."
        dialog = window.program.dialogs.settings_dialog
        assert dialog is not None
        assert dialog.isVisible()
        assert dialog.windowTitle() == "Einstellungen"
        change(dialog, "language", "en")
        qtbot.waitUntil(lambda: window.program.window is not main)
        qtbot.waitUntil(window.program.window.isVisible)
        assert window.program.window.target_pane.bar.copy_button.text() == "Copy"


def test_what_is_at_work_goes_on_in_another_language(qtbot: QtBot, tmp_path: Path) -> None:
    engine = FakeEngine()
    path = tmp_path / "long.txt"
    path.write_text("\n".join(f"Line {number} of many." for number in range(400)))
    with open_window(qtbot, tmp_path / "home", fake_open(engine)) as window:
        translate(window, "Dog")
        old = window.program.window
        with engine.held():
            window.type("s")
            window.press(Qt.Key.Key_Return, CTRL)
            window.program.files.add([path])
            window.program.settings.change(language="de")
            qtbot.waitUntil(lambda: window.program.window is not old)
            assert window.target.text_now() == "DOG"
            assert window.program.window.target_pane.is_stale
        window.wait_for_translation("Dogs")
        assert window.target.text_now() == "DOGS"
        panel = window.program.window.file_panel
        qtbot.waitUntil(lambda: not panel._cards["1"].open.isHidden())
        assert panel._cards["1"]._title.text() == "Gespeichert als long.de.txt"


def go_on_in_german(window: OpenWindow) -> None:
    old = window.program.window
    window.program.settings.change(language="de")
    window.qtbot.waitUntil(lambda: window.program.window is not old)


@pytest.mark.parametrize("opened", [("files",), ("attention", "history"), ("files", "history")])
def test_drawers_stay_open_or_closed_in_another_language(
    qtbot: QtBot, tmp_path: Path, opened: tuple[str, ...]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Dog.")
    with open_window(qtbot, tmp_path / "home") as window:
        window.wait_until_loaded()
        window.program.files.add([path])
        window.program.window.files_dock.hide()
        for name in opened:
            window.program.window.actions_by_id[name].trigger()
        before = drawers_in_sight(window)
        assert before >= set(opened[-1:])
        go_on_in_german(window)
        qtbot.waitUntil(lambda: drawers_in_sight(window) == before)
        assert window.program.window.file_panel.count() == 1
        actions = window.program.window.actions_by_id
        checked = {name for name in ("files", "history", "attention") if actions[name].isChecked()}
        assert checked == set(opened)


def drawers_in_sight(window: OpenWindow) -> set[str]:
    """Return the open drawers, but for those that are behind the tab of another one."""
    main = window.program.window
    docks = (main.attention_dock, main.history_dock, main.files_dock)
    return {dock.objectName() for dock in docks if not dock.visibleRegion().isEmpty()}


def test_what_is_searched_for_is_searched_for_in_another_language(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path) as window:
        program = window.program
        for text in ("Dog", "Cat"):
            program.translating.past.add(text, text.upper(), "en", "de", "own")
        program.window.history_dock.show()
        panel = program.window.history_panel
        panel.show_search("dog", only_favourites=False)
        qtbot.waitUntil(lambda: panel._items.rowCount() == 1)
        go_on_in_german(window)
        panel = program.window.history_panel
        assert panel.searched() == ("dog", False)
        qtbot.waitUntil(lambda: panel._items.rowCount() == 1)
        panel.show_search("", only_favourites=False)
        qtbot.waitUntil(lambda: panel._items.rowCount() == 2)


def test_a_run_is_watched_on_in_another_language(qtbot: QtBot, tmp_path: Path) -> None:
    run = tmp_path / "runs" / "mine"
    run.mkdir(parents=True)
    for epoch in (1, 2, 3):
        path = run / "epochs" / f"epoch-{epoch:04}"
        save_toy_model(path, name="mine")
        append_event(run, Snapshotted(epoch=epoch, step=epoch, path=str(path)))
    with open_window(qtbot, tmp_path) as window:
        program = window.program
        window.wait_until_loaded()
        program.trials.watch(run)
        program.trials.bar.epochs.go_to(1)
        qtbot.waitUntil(lambda: program.window.target_pane.bar.model_button.key == "mine, epoch 2")
        go_on_in_german(window)
        bar = program.trials.bar
        assert bar.isVisible()
        assert (bar.epochs.place, bar.epochs.count) == (1, 3)
        assert program.trial.is_going_on
        bar.closing_requested.emit()
        assert not bar.isVisible()
        assert program.window.target_pane.bar.model_button.key == "en-de-multi30k"


def test_a_model_on_trial_can_be_left_in_another_language(qtbot: QtBot, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "runs" / "mine" / "lent", name="mine")
    with open_window(qtbot, tmp_path) as window:
        program = window.program
        window.wait_until_loaded()
        program.training.lent.emit(tmp_path / "runs" / "mine" / "lent")
        assert program.trial.is_going_on
        go_on_in_german(window)
        assert program.trials.bar.isHidden()
        qtbot.waitUntil(lambda: len(program.window.notice_line.notices()) == 1)
        (notice,) = program.window.notice_line.notices()
        assert notice.action_text == "Zurück zum vorigen Modell"
        program.training._change("running")
        (notice,) = program.window.notice_line.notices()
        assert "läuft weiter" in notice.text
        program.training._change("paused")
        (notice,) = program.window.notice_line.notices()
        assert "angehalten" in notice.text
        program.training._change("idle")
        program.window.notice_line.action_requested.emit(notice.key)
        assert not program.trial.is_going_on
