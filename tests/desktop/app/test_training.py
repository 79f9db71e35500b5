"""The wizard from an empty computer to a sentence translated with one's own model.

Real windows and events, real child programs, and a real server; only the text is made up.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from desktop.presenters.training import training_notices
from desktop.storage import paths
from desktop.values.outcome import Outcome
from desktop.wizard.wizard import Step, Wizard
from desktop.workers import engine_loader
from engine.models.registry import list_models
from tests.support.engines import FakeEngine, fake_open
from tests.support.model_folders import save_toy_model
from tests.support.runs import CHILD_PATIENCE, tiny_recipe
from tests.support.small_captions import mirror
from tests.support.windows import CAPTION_MODEL, OpenWindow, open_window
from training.recipe import describe_settings
from training.runs.run_folder import create_run
from training.runs.run_list import LOCK_FILE, RunState, list_runs

SHRUNK = {
    "tokenizer.vocab_size": "300",
    "model.d_model": "16",
    "model.d_ff": "32",
    "model.num_encoder_layers": "1",
    "model.num_decoder_layers": "1",
    "decoding.max_length": "12",
}


class Training:
    """A window with its wizard, and what a person does with it."""

    def __init__(self, window: OpenWindow) -> None:
        self.window = window
        self.program = window.program
        self.program.window.actions_by_id["train"].trigger()
        assert self.program.wizard.wizard is not None
        self.wizard: Wizard = self.program.wizard.wizard

    def asks_before_closing(self) -> bool:
        """Whether the window would not just close."""
        return self.program.window.asks_before_closing

    @property
    def step(self) -> Step:
        """The step that is on show."""
        return self.wizard.step

    def wait_for(self, is_so: Callable[[], object]) -> None:
        """Wait for something that a child program does."""
        self.window.qtbot.waitUntil(lambda: bool(is_so()), timeout=CHILD_PATIENCE)

    def click(self, button: QWidget) -> None:
        """Press a button that can be pressed."""
        assert button.isEnabled()
        assert button.isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def next(self) -> None:
        """Go to the next step."""
        self.click(self.wizard.next_button)

    def fetch(self, address: str) -> None:
        """Fetch the captions from an address of one's own."""
        self.click(self.wizard.corpus_page.cards["multi30k"])
        box = self.wizard.corpus_page.fetch_box
        box.fold.button.click()
        QTest.keyClicks(box.addresses, address)
        self.click(box.download_button)

    def shrink(self, **more: str) -> None:
        """Make the recipe small, setting by setting."""
        page = self.wizard.expert_page
        self.wizard.recipe_page.expert_requested.emit()
        settings = {**SHRUNK, **{key.replace("__", "."): value for key, value in more.items()}}
        self.wait_for(lambda: len(page.rows) == len(describe_settings()))
        for key, value in settings.items():
            control = page.rows[key].controls()[0]
            control.setFocus()
            QTest.keySequence(control, "Ctrl+A")
            QTest.keyClicks(control, value)
        self.click(self.wizard.back_button)

    def begin(self, address: str, **settings: str) -> None:
        """Go through the wizard until the run goes on."""
        self.fetch(address)
        self.wait_for(lambda: self.wizard.corpus_page.is_complete)
        self.next()
        self.click(self.wizard.recipe_page.cards["quick-look"])
        self.shrink(**settings)
        self.next()
        self.wait_for(self.wizard.check_page.start_button.isEnabled)
        self.click(self.wizard.check_page.start_button)
        assert self.step is Step.RUN


@pytest.fixture
def small_captions(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Let the child programs take a small text for Multi30k; gives where it is served."""
    command = [sys.executable, "-m", "tests.support.small_captions"]
    monkeypatch.setattr(paths, "command_line", lambda: command)
    with mirror() as address:
        yield address


@pytest.mark.slow
def test_a_newcomer_needs_no_text(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path, engine_loader.open_engine) as window:
        window.wait_until_loaded()
        training = Training(window)
        wizard = training.wizard
        training.wait_for(wizard.next_button.isEnabled)
        training.next()
        assert wizard.recipe_page.cards["everyday"].isChecked()
        training.shrink(training__max_steps="3")
        training.next()
        training.wait_for(wizard.check_page.start_button.isEnabled)
        wizard.check_page.compared_box.setCurrentIndex(0)
        training.wait_for(wizard.check_page.start_button.isEnabled)  # once it is estimated again
        training.click(wizard.check_page.start_button)
        training.wait_for(lambda: window.program.training.state == "ended")
        assert training.step == Step.RESULT
        story = window.program.training.story
        assert {one.corpus.partition(",")[0] for one in story.evaluated} == {"validation", "test"}
        assert story.model is not None
        assert "built in; written for this project, CC0" in (story.model / "README.md").read_text(
            encoding="utf-8"
        )


@pytest.mark.slow
def test_from_an_empty_computer_to_a_sentence_of_ones_own_model(
    qtbot: QtBot, tmp_path: Path, small_captions: str
) -> None:
    home = tmp_path / "Übung 1"
    with open_window(qtbot, home, engine_loader.open_engine) as window:
        window.wait_until_loaded()
        training = Training(window)
        program, wizard = window.program, training.wizard
        assert not wizard.next_button.isEnabled()
        training.begin(small_captions, training__max_epochs="3")
        assert (home / "corpora" / "multi30k" / "train.en.gz").is_file()
        assert training.asks_before_closing()
        training.wait_for(lambda: program.training.state == "ended")
        assert program.training.outcome is not None
        assert program.training.outcome.kind == "finished", program.training.outcome
        assert training.step == Step.RESULT
        assert not training.asks_before_closing()
        story = program.training.story
        assert [one.epoch for one in story.snapshots] == [1, 2, 3]
        assert story.compared  # with the shipped model, which translates the same direction
        assert story.report is not None
        assert story.report.is_file()

        card = wizard.result_page.install
        QTest.keySequence(card.name_edit, "Ctrl+A")
        QTest.keyClicks(card.name_edit, "my own")
        assert not card.use_box.isChecked()  # three epochs do not make it better
        training.click(card.use_box)
        training.click(card.install_button)
        training.wait_for(lambda: program.settings.model_name == "my own")
        assert (home / "models" / "my own" / "manifest.json").is_file()
        assert list_models(program.folders)[0].name == "my own"
        assert program.window.target_pane.bar.model_button.key == "my own"
        training.click(wizard.result_page.another_button)
        assert wizard.corpus_page.isVisible()
        training.wait_for(lambda: wizard.corpus_page.is_complete)
        training.next()
        training.next()
        training.wait_for(wizard.check_page.start_button.isEnabled)
        assert "my own" in [
            wizard.check_page.compared_box.itemText(row)
            for row in range(wizard.check_page.compared_box.count())
        ]
        program.window.activateWindow()
        window.type("ba da fa")
        translation = window.wait_for_translation("ba da fa")
        assert translation.sentences


@pytest.mark.slow
def test_a_model_is_tried_while_it_learns_and_watched_afterwards(
    qtbot: QtBot, tmp_path: Path, small_captions: str
) -> None:
    with open_window(qtbot, tmp_path, engine_loader.open_engine) as window:
        window.wait_until_loaded()
        training = Training(window)
        program = window.program
        training.begin(small_captions, training__max_epochs="100000")
        training.wait_for(lambda: len(program.training.story.snapshots) > 2)
        training.wait_for(training.wizard.run_page.try_button.isEnabled)
        training.click(training.wizard.run_page.try_button)
        training.wait_for(lambda: program.trial.is_going_on)
        assert program.window.target_pane.bar.model_button.key.endswith("so far")
        training.wait_for(lambda: program.translating.session._model is not None)
        training.click(training.wizard.run_page.finish_button)
        training.wait_for(lambda: program.training.state == "ended")
        chooser = program.window.target_pane.bar.model_button
        assert not program.trial.is_going_on
        assert chooser.key == "en-de-multi30k"
        assert len(chooser.choices_menu.actions()) == 1
        training.click(training.wizard.result_page.watch_button)
        bar = program.trials.bar
        assert bar.isVisible()
        bar.epoch_requested.emit(0)
        training.wait_for(
            lambda: program.window.target_pane.bar.model_button.key.endswith("epoch 1")
        )
        bar.closing_requested.emit()
        training.wait_for(
            lambda: program.window.target_pane.bar.model_button.key == "en-de-multi30k"
        )
        assert not bar.isVisible()
        assert program.settings.model_name == "en-de-multi30k"


def test_a_model_of_a_running_training_goes_when_the_run_ends(qtbot: QtBot, tmp_path: Path) -> None:
    lent = tmp_path / "runs" / "mine" / "now" / "en-de"
    save_toy_model(lent, name="mine")
    engines = {CAPTION_MODEL: FakeEngine(), lent.name: FakeEngine()}
    with open_window(qtbot, tmp_path, fake_open(engines)) as window:
        window.wait_until_loaded()
        program, notices = window.program, window.program.window.notice_line
        button = program.window.target_pane.bar.model_button
        program.training.folder = tmp_path / "runs" / "mine"
        program.training.lent.emit(lent)
        assert button.key == "mine, so far"
        qtbot.waitUntil(lambda: len(notices.notices()) == 1)
        notices.dismiss(notices.notices()[0].key)
        program.training.ended.emit(Outcome("stopped"))
        assert button.key == CAPTION_MODEL
        assert len(button.choices_menu.actions()) == 1


def test_a_training_that_outlived_its_program_is_offered_once_it_has_saved_itself(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_notices, "SAVING_MS", 10)
    run = tmp_path / "runs" / "mine"
    create_run(run, tiny_recipe(), [], "cpu")
    lock = FileLock(run / LOCK_FILE)
    lock.acquire()
    with open_window(qtbot, tmp_path) as window:
        notices = window.program.window.notice_line.notices
        qtbot.waitUntil(lambda: bool(window.program.training_notices._elsewhere))
        assert notices() == ()
        lock.release()
        qtbot.waitUntil(lambda: bool(notices()))
        (notice,) = notices()
        assert notice.text == "The training “mine” is not finished: 0 % done."
        assert notice.action_text == "Resume"


@pytest.mark.slow
def test_closing_asks_and_leaves_the_run_for_later(
    qtbot: QtBot, tmp_path: Path, small_captions: str
) -> None:
    with open_window(qtbot, tmp_path, engine_loader.open_engine) as window:
        window.wait_until_loaded()
        training = Training(window)
        training.begin(small_captions, training__max_epochs="100000")
        training.wait_for(lambda: window.program.training.story.steps)
        window.program.window.close()
        assert window.program.window.isVisible()
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        box.reject()
        assert window.program.window.asks_before_closing
        window.program.window.close()
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        training.click(box.buttons()[0])
        training.wait_for(lambda: not window.program.window.isVisible())
        assert not window.program.training.is_active
    (run,) = list_runs(tmp_path / "runs")
    assert run.state is RunState.STOPPED

    with open_window(qtbot, tmp_path, engine_loader.open_engine) as window:
        bar = window.program.window.notice_line
        qtbot.waitUntil(lambda: bool(bar.notices()))
        (notice,) = bar.notices()
        assert "is not finished" in notice.text
        bar.action_requested.emit(notice.key)
        qtbot.waitUntil(lambda: bool(window.program.training.story.steps), timeout=CHILD_PATIENCE)
        assert window.program.training.story.started is not None
        assert notice not in bar.notices()
        window.program.training.finish()
        qtbot.waitUntil(lambda: window.program.training.state == "ended", timeout=CHILD_PATIENCE)
        assert window.program.training.outcome is not None
        assert window.program.training.outcome.kind == "finished"


@pytest.mark.slow
@pytest.mark.usefixtures("small_captions")
def test_a_server_that_does_not_answer_is_said_on_the_page(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        training = Training(window)
        training.fetch("http://127.0.0.1:9/nobody-listens")
        training.wait_for(training.wizard.corpus_page.notices.notices)
        (notice,) = training.wizard.corpus_page.notices.notices()
        assert "The training text could not be downloaded" in notice.text
        assert (
            "http://127.0.0.1:9/nobody-listens/train.en.gz failed (Connection refused)"
            in notice.text
        )
        assert not (tmp_path / "corpora" / "multi30k").exists()
