"""The whole window program in its own home, with an engine in capitals or the shipped one."""

import atexit
import gc
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Program
from desktop.storage import paths
from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.views.panes.choice_button import ChoiceButton
from desktop.views.text.editor import Editor
from desktop.workers.translation_worker import OpenEngine
from engine.folders import Folders
from engine.translation import Translation
from tests.support.engines import fake_open

CAPTION_MODEL = "en-de-multi30k"


@cache
def caption_shelf() -> Path:
    """Return a shelf with the model of captions alone: small, and without one that translates back.

    So these tests are what they are, whatever else ships.
    """
    shelf = Path(tempfile.mkdtemp(prefix="translucent-shelf-"))
    atexit.register(shutil.rmtree, shelf, ignore_errors=True)
    shutil.copytree(paths.resources() / "models" / CAPTION_MODEL, shelf / CAPTION_MODEL)
    return shelf


def home_folders(home: Path, shipped_models: Path | None = None) -> Folders:
    """Return the folders of a program whose user's files are all in `home`."""
    return Folders(
        shipped_models=caption_shelf() if shipped_models is None else shipped_models,
        models=home / "models",
        runs=home / "runs",
        corpora=home / "corpora",
        config=home / "config",
        data=home,
        log=home / "log",
    )


class OpenWindow:
    """A program that runs, and what a person does with it; made by `open_window`."""

    def __init__(self, program: Program, qtbot: QtBot) -> None:
        self.program = program
        self.qtbot = qtbot
        self.translations: list[Translation] = []
        program.translating.session.translated.connect(self.translations.append)

    @property
    def source(self) -> Editor:
        """Where one types."""
        return self.program.window.source_pane.editor

    @property
    def target(self) -> Editor:
        """Where one reads."""
        return self.program.window.target_pane.editor

    def type(self, text: str) -> None:
        """Press a key for each character; line breaks are Return."""
        for character in text:
            if character == "\n":
                QTest.keyClick(self.source, Qt.Key.Key_Return)
            elif character.isascii():
                QTest.keyClicks(self.source, character)
            else:  # no keyboard of a test has such a key
                self.program.window.source_pane.type_text(character)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
        """Press a key in the source text."""
        none = Qt.KeyboardModifier.NoModifier
        QTest.keyClick(self.source, key, none if modifiers is None else modifiers)

    def wait_for_translation(self, source: str) -> Translation:
        """Wait until a text is translated, and give the result."""

        def is_there() -> bool:
            return bool(self.translations) and self.translations[-1].source == source

        self.qtbot.waitUntil(is_there)
        return self.translations[-1]

    def wait_until_loaded(self) -> None:
        """Wait until a model translates."""
        self.qtbot.waitUntil(lambda: bool(self.program.settings.model_name))

    def look_inside(self) -> None:
        """Open the attention panel, which is closed at first."""
        action = self.program.window.actions_by_id["attention"]
        if not action.isChecked():
            action.trigger()

    def wait_for_map(self) -> None:
        """Open the attention panel and wait until the present translation is drawn in it.

        And until its hypotheses are there: an engine that is held from now on holds none of them.
        """
        self.look_inside()
        panel = self.program.translating.panel

        def is_drawn() -> bool:
            if self.program.translating.inspection._hypotheses.is_busy:
                return False
            sentence = self.program.translating.inspection.sentence
            drawings = [panel.maps["map"].picture.drawing]
            if panel.grid.isVisible():
                drawings.append(panel.grid.drawing)
            return sentence is not None and all(
                drawing is not None
                and drawing.request.attention.source == sentence.source
                and drawing.request.attention.target == sentence.hypotheses[0].text
                for drawing in drawings
            )

        self.qtbot.waitUntil(is_drawn)


@contextmanager
def open_window(
    qtbot: QtBot,
    home: Path,
    open_engine: OpenEngine | None = None,
    *,
    shipped_models: Path | None = None,
    **preferences: object,
) -> Iterator[OpenWindow]:
    """Run the program in its own home; it is closed and gone at the end.

    Args:
        qtbot: pytest-qt's.
        home: The folder of all the user's files.
        open_engine: What loads a model; an engine in capitals without it.
        shipped_models: Where models are looked for beside those in the home; `caption_shelf`
            without it.
        preferences: Fields of Preferences to start with; a new home is English.
    """
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    folders = home_folders(home, shipped_models)
    is_new = not (folders.config / SETTINGS_FILE).exists()
    if preferences or is_new:
        settings = Settings(folders.config / SETTINGS_FILE)
        settings.change(**{**({"language": "en"} if is_new else {}), **preferences})
        settings.is_introduced = True
        settings.save()
    program = Program(application, folders, fake_open() if open_engine is None else open_engine)
    window = OpenWindow(program, qtbot)
    try:
        program.open_window()
        program.window.activateWindow()  # the keys of its actions are heard only then
        qtbot.waitUntil(program.window.isActiveWindow)
        qtbot.waitUntil(program.engine_lane.isRunning)
        yield window
    finally:
        program.window.close()
        program.close()
        program.window.deleteLater()
        program.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()


def click_word(
    editor: Editor,
    start: int,
    end: int,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Click the middle of a span of a text."""
    QTest.mouseClick(
        editor.viewport(), Qt.MouseButton.LeftButton, modifiers, middle_of(editor, start, end)
    )


def pick(box: QComboBox, key: object) -> None:
    """Open a combo box and take an entry, named by its data, with Return."""
    pick_row(box, box.findData(key))


def choose(button: ChoiceButton, key: str) -> None:
    """Open the menu of a button and take a choice with Return."""
    menu = button.choices_menu
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
    menu.setActiveAction(next(one for one in menu.actions() if one.data().key == key))
    QTest.keyClick(menu, Qt.Key.Key_Return)


def pick_row(box: QComboBox, row: int) -> None:
    """Open a combo box and take an entry with Return."""
    box.setFocus()
    box.showPopup()
    box.view().setCurrentIndex(box.model().index(row, 0))
    QTest.keyClick(box.view(), Qt.Key.Key_Return)
    box.window().activateWindow()  # where no window manager does it
    QTest.qWaitForWindowActive(box.window())


def point_at(editor: Editor, start: int, end: int) -> None:
    """Move the pointer to the middle of a span of a text."""
    move_to(editor.viewport(), middle_of(editor, start, end))


def move_to(widget: QWidget, place: QPoint) -> None:
    """Move the pointer within a widget; a first step makes the second one a move."""
    QTest.mouseMove(widget, place + QPoint(1, 1))
    QTest.mouseMove(widget, place)


def middle_of(editor: Editor, start: int, end: int) -> QPoint:
    """Return the middle of a span, in the editor's viewport."""
    return editor.span_rectangle(start, end).center()


def mnemonics(window: QWidget) -> list[str]:
    """Return the keys that press the buttons which are seen, together with Alt."""
    buttons = [one for one in window.findChildren(QAbstractButton) if one.isVisible()]
    keys = [QKeySequence.mnemonic(button.text()).toString() for button in buttons]
    return [key for key in keys if key]
