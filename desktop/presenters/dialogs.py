"""The secondary windows: settings, models, help; each is imported and built when first opened."""

import shlex
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop.platform import about, interface_language, opening
from desktop.platform.shortcut.shortcut_status import ShortcutStatus
from desktop.sessions.glossary_session import GlossarySession
from desktop.sessions.history_session import HistorySession
from desktop.sessions.interface_session import InterfaceSession
from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.sessions.models.model_library import ModelLibrary
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.storage import paths
from desktop.storage.settings import Preferences, Settings

if TYPE_CHECKING:
    from desktop.presenters.catalogue_presenter import CataloguePresenter
    from desktop.presenters.glossary_presenter import GlossaryPresenter
    from desktop.views.catalogue.window import CatalogueWindow
    from desktop.views.glossary.window import GlossaryWindow
    from desktop.views.models.window import ModelsWindow
    from desktop.views.windows.about_window import AboutWindow
    from desktop.views.windows.help_window import HelpWindow
    from desktop.views.windows.settings_dialog import SettingsDialog


class Dialogs(QObject):
    """Opens settings, models, help, guide and About, each once; on the GUI thread.

    Signals:
        improve_requested: Fine-tune a model (ModelEntry).
        opening_failed: The file or folder (Path) could not be read or opened.
    """

    improve_requested = Signal(object)
    opening_failed = Signal(object)

    def __init__(
        self,
        window: QWidget,
        settings: Settings,
        library: ModelLibrary,
        models: ModelList,
        selection: ModelSelection,
        interface: InterfaceSession,
        glossary: GlossarySession,
        downloads: ModelDownloads,
        history: HistorySession,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._library = library
        self._models = models
        self._selection = selection
        self._interface = interface
        self._glossary = glossary
        self._downloads = downloads
        self._history = history
        self.catalogue_window: CatalogueWindow | None = None
        self._catalogue_presenter: CataloguePresenter | None = None
        self.models_window: ModelsWindow | None = None
        self.glossary_window: GlossaryWindow | None = None
        self._glossary_presenter: GlossaryPresenter | None = None
        self.settings_dialog: SettingsDialog | None = None
        self.help_window: HelpWindow | None = None
        self.guide_window: QWidget | None = None
        self.about_window: AboutWindow | None = None
        self._shortcut = ShortcutStatus.OFF

    @Slot()
    def open_settings(self) -> None:
        """Show the settings; changes apply at once."""
        if self.settings_dialog is None:
            from desktop.views.windows.settings_dialog import SettingsDialog

            self.settings_dialog = SettingsDialog(_quick_command(), self._window)
            self.settings_dialog.changed.connect(self._change)
            self.settings_dialog.erase_requested.connect(self._history.erase)
            self.settings_dialog.new_key_requested.connect(self._renew_key)
            self._settings.changed.connect(self._show_preferences)
            self._settings.changed.connect(self._show_interface)
            self._interface.changed.connect(self._show_interface)
        self.settings_dialog.show_preferences(self._settings.preferences)
        self._show_interface()
        self.settings_dialog.show_shortcut(self._shortcut)
        _bring_up(self.settings_dialog)

    @Slot(object)
    def show_shortcut(self, status: ShortcutStatus) -> None:
        """Show whether the shortcut for all programs works."""
        self._shortcut = status
        if self.settings_dialog is not None:
            self.settings_dialog.show_shortcut(status)

    def open_settings_at(self, page: int) -> None:
        """Show one page of the settings."""
        self.open_settings()
        if self.settings_dialog is not None:
            self.settings_dialog.show_page(page)

    @Slot()
    def open_program_settings(self) -> None:
        """Show the settings about other programs."""
        from desktop.views.windows.settings_dialog import PROGRAMS

        self.open_settings_at(PROGRAMS)

    def settings_page(self) -> int | None:
        """Return which page of the settings is shown; None if they are closed."""
        if self.settings_dialog is None or not self.settings_dialog.isVisible():
            return None
        return self.settings_dialog.page()

    @Slot()
    def open_models(self) -> None:
        """Show the models window."""
        if self.models_window is None:
            from desktop.presenters.models_presenter import ModelsPresenter
            from desktop.views.models.window import ModelsWindow

            self.models_window = ModelsWindow()
            self.models_window.add_requested.connect(self.open_catalogue)
            self.models_window.improve_requested.connect(self.improve_requested)
            ModelsPresenter(
                self.models_window, self._library, self._models, self._selection, self.models_window
            )
        _bring_up(self.models_window)

    @Slot()
    @Slot(str, str)
    def open_catalogue(self, source: str = "", target: str = "") -> None:
        """Show the languages that can be added, or the models from one to another."""
        if self.catalogue_window is None or self._catalogue_presenter is None:
            from desktop.presenters.catalogue_presenter import CataloguePresenter
            from desktop.views.catalogue.window import CatalogueWindow
            from engine.catalogue.catalogue import load_catalogue
            from engine.languages.names import load_language_names

            self.catalogue_window = CatalogueWindow()
            self._catalogue_presenter = CataloguePresenter(
                self.catalogue_window,
                load_catalogue(),
                load_language_names(),
                self._downloads,
                self._models,
                self._selection,
            )
            self._catalogue_presenter.used.connect(self._bring_back)
            self.catalogue_window.import_requested.connect(self._import_file)
        self._catalogue_presenter.look_for(source, target)
        _bring_up(self.catalogue_window)

    @Slot()
    def _import_file(self) -> None:
        """Let the models window ask for the file: it tells what came of it, too."""
        self.open_models()
        if self.models_window is not None:
            self.models_window.import_file_action.trigger()

    @Slot()
    def _bring_back(self) -> None:
        _bring_up(self._window)

    @Slot()
    @Slot(str)
    def open_glossary(self, term: str = "") -> None:
        """Show the glossary; a chosen term is ready to be translated."""
        if self.glossary_window is None or self._glossary_presenter is None:
            from desktop.presenters.glossary_presenter import GlossaryPresenter
            from desktop.views.glossary.window import GlossaryWindow

            self.glossary_window = GlossaryWindow()
            self._glossary_presenter = GlossaryPresenter(self.glossary_window, self._glossary)
        self._glossary_presenter.begin_entry(term)
        _bring_up(self.glossary_window)

    def are_models_open(self) -> bool:
        """Return whether the models window is shown: then it reports its own results."""
        return self.models_window is not None and self.models_window.isVisible()

    def is_catalogue_open(self) -> bool:
        """Return whether the window that adds languages is shown: then it reports its downloads."""
        return self.catalogue_window is not None and self.catalogue_window.isVisible()

    def close_all(self) -> None:
        """Close the windows that would outlive the main window."""
        if self.catalogue_window is not None:
            self.catalogue_window.close()
            self.catalogue_window.deleteLater()
            self.catalogue_window = self._catalogue_presenter = None
        if self.models_window is not None:
            self.models_window.close()
            self.models_window.deleteLater()
            self.models_window = None
        if self.glossary_window is not None:
            self.glossary_window.close()
            self.glossary_window.deleteLater()
            self.glossary_window = self._glossary_presenter = None

    @Slot()
    def open_help(self) -> None:
        """Show the help."""
        if self.help_window is None:
            from desktop.views.windows.help_window import HelpWindow

            self.help_window = HelpWindow(self._window)
            self.help_window.guide_requested.connect(self.open_guide)
        entry = self._selection.entry
        self.help_window.show_model(entry.manifest if entry is not None else None)
        _bring_up(self.help_window)

    @Slot()
    def open_guide(self) -> None:
        """Show the guide, in the language of the window."""
        if self.guide_window is None:
            from desktop.views.windows.guide_window import GuideWindow  # and what reads Markdown

            guide = paths.guide(interface_language.language_in_force())
            try:
                self.guide_window = GuideWindow(guide, self._window)
            except OSError:
                self.opening_failed.emit(guide)
                return
            self.guide_window.link_requested.connect(opening.open_address)
        _bring_up(self.guide_window)

    @Slot()
    def open_about(self) -> None:
        """Show the About window."""
        if self.about_window is None:
            from desktop.views.windows.about_window import AboutWindow

            self.about_window = AboutWindow(about.facts(), self._window)
            self.about_window.copy_requested.connect(self._copy_facts)
            self.about_window.guide_requested.connect(self.open_guide)
            self.about_window.licences_requested.connect(self._open_licences)
        _bring_up(self.about_window)

    @Slot()
    def _copy_facts(self) -> None:
        QGuiApplication.clipboard().setText(str(about.facts()))
        if self.about_window is not None:
            self.about_window.show_copied()

    @Slot()
    def _open_licences(self) -> None:
        if not opening.open_outside(paths.licences()):
            self.opening_failed.emit(paths.licences())

    @Slot(object)
    def _show_preferences(self, preferences: Preferences) -> None:
        if self.settings_dialog is not None:
            self.settings_dialog.show_preferences(preferences)

    @Slot()
    def _show_interface(self) -> None:
        if self.settings_dialog is not None:
            self.settings_dialog.show_interface(self._interface.state, self._settings.interface_key)

    @Slot()
    def _renew_key(self) -> None:
        self._settings.renew_interface_key()

    @Slot(object)
    def _change(self, fields: dict[str, Any]) -> None:
        self._settings.change(**fields)


def _bring_up(window: QWidget) -> None:
    window.show()
    window.raise_()
    window.activateWindow()


def _quick_command() -> str:
    return " ".join(shlex.quote(word) for word in (*paths.command_line(), "quick"))
