"""The window program, told by stories: each builds its parts and connects them.

    translating           typed text -> translation, words, attention, history; in its own module
    files                 files -> files
    training              text -> model
    other programs        texts and requests of other programs

What lasts as long as the program is built first. What a window has of a story is built with it, and
again when the interface language changes; its connections end with the window.
"""

import logging
from dataclasses import replace

from PySide6.QtCore import QDeadlineTimer, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop.platform import interface_language
from desktop.platform.speech import Speech
from desktop.presenters.appearance import Appearance
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.files.file_opening import FileOpening
from desktop.presenters.files.file_presenter import FilePresenter
from desktop.presenters.notices.library_notices import LibraryNotices
from desktop.presenters.notices.problem_notices import ProblemNotices
from desktop.presenters.notices.start_notices import StartNotices
from desktop.presenters.programs.interface_presenter import InterfacePresenter
from desktop.presenters.programs.quick_presenter import QuickPresenter
from desktop.presenters.programs.reading_aloud import ReadingAloud
from desktop.presenters.programs.tray_presenter import TrayPresenter
from desktop.presenters.training.training_notices import TrainingNotices
from desktop.presenters.training.trial_presenter import TrialPresenter
from desktop.presenters.training.wizard_opening import WizardOpening
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.file_session import FileSession
from desktop.sessions.interface_session import InterfaceSession
from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.sessions.models.model_library import ModelLibrary
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.models.model_trial import ModelTrial
from desktop.sessions.quick_session import QuickSession
from desktop.sessions.training.preflight import Preflight
from desktop.sessions.training.training_session import TrainingSession
from desktop.storage.settings import SETTINGS_FILE, Preferences, Settings
from desktop.translating import Translating
from desktop.views import icons, theme
from desktop.views.main_window import MainWindow
from desktop.views.widgets.save_dialog import begin_in_documents
from desktop.workers.catalogue_source import CatalogueSource
from desktop.workers.curve_drawer import CurveDrawer
from desktop.workers.lane import Lane
from desktop.workers.language_worker import LanguageWorker
from desktop.workers.map_drawer import MapDrawer
from desktop.workers.translation_worker import OpenEngine, TranslationWorker
from engine.documents.journal import JOURNALS
from engine.folders import Folders

_log = logging.getLogger(__name__)

SWITCH_INTERVAL = 0.001
"""Seconds after which a busy thread yields: a key press must not wait longer."""

CLOSING_MS = 20_000
"""How long everything may take to end: a training saves itself, libraries are still loading."""


class Program(QObject):
    """All objects of the running program.

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
        self._is_closed = False
        self._deadline = QDeadlineTimer()
        """By when everything must have ended, once the program is closed."""
        self._begun: MainWindow | None = None
        """The window that everything was started for."""

        # The threads, and what lives on them.
        self.worker = TranslationWorker(open_engine)
        self.engine_lane = Lane("engine", self.worker, parent=self)
        self.finish_requested.connect(self.worker.finish)
        self.drawer = MapDrawer()
        self.curves = CurveDrawer()
        self.drawing_lane = Lane("drawing", self.drawer, self.curves, parent=self)
        self.language_worker = LanguageWorker()
        self.language_lane = Lane("language", self.language_worker, parent=self)

        # The models: which there are, and which one is chosen.
        self.library = ModelLibrary(folders, self)  # first: it restores removed models
        self.models = ModelList(folders, self)
        self.downloads = ModelDownloads(CatalogueSource(folders), self)
        self.library.changed.connect(self.models.refresh)
        self.downloads.installed.connect(self.models.refresh)
        self.selection = ModelSelection(self.models, self)
        self.library.use_requested.connect(self.selection.choose_model)
        self.trial = ModelTrial(self.models, self.selection, self)
        # What translates with them, trains them, and answers other programs.
        translating = self.translating = Translating(
            folders,
            self.settings,
            self.models,
            self.selection,
            self.trial,
            self.language_worker,
            self.drawer,
            self,
        )
        self.files = FileSession(folders.data / JOURNALS, self)
        self.preflight = Preflight(self)
        self.training = TrainingSession(folders.runs, self)
        self.quick_session = QuickSession(self)
        self.interface = InterfaceSession(self)
        self.speech = Speech(self)
        # What the engine is asked, and how each request ends.
        for asking in (
            translating.session,
            translating.inspection,
            translating.fidelity,
            self.files,
            self.quick_session,
        ):
            asking.work_requested.connect(self.worker.work)
            self.worker.answered.connect(asking.on_answered)
            self.worker.cancelled.connect(asking.on_cancelled)
            self.worker.failed.connect(asking.on_failed)
        self.worker.streamed.connect(translating.session.on_streamed)
        self.worker.progressed.connect(self.files.on_progressed)
        translating.glossary.applied.connect(self._set_options)
        self.trial.begun.connect(self._set_options)
        self.trial.ended.connect(self._set_options)
        self.settings.changed.connect(self._apply)
        self.settings.changed.connect(translating.loading.apply)
        self.settings.changed.connect(translating.fidelity.apply)
        self._apply(self.settings.preferences)

    # --- files ---

    def _show_files(self, window: MainWindow, presenter: TranslationPresenter) -> None:
        panel, files = window.file_panel, self.files
        window.source_pane.open_requested.connect(self.translating.actions.open_files)
        opening = FileOpening(window, presenter, self.dialogs, self.library, files, self.quick)
        self.opening = opening
        self.start_met.connect(opening.answer)
        files.refused.connect(opening.refuse)
        FilePresenter(panel, files)
        files.added.connect(window.show_files)
        files.offered.connect(window.show_files)
        panel.doubt_list.text_taken.connect(self.translating.actions.set_text)
        window.actions_by_id["next_doubt"].triggered.connect(panel.go_to_next_doubt)
        window.actions_by_id["previous_doubt"].triggered.connect(panel.go_to_previous_doubt)
        panel.doubt_reached.connect(window.show_files)

    # --- training ---

    def _show_training(self, window: MainWindow, presenter: TranslationPresenter) -> None:
        self.trials = TrialPresenter(window, presenter, self.training, self.trial, self.selection)
        wizard = self.wizard = WizardOpening(
            window,
            self.preflight,
            self.training,
            self.models,
            self.selection,
            self.folders,
            self.translating.corrections,
            self.library,
            self.trials,
            self.curves,
        )
        window.actions_by_id["train"].triggered.connect(wizard.open)
        self.dialogs.improve_requested.connect(wizard.improve)
        LibraryNotices(presenter, self.library, self.downloads, self.dialogs, wizard)
        self.training_notices = TrainingNotices(window, presenter, self.training, wizard)

    # --- other programs ---

    def _show_other_programs(self, window: MainWindow, presenter: TranslationPresenter) -> None:
        self.quick: QuickPresenter = QuickPresenter(
            self.quick_session,
            self.models,
            self.selection,
            self.settings,
            self.translating.glossary,
            window,
            self.dialogs,
            self.translating.actions,
        )
        self.tray = TrayPresenter(window, self.settings, self.quick)
        self.interface_presenter = InterfacePresenter(presenter, self.settings, self.interface)
        ReadingAloud(window, presenter, self.selection, self.speech)

    # --- settings, secondary windows and problems ---

    @Slot(object)
    def _apply(self, preferences: Preferences) -> None:
        """Apply preferences to everything behind the window."""
        self._set_options()
        self.translating.session.set_automatic(preferences.translate_while_typing)
        self.translating.history.set_keeping(preferences.keep_history)

    @Slot()
    def _set_options(self) -> None:
        options = self.settings.preferences.search_options(self.translating.glossary.in_use)
        if self.trial.is_going_on:  # a person wants to see what that model has learned
            options = replace(options, with_phrases=False)
        for asking in (self.translating.session, self.files):
            asking.set_options(options)

    def _show_secondary_windows(self, window: MainWindow, presenter: TranslationPresenter) -> None:
        appearance = self.appearance = Appearance(window, self.settings)
        appearance.language_changed.connect(
            self._open_window_anew, Qt.ConnectionType.QueuedConnection
        )
        QGuiApplication.styleHints().colorSchemeChanged.connect(appearance.dress)
        dialogs = self.dialogs = Dialogs(
            window,
            self.settings,
            self.library,
            self.models,
            self.selection,
            self.interface,
            self.translating.glossary,
            self.downloads,
            self.translating.history,
        )
        dialogs.opening_failed.connect(presenter.show_unopened)
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

    def _show_problems(self, presenter: TranslationPresenter) -> None:
        problems = ProblemNotices(
            presenter,
            self.translating.inspection,
            self.translating.history,
            self.drawer,
            self.curves,
        )
        self.fault_met.connect(problems.show_fault, Qt.ConnectionType.QueuedConnection)
        self.translating.glossary.failed.connect(problems.show_glossary_problem)
        self.start_notices = StartNotices(self.window, presenter, self.dialogs)

    # --- the start ---

    def open_window(self) -> None:
        """Build the window and show it; the engine starts once it is painted."""
        interface_language.install_translators(self.application, self.settings.preferences.language)
        theme.apply(self.settings.preferences.theme)
        window = self.window = MainWindow()
        presenter = self.presenter = TranslationPresenter(window)
        self._show_secondary_windows(window, presenter)
        self.translating.show_in(window, presenter, self.appearance, self.dialogs, self.files)
        self._show_other_programs(window, presenter)
        self._show_files(window, presenter)
        self._show_training(window, presenter)
        self._show_problems(presenter)
        window.painted.connect(self._on_painted)
        window.closing.connect(self._on_closing)
        self.translating.panel.restore(self.settings.attention_panel)
        self.appearance.restore()
        self.start_notices.introduce(self.settings)
        if self.settings.preferences.start_hidden and self.tray.is_shown and self._begun is None:
            QTimer.singleShot(0, self._start)
        else:
            self.window.show()

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
            self.files.offer_unfinished()
            self.translating.glossary.begin()
        self.start_notices.tell_of_files(self.folders, self.settings, self.translating.past)
        if self.selection.entry is None:
            self.selection.begin(self.settings.model_name, self.settings.direction)
        self.training.list_all()
        self.translating.draft.restore()
        self.interface_presenter.begin()
        self.quick.begin()
        self.began.emit()

    # --- the end ---

    @Slot()
    def _open_window_anew(self) -> None:
        """Rebuild the window in another language; texts, models and threads stay."""
        if self._is_closed or self.settings.preferences.language == self.appearance.language:
            return
        old, text = self.window, self.window.source_pane.plain_text()
        old_wizard, old_trials, old_dialogs = self.wizard, self.trials, self.dialogs
        page = self.dialogs.settings_page()
        self._save_window()
        self.quick.close()
        old.hides_when_closed = False
        old.closing.disconnect(self._on_closing)
        for dock in (old.history_dock, old.attention_dock):
            dock.blockSignals(True)  # hiding them says nothing about the new ones
        self.open_window()
        self.window.activateWindow()
        self.window.source_pane.begin_with(text)
        self.window.history_panel.show_search(*old.history_panel.searched())
        self.translating.session.repeat()
        self.files.repeat()
        self.appearance.restore()  # the drawers: a file that is told of opens its own
        self.translating.languages.repeat()
        self.trials.repeat(old_trials.watched())
        if page is not None:
            self.dialogs.open_settings_at(page)
        old.asks_before_closing = False
        old_wizard.close()
        old_dialogs.close_all()
        old.close()
        old.deleteLater()

    def _save_window(self) -> None:
        self.appearance.keep()
        self.settings.attention_panel = self.translating.panel.state()

    @Slot()
    def _on_closing(self) -> None:
        self._save_window()
        self.translating.draft.keep()
        self.settings.save()
        self.wizard.close()
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
        programs = (self.preflight, self.training, self.interface)
        stores = (self.library, self.downloads)
        if not self._is_closed:
            self._is_closed = True
            for window in self.application.topLevelWidgets():  # settings and help too
                window.hide()
            self.ending.emit()
            self.quick.close()
            self.speech.stop()
            self.translating.session.close()
            self.translating.inspection.close()
            self.translating.fidelity.cancel()
            self.files.close()
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
