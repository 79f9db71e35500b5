"""Use models of a run without installing them: try them in training, or watch them later.

`ModelTrial` lends them; this shows which one translates and how to go back.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.models.model_trial import ModelTrial
from desktop.sessions.training.training_session import TrainingSession
from desktop.views.main_window import MainWindow
from desktop.views.panes.learning_bar import LearningBar
from engine.errors import EngineError
from training.runs.run_list import Snapshot, list_snapshots

TRYING = "model on trial"
"""The key of the notice whose button goes back to the other model."""


class TrialPresenter(QObject):
    """Translates with models of a run for a while, and says so; on the GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        session: TrainingSession,
        trial: ModelTrial,
        selection: ModelSelection,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._session = session
        self._trial = trial
        self._selection = selection
        self._snapshots: Sequence[Snapshot] = ()
        self._watched = Path()
        self._is_told = False
        """Whether the notice of a model on trial is shown."""
        self.bar = LearningBar()
        window.set_learning_bar(self.bar)
        window.notice_line.action_requested.connect(self._on_action_requested)
        window.notice_line.dismissed.connect(self._on_dismissed)
        session.lent.connect(self._on_lent)
        session.changed.connect(self._tell_of_lent)
        session.ended.connect(self._on_run_ended)
        trial.ended.connect(self._on_trial_ended)
        self.bar.epoch_requested.connect(self._show_epoch)
        self.bar.closing_requested.connect(trial.end)

    @Slot(object)
    def _on_lent(self, folder: Path) -> None:
        """Translate with the best weights so far."""
        name = self.tr("{run}, so far").format(run=self._session.run_name)
        if self._begin_trial(folder, name):
            self._is_told = True
            self._tell_of_lent()
            self._window.activateWindow()

    @Slot()
    def _on_run_ended(self) -> None:
        """Go back to the former model: the weights on trial are out of date, unless watched."""
        if self.bar.isHidden():
            self._trial.end()

    @Slot()
    def _tell_of_lent(self) -> None:
        """Show which model is on trial and whether it is still training, until closed."""
        entry = self._selection.entry
        if not self._is_told or entry is None:
            return
        match self._session.state:
            case "running":
                text = self.tr("Trying “{name}”; training continues.")
            case "paused":
                text = self.tr("Trying “{name}”; training is paused.")
            case _:
                text = self.tr("Trying “{name}”.")
        self._presenter.show_program_notice(
            TRYING, "info", text.format(name=entry.name), self.tr("Back to the previous model")
        )

    @Slot(object)
    def watch(self, folder: Path) -> None:
        """Show how a run's model translated the text after each epoch."""
        if not list_snapshots(folder):
            self._presenter.show_program_notice(
                TRYING, "info", self.tr("This run kept no epochs to look back at.")
            )
            return
        self._withdraw()
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
        """Return the folder of the run that is watched, and at which of its snapshots."""
        return None if self.bar.isHidden() else (self._watched, self.bar.epochs.place)

    def repeat(self, watched: tuple[Path, int] | None) -> None:
        """Repeat in a new window what is on trial and what was watched."""
        if watched is not None:
            self._watched, place = watched
            self._show_bar()
            self.bar.epochs.go_to(place)
        elif self._trial.is_going_on:
            self._is_told = True
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
        self._withdraw()

    def _withdraw(self) -> None:
        self._is_told = False
        self._presenter.clear_problem(TRYING)

    @Slot(str)
    def _on_dismissed(self, key: str) -> None:
        if key == TRYING:
            self._is_told = False

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == TRYING:
            self._trial.end()
