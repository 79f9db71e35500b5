"""Closing the window at any moment: no thread is left, nobody complains, nothing is lost."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import Program
from desktop.storage import paths
from desktop.values.attention_drawing import DrawRequest
from desktop.values.requests import Direction
from desktop.workers.map_drawer import MapDrawer
from tests.support.engines import FakeEngine
from tests.support.windows import OpenWindow, click_word, home_folders

HARMLESS = "This plugin does not support "
"""What Qt says of its platform without a screen begins so."""


class Scene:
    """A window that was just opened and not painted yet, and what holds its threads up."""

    def __init__(self, application: QApplication, home: Path, qtbot: QtBot) -> None:
        self.engine = FakeEngine()
        self.begun = threading.Event()
        """Set once the thread in question is at work."""
        self.may_go_on = threading.Event()
        """Set by the end of the program, or by a test."""
        self.program = Program(application, home_folders(home), self._open)
        self.program.finish_requested.connect(self.may_go_on.set)
        self.program.open_window()
        self.window = OpenWindow(self.program, qtbot)
        self.qtbot = qtbot
        self.home = home

    def _open(
        self, folder: Path, device: str, threads: int | None, direction: Direction | None
    ) -> FakeEngine:
        del folder, device, threads, direction
        self.begun.set()
        assert self.may_go_on.wait(30)
        return self.engine

    def translate(self, text: str) -> None:
        """Type a text, and wait for its translation."""
        self.may_go_on.set()
        self.window.type(text)
        self.window.wait_for_translation(text)


@pytest.fixture
def scene(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[Scene]:
    scene = Scene(qapp, tmp_path, qtbot)
    yield scene
    scene.may_go_on.set()
    scene.engine.release()
    scene.program.close()
    scene.program.window.deleteLater()
    scene.program.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def before_it_is_painted(scene: Scene) -> None:
    assert not scene.program.engine_lane.isRunning()


def between_painting_and_loading(scene: Scene) -> None:
    scene.program.window.painted.emit()
    assert not scene.program.engine_lane.isRunning()


def while_a_model_loads(scene: Scene) -> None:
    scene.qtbot.waitUntil(scene.begun.is_set)
    scene.window.type("Typed meanwhile.")


def while_typing(scene: Scene) -> None:
    scene.translate("One dog.")
    scene.window.type(" Two")


def while_a_sentence_is_translated(scene: Scene) -> None:
    scene.translate("One dog.")
    scene.window.wait_for_map()
    scene.engine.hold()
    scene.window.type(" Two cats. Three mice.")
    scene.qtbot.waitUntil(lambda: scene.engine.count("translate") >= 2)


def while_another_model_loads(scene: Scene) -> None:
    scene.translate("One dog.")
    scene.begun.clear()
    scene.may_go_on.clear()
    scene.program.settings.change(threads=1)
    scene.qtbot.waitUntil(scene.begun.is_set)


def while_the_popup_waits_for_words(scene: Scene) -> None:
    scene.translate("One dog.")
    scene.window.wait_for_map()
    scene.engine.hold()
    click_word(scene.window.target, 0, 3)
    scene.qtbot.waitUntil(lambda: scene.engine.count("alternatives") == 1)
    assert QApplication.activePopupWidget() is not None


def with_all_windows_open(scene: Scene) -> None:
    scene.translate("One dog.")
    for name in ("history", "settings", "help"):
        scene.program.window.actions_by_id[name].trigger()
    shown = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    assert len(shown) == 3


def before_the_window_of_another_language(scene: Scene) -> None:
    scene.translate("One dog.")
    scene.program.settings.change(language="de")


@pytest.mark.parametrize(
    "moment",
    [
        before_it_is_painted,
        between_painting_and_loading,
        while_a_model_loads,
        while_typing,
        while_a_sentence_is_translated,
        while_another_model_loads,
        while_the_popup_waits_for_words,
        with_all_windows_open,
        before_the_window_of_another_language,
    ],
)
def test_closing_at_any_moment_ends_everything(
    scene: Scene, qtlog: Any, moment: Callable[[Scene], None]
) -> None:
    moment(scene)
    close(scene, qtlog)


def test_closing_while_a_map_is_drawn_waits_for_it(
    scene: Scene, qtlog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, begun = MapDrawer._show, threading.Event()

    def show_slowly(drawer: MapDrawer, request: DrawRequest) -> object:
        begun.set()
        assert scene.may_go_on.wait(30)
        return show(drawer, request)

    monkeypatch.setattr(MapDrawer, "_show", show_slowly)
    scene.may_go_on.set()
    scene.window.wait_until_loaded()
    scene.may_go_on.clear()
    scene.window.look_inside()
    scene.window.type("One dog.")
    scene.qtbot.waitUntil(begun.is_set)
    close(scene, qtlog)


def close(scene: Scene, qtlog: Any) -> None:
    """Close the window as a person does, and look at what is left."""
    program = scene.program
    said: list[object] = []
    program.window.close()
    for signal in (
        program.translating.session.failed,
        program.translating.inspection.failed,
        program.translating.history.failed,
    ):
        signal.connect(said.append)
    assert not [thread for thread in program.findChildren(QThread) if thread.isRunning()]
    assert not [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    QCoreApplication.processEvents()  # what was sent before the end may still arrive
    QCoreApplication.processEvents()
    assert not [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    assert not [thread for thread in program.findChildren(QThread) if thread.isRunning()]
    assert said == []
    assert [record.message for record in qtlog.records if HARMLESS not in record.message] == []


# --- as a process ---


def test_all_are_asked_to_end_before_one_deadline_for_all(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = scene.program
    asked: list[object] = []
    waited_for: list[tuple[int, QDeadlineTimer]] = []

    def watch(part: Any) -> None:
        close, wait = part.close, part.wait

        def close_and_note() -> None:
            asked.append(part)
            close()

        def wait_and_note(deadline: QDeadlineTimer) -> bool:
            waited_for.append((len(asked), deadline))
            return bool(wait(deadline))

        monkeypatch.setattr(part, "close", close_and_note)
        monkeypatch.setattr(part, "wait", wait_and_note)

    parts = (
        *(program.preflight, program.training, program.interface),
        *(program.library, program.downloads),
    )
    for part in parts:
        watch(part)
    scene.may_go_on.set()
    assert program.close()
    assert [count for count, _ in waited_for] == [len(parts)] * len(parts)
    assert len({id(deadline) for _, deadline in waited_for}) == 1


PROCESS = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from desktop import app, startup
from tests.support.windows import home_folders

class Closing(app.Program):
    def open_window(self):
        super().open_window()
        {moment}

app.Program = Closing
sys.exit(startup.run(home_folders(Path(sys.argv[1]))))
"""
AFTER = "self.window.painted.connect(lambda: QTimer.singleShot({}, self.window.close))"
TRANSLATED = """self.window.source_pane.type_text("Two dogs are running.")
        session = self.translating.session
        session.translated.connect(lambda told: told.target and self.window.close())"""
WITH_HELP = """self.window.source_pane.type_text("Two dogs are running.")
        self.window.painted.connect(self.dialogs.open_help)
        session = self.translating.session
        session.translated.connect(lambda told: told.target and self.window.close())"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment",
    [AFTER.format(0), AFTER.format(300), TRANSLATED, WITH_HELP],
    ids=["painted", "loading", "translated", "with-help"],
)
def test_the_process_ends_without_a_word(tmp_path: Path, moment: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROCESS.format(moment=moment), str(tmp_path)],
        cwd=paths.resources().parent,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "")
    assert [line for line in ended.stderr.splitlines() if HARMLESS not in line] == []
    log = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "log").iterdir())
    lines = [line for line in log.splitlines() if " INFO " not in line and HARMLESS not in line]
    assert lines == []
