"""Apply the user's preferences to the window: position, theme, font and visible parts."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.storage.settings import Preferences, Settings
from desktop.values.requests import LoadedModel
from desktop.views import theme
from desktop.views.main_window import MainWindow


class Appearance(QObject):
    """Applies preferences to one window; on the GUI thread.

    Signals:
        language_changed: The preferred language is no longer the window's.
    """

    language_changed = Signal()

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._font = ("", 0)
        self._has_formality = False
        self._theme = settings.preferences.theme
        self.language = settings.preferences.language
        settings.changed.connect(self.show_preferences)
        window.target_pane.bar.confidence_toggled.connect(self._on_confidence_toggled)
        window.history_panel.keeping_toggled.connect(self._on_keeping_toggled)
        window.target_pane.bar.address_button.chosen.connect(self._on_address_chosen)
        self.reset_zoom()
        self.show_preferences(settings.preferences)

    @Slot(object)
    def show_preferences(self, preferences: Preferences) -> None:
        """Apply changed preferences; another language needs a new window."""
        if preferences.language != self.language:
            self.language_changed.emit()
            return
        if preferences.theme != self._theme:  # it makes every widget draw itself again
            self._theme = preferences.theme
            self.dress()
        if self._wished_font() != self._font:
            self.reset_zoom()
        self._window.target_pane.set_slight_doubt_shown(preferences.show_slight_doubt)
        self._window.target_pane.set_confidence_shown(preferences.show_confidence)
        self._show_address()
        self._window.panes.scrolling.set_enabled(preferences.scroll_together)
        self._window.history_panel.show_keeping(preferences.keep_history)

    @Slot(object)
    def show_model(self, model: LoadedModel) -> None:
        """Offer the form of address if the model has that choice."""
        self._has_formality = model.has_formality
        self._show_address()

    def _show_address(self) -> None:
        form = self._settings.preferences.formality
        self._window.target_pane.bar.show_address(form, is_offered=self._has_formality)

    def restore(self) -> None:
        """Restore the window's position and arrangement."""
        settings = self._settings
        self._window.restore(settings.window_geometry, settings.window_state, settings.orientation)

    def keep(self) -> None:
        """Save the window's position and arrangement."""
        self._settings.window_geometry = self._window.saveGeometry()
        self._settings.window_state = self._window.saveState()
        self._settings.orientation = self._window.panes.wished

    @Slot()
    def dress(self) -> None:
        """Apply the chosen theme; "system" follows the desktop's light or dark mode."""
        theme.apply(self._settings.preferences.theme)

    @Slot()
    def reset_zoom(self) -> None:
        """Show both texts in the chosen font and size."""
        family, size = self._font = self._wished_font()
        font = theme.text_font()
        if family:
            font.setFamily(family)
        if size:
            font.setPointSize(size)
        self._window.source_pane.set_font(font)
        self._window.target_pane.set_font(font)

    @Slot(bool)
    def _on_confidence_toggled(self, is_shown: bool) -> None:
        self._settings.change(show_confidence=is_shown)

    @Slot(str)
    def _on_address_chosen(self, form: str) -> None:
        self._settings.change(formality=form)

    @Slot(bool)
    def _on_keeping_toggled(self, is_keeping: bool) -> None:
        self._settings.change(keep_history=is_keeping)

    def _wished_font(self) -> tuple[str, int]:
        preferences = self._settings.preferences
        return (preferences.font_family, preferences.font_size)
