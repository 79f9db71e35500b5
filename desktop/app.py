"""The window program: the one place that builds its objects and connects them.

    settings, history, models        stored data
    worker, drawer                   one object on the engine thread, one on the drawing thread
    sessions                         policy, on the GUI thread
    window, presenters, actions      what the user sees and does

`desktop.connections` connects the window's signals.
"""

import logging

from PySide6.QtCore import QDeadlineTimer, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from desktop import connections
from desktop.platform import interface_language
from desktop.platform.speech import Speech
from desktop.presenters.appearance import Appearance
from desktop.presenters.attention_presenter import AttentionPresenter
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.draft import Draft
from desktop.presenters.edit_presenter import EditPresenter
from desktop.presenters.files.file_opening import FileOpening
from desktop.presenters.files.file_presenter import FilePresenter
from desktop.presenters.language_bar_presenter import LanguageBarPresenter
from desktop.presenters.notices.language_offer import LanguageOffer
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
from desktop.presenters.user_actions import UserActions
from desktop.presenters.word_lookup import offer_dictionary
from desktop.sessions.fidelity_session import FidelitySession
from desktop.sessions.file_session import FileSession
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.history_session import HistorySession
from desktop.sessions.inspection_session import InspectionSession
from desktop.sessions.interface_session import InterfaceSession
from desktop.sessions.language_session import LanguageSession
from desktop.sessions.link_tracker import LinkTracker
from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.sessions.models.model_library import ModelLibrary
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_loading import ModelLoading
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.models.model_trial import ModelTrial
from desktop.sessions.quick_session import QuickSession
from desktop.sessions.training.preflight import Preflight
from desktop.sessions.training.training_session import TrainingSession
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.storage.corrections import Corrections
from desktop.storage.glossary_file import GLOSSARY_FILE, GlossaryFile
from desktop.storage.history import History
from desktop.storage.settings import SETTINGS_FILE, Preferences, Settings
from desktop.views import icons, theme
from desktop.views.attention.panel import AttentionPanel
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
from engine.models.registry import ModelEntry
from engine.translation import Translation

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
        self.past = History(folders.data / "history.sqlite3")
        self.library = ModelLibrary(folders, self)  # first: it restores removed models
        self.models = ModelList(folders, self)
        self.downloads = ModelDownloads(CatalogueSource(folders), self)

        self.worker = TranslationWorker(open_engine)
        self.engine_lane = Lane("engine", self.worker, parent=self)
        self.drawer = MapDrawer()
        self.curves = CurveDrawer()
        self.drawing_lane = Lane("drawing", self.drawer, self.curves, parent=self)
        self.language_worker = LanguageWorker()
        self.language_lane = Lane("language", self.language_worker, parent=self)

        self.session = TranslationSession(self)
        self.inspection = InspectionSession(self)
        self.quick_session = QuickSession(self)
        self.files = FileSession(folders.data / JOURNALS, self)
        self.languages = LanguageSession(self)
        self.history = HistorySession(self.past, self)
        self.link_tracker = LinkTracker(self)
        self.selection = ModelSelection(self.models, self)
        self.trial = ModelTrial(self.models, self.selection, self)
        self.loading = ModelLoading(self.settings, self.selection, self.trial, self)
        self.fidelity = FidelitySession(self.settings, self.selection, self)
        self.preflight = Preflight(self)
        self.training = TrainingSession(folders.runs, self)
        self.interface = InterfaceSession(self)
        self.speech = Speech(self)
        self.glossary = GlossarySession(GlossaryFile(folders.data / GLOSSARY_FILE), self)
        self._is_closed = False
        self._deadline = QDeadlineTimer()
        """By when everything must have ended, once the program is closed."""
        self._begun: MainWindow | None = None
        """The window that everything was started for."""
        self._connect_sessions()
        self._apply(self.settings.preferences)

    def _connect_sessions(self) -> None:
        """Connect the objects that exist without a window."""
        session, inspection, worker = self.session, self.inspection, self.worker
        # Requests to the engine and its answers. Queued: it lives on its own thread.
        for asking in (session, inspection, self.files, self.quick_session, self.fidelity):
            asking.work_requested.connect(worker.work)
            worker.answered.connect(asking.on_answered)
            worker.cancelled.connect(asking.on_cancelled)
            worker.failed.connect(asking.on_failed)
        worker.streamed.connect(session.on_streamed)
        worker.progressed.connect(self.files.on_progressed)
        self.finish_requested.connect(worker.finish)
        self.glossary.applied.connect(self._set_options)
        self.languages.work_requested.connect(self.language_worker.work)
        self.language_worker.answered.connect(self.languages.on_answered)
        # A result goes to the history, the word links and the inspection.
        session.translated.connect(self.link_tracker.set_translation)
        session.translated.connect(inspection.set_translation)
        session.stale_changed.connect(inspection.set_stale)
        self.trial.begun.connect(self.history.begin_anew)
        session.translated.connect(self._keep)
        session.translated.connect(self.fidelity.set_translation)
        session.stale_changed.connect(self.fidelity.set_stale)
        self.link_tracker.sentence_entered.connect(inspection.show_sentence)
        # A model is chosen, loaded and announced.
        self.loading.load_requested.connect(session.load)
        session.loaded.connect(inspection.forget)
        session.loaded.connect(self.selection.confirm)
        session.loaded.connect(self.loading.remember)
        session.loaded.connect(self._set_languages)
        session.failed.connect(self.selection.take_back)
        # The language of the text: it may differ from the one the model reads.
        for chosen in (self.selection.chosen, self.selection.settled):
            chosen.connect(self._set_direction)
        session.loaded.connect(self.language_worker.prepare)
        session.loaded.connect(self.languages.begin)
        self.models.modelReset.connect(self._set_readable)
        self._set_readable()
        # The installed models change.
        self.library.changed.connect(self.models.refresh)
        self.downloads.installed.connect(self.models.refresh)
        self.library.use_requested.connect(self.selection.choose_model)
        # While the engine computes the first maps: most starts draw none.
        inspection.attention_requested.connect(self.drawer.prepare)
        self.settings.changed.connect(self._apply)
        self.settings.changed.connect(self.loading.apply)
        self.settings.changed.connect(self.fidelity.apply)

    # --- the window ---

    def open_window(self) -> None:
        """Build the window and show it; the engine starts once it is painted."""
        interface_language.install_translators(self.application, self.settings.preferences.language)
        theme.apply(self.settings.preferences.theme)
        window = self.window = MainWindow()
        library, models, selection = self.library, self.models, self.selection
        self.appearance = Appearance(window, self.settings)
        self.appearance.language_changed.connect(
            self._open_window_anew, Qt.ConnectionType.QueuedConnection
        )
        self.draft = Draft(window.source_pane, self.settings)
        presenter = self.presenter = TranslationPresenter(window)
        languages = LanguageBarPresenter(window, models, selection, self.languages, self.settings)
        self.problems = ProblemNotices(
            presenter, self.inspection, self.history, self.drawer, self.curves
        )
        self.fault_met.connect(self.problems.show_fault, Qt.ConnectionType.QueuedConnection)
        self.offer = LanguageOffer(presenter, self.languages, selection)
        self.offer.set_automatic(self.settings.detects_language)
        languages.detection_changed.connect(self.offer.set_automatic)
        self.actions = UserActions(
            window,
            presenter,
            self.session,
            self.inspection,
            self.files,
            self.link_tracker,
            selection,
        )
        offer_dictionary(window.panes, selection)
        corrections = Corrections(self.folders.data / "corrections")
        EditPresenter(window, presenter, self.session, selection, corrections)
        self.file_presenter = FilePresenter(window.file_panel, self.files)
        self.dialogs = Dialogs(
            window,
            self.settings,
            library,
            models,
            selection,
            self.interface,
            self.glossary,
            self.downloads,
        )
        self.interface_presenter = InterfacePresenter(presenter, self.settings, self.interface)
        self.opening = FileOpening(window, presenter, self.dialogs, library, self.files)
        self.start_met.connect(self.opening.answer)
        self.start_notices = StartNotices(window, self.presenter)
        self.panel = AttentionPanel()
        self.attention = AttentionPresenter(self.panel, self.inspection)
        window.set_attention_panel(self.panel)
        self.tray = TrayPresenter(window)
        self.reading_aloud = ReadingAloud(window, presenter, selection, self.speech)
        self.quick = QuickPresenter(
            self.quick_session, models, selection, self.settings, self.glossary, window
        )
        self.wizard = WizardOpening(
            window, self.preflight, self.training, models, selection, self.folders, corrections
        )
        LibraryNotices(presenter, library, self.downloads, self.dialogs, self.wizard)
        self.training_notices = TrainingNotices(window, presenter, self.training, self.wizard)
        self.trials = TrialPresenter(window, presenter, self.training, self.trial, selection)
        connections.connect_window(self)
        connections.connect_attention(self)
        connections.connect_training(self)
        connections.connect_other_programs(self)
        window.painted.connect(self._on_painted)
        window.closing.connect(self._on_closing)
        self.panel.restore(self.settings.attention_panel)
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
            self.glossary.begin()
        self.start_notices.tell_of_files(self.folders, self.settings, self.past)
        if self.selection.entry is None:
            self.selection.begin(self.settings.model_name, self.settings.direction)
        self.training.list_all()
        self.draft.restore()
        self.began.emit()

    # --- more than a connection ---

    @Slot(object)
    def _keep(self, translation: Translation) -> None:
        """Offer a translation to the history, unless its model is only on trial."""
        if not self.trial.is_going_on:
            self.history.offer(translation)

    @Slot(object)
    def _set_direction(self, _entry: ModelEntry) -> None:
        self.languages.set_direction(*self.selection.direction)

    @Slot()
    def _set_readable(self) -> None:
        self.languages.set_readable({source for source, _ in self.models.directions()})

    @Slot()
    def _set_languages(self) -> None:
        self.history.set_languages(*self.selection.direction)
        self.glossary.set_direction(*self.selection.direction)

    @Slot(object)
    def _apply(self, preferences: Preferences) -> None:
        """Apply preferences to everything behind the window."""
        self._set_options()
        self.session.set_automatic(preferences.translate_while_typing)
        self.history.set_keeping(preferences.keep_history)

    @Slot()
    def _set_options(self) -> None:
        options = self.settings.preferences.search_options(self.glossary.in_use)
        for asking in (self.session, self.files):
            asking.set_options(options)

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
        self.session.repeat()
        self.files.repeat()
        self.appearance.restore()  # the drawers: a file that is told of opens its own
        self.languages.repeat()
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
        self.settings.attention_panel = self.panel.state()

    @Slot()
    def _on_closing(self) -> None:
        self._save_window()
        self.draft.keep()
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
            self.session.close()
            self.inspection.close()
            self.fidelity.cancel()
            self.files.close()
            self.languages.close()
            self.history.close()
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
