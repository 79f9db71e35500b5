"""Typed text: its request, its translation, the language it is in, and the history."""

from PySide6.QtCore import QObject, Slot

from desktop.presenters.appearance import Appearance
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.draft import Draft
from desktop.presenters.edit_presenter import EditPresenter
from desktop.presenters.language_bar_presenter import LanguageBarPresenter
from desktop.presenters.notices.language_offer import LanguageOffer
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.presenters.user_actions import UserActions
from desktop.presenters.word_lookup import offer_dictionary
from desktop.program.models import Models
from desktop.sessions.fidelity_session import FidelitySession
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.history_session import HistorySession
from desktop.sessions.language_session import LanguageSession
from desktop.sessions.link_tracker import LinkTracker
from desktop.sessions.models.model_loading import ModelLoading
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.storage.corrections import Corrections
from desktop.storage.glossary_file import GLOSSARY_FILE, GlossaryFile
from desktop.storage.history import History
from desktop.storage.settings import Preferences, Settings
from desktop.views.main_window import MainWindow
from desktop.workers.language_worker import LanguageWorker
from engine.folders import Folders
from engine.translation import Translation


class Translating(QObject):
    """From the typed text to the translation that is shown, and kept."""

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        models: Models,
        language_worker: LanguageWorker,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._models = models
        selection = models.selection
        session = self.session = TranslationSession(self)
        # A result goes to the word links, the history and the check.
        self.link_tracker = LinkTracker(self)
        session.translated.connect(self.link_tracker.set_translation)
        self.past = History(folders.data / "history.sqlite3")
        self.history = HistorySession(self.past, self)
        session.translated.connect(self._keep)
        models.trial.begun.connect(self.history.begin_anew)
        self.fidelity = FidelitySession(settings, selection, self)
        session.translated.connect(self.fidelity.set_translation)
        session.stale_changed.connect(self.fidelity.set_stale)
        self.corrections = Corrections(folders.data / "corrections")
        # The chosen model is loaded, and remembered.
        session.loaded.connect(selection.confirm)
        session.failed.connect(selection.take_back)
        self.loading = ModelLoading(settings, selection, models.trial, session, self)
        self.glossary = GlossarySession(GlossaryFile(folders.data / GLOSSARY_FILE), self)
        self.glossary.applied.connect(self._set_options)
        session.loaded.connect(self._set_languages)
        # The language of the text: it may differ from the one the model reads.
        self.languages = LanguageSession(self)
        self.languages.work_requested.connect(language_worker.work)
        language_worker.answered.connect(self.languages.on_answered)
        for chosen in (selection.chosen, selection.settled):
            chosen.connect(self._set_direction)
        session.loaded.connect(language_worker.prepare)
        session.loaded.connect(self.languages.begin)
        models.installed.modelReset.connect(self._set_readable)
        self._set_readable()
        settings.changed.connect(self._apply)
        settings.changed.connect(self.loading.apply)
        settings.changed.connect(self.fidelity.apply)
        self._apply(settings.preferences)

    def show_in(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        appearance: Appearance,
        dialogs: Dialogs,
        actions: UserActions,
    ) -> None:
        """Connect a window; its end drops all of these connections."""
        session, selection = self.session, self._models.selection
        source, target, bar = window.source_pane, window.target_pane, window.language_bar
        # Typed text becomes a request.
        self.draft = Draft(source, self._settings)
        source.text_edited.connect(session.edit)
        source.text_pasted.connect(actions.take_pasted)
        source.join_requested.connect(actions.join_lines)
        window.status_line.stop_requested.connect(actions.cancel)
        # The answer becomes text, marks and notices.
        EditPresenter(window, presenter, session, selection, self.corrections)
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
            pane.zoom_requested.connect(actions.zoom)
        # Languages and models.
        languages = LanguageBarPresenter(
            window, self._models.installed, selection, self.languages, self._settings
        )
        source.text_edited.connect(self.languages.edit)
        bar.swap_requested.connect(actions.swap)
        bar.add_requested.connect(dialogs.open_catalogue)
        session.loading.connect(presenter.show_loading)
        session.loaded.connect(presenter.show_loaded)
        session.loaded.connect(appearance.show_model)
        selection.none_usable.connect(presenter.show_no_model)
        presenter.models_requested.connect(dialogs.open_models)
        offer = LanguageOffer(presenter, self.languages, selection)
        offer.set_automatic(self._settings.detects_language)
        languages.detection_changed.connect(offer.set_automatic)
        offer.accepted.connect(source.take_focus)
        offer.add_requested.connect(dialogs.open_catalogue)
        # Linked words.
        linked = self.link_tracker
        source.text_edited.connect(linked.set_source)
        source.word_hovered.connect(linked.hover_source)
        source.caret_moved.connect(linked.move_source_caret)
        source.word_clicked.connect(linked.click_source)
        source.pin_requested.connect(linked.pin_source)
        target.word_hovered.connect(linked.hover_target)
        target.caret_moved.connect(linked.move_target_caret)
        target.word_clicked.connect(linked.click_target)
        target.pin_requested.connect(linked.pin_target)
        linked.linked.connect(presenter.show_link)
        linked.paired.connect(presenter.show_pair)
        window.notice_line.sentence_requested.connect(source.show_place)
        window.notice_line.sentence_requested.connect(linked.click_source)
        # Other words.
        offer_dictionary(window.panes, selection)
        source.term_chosen.connect(dialogs.open_glossary)
        target.bar.glossary_requested.connect(dialogs.open_glossary)
        target.words_requested.connect(actions.show_alternatives)
        target.bar.undo_requested.connect(session.undo_choice)
        session.choices_changed.connect(target.bar.show_can_undo)
        session.choices_changed.connect(window.actions_by_id["undo_choice"].setEnabled)
        # The history.
        history, panel = self.history, window.history_panel
        source.text_pasted.connect(history.begin_anew)
        source.cleared.connect(history.begin_anew)
        window.history_dock.visibilityChanged.connect(history.set_listening)
        history.entries_changed.connect(panel.show_entries)
        history.entry_requested.connect(actions.show_entry)
        panel.search_changed.connect(history.search)
        panel.entry_taken.connect(history.take)
        panel.favourite_toggled.connect(history.set_favourite)
        panel.removed.connect(history.remove)
        panel.erase_requested.connect(history.erase)
        window.actions_by_id["back"].triggered.connect(history.go_back)
        window.actions_by_id["forward"].triggered.connect(history.go_forward)
        window.actions_by_id["favourite"].triggered.connect(history.favour_current)

    @Slot(object)
    def _keep(self, translation: Translation) -> None:
        """Offer a translation to the history, unless its model is only on trial."""
        if not self._models.trial.is_going_on:
            self.history.offer(translation)

    @Slot()
    def _set_direction(self) -> None:
        self.languages.set_direction(*self._models.selection.direction)

    @Slot()
    def _set_readable(self) -> None:
        self.languages.set_readable({source for source, _ in self._models.installed.directions()})

    @Slot()
    def _set_languages(self) -> None:
        self.history.set_languages(*self._models.selection.direction)
        self.glossary.set_direction(*self._models.selection.direction)

    @Slot(object)
    def _apply(self, preferences: Preferences) -> None:
        self._set_options()
        self.session.set_automatic(preferences.translate_while_typing)
        self.history.set_keeping(preferences.keep_history)

    @Slot()
    def _set_options(self) -> None:
        self.session.set_options(self._settings.preferences.search_options(self.glossary.in_use))
