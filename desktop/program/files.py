"""Files: opened, dropped or named by a start, translated, and saved beside their sources."""

from PySide6.QtCore import QObject, Slot

from desktop.presenters.dialogs import Dialogs
from desktop.presenters.files.file_opening import FileOpening
from desktop.presenters.files.file_presenter import FilePresenter
from desktop.presenters.programs.quick_presenter import QuickPresenter
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.presenters.user_actions import UserActions
from desktop.sessions.file_session import FileSession
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.models.model_library import ModelLibrary
from desktop.storage.settings import Settings
from desktop.views.main_window import MainWindow
from engine.documents.journal import JOURNALS
from engine.folders import Folders


class Files(QObject):
    """Files on their way through the engine."""

    def __init__(
        self, folders: Folders, settings: Settings, glossary: GlossarySession, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._glossary = glossary
        self.session = FileSession(folders.data / JOURNALS, self)
        glossary.applied.connect(self._set_options)
        settings.changed.connect(self._set_options)
        self._set_options()

    def show_in(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        dialogs: Dialogs,
        actions: UserActions,
        library: ModelLibrary,
        quick: QuickPresenter,
    ) -> None:
        """Connect a window; its end drops all of these connections."""
        panel = window.file_panel
        window.source_pane.open_requested.connect(actions.open_files)
        self.opening = FileOpening(window, presenter, dialogs, library, self.session, quick)
        self.session.refused.connect(self.opening.refuse)
        FilePresenter(panel, self.session)
        self.session.added.connect(window.show_files)
        self.session.offered.connect(window.show_files)
        panel.doubt_list.text_taken.connect(actions.set_text)
        window.actions_by_id["next_doubt"].triggered.connect(panel.go_to_next_doubt)
        window.actions_by_id["previous_doubt"].triggered.connect(panel.go_to_previous_doubt)
        panel.doubt_reached.connect(window.show_files)

    @Slot()
    def _set_options(self) -> None:
        self.session.set_options(self._settings.preferences.search_options(self._glossary.in_use))
