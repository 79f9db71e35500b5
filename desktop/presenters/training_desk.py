"""Training, as far as the window has to do with it: the wizard, what is said of a run, its models.

A run goes on behind the window and outlives a change of its language; all else here belongs to one
window and goes with it.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox

from desktop.presenters.translation_presenter import Presenter
from desktop.sessions.model_list import ModelList
from desktop.sessions.model_selection import ModelSelection
from desktop.sessions.model_trial import ModelTrial
from desktop.sessions.preflight import Preflight
from desktop.sessions.training_session import TrainingSession
from desktop.values.curve_drawing import CurvePicture
from desktop.values.outcome import Outcome
from desktop.views.main_window import MainWindow
from desktop.views.panes.learning_bar import LearningBar
from desktop.views.widgets.notice_bar import Kind
from desktop.views.widgets.save_dialog import ask_where_to_save
from desktop.wording.outcome_text import describe_outcome
from engine.errors import EngineError
from engine.folders import Folders
from training.runs.run_list import RunSummary, Snapshot, hide_run, list_snapshots

if TYPE_CHECKING:  # built when it is asked for
    from desktop.presenters.training_presenter import TrainingPresenter

UNFINISHED = "unfinished run"
ENDED = "training ended"
TRYING = "model on trial"
"""Keys of notices that have a button."""


class TrainingDesk(QObject):
    """Opens the wizard, and shows in the window what a run does and lends; on the GUI thread.

    Signals:
        closing_allowed: The user was asked, and what trains has saved itself: the window may close.
        install_requested: The folder (Path) of a finished model, and what to call it.
        export_requested: The folder (Path) of a finished model, and the file it shall become.
        curves_requested: A CurveRequest; `show_curves` takes what is drawn of it.
    """

    closing_allowed = Signal()
    install_requested = Signal(object, str)
    export_requested = Signal(object, object)
    curves_requested = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        presenter: Presenter,
        preparation: Preflight,
        session: TrainingSession,
        trial: ModelTrial,
        models: ModelList,
        choice: ModelSelection,
        folders: Folders,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._preparation = preparation
        self._session = session
        self._trial = trial
        self._models = models
        self._choice = choice
        self._folders = folders
        self._unfinished: RunSummary | None = None
        self._has_offered = False
        self._snapshots: Sequence[Snapshot] = ()
        self._watched = Path()
        self._is_closing = False
        self.training: TrainingPresenter | None = None
        self.bar = LearningBar()
        window.set_learning_bar(self.bar)
        self._connect()
        self._show_state()

    def _connect(self) -> None:
        window, session = self._window, self._session
        window.closing_asked.connect(self._ask_before_closing)
        window.status_line.training_requested.connect(self.open_wizard)
        window.notice_bar.action_requested.connect(self._on_action_requested)
        window.notice_bar.dismissed.connect(self._on_dismissed)
        session.changed.connect(self._show_state)
        session.told.connect(self._show_state)
        session.ended.connect(self._on_ended)
        session.lent.connect(self._on_lent)
        session.listed.connect(self._offer_resuming)
        self._trial.ended.connect(self._on_trial_ended)
        self.bar.epoch_requested.connect(self._show_epoch)
        self.bar.closing_requested.connect(self._trial.end)

    # --- the wizard ---

    @Slot()
    def open_wizard(self) -> None:
        """Show the wizard where it was left, or at a run that goes on."""
        if self.training is None:
            self.training = self._build_wizard()
        wizard = self.training.wizard
        wizard.show()
        wizard.raise_()
        wizard.activateWindow()

    def _build_wizard(self) -> "TrainingPresenter":
        """Build the wizard when it is first asked for: it is a window of many parts."""
        from desktop.presenters.training_presenter import TrainingPresenter

        training = TrainingPresenter(
            self._preparation, self._session, self._models, self._choice, self._folders
        )
        training.watch_requested.connect(self.watch)
        training.install_requested.connect(self.install_requested)
        training.export_requested.connect(self._ask_where_to_export)
        training.curves_requested.connect(self.curves_requested)
        return training

    @Slot(object)
    def _ask_where_to_export(self, folder: Path) -> None:
        assert self.training is not None
        title = self.tr("Export the model")
        proposed = str(Path.home() / f"{folder.name}.translucent")
        filter_ = self.tr("Translucent models (*.translucent)")
        ask_where_to_save(
            self.training.wizard,
            title,
            proposed,
            filter_,
            lambda file: self.export_requested.emit(folder, file),
        )

    @Slot(object)
    def show_curves(self, picture: CurvePicture) -> None:
        """Show curves that were drawn."""
        if self.training is not None:
            self.training.show_curves(picture)

    @Slot(str)
    def show_installed(self, name: str) -> None:
        """Say in the wizard that its model is among the others now."""
        if self.training is not None:
            self.training.show_installed(name)

    def show_install_problem(self, sentence: str) -> None:
        """Say in the wizard why its model could not be installed."""
        if self.training is not None:
            self.training.show_install_problem(sentence)

    def close_wizard(self) -> None:
        """Close the wizard with the window."""
        if self.training is not None:
            self.training.wizard.close()
            self.training.wizard.deleteLater()
            self.training = None

    # --- what the window says of a run ---

    @Slot()
    def _show_state(self) -> None:
        session, line = self._session, self._window.status_line
        self._window.asks_before_closing = session.is_active and not self._is_closing
        if self._is_closing:
            line.show_training(self.tr("Saving the training…"))
            return
        if not session.is_active:
            line.show_training("")
            return
        self._withdraw_offer()
        stepped = session.story.stepped
        share = QLocale().toString(100 * (stepped.progress if stepped else 0.0), "f", 0)
        text = self.tr("Training: {share} %")
        if session.state == "paused":
            text = self.tr("Training paused at {share} %")
        line.show_training(text.format(share=share))

    @Slot(object)
    def _on_ended(self, outcome: Outcome) -> None:
        """Say it where the wizard is not looked at."""
        if self._is_closing:
            self.closing_allowed.emit()
        elif self.training is None or not self.training.wizard.isVisible():
            described = describe_outcome(outcome)
            kind: Kind = "info" if outcome.kind in ("finished", "stopped") else "error"
            text = f"{described.title}. {described.sentence}"
            self._presenter.show_program_notice(ENDED, kind, text, self.tr("Show"))

    @Slot(object)
    def _offer_resuming(self, runs: Sequence[RunSummary]) -> None:
        """Offer, once, to go on with what is unfinished: the run that was last at work."""
        offers = [run for run in runs if run.is_offered]
        if self._unfinished is not None and self._unfinished.folder not in [
            run.folder for run in offers
        ]:
            self._withdraw_offer()
        offered = next(iter(offers), None)
        if self._has_offered or offered is None or self._session.is_active:
            return
        self._has_offered, self._unfinished = True, offered
        share = QLocale().toString(100 * offered.progress, "f", 0)
        text = self.tr("The training “{name}” is not finished: {share} % are done.")
        self._presenter.show_program_notice(
            UNFINISHED, "info", text.format(name=offered.name, share=share), self.tr("Resume")
        )

    def _withdraw_offer(self) -> None:
        """What was offered goes on, has ended or is gone."""
        self._unfinished = None
        self._presenter.clear_problem(UNFINISHED)

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == UNFINISHED and self._unfinished is not None:
            self._session.resume(self._unfinished.folder)
        if key in (UNFINISHED, ENDED):
            self.open_wizard()
        elif key == TRYING:
            self._trial.end()

    @Slot(str)
    def _on_dismissed(self, key: str) -> None:
        if key == UNFINISHED and self._unfinished is not None:
            with suppress(OSError):  # then it is offered once more
                hide_run(self._unfinished.folder)

    # --- closing ---

    @Slot()
    def _ask_before_closing(self) -> None:
        """Ask what shall become of the run; the question stops nothing."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Training goes on"))
        box.setText(self.tr("A model is being trained. What shall become of it?"))
        box.setInformativeText(
            self.tr("If it is stopped, all it has learned is saved, and it can go on next time.")
        )
        stop = box.addButton(self.tr("Stop, save and close"), QMessageBox.ButtonRole.AcceptRole)
        stay = box.addButton(self.tr("Go on training"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        stop.clicked.connect(self._stop_and_close)
        box.open()

    @Slot()
    def _stop_and_close(self) -> None:
        self._is_closing = True
        self._window.setEnabled(False)
        self._show_state()
        if self._session.is_active:
            self._session.stop()
        else:  # it ended while the question was on show
            self.closing_allowed.emit()

    # --- models of a run ---

    @Slot(object)
    def _on_lent(self, folder: Path) -> None:
        """Let the best weights so far translate."""
        name = self.tr("{run}, so far").format(run=self._session.run_name)
        if self._begin_trial(folder, name):
            self._tell_of_lent()
            self._window.activateWindow()

    def _tell_of_lent(self) -> None:
        assert self._choice.entry is not None
        text = self.tr("“{name}” translates now, while it learns on.")
        self._presenter.show_program_notice(
            TRYING,
            "info",
            text.format(name=self._choice.entry.name),
            self.tr("Back to the other model"),
        )

    @Slot(object)
    def watch(self, folder: Path) -> None:
        """Show the same text as the model of a run translated it after each epoch."""
        if not list_snapshots(folder):
            self._presenter.show_program_notice(
                TRYING, "info", self.tr("This run has kept no epochs to look back at.")
            )
            return
        self._presenter.clear_problem(TRYING)
        self._watched = folder
        self._show_bar()
        self._show_epoch(len(self._snapshots) - 1)
        self._window.raise_()
        self._window.activateWindow()

    def _show_bar(self) -> None:
        self._snapshots = list_snapshots(self._watched)
        self.bar.show_snapshots([(one.epoch, one.step) for one in self._snapshots])
        self.bar.show()

    def watched(self) -> tuple[Path, int] | None:
        """The folder of the run that is watched, and at which of its snapshots."""
        return None if self.bar.isHidden() else (self._watched, self.bar.epochs.place)

    def repeat(self, watched: tuple[Path, int] | None) -> None:
        """Say again what is on trial, and what was watched, in a window that has not heard it."""
        if watched is not None:
            self._watched, place = watched
            self._show_bar()
            self.bar.epochs.go_to(place)
        elif self._trial.is_going_on:
            self._tell_of_lent()

    @Slot(int)
    def _show_epoch(self, index: int) -> None:
        snapshot = self._snapshots[index]
        name = self.tr("{run}, epoch {epoch}").format(run=self._watched.name, epoch=snapshot.epoch)
        self._begin_trial(snapshot.path, name)

    def _begin_trial(self, folder: Path, name: str) -> bool:
        try:
            self._trial.begin(folder, name)
        except EngineError as error:
            self._presenter.show_problem(TRYING, error)
            return False
        return True

    @Slot()
    def _on_trial_ended(self) -> None:
        self.bar.hide()
        self._presenter.clear_problem(TRYING)
