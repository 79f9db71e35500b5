"""The wizard's pages from the start of a run: the run, its result and earlier runs.

Requests of the pages go to `TrainingSession`; its events go to the pages.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop.platform.opening import open_outside
from desktop.presenters.training.trial_presenter import TrialPresenter
from desktop.sessions.models.model_library import ModelLibrary
from desktop.sessions.training.training_session import TrainingSession
from desktop.values.outcome import Outcome
from desktop.wizard.wizard import Step, Wizard
from desktop.wording.error_text import describe
from desktop.wording.notice_text import describe_name_problem
from desktop.workers.curve_drawer import CurveDrawer
from engine.models.names import name_problem
from training.errors import TrainingError
from training.report.run_story import RunStory, read_story
from training.runs.run_list import RunSummary, remove_run


class RunPresenter(QObject):
    """Shows runs in the wizard, and carries out requests; on the GUI thread.

    Signals:
        export_requested: The folder of a finished model.
    """

    export_requested = Signal(object)

    def __init__(
        self,
        wizard: Wizard,
        session: TrainingSession,
        library: ModelLibrary,
        trials: TrialPresenter,
        curves: CurveDrawer,
    ) -> None:
        super().__init__(wizard)
        self._wizard = wizard
        self._session = session
        self._library = library
        self._trials = trials
        self._curves = curves
        self._shown_run: Path | None = None
        self._shown_story = RunStory()
        self._connect()
        if session.folder is not None:
            self._show_run()

    def _connect(self) -> None:
        session, page = self._session, self._wizard.run_page
        page.pause_requested.connect(session.pause)
        page.resume_requested.connect(session.go_on)
        page.stop_requested.connect(session.stop)
        page.finish_requested.connect(session.finish)
        page.try_requested.connect(session.try_now)
        page.kill_requested.connect(session.kill_now)
        session.changed.connect(self._on_state_changed)
        session.told.connect(page.take)
        session.logged.connect(page.append_log)
        session.stuck.connect(page.show_stuck)
        session.ended.connect(self._on_ended)
        session.listed.connect(self._on_listed)
        result = self._wizard.result_page
        result.install.install_requested.connect(self._on_install_requested)
        result.export_requested.connect(self._on_export_requested)
        result.report_requested.connect(self._open_report)
        result.folder_requested.connect(self._open_folder)
        result.watch_requested.connect(self._on_watch_requested)
        result.resume_requested.connect(self._on_resume_requested)
        result.log_requested.connect(self._open_folder)
        for showing in (page.curves, result.curves):
            showing.curves_requested.connect(self._curves.draw)
            self._curves.drawn.connect(showing.show_curves)
        runs = self._wizard.runs_page
        self._wizard.runs_requested.connect(self._on_runs_requested)
        runs.resume_requested.connect(self._resume)
        runs.result_requested.connect(self._show_former)
        runs.watch_requested.connect(self._trials.watch)
        runs.removed.connect(self._remove)

    # --- the run ---

    @Slot(object)
    def _resume(self, folder: Path) -> None:
        self._session.resume(folder)
        self._show_run()

    def _show_run(self) -> None:
        """Show the current run, or the one that has ended."""
        session = self._session
        self._wizard.run_page.show_story(session.story, session.max_epochs)
        self._wizard.run_page.show_state(session.state)
        if session.outcome is not None:
            self._show_result(session.outcome)
        else:
            self._wizard.show_step(Step.RUN)

    @Slot()
    def _on_state_changed(self) -> None:
        if self._session.state == "starting":
            self._show_run()
        self._wizard.run_page.show_state(self._session.state)

    @Slot(object)
    def _on_ended(self, outcome: Outcome) -> None:
        self._show_result(outcome)

    def _show_result(self, outcome: Outcome) -> None:
        session = self._session
        if session.folder is not None:
            self._show_story(session.folder, session.story, outcome)

    def _show_story(self, folder: Path, story: RunStory, outcome: Outcome | None = None) -> None:
        self._shown_run, self._shown_story = folder, story
        self._wizard.result_page.show_story(story, outcome)
        self._wizard.result_page.show_name(folder.name)
        self._wizard.show_step(Step.RESULT)

    # --- the result ---

    @Slot(str, bool)
    def _on_install_requested(self, name: str, is_used: bool) -> None:
        problem = name_problem(name)
        if problem is not None:
            self._wizard.result_page.show_name_problem(describe_name_problem(problem))
        elif self._shown_story.model is not None:
            self._library.install(self._shown_story.model, name, is_used)

    @Slot()
    def _on_export_requested(self) -> None:
        if self._shown_story.model is not None:
            self.export_requested.emit(self._shown_story.model)

    @Slot()
    def _open_report(self) -> None:
        if self._shown_run is not None:
            open_outside(self._shown_run / "report.html")

    @Slot()
    def _open_folder(self) -> None:
        if self._shown_run is not None:
            open_outside(self._shown_run)

    @Slot()
    def _on_watch_requested(self) -> None:
        if self._shown_run is not None:
            self._trials.watch(self._shown_run)

    @Slot()
    def _on_resume_requested(self) -> None:
        if self._shown_run is not None:
            self._resume(self._shown_run)

    # --- earlier runs ---

    @Slot()
    def _on_runs_requested(self) -> None:
        self._session.list_all()
        self._wizard.show_runs()

    @Slot(object)
    def _on_listed(self, runs: Sequence[RunSummary]) -> None:
        self._wizard.runs_page.show_runs(runs)

    @Slot(object)
    def _show_former(self, folder: Path) -> None:
        self._show_story(folder, read_story(folder))

    @Slot(object)
    def _remove(self, folder: Path) -> None:
        try:
            remove_run(folder)
        except (OSError, TrainingError) as error:
            self._wizard.runs_page.show_problem(describe(error).sentence)
        self._session.list_all()
