"""Languages and models: chosen, swapped, broken, missing."""

import threading
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.sessions.models.model_library import ModelImport
from desktop.values.requests import Direction
from engine.errors import ModelFolderDamagedError
from engine.translation import Chosen
from tests.support.engines import FakeEngine, fake_open, ids_of
from tests.support.model_folders import save_toy_model
from tests.support.windows import OpenWindow, choose, open_window, pick

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
SHIPPED = "en-de-multi30k"


def engines(*names: str) -> dict[str, FakeEngine]:
    """Return an engine for each name, which begins with its languages; the shipped one too."""
    return {name: FakeEngine(name[:2], name[3:5]) for name in (SHIPPED, *names)}


def save_models(home: Path, *names: str) -> None:
    """Save small models among those of the user: a name begins with its languages."""
    for name in names:
        save_toy_model(
            home / "models" / name,
            name=name,
            source_language=name[:2],
            target_language=name[3:5],
        )


def wait_for_model(window: OpenWindow, name: str) -> None:
    main = window.program.window
    button = main.target_pane.bar.model_button
    window.qtbot.waitUntil(lambda: button.key == name and main.status_line.isHidden())


def shown(window: OpenWindow) -> tuple[str, str, str]:
    main = window.program.window
    bar = main.language_bar
    return bar.source(), bar.target(), main.target_pane.bar.model_button.key


def test_swapping_exchanges_languages_and_texts(qtbot: QtBot, tmp_path: Path) -> None:
    save_models(tmp_path, "de-en-own")
    with open_window(qtbot, tmp_path, fake_open(engines("de-en-own"))) as window:
        wait_for_model(window, SHIPPED)
        window.type("Dog\n\nCat")
        window.wait_for_translation("Dog\n\nCat")
        button = window.program.window.language_bar.swap_button
        assert button.isEnabled()
        assert button.toolTip() == "Swap languages (Ctrl+R)"
        QTest.mouseClick(button, LEFT)
        assert shown(window) == ("de", "en", "de-en-own")
        translation = window.wait_for_translation("DOG\n\nCAT")
        assert translation.model == "de-en-capitals"
        assert window.source.text_now() == "DOG\n\nCAT"
        wait_for_model(window, "de-en-own")
        window.press(Qt.Key.Key_R, CTRL)
        assert shown(window) == ("en", "de", SHIPPED)
        assert window.wait_for_translation("Dog\n\nCat").model == "en-de-capitals"
        window.press(Qt.Key.Key_Z, CTRL)
        window.wait_for_translation("DOG\n\nCAT")


def test_swapping_again_and_again_keeps_each_text_with_its_language(
    qtbot: QtBot, tmp_path: Path
) -> None:
    save_models(tmp_path, "de-en-own")
    may_load = threading.Event()
    may_load.set()
    open_at_once = fake_open(engines("de-en-own"))

    def open_engine(
        folder: Path, device: str, threads: int | None, direction: Direction | None
    ) -> FakeEngine:
        may_load.wait()
        return open_at_once(folder, device, threads, direction)

    with open_window(qtbot, tmp_path, open_engine) as window:
        wait_for_model(window, SHIPPED)
        window.type("Dog")
        window.wait_for_translation("Dog")
        may_load.clear()
        try:
            for source, text in [("de", "DOG"), ("en", "Dog")] * 2:
                window.press(Qt.Key.Key_R, CTRL)
                assert window.program.window.target_pane.is_stale or source == "en"
                assert (shown(window)[0], window.source.text_now()) == (source, text)
        finally:
            may_load.set()
        assert window.wait_for_translation("Dog").model == "en-de-capitals"


def test_swapping_after_another_word_was_chosen_takes_what_is_on_show(
    qtbot: QtBot, tmp_path: Path
) -> None:
    save_models(tmp_path, "de-en-own")
    with open_window(qtbot, tmp_path, fake_open(engines("de-en-own"))) as window:
        wait_for_model(window, SHIPPED)
        window.type("Dog")
        window.wait_for_translation("Dog")
        for text in ("DOG", "Dog"):
            window.press(Qt.Key.Key_R, CTRL)
            window.wait_for_translation(text)
        (sentence,) = window.translations[-1].sentences
        window.program.translating.session.choose(sentence, Chosen(ids_of("Hound"), is_whole=True))
        qtbot.waitUntil(lambda: window.target.text_now() == "Hound")
        window.press(Qt.Key.Key_R, CTRL)
        assert window.source.text_now() == "Hound"


def test_swapping_what_is_not_yet_translated_keeps_what_was_typed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    save_models(tmp_path, "de-en-own")
    with open_window(qtbot, tmp_path, fake_open(engines("de-en-own"))) as window:
        wait_for_model(window, SHIPPED)
        window.type("Dog")
        window.wait_for_translation("Dog")
        window.type(" und Katze")
        assert window.program.window.target_pane.is_stale
        window.press(Qt.Key.Key_R, CTRL)
        assert shown(window) == ("de", "en", "de-en-own")
        assert window.wait_for_translation("Dog und Katze").model == "de-en-capitals"
        assert window.source.text_now() == "Dog und Katze"


def test_a_chosen_direction_and_model_translate_what_stands_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    names = ("en-de-alpha", "en-de-omega", "en-fr-own")
    save_models(tmp_path, *names)
    with open_window(qtbot, tmp_path, fake_open(engines(*names))) as window:
        wait_for_model(window, SHIPPED)
        window.type("Dog")
        window.wait_for_translation("Dog")
        bar = window.program.window.language_bar
        pick(bar.target_box, "fr")
        wait_for_model(window, "en-fr-own")
        qtbot.waitUntil(lambda: window.translations[-1].model == "en-fr-capitals")
        pick(bar.target_box, "de")
        wait_for_model(window, "en-de-alpha")
        choose(window.program.window.target_pane.bar.model_button, "en-de-omega")
        wait_for_model(window, "en-de-omega")
        assert shown(window) == ("en", "de", "en-de-omega")
        assert window.source.text_now() == "Dog"


def test_choosing_the_same_language_again_keeps_the_model(qtbot: QtBot, tmp_path: Path) -> None:
    save_models(tmp_path, "en-de-alpha", "en-de-omega")
    opened = engines("en-de-alpha", "en-de-omega")
    with open_window(qtbot, tmp_path, fake_open(opened)) as window:
        wait_for_model(window, SHIPPED)
        choose(window.program.window.target_pane.bar.model_button, "en-de-omega")
        wait_for_model(window, "en-de-omega")
        pick(window.program.window.language_bar.target_box, "de")
        assert shown(window) == ("en", "de", "en-de-omega")
        pick(window.program.window.language_bar.source_box, "en")
        assert shown(window) == ("en", "de", "en-de-omega")
        wait_for_model(window, "en-de-omega")


def test_a_model_that_cannot_be_loaded_leaves_the_old_one_at_work(
    qtbot: QtBot, tmp_path: Path
) -> None:
    save_models(tmp_path, "en-de-own", "de-en-own")
    opened = engines("en-de-own", "de-en-own")
    open_good = fake_open(opened)
    damaged = ["en-de-own", "de-en-own"]

    def open_engine(
        folder: Path, device: str, threads: int | None, direction: Direction | None
    ) -> FakeEngine:
        if folder.name in damaged:
            raise ModelFolderDamagedError(folder, ["weights.safetensors: not as its checksum"])
        return open_good(folder, device, threads, direction)

    with open_window(qtbot, tmp_path, open_engine) as window:
        wait_for_model(window, SHIPPED)
        window.type("Dog")
        window.wait_for_translation("Dog")
        bar = window.program.window.language_bar
        notices = window.program.window.notice_line
        models = window.program.window.target_pane.bar.model_button
        for choose_one in (
            partial(choose, models, "en-de-own"),
            partial(pick, bar.source_box, "de"),
        ):
            choose_one()
            qtbot.waitUntil(lambda: len(notices.notices()) == 1)
            (notice,) = notices.notices()
            assert notice.text.startswith("The model is damaged. The model in ")
            assert notice.action_text == "Retry"
            wait_for_model(window, SHIPPED)
            assert shown(window) == ("en", "de", SHIPPED)
            window.type("s")
            text = window.source.text_now()
            window.wait_for_translation(text)
            assert window.target.text_now() == text.upper()
            assert len(notices.notices()) == 1  # it is told until it is mended or closed
        damaged.clear()
        (button,) = [
            button
            for button in notices.findChildren(type(window.program.window.source_pane.join_button))
            if button.text() == "Retry" and button.isVisible()
        ]
        QTest.mouseClick(button, LEFT)
        wait_for_model(window, "de-en-own")
        assert shown(window) == ("de", "en", "de-en-own")
        assert notices.notices() == ()
        text = window.source.text_now()
        qtbot.waitUntil(lambda: window.translations[-1].model == "de-en-capitals")
        assert window.target.text_now() == text.upper()


def test_without_any_model_the_window_says_so_and_works(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path, fake_open(error=OSError(5, "cannot be read"))) as window:
        notices = window.program.window.notice_line
        qtbot.waitUntil(lambda: len(notices.notices()) == 1)
        status = window.program.window.status_line
        assert status.state_label.text() == "No model"
        window.type("Dog")
        assert window.source.text_now() == "Dog"
        assert window.target.text_now() == ""


def test_the_first_model_that_is_imported_translates_and_ends_the_complaint(
    qtbot: QtBot, tmp_path: Path
) -> None:
    save_toy_model(tmp_path / "elsewhere" / "en-de-own", name="en-de-own")
    shelf = tmp_path / "empty"
    with open_window(
        qtbot, tmp_path, fake_open(engines("en-de-own")), shipped_models=shelf
    ) as window:
        program, bar = window.program, window.program.window.notice_line
        qtbot.waitUntil(lambda: len(bar.notices()) == 1)
        window.type("Dog")
        (button,) = [
            button
            for button in bar.findChildren(QPushButton)
            if button.isVisible() and button.text() == "Models…"
        ]
        QTest.mouseClick(button, LEFT)
        qtbot.waitUntil(program.dialogs.are_models_open)
        assert len(bar.notices()) == 1  # it is so still
        program.library.import_model(ModelImport(tmp_path / "elsewhere" / "en-de-own"))
        window.wait_for_translation("Dog")
        assert shown(window) == ("en", "de", "en-de-own")
        assert bar.notices() == ()
