"""The window program, told by stories: each builds its parts and connects them itself.

    settings, threads                what all of them use
    program/models                   which models there are, and which one is chosen
    program/translating              typed text -> translation -> window, history
    program/attention                how the translation came about
    program/files                    files -> files
    program/training                 text -> model
    program/other_programs           texts and requests of other programs

A story has two parts: what lasts as long as the program, and what it shows in a window, which is
rebuilt when the interface language changes.
"""

import logging

from PySide6.QtCore import QDeadlineTimer, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop.platform import interface_language
from desktop.presenters.appearance import Appearance
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.notices.problem_notices import ProblemNotices
from desktop.presenters.notices.start_notices import StartNotices
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.presenters.user_actions import UserActions
from desktop.program.attention import Attention
from desktop.program.files import Files
from desktop.program.models import Models
from desktop.program.other_programs import OtherPrograms
from desktop.program.training import Training
from desktop.program.translating import Translating
from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.views import icons, theme
from desktop.views.main_window import MainWindow
from desktop.views.widgets.save_dialog import begin_in_documents
from desktop.workers.curve_drawer import CurveDrawer
from desktop.workers.lane import Lane
from desktop.workers.language_worker import LanguageWorker
from desktop.workers.map_drawer import MapDrawer
from desktop.workers.translation_worker import OpenEngine, TranslationWorker
from engine.folders import Folders

_log = logging.getLogger(__name__)

SWITCH_INTERVAL = 0.001
"""Seconds after which a busy thread yields: a key press must not wait longer."""

CLOSING_MS = 20_000
"""How long everything may take to end: a training saves itself, libraries are still loading."""


class Program(QObject):
    """The running program: its stories, its window and its threads.

    Signals:
        finish_requested: Asks the engine thread to finish its work and end.
        fault_met: An exception that nobody caught; from any thread.
        start_met: A Start of the program, this or a later one, for the window to handle.
        began: The window is painted and a model is chosen: files can be opened.
        ending: The window was closed; running work is about to be stopped.
    """

    finish_requested = Signal()
    fault_met = Signal(object)
    start_met = Signal(object)
    began = Signal()
    ending = Signal()

    def __init__(
        self, application: QApplication, folders: Folders, open_engine: OpenEngine
    ) -> None:
        super().__init__(application)
        self.application = application
        application.setWindowIcon(icons.app_icon())  # of every window
        self.folders = folders
        self.settings = Settings(folders.config / SETTINGS_FILE, self)

        self.worker = TranslationWorker(open_engine)
        self.engine_lane = Lane("engine", self.worker, parent=self)
        self.drawer = MapDrawer()
        self.curves = CurveDrawer()
        self.drawing_lane = Lane("drawing", self.drawer, self.curves, parent=self)
        self.language_worker = LanguageWorker()
        self.language_lane = Lane("language", self.language_worker, parent=self)
        self.finish_requested.connect(self.worker.finish)

        settings = self.settings
        self.models = Models(folders, self)
        translating = self.translating = Translating(
            folders, settings, self.models, self.language_worker, self
        )
        self.attention = Attention(translating, self.drawer, self)
        self.files = Files(folders, settings, translating.glossary, self)
        self.training = Training(folders, self.models, self.curves, self)
        self.other_programs = OtherPrograms(settings, self.models, translating.glossary, self)
        for asking in (
            translating.session,
            translating.fidelity,
            self.attention.inspection,
            self.files.session,
            self.other_programs.session,
        ):
            asking.work_requested.connect(self.worker.work)
            self.worker.answered.connect(asking.on_answered)
            self.worker.cancelled.connect(asking.on_cancelled)
            self.worker.failed.connect(asking.on_failed)
        self.worker.streamed.connect(translating.session.on_streamed)
        self.worker.progressed.connect(self.files.session.on_progressed)

        self._is_closed = False
        self._deadline = QDeadlineTimer()
        """By when everything must have ended, once the program is closed."""
        self._begun: MainWindow | None = None
        """The window that everything was started for."""

    # --- the window ---

    def open_window(self) -> None:
        """Build the window and show it; the engine starts once it is painted."""
        settings, models, translating = self.settings, self.models, self.translating
        interface_language.install_translators(self.application, settings.preferences.language)
        theme.apply(settings.preferences.theme)
        window = self.window = MainWindow()
        presenter = self.presenter = TranslationPresenter(window)
        appearance = self.appearance = Appearance(window, settings)
        dialogs = self.dialogs = Dialogs(
            window,
            settings,
            models.library,
            models.installed,
            models.selection,
            self.other_programs.interface,
            translating.glossary,
            models.downloads,
            translating.history,
        )
        actions = self.actions = UserActions(
            window,
            presenter,
            translating.session,
            self.attention.inspection,
            self.files.session,
            translating.link_tracker,
            models.selection,
        )
        translating.show_in(window, presenter, appearance, dialogs, actions)
        self.attention.show_in(window, settings, actions)
        self.other_programs.show_in(window, presenter, dialogs, actions)
        self.files.show_in(
            window, presenter, dialogs, actions, models.library, self.other_programs.quick
        )
        self.training.show_in(window, presenter, dialogs, translating.corrections)
        self._show_problems(window, presenter)
        # Looks and secondary windows.
        appearance.language_changed.connect(
            self._open_window_anew, Qt.ConnectionType.QueuedConnection
        )
        QGuiApplication.styleHints().colorSchemeChanged.connect(appearance.dress)
        for name, carry_out in {
            "zoom_reset": appearance.reset_zoom,
            "models": dialogs.open_models,
            "add_languages": lambda: dialogs.open_catalogue(source=""),
            "glossary": lambda: dialogs.open_glossary(term=""),
            "settings": dialogs.open_settings,
            "help": dialogs.open_help,
            "guide": dialogs.open_guide,
            "about": dialogs.open_about,
        }.items():
            window.actions_by_id[name].triggered.connect(carry_out)
        dialogs.opening_failed.connect(presenter.show_unopened)
        # From the first picture to the end.
        self.start_met.connect(self.files.opening.answer)
        window.painted.connect(self._on_painted)
        window.closing.connect(self._on_closing)
        appearance.restore()
        self.start_notices.introduce(settings)
        is_first = self._begun is None
        if settings.preferences.start_hidden and self.other_programs.tray.is_shown and is_first:
            QTimer.singleShot(0, self._start)
        else:
            window.show()

    def _show_problems(self, window: MainWindow, presenter: TranslationPresenter) -> None:
        """Report in a window what fails behind it."""
        problems = ProblemNotices(
            presenter, self.attention.inspection, self.translating.history, self.drawer, self.curves
        )
        self.fault_met.connect(problems.show_fault, Qt.ConnectionType.QueuedConnection)
        self.translating.glossary.failed.connect(problems.show_glossary_problem)
        self.start_notices = StartNotices(window, presenter, self.dialogs)

    @Slot()
    def _on_painted(self) -> None:
        """Load what takes long, now that the window is visible."""
        _log.info("The window is painted")
        QTimer.singleShot(0, self._start)

    def _start(self) -> None:
        if self._is_closed or self.window is self._begun:
            return
        self._begun = self.window
        if not self.engine_lane.isRunning():
            self.engine_lane.start()
            self.drawing_lane.start(Lane.Priority.LowPriority)
            self.language_lane.start(Lane.Priority.LowPriority)
            begin_in_documents()
            self.files.session.offer_unfinished()
            self.translating.glossary.begin()
        self.start_notices.tell_of_files(self.folders, self.settings, self.translating.past)
        if self.models.selection.entry is None:
            self.models.selection.begin(self.settings.model_name, self.settings.direction)
        self.training.session.list_all()
        self.translating.draft.restore()
        self.other_programs.begin()
        self.began.emit()

    # --- the end ---

    @Slot()
    def _open_window_anew(self) -> None:
        """Rebuild the window in another language; texts, models and threads stay."""
        if self._is_closed or self.settings.preferences.language == self.appearance.language:
            return
        old, text = self.window, self.window.source_pane.plain_text()
        old_dialogs, old_wizard, old_trials = (
            self.dialogs,
            self.training.wizard,
            self.training.trials,
        )
        page = self.dialogs.settings_page()
        self._save_window()
        self.other_programs.quick.close()
        old.hides_when_closed = False
        old.closing.disconnect(self._on_closing)
        for dock in (old.history_dock, old.attention_dock):
            dock.blockSignals(True)  # hiding them says nothing about the new ones
        self.open_window()
        self.window.activateWindow()
        self.window.source_pane.begin_with(text)
        self.window.history_panel.show_search(*old.history_panel.searched())
        self.translating.session.repeat()
        self.files.session.repeat()
        self.appearance.restore()  # the drawers: a file that is told of opens its own
        self.translating.languages.repeat()
        self.training.trials.repeat(old_trials.watched())
        if page is not None:
            self.dialogs.open_settings_at(page)
        old.asks_before_closing = False
        old_wizard.close()
        old_dialogs.close_all()
        old.close()
        old.deleteLater()

    def _save_window(self) -> None:
        self.appearance.keep()
        self.settings.attention_panel = self.attention.panel.state()

    @Slot()
    def _on_closing(self) -> None:
        self._save_window()
        self.translating.draft.keep()
        self.settings.save()
        self.training.wizard.close()
        self.dialogs.close_all()
        self.close()

    @Slot()
    def end(self) -> None:
        """Close the window without a question: the system wants the program to end."""
        self.window.asks_before_closing = False
        self.window.quit()

    def close(self) -> bool:
        """Stop running work, write pending data and end all threads and child programs.

        Returns:
            Whether all of it ended in time.
        """
        programs = (
            self.training.preflight,
            self.training.session,
            self.other_programs.interface,
        )
        stores = (self.models.library, self.models.downloads)
        if not self._is_closed:
            self._is_closed = True
            for window in self.application.topLevelWidgets():  # settings and help too
                window.hide()
            self.ending.emit()
            self.other_programs.quick.close()
            self.other_programs.speech.stop()
            self.translating.session.close()
            self.attention.inspection.close()
            self.translating.fidelity.cancel()
            self.files.session.close()
            self.translating.languages.close()
            self.translating.history.close()
            for part in (*programs, *stores):
                part.close()
            self.finish_requested.emit()
            self.engine_lane.finish()
            self.drawing_lane.quit()
            self.language_lane.quit()
            self._deadline = QDeadlineTimer(CLOSING_MS)
        lanes = (self.engine_lane, self.drawing_lane, self.language_lane)
        ended = [part.wait(self._deadline) for part in (*programs, *stores, *lanes)]
        return all(ended)
