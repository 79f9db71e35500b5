"""Report training in the main window: progress, end, unfinished runs."""

from collections.abc import Sequence
from contextlib import suppress

from PySide6.QtCore import QLocale, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QMessageBox

from desktop.presenters.training.wizard_opening import WizardOpening
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.training.training_session import TrainingSession
from desktop.values.outcome import Outcome
from desktop.views.main_window import MainWindow
from desktop.views.notices.notice_card import Kind
from desktop.wording.outcome_text import describe_ending
from engine.edition import has_torch
from training.runs.run_list import RunState, RunSummary, hide_run, is_running

UNFINISHED = "unfinished run"
ENDED = "training ended"
"""Keys of notices that have a button."""

SAVING_MS = 2000
"""How often to look whether a run has ended that another process works on."""


class TrainingNotices(QObject):
    """Reports a run while the wizard is closed; on the GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        session: TrainingSession,
        wizard: WizardOpening,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._session = session
        self._wizard = wizard
        self._unfinished: RunSummary | None = None
        self._has_offered = False
        self._elsewhere: list[RunSummary] = []
        """Runs of other processes, such as one that outlived its program and saves itself."""
        self._saving = QTimer(self, interval=SAVING_MS)
        self._saving.timeout.connect(self._look_elsewhere)
        self._is_closing = False
        window.closing_asked.connect(self._ask_before_closing)
        window.status_line.training_requested.connect(wizard.open)
        window.notice_line.action_requested.connect(self._on_action_requested)
        window.notice_line.dismissed.connect(self._on_dismissed)
        session.changed.connect(self._show_state)
        session.told.connect(self._show_state)
        session.ended.connect(self._on_ended)
        session.listed.connect(self._offer_resuming)
        self._show_state()

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
        """Report it if the wizard is closed."""
        if self._is_closing:
            self._window.quit()
        elif not self._wizard.is_open():
            described = describe_ending(self._session.story, outcome).text
            kind: Kind = "info" if outcome.kind in ("finished", "stopped") else "error"
            text = f"{described.title}. {described.sentence}"
            self._presenter.show_program_notice(ENDED, kind, text, self.tr("Show"))

    @Slot(object)
    def _offer_resuming(self, runs: Sequence[RunSummary]) -> None:
        """Offer, once, to resume the run that was last active."""
        offers = [run for run in runs if run.is_offered]
        if self._unfinished is not None and self._unfinished.folder not in [
            run.folder for run in offers
        ]:
            self._withdraw_offer()
        if self._has_offered or self._session.is_active or not has_torch():
            return
        self._elsewhere = [run for run in runs if run.state is RunState.RUNNING]
        offered = next(iter(offers), None)
        if self._elsewhere:
            self._saving.start()
        elif offered is not None:
            self._offer(offered)

    @Slot()
    def _look_elsewhere(self) -> None:
        """List the runs again once one that another process works on has ended."""
        if not all(is_running(run.folder) for run in self._elsewhere):
            self._saving.stop()
            self._session.list_all()

    def _offer(self, offered: RunSummary) -> None:
        self._has_offered, self._unfinished = True, offered
        share = QLocale().toString(100 * offered.progress, "f", 0)
        text = self.tr("The training “{name}” is not finished: {share} % done.")
        self._presenter.show_program_notice(
            UNFINISHED, "info", text.format(name=offered.name, share=share), self.tr("Resume")
        )

    def _withdraw_offer(self) -> None:
        """The offered run was resumed, has ended or is gone."""
        self._unfinished = None
        self._presenter.clear_problem(UNFINISHED)

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == UNFINISHED and self._unfinished is not None:
            self._session.resume(self._unfinished.folder)
        if key in (UNFINISHED, ENDED):
            self._wizard.open()

    @Slot(str)
    def _on_dismissed(self, key: str) -> None:
        if key == UNFINISHED and self._unfinished is not None:
            with suppress(OSError):  # then it is offered once more
                hide_run(self._unfinished.folder)

    # --- closing ---

    @Slot()
    def _ask_before_closing(self) -> None:
        """Ask what to do with the run; asking does not stop it."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Training in progress"))
        box.setText(self.tr("A model is being trained. What would you like to do?"))
        box.setInformativeText(
            self.tr("If you stop it, everything learned is saved, and you can resume next time.")
        )
        stop = box.addButton(self.tr("Stop, save and close"), QMessageBox.ButtonRole.AcceptRole)
        stay = box.addButton(self.tr("Keep training"), QMessageBox.ButtonRole.RejectRole)
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
        else:  # it ended while the question was shown
            self._window.quit()
