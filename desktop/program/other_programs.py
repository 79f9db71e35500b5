"""Other programs: the shortcut that works in all of them, the tray, the interface, the speech."""

from PySide6.QtCore import QObject

from desktop.platform.speech import Speech
from desktop.presenters.dialogs import Dialogs
from desktop.presenters.programs.interface_presenter import InterfacePresenter
from desktop.presenters.programs.quick_presenter import QuickPresenter
from desktop.presenters.programs.reading_aloud import ReadingAloud
from desktop.presenters.programs.tray_presenter import TrayPresenter
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.presenters.user_actions import UserActions
from desktop.program.models import Models
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.interface_session import InterfaceSession
from desktop.sessions.quick_session import QuickSession
from desktop.storage.settings import Settings
from desktop.views.main_window import MainWindow


class OtherPrograms(QObject):
    """What other programs ask of this one, and what it asks of them."""

    def __init__(
        self, settings: Settings, models: Models, glossary: GlossarySession, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._models = models
        self._glossary = glossary
        self.session = QuickSession(self)
        self.interface = InterfaceSession(self)
        self.speech = Speech(self)

    def show_in(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        dialogs: Dialogs,
        actions: UserActions,
    ) -> None:
        """Connect a window; its end drops all of these connections."""
        settings, models, selection = self._settings, self._models.installed, self._models.selection
        ReadingAloud(window, presenter, selection, self.speech)
        self._interface_presenter = InterfacePresenter(presenter, settings, self.interface)
        quick = self.quick = QuickPresenter(
            self.session, models, selection, settings, self._glossary, window
        )
        self.tray = TrayPresenter(window, quick)
        for following in (self.tray, quick):
            settings.changed.connect(following.apply)
        self.tray.apply(settings.preferences)
        quick.status_changed.connect(dialogs.show_shortcut)
        quick.open_requested.connect(window.come_to_front)
        quick.open_requested.connect(actions.set_text)
        quick.add_requested.connect(dialogs.open_catalogue)

    def begin(self) -> None:
        """Listen to other programs, once the window is painted."""
        self._interface_presenter.begin()
        self.quick.begin()
