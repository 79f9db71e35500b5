"""The story of typed text: its translation, the words and attention in it, and its history."""

from PySide6.QtCore import QObject, Slot

from desktop.presenters.appearance import Appearance
from desktop.presenters.attention_presenter import AttentionPresenter
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.draft import Draft
from desktop.presenters.edit_presenter import EditPresenter
from desktop.presenters.language_bar_presenter import LanguageBarPresenter
from desktop.presenters.notices.language_offer import LanguageOffer
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.presenters.user_actions import UserActions
from desktop.presenters.word_lookup import offer_dictionary
from desktop.sessions.fidelity_session import FidelitySession
from desktop.sessions.file_session import FileSession
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.history_session import HistorySession
from desktop.sessions.inspection_session import InspectionSession
from desktop.sessions.language_session import LanguageSession
from desktop.sessions.link_tracker import LinkTracker
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_loading import ModelLoading
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.models.model_trial import ModelTrial
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.storage.corrections import Corrections
from desktop.storage.glossary_file import GLOSSARY_FILE, GlossaryFile
from desktop.storage.history import History
from desktop.storage.settings import Settings
from desktop.views.attention.panel import AttentionPanel
from desktop.views.main_window import MainWindow
from desktop.workers.language_worker import LanguageWorker
from desktop.workers.map_drawer import MapDrawer
from engine.folders import Folders
from engine.translation import Translation


class Translating(QObject):
    """What translates typed text, and what a window shows of it; on the GUI thread."""

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        models: ModelList,
        selection: ModelSelection,
        trial: ModelTrial,
        language_worker: LanguageWorker,
        drawer: MapDrawer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._models = models
        self._selection = selection
        self._trial = trial
        self._drawer = drawer
        session = self.session = TranslationSession(self)
        # A result goes to the word links, the history and the check.
        self.link_tracker = LinkTracker(self)
        session.translated.connect(self.link_tracker.set_translation)
        self.past = History(folders.data / "history.sqlite3")
        self.history = HistorySession(self.past, self)
        session.translated.connect(self._keep)
        trial.begun.connect(self.history.begin_anew)
        self.fidelity = FidelitySession(settings, selection, self)
        session.translated.connect(self.fidelity.set_translation)
        session.stale_changed.connect(self.fidelity.set_stale)
        self.corrections = Corrections(folders.data / "corrections")
        # The chosen model is loaded and remembered.
        session.loaded.connect(selection.confirm)
        session.failed.connect(selection.take_back)
        self.loading = ModelLoading(settings, selection, trial, session, self)
        glossary = GlossaryFile(folders.data / GLOSSARY_FILE)
        self.glossary = GlossarySession(glossary, self)
        session.loaded.connect(self._set_languages)
        # The language of the text: it may differ from the one the model reads.
        self.languages = LanguageSession(self)
        self.languages.work_requested.connect(language_worker.work)
        language_worker.answered.connect(self.languages.on_answered)
        for chosen in (selection.chosen, selection.settled):
            chosen.connect(self._set_direction)
        session.loaded.connect(language_worker.prepare)
        session.loaded.connect(self.languages.begin)
        models.modelReset.connect(self._set_readable)
        self._set_readable()
        # What is behind the result.
        inspection = self.inspection = InspectionSession(self)
        session.translated.connect(inspection.set_translation)
        session.stale_changed.connect(inspection.set_stale)
        session.loaded.connect(inspection.forget)
        self.link_tracker.sentence_entered.connect(inspection.show_sentence)
        # While the engine computes the first maps: most starts draw none.
        inspection.attention_requested.connect(drawer.prepare)

    def show_in(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        appearance: Appearance,
        dialogs: Dialogs,
        files: FileSession,
    ) -> None:
        """Connect a window, whose end drops all of these connections."""
        self._show_text(window, presenter, files)
        self._show_languages(window, presenter, appearance, dialogs)
        self._show_words(window, presenter, dialogs)
        self._show_history(window)
        self._show_inspection(window)

    def _show_text(
        self, window: MainWindow, presenter: TranslationPresenter, files: FileSession
    ) -> None:
        session, source, target = self.session, window.source_pane, window.target_pane
        actions = self.actions = UserActions(
            window,
            presenter,
            session,
            self.inspection,
            files,
            self.link_tracker,
            self._selection,
        )
        # Typed text becomes a request.
        self.draft = Draft(source, self._settings)
        source.text_edited.connect(session.edit)
        source.text_pasted.connect(actions.take_pasted)
        source.join_requested.connect(actions.join_lines)
        window.status_line.stop_requested.connect(actions.cancel)
        # The answer becomes text, marks and notices.
        EditPresenter(window, presenter, session, self._selection, self.corrections)
        session.translated.connect(actions.set_translation)
        session.translated.connect(presenter.show_translation)
        session.streamed.connect(presenter.show_partial)
        session.stale_changed.connect(presenter.set_stale)
        self.fidelity.checked.connect(presenter.show_fidelity)
        session.busy_changed.connect(presenter.set_busy)
        session.progressed.connect(presenter.show_progress)
        session.failed.connect(presenter.show_failure)
        session.recovered.connect(presenter.clear_failure)
        presenter.retry_requested.connect(session.retry)
        target.bar.copy_requested.connect(actions.copy_translation)
        for pane in (source, target):
            pane.editor.zoom_requested.connect(actions.zoom)

    def _show_languages(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        appearance: Appearance,
        dialogs: Dialogs,
    ) -> None:
        """Show the languages, and the model that is chosen by them."""
        session, source, bar = self.session, window.source_pane, window.language_bar
        languages = LanguageBarPresenter(
            window, self._models, self._selection, self.languages, self._settings
        )
        source.text_edited.connect(self.languages.edit)
        bar.swap_requested.connect(self.actions.swap)
        bar.add_requested.connect(dialogs.open_catalogue)
        session.loading.connect(presenter.show_loading)
        session.loaded.connect(presenter.show_loaded)
        session.loaded.connect(appearance.show_model)
        self._selection.none_usable.connect(presenter.show_no_model)
        presenter.models_requested.connect(dialogs.open_models)
        offer = LanguageOffer(presenter, self.languages, self._selection)
        offer.set_automatic(self._settings.detects_language)
        languages.detection_changed.connect(offer.set_automatic)
        offer.accepted.connect(source.take_focus)
        offer.add_requested.connect(dialogs.open_catalogue)

    def _show_words(
        self, window: MainWindow, presenter: TranslationPresenter, dialogs: Dialogs
    ) -> None:
        """Link the words of both texts, and offer other words."""
        source, target, linked = window.source_pane, window.target_pane, self.link_tracker
        source.text_edited.connect(linked.set_source)
        source.editor.hovered.connect(linked.hover_source)
        source.caret_moved.connect(linked.move_source_caret)
        source.editor.clicked_at.connect(linked.click_source)
        source.editor.pin_requested.connect(linked.pin_source)
        target.editor.hovered.connect(linked.hover_target)
        target.caret_moved.connect(linked.move_target_caret)
        target.word_clicked.connect(linked.click_target)
        target.editor.pin_requested.connect(linked.pin_target)
        linked.linked.connect(presenter.show_link)
        linked.paired.connect(presenter.show_pair)
        window.notice_line.sentence_requested.connect(source.show_place)
        window.notice_line.sentence_requested.connect(linked.click_source)
        offer_dictionary(window.panes, self._selection)
        source.term_chosen.connect(dialogs.open_glossary)
        target.bar.glossary_requested.connect(dialogs.open_glossary)
        target.words_requested.connect(self.actions.show_alternatives)
        target.bar.undo_requested.connect(self.session.undo_choice)
        self.session.choices_changed.connect(target.bar.show_can_undo)
        self.session.choices_changed.connect(window.actions_by_id["undo_choice"].setEnabled)

    def _show_history(self, window: MainWindow) -> None:
        history, source, panel = self.history, window.source_pane, window.history_panel
        source.text_pasted.connect(history.begin_anew)
        source.cleared.connect(history.begin_anew)
        window.history_dock.visibilityChanged.connect(history.set_listening)
        history.entries_changed.connect(panel.show_entries)
        history.entry_requested.connect(self.actions.show_entry)
        panel.search_changed.connect(history.search)
        panel.entry_taken.connect(history.take)
        panel.favourite_toggled.connect(history.set_favourite)
        panel.removed.connect(history.remove)
        panel.erase_requested.connect(history.erase)
        window.actions_by_id["back"].triggered.connect(history.go_back)
        window.actions_by_id["forward"].triggered.connect(history.go_forward)
        window.actions_by_id["favourite"].triggered.connect(history.favour_current)

    def _show_inspection(self, window: MainWindow) -> None:
        self.panel = AttentionPanel()
        window.set_attention_panel(self.panel)
        AttentionPresenter(
            window, self.panel, self.session, self.inspection, self.link_tracker, self._drawer
        )
        self.inspection.alternatives_ready.connect(self.actions.take_alternatives)
        self.inspection.hypotheses_ready.connect(self.actions.take_hypotheses)

    @Slot(object)
    def _keep(self, translation: Translation) -> None:
        """Offer a translation to the history, unless its model is only on trial."""
        if not self._trial.is_going_on:
            self.history.offer(translation)

    @Slot()
    def _set_direction(self) -> None:
        self.languages.set_direction(*self._selection.direction)

    @Slot()
    def _set_readable(self) -> None:
        self.languages.set_readable({source for source, _ in self._models.directions()})

    @Slot()
    def _set_languages(self) -> None:
        self.history.set_languages(*self._selection.direction)
        self.glossary.set_direction(*self._selection.direction)
